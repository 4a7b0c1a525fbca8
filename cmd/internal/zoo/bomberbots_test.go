//go:build unix

package zoo

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"blastyard/internal/stage"
)

// A habit is a bot of 2016-Bomberman with a habit.
type habit struct {
	name string
	// script is what its bot.sh does in each round. Its arguments are those of the original. It fails where something is
	// not as the bot expects it.
	script string
	files  map[string]string // more files, by path
	make   func(t *testing.T, dir string)
	// everyday habits are played by make test, in one program.
	everyday bool
	// notPacked is what the check of an event says, where its copy of the folder does not have what the bot needs, or "".
	notPacked string
	// fault is what the check of bots blames on it although it acts, or "".
	fault string
	// word is what each of its turns is, where it cannot act in the original either.
	word string
	// from and to, if set, say that only the turns from it on, or up to it, are so.
	from, to int
}

// bad returns how many of some turns are as word says, and the first of them.
func (h *habit) bad(turns int) (first, n int) {
	if h.word == "" {
		return 0, 0
	}
	first = max(1, h.from)
	if h.to > 0 {
		turns = min(turns, h.to)
	}
	return first, max(0, turns-first+1)
}

// limit is the time limit of a turn, which is more than any bot needs that is not late.
func (h *habit) limit() string {
	if h.word == "late" {
		return "4s"
	}
	return "20s"
}

const head = "#!/bin/sh\nset -e\nround=$(basename \"$(dirname \"$2\")\")\n"

var habits = []habit{
	{name: "reads one folder up", everyday: true, script: `cat "$2/../state.json" "$2/../roundInfo.json" "$2/../map.txt" > /dev/null; printf 3 > "$2/move.txt"`},
	{name: "keeps a file in its working folder", script: remembers(`memory`)},
	{name: "keeps a file beside its source", script: remembers(`$(dirname "$0")/memory`)},
	{name: "keeps a file in TMPDIR", script: remembers(`$TMPDIR/memory`)},
	{name: "keeps a file in HOME", script: remembers(`$HOME/memory`)},
	{name: "keeps a folder of files", script: `mkdir -p states; cp "$2/state.json" "states/$round"; test "$round" = 0 || test -s "states/$((round-1))"; printf 2 > "$2/move.txt"`},
	{name: "reads what it left in the last round", script: `test "$round" = 0 || grep -q 4 "$2/../../$((round-1))/$1/move.txt"; printf 4 > "$2/move.txt"`},
	{name: "renames its move", script: `printf 3 > "$2/move.tmp"; mv "$2/move.tmp" "$2/move.txt"`},
	{name: "renames its move from its own folder", script: `printf 3 > move.tmp; mv move.tmp "$2/move.txt"`},
	{name: "writes its move in two steps", script: `: > "$2/move.txt"; printf 3 >> "$2/move.txt"; printf '\r\n' >> "$2/move.txt"`},
	{name: "writes its move twice", script: `printf 0 > "$2/move.txt"; cat "$2/state.json" > /dev/null; printf 1 > "$2/move.txt"`},
	{name: "writes a BOM and CRLF", script: `printf '\357\273\2773\r\n' > "$2/move.txt"`},
	{name: "writes UTF-16", script: `printf '\377\3763\0\r\0\n\0' > "$2/move.txt"`},
	{name: "writes blanks and lines behind", script: `printf '3  \t\n\n\n' > "$2/move.txt"`},
	{name: "writes MOVE.TXT", script: `printf 3 > "$2/MOVE.TXT"`},
	{name: "writes before it reads", script: `printf 3 > "$2/move.txt"; cat "$2/map.txt" "$2/state.json" > /dev/null`},
	{name: "works in the folder of the round", script: `cd "$2"; cat map.txt > /dev/null; printf 3 > move.txt`},
	{name: "writes more files beside its move", script: `printf 3 > "$2/move.txt"; date > "$2/debug.txt"; mkdir "$2/notes"; echo x > "$2/notes/x"`},
	{name: "prints a banner", script: `for n in 1 2 3 4 5 6 7 8 9; do echo "=== MegaBot 3000 v1.$n ===" >&2; echo "by ME"; done; printf 3 > "$2/move.txt"`},
	{name: "has a helper", script: `(sleep 0.01; printf 3 > "$2/move.txt") & wait`},
	{name: "runs other programs", script: `python3 -c 'import sys; open(sys.argv[1], "w").write("3")' "$2/move.txt" || exit 3`},
	{name: "asks the time", script: `date +%s%N > /dev/null; date -u; printf 3 > "$2/move.txt"`},
	{name: "opens its log for append", script: `echo "$(date) round $round" >> bot.log; printf 3 > "$2/move.txt"`},
	{name: "reads data beside its source", files: map[string]string{"data/weights.txt": "3"}, script: `cat "$(dirname "$0")/data/weights.txt" > "$2/move.txt"`},
	{name: "has links of npm", script: `./node_modules/.bin/mover "$2"`,
		files: map[string]string{"node_modules/mover/cli.sh": "#!/bin/sh\ncat \"$(dirname \"$(readlink -f \"$0\")\")/three\" > \"$1/move.txt\"\n", "node_modules/mover/three": "3"},
		make:  link("node_modules/.bin/mover", "../mover/cli.sh")},
	{name: "has a virtual environment", script: `env/bin/python bot.py "$2"`, files: map[string]string{"bot.py": "import sys, here\nopen(sys.argv[1] + '/move.txt', 'w').write(here.move)\n"},
		make: makeEnvironment, notPacked: `env/bin/python: not found`},
	{name: "has an interpreter of its own folder", script: `exec ./python "$2"`, files: map[string]string{"python": "#!/bin/sh\nprintf 3 > \"$1/move.txt\"\n"}},
	{name: "has a jar beside its jar", make: makeJars},
	{name: "has a helper by a relative path", script: `cd data; ../tools/move.sh "$2"`, files: map[string]string{
		"data/x": "", "tools/move.sh": "#!/bin/sh\ntest -e x && printf 3 > \"$1/move.txt\"\n"}},
	{name: "has blanks and other letters in its folders", script: `cat "mes données (1)/poids ü.txt" > "$2/move.txt"`,
		files: map[string]string{"mes données (1)/poids ü.txt": "3"}},
	{name: "reads its settings by a relative path", script: `. ./config/settings.sh; printf $MOVE > "$2/move.txt"`,
		files: map[string]string{"config/settings.sh": "MOVE=3\n"}},
	{name: "is a program in a subfolder", files: map[string]string{
		"bot.json":     `{"Author":"a","Email":"a@b.c","NickName":"Zoo","BotType":"CPlusPlus","ProjectLocation":"src","RunFile":"main.sh"}`,
		"src/rules.sh": "RIGHT=3\n", "src/main.sh": head + ". \"$(dirname \"$0\")/rules.sh\"; printf $RIGHT > \"$2/move.txt\"\n"}},
	{name: "has paths of Windows in bot.json", files: map[string]string{
		"bot.json":   `{"Author":"a","Email":"a@b.c","NickName":"Windows","BotType":"CPlusPlus","ProjectLocation":".\\build\\","RunFile":"bin\\run.sh"}`,
		"run.sh":     "",
		"bin/run.sh": head + "printf 3 > \"$2/move.txt\"\n", "build/bin/run.sh": head + "printf 3 > \"$2/move.txt\"\n"}},
	// What follows cannot act on Linux in the original either.
	{name: `joins paths with \`, script: `printf 3 > "$2\\move.txt"`, word: "silent"},
	{name: "begins with a blank", script: `printf ' 3' > "$2/move.txt"`, word: "silent"},
	{name: "writes a list", script: `printf '[]' > "$2/move.txt"`, word: "silent"},
	{name: "writes nothing", script: `exit 0`, word: "silent"},
	// Twice late: bot check ends a match at the third late turn.
	{name: "is late twice", script: `case $round in 2 | 3) sleep 60 ;; esac; printf 3 > "$2/move.txt"`, word: "late", from: 3, to: 4},
	{name: "is late but has written its move", script: `printf 3 > "$2/move.txt"; case $round in 2 | 3) sleep 60 ;; esac`, word: "late", from: 3, to: 4},
	{name: "fails from the third round on", script: `test "$round" -lt 2; printf 3 > "$2/move.txt"`, word: "crashed", from: 3},
	{name: "writes a number that is no command", script: `printf 7 > "$2/move.txt"`, word: "silent"},
	{name: "writes the name of a command", script: `printf UP > "$2/move.txt"`, word: "silent"},
	// What the rules do not allow counts as a command in the original, and does nothing.
	{name: "walks into a wall", script: `move=4; sed -n 3p "$2/map.txt" | grep -q "$1" && move=1; printf $move > "$2/move.txt"`, word: "refused"},
	{name: "triggers a bomb that it does not have", script: `printf 6 > "$2/move.txt"`, word: "refused"},
	{name: "fails", script: `echo starting >&2; echo "NullPointerException at Bot.java:7" >&2; exit 1`, word: "crashed"},
}

// remembers is a script that finds in each round but the first what it has left in the round before.
func remembers(file string) string {
	return `test "$round" = 0 || grep -q round "` + file + `"; echo "round $round" >> "` + file + `"; printf 3 > "$2/move.txt"`
}

func link(name, text string) func(*testing.T, string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(text, path); err != nil {
			t.Fatal(err)
		}
	}
}

// makeEnvironment makes a virtual environment of the system's Python, with a module in it.
func makeEnvironment(t *testing.T, dir string) {
	t.Helper()
	const python = "/usr/bin/python3"
	if out, err := exec.CommandContext(t.Context(), python, "-m", "venv", "--without-pip", filepath.Join(dir, "env")).CombinedOutput(); err != nil {
		t.Skipf("%s cannot make a virtual environment here: %v\n%s", python, err, out)
	}
	packages, err := filepath.Glob(filepath.Join(dir, "env/lib/python3*/site-packages"))
	if err != nil || len(packages) != 1 {
		t.Fatal(packages, err)
	}
	put(t, packages[0], map[string]string{"here.py": "move = '3'\n"})
}

// makeJars compiles a bot whose jar names another jar, which lies beside it.
func makeJars(t *testing.T, dir string) {
	t.Helper()
	for _, tool := range []string{"java", "javac", "jar"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s here", tool)
		}
	}
	put(t, dir, map[string]string{
		"bot.json":      `{"Author":"a","Email":"a@b.c","NickName":"Jars","BotType":"Java","ProjectLocation":"target","RunFile":"bot.jar"}`,
		"src/Move.java": "public class Move { public static final String RIGHT = new String(\"3\"); }\n",
		"src/Bot.java": "import java.nio.file.*;\npublic class Bot { public static void main(String[] a) throws Exception {" +
			" Files.write(Paths.get(a[1], \"move.txt\"), Move.RIGHT.getBytes()); } }\n",
		"src/manifest": "Main-Class: Bot\nClass-Path: lib/move.jar\n", "target/lib/x": "",
	})
	for _, line := range [][]string{{"javac", "-d", ".", "Move.java", "Bot.java"}, {"jar", "cf", "../target/lib/move.jar", "Move.class"},
		{"jar", "cfm", "../target/bot.jar", "manifest", "Bot.class"}} {
		c := exec.CommandContext(t.Context(), line[0], line[1:]...)
		c.Dir = filepath.Join(dir, "src")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", line, err, out)
		}
	}
}

// create writes the bot into a new folder.
func (h *habit) create(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "zoo")
	put(t, dir, map[string]string{
		"bot.json": `{"Author":"a","Email":"a@b.c","NickName":"Zoo","BotType":"CPlusPlus","ProjectLocation":".","RunFile":"bot.sh"}`,
		"bot.sh":   head + h.script + "\n"})
	put(t, dir, h.files)
	if h.make != nil {
		h.make(t, dir)
	}
	return dir
}

// TestBomberman: bots with habits act in each round, in each program; those that cannot are told so with the same word
// and count everywhere.
func TestBomberman(t *testing.T) {
	sandboxed(t)
	for _, h := range habits {
		t.Run(h.name, func(t *testing.T) {
			if !stage.All() && !h.everyday {
				t.Skip("make test plays one of them")
			}
			t.Parallel()
			z := zoo{bot: h.create(t), game: "bomberman", habit: h}
			z.inBomberman(t, "auto")
			z.inPlay(t, "auto")
			if stage.All() {
				for _, sandbox := range lowerLevels() {
					z.inBomberman(t, sandbox)
				}
				z.inCheck(t)
				z.inEvent(t)
			}
		})
	}
}
