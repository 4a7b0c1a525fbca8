//go:build unix

package zoo

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/internal/stage"
)

// A student is a bot of hexabomb over standard input and output as someone sends it, of whom not all can act.
type student struct {
	name    string
	command string            // in its bot.toml; "": it has none
	files   map[string]string // its files besides, by path
	// says is what its author is told, everywhere the same; "": it acts.
	says string
	// turn is the first that is played without a bot that fails in the match; 0: it does not start.
	turn int
	// word is what one of its turns is, the second.
	word string
	// line is whether it is named by its command line, with its folder in it, and not by its folder.
	line bool
}

// studentBot is a bot that answers each turn. What stands before is done first, and then, with n, before each answer.
func studentBot(before, each string) string {
	return "#!/usr/bin/env python3\nimport sys, json, time, os\n" + before + "\nn = 0\nfor line in sys.stdin:\n    m = json.loads(line)\n" +
		"    if m['type'] != 'turn': continue\n    n += 1\n    " + each + "\n    print(json.dumps([]), flush=True)\n"
}

func students() []student {
	plain := studentBot("", "pass")
	return []student{
		{name: "prints without flush", command: "python3 bot.py", files: map[string]string{"bot.py": strings.Replace(plain, ", flush=True", "", 1)}},
		{name: "is a line of Windows and Unix", command: "python3 .\\\\src\\\\bot.py", files: map[string]string{"src/bot.py": plain}},
		{name: "is a program of a relative path", command: "./run/bot", files: map[string]string{"run/bot": plain}},
		{name: "is in a subfolder", command: "python3 src/main.py", files: map[string]string{"src/main.py": studentBot("open('config.json').close()", "pass"), "config.json": "{}"}},
		{name: "has a pool of processes", command: "python3 bot.py", files: map[string]string{
			"bot.py": studentBot("import multiprocessing\nif __name__ == '__main__':\n    with multiprocessing.Pool(2) as p: assert p.map(abs, [-1]) == [1]", "pass")}},
		{name: "logs where it works", line: true, files: map[string]string{"bot.py": studentBot(
			"open('bot.log', 'a').write('x'); os.makedirs('logs/1'); assert 'mine' in os.listdir('.')", "pass")}},
		{name: "is late once", command: "python3 bot.py", files: map[string]string{"bot.py": studentBot("", "time.sleep(6 * (n == 2))")}, word: "late"},
		{name: "is silent once", command: "python3 bot.py", files: map[string]string{"bot.py": studentBot("", "if n == 2: print([7], flush=True); continue")}, word: "silent"},
		{name: "asks for what is not possible once", command: "python3 bot.py", files: map[string]string{"bot.py": studentBot("",
			"if n == 2: print(json.dumps([{'id': 0, 'movement': 'revive'}]), flush=True); continue")}, word: "refused"},
		{name: "crashes in the middle", command: "python3 bot.py", files: map[string]string{"bot.py": studentBot("", "assert n < 2, 'no idea'")},
			says: "AssertionError: no idea", turn: 3},
		{name: "asks before the match", command: "python3 bot.py", files: map[string]string{"bot.py": studentBot("input('Press ENTER ')\nprint('go', flush=True)", "pass")},
			says: `line 1 of its standard output is "Press ENTER go", expected a list of actions; print other text to standard error`, turn: 2},
		{name: "lacks a module", command: "python3 bot.py", files: map[string]string{"bot.py": studentBot("import no_such_module", "pass")},
			says: "ModuleNotFoundError: No module named 'no_such_module'", turn: 2},
		{name: "has CR LF in its first line", command: "./bot.py", files: map[string]string{"bot.py": strings.ReplaceAll(plain, "\n", "\r\n")},
			says: `its first line ends with CR LF: save it with the line ends of Unix (LF), or run sed -i 's/\r$//' bot.py`},
		{name: "names its home folder", command: "python3 ~/bot.py", files: map[string]string{"bot.py": plain},
			says: "no such file: ~/bot.py: no shell reads the command line: write the home directory out instead of ~"},
		{name: "names a drive", command: "python3 C:/Users/ann/bot.py", files: map[string]string{"bot.py": plain},
			says: "no such file: C:/Users/ann/bot.py: a path of Windows: write the path from the working folder"},
		{name: "names a file of a subfolder", command: "python3 bot.py", files: map[string]string{"src/bot.py": plain},
			says: "no such file: bot.py: did you mean src/bot.py?"},
		{name: "is a folder too deep", files: map[string]string{"inner/bot.toml": "command = \"python3 bot.py\"\n", "inner/bot.py": plain},
			says: "its folder inner is a bot: name that one"},
		{name: "needs a shell", command: "cd src && python3 bot.py", files: map[string]string{"src/bot.py": plain},
			says: "no shell reads the command line: for cd, &&, | or NAME=value write sh -c '...'"},
	}
}

func (s *student) create(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "mein Bot ü (1)")
	put(t, dir, s.files)
	if s.command != "" {
		put(t, dir, map[string]string{"bot.toml": fmt.Sprintf("command = \"%s\"\nprotocol = \"stdio\"\nname = \"zoo\"\n", s.command)})
	}
	return dir
}

// TestStudents: bots as students send them act, or their author is told in one line what to do, the same in play, in bot
// check and in an event.
func TestStudents(t *testing.T) {
	sandboxed(t)
	for _, s := range students() {
		t.Run(s.name, func(t *testing.T) {
			if !stage.All() && s.name != "names a file of a subfolder" && s.name != "logs where it works" {
				t.Skip("make test plays two of them")
			}
			t.Parallel()
			dir := s.create(t)
			levels := []string{"auto"}
			if stage.All() {
				levels = append(levels, lowerLevels()...)
			}
			for _, level := range levels {
				if s.name == "has a pool of processes" && level == "require=files" {
					continue // semaphores: see docs/sandbox.md
				}
				s.inPlay(t, dir, level)
			}
			if stage.All() && !s.line && s.word != "late" { // it takes minutes
				s.inCheck(t, dir)
				s.inEvent(t, dir)
			}
		})
	}
}

func (s *student) inPlay(t *testing.T, dir, level string) {
	t.Helper()
	at, bot := t.TempDir(), dir
	if s.line { // from a folder in which other bots lie
		put(t, at, s.files)
		if err := os.Rename(filepath.Join(at, "bot.py"), filepath.Join(at, "moved.py")); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(at, "mine"), s.files)
		bot = "zoo=stdio:python3 mine/bot.py"
	}
	out, errOut, err := runBoth(t, at, "blastyard", "play", "--bot", bot, "--bot", "builtin:idle", "--turns", fmt.Sprint(turns),
		"--seed", "1", "--map", "tiny", "--turn-time", s.limit(), "--sandbox", level, "--quiet", "--json", "--replay", "none")
	if s.says != "" && s.turn == 0 {
		if err == nil || !strings.Contains(errOut, s.says) || strings.Count(strings.TrimSpace(errOut), "\n") > 0 {
			t.Errorf("play --sandbox %s: %v, expected %q in one line\n%s", level, err, s.says, errOut)
		}
		return
	}
	var r struct {
		Players []struct {
			Name, Reason, Note string
			Left               int `json:"left_turn"`
			counts
		}
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("play --sandbox %s: %v\n%s", level, err, errOut)
	}
	p := r.Players[0]
	if p.Name != "zoo" {
		p = r.Players[1]
	}
	one := map[string]int{s.word: 1}
	if p.Left != s.turn || !strings.Contains(p.Note, s.says) || p.Late != one["late"] || p.Silent != one["silent"] || p.Crashed != 0 ||
		p.Refused != one["refused"]+one["silent"] { // what cannot be read is refused, too
		t.Errorf("play --sandbox %s: %+v, expected turn %d, %q, %q\n%s", level, p, s.turn, s.says, s.word, errOut)
	}
	if entries, _ := os.ReadDir(at); s.line && level != "require=limits" && len(entries) != 2 {
		t.Errorf("play --sandbox %s left %v", level, entries)
	}
}

// limit is the time limit of a turn.
func (s *student) limit() string {
	if s.word == "late" {
		return "4s"
	}
	return "20s"
}

func (s *student) inCheck(t *testing.T, dir string) {
	t.Helper()
	out, errOut, err := runBoth(t, t.TempDir(), "blastyard", "bot", "check", dir, "--turn-time", s.limit())
	if fault := s.says != ""; (err != nil) != fault && s.word == "" || !strings.Contains(out, s.says) {
		t.Errorf("bot check: %v, expected %q\n%s%s", err, s.says, out, errOut)
	}
}

func (s *student) inEvent(t *testing.T, dir string) {
	t.Helper()
	dirOf := t.TempDir()
	put(t, dirOf, map[string]string{"cup/event.toml": fmt.Sprintf("name = \"Zoo\"\ngame = \"hexabomb\"\nmaps = [\"tiny\"]\nturns = %d\n"+
		"format = \"round-robin\"\nplayers = 2\nrounds = 1\nturn_time = %q\n[[bot]]\nname = \"zoo\"\nfolder = %q\n[[bot]]\ncommand = \"builtin:idle\"\n",
		turns, s.limit(), dir)})
	out, errOut, err := runBoth(t, dirOf, "blastyard-tournament", "check", "cup")
	if fault := s.says != ""; (err != nil) != fault && s.word == "" || !strings.Contains(out+errOut, s.says) {
		t.Errorf("tournament check: %v, expected %q\n%s%s", err, s.says, out, errOut)
	}
	if s.word == "" {
		return
	}
	must(t, dirOf, "blastyard-tournament", "run", "cup", "--quiet")
	seen, one := 0, map[string]int{s.word: 1}
	for line := range strings.Lines(must(t, dirOf, "blastyard-tournament", "matches", "cup", "--json")) {
		var m eventMatch
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		i := slices.Index(m.Names, "zoo")
		if seen++; i < 0 || at(m.Late, i) != one["late"] || at(m.Silent, i) != one["silent"] ||
			at(m.Refused, i) != one["refused"]+one["silent"] {
			t.Errorf("the event: %s, expected one turn %s", line, s.word)
		}
	}
	if seen == 0 {
		t.Error("the event has no matches")
	}
}
