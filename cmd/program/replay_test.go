package program

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/arena/rerun"
	"blastyard/game/games"
	"blastyard/replay"
)

// played plays a match of built-in bots and reads its replay.
func played(t *testing.T, args ...string) (file string, r *replay.Replay) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "match.blast")
	if code, _, stderr := run(t, "", append(append([]string{"play"}, args...), "--quiet", "--replay", file)...); code != 0 {
		t.Fatal(stderr)
	}
	r, err := replay.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return file, r
}

// written writes a replay to a new file.
func written(t *testing.T, r *replay.Replay) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "written.blast")
	w, err := replay.Create(file, &r.Header)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Turns {
		if err := w.Turn(&r.Turns[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(r.Result); err != nil {
		t.Fatal(err)
	}
	return file
}

// Someone has improved the actions of a player.
func TestVerifyFindsTheTurn(t *testing.T) {
	for _, c := range []struct{ args, to string }{
		{"hexabomb --map tiny --bot builtin:hunter --bot builtin:idle --turns 30 --seed 5", `[{"id":1,"movement":"bomb","bomb_range":3,"bomb_delay":3}]`},
		{"bomberman --bot builtin:reference --bot builtin:idle --seed 5 --turns 30", "5"},
	} {
		_, r := played(t, strings.Fields(c.args)...)
		for i := range r.Turns[11].Moves {
			if m := &r.Turns[11].Moves[i]; m.Player == 1 {
				m.Actions = json.RawMessage(c.to)
			}
		}
		file := written(t, r)
		code, stdout, stderr := run(t, "", "replay", "verify", file)
		if code != 1 || !strings.HasPrefix(stdout, file+": ") || !strings.Contains(stdout, "turn 12") || stderr != "" {
			t.Errorf("%s: exit %d\n%s%s", c.args, code, stdout, stderr)
		}
		if code, stdout, stderr := run(t, "", "replay", "show", file, "--turn", "20"); code != 0 || !strings.Contains(stdout, "turn 20") {
			t.Errorf("%s: it is not shown: exit %d\n%s%s", c.args, code, stdout, stderr)
		}
	}
}

// withStates is a replay of hexabomb with the states that came over the wire, as the netorcai server writes it.
func withStates(t *testing.T, r *replay.Replay) *replay.Replay {
	t.Helper()
	g, err := replay.NewMatch(&r.Header, games.All())
	if err != nil {
		t.Fatal(err)
	}
	w := &replay.Replay{Header: r.Header, Result: r.Result}
	w.Header.Hash, w.Header.Map, w.Header.State = nil, replay.Map{}, g.AppendState(nil)
	for _, turn := range r.Turns {
		if err := replay.Play(g, &turn, false); err != nil {
			t.Fatal(err)
		}
		turn.Hash, turn.State = nil, g.AppendState(nil)
		w.Turns = append(w.Turns, turn)
	}
	return w
}

// Where states were kept, a bot sees those.
func TestRerunOfStates(t *testing.T) {
	_, r := played(t, strings.Fields("--map tiny --bot builtin:hunter --bot builtin:greedy --turns 30 --seed 5")...)
	file := written(t, withStates(t, r))
	for id, p := range r.Header.Players {
		code, stdout, stderr := run(t, "", "replay", "rerun", file, "--player", string(rune('0'+id)), "--bot", p.Bot)
		if code != 0 || !strings.Contains(stdout, "\n29 turns, all as recorded\n") {
			t.Errorf("%s: exit %d\n%s%s", p.Bot, code, stdout, stderr)
		}
	}
	code, stdout, stderr := run(t, "", "replay", "rerun", file, "--player", "0", "--bot", r.Header.Players[0].Bot, "--fork")
	if code != 1 || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "it holds states only") {
		t.Errorf("fork: exit %d\n%s%s", code, stdout, stderr)
	}
}

// A game that we do not know: its states are shown as they are, and built-in bots do not play it.
func TestForeignReplay(t *testing.T) {
	file := written(t, &replay.Replay{
		Header: replay.Header{Game: "chess", Players: []replay.Player{{Name: "ann\x1b[31m"}, {Name: "bob"}}, State: []byte(`{"pawns":[16]}`)},
		Turns:  []replay.Turn{{Turn: 1, State: []byte(`{"pawns":[15]}`)}},
		Result: &replay.Result{Turns: 1, Winner: 1},
	})
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"show", 0, "winner: bob"},
		{"show --turn 1", 0, "\"pawns\": [\n    15\n  ]"},
		{"verify", 1, "no rules"},
		{"explain", 0, "A (ann): nothing to say\nB (bob): nothing to say\nbob won.\n"},
		{"rerun --player 0 --bot builtin:hunter", 1, `built-in bots do not play "chess"`},
		{"export -o " + filepath.Join(t.TempDir(), "x.html"), 0, ""},
	} {
		words := strings.Fields(c.args)
		args := append([]string{"replay", words[0], file}, words[1:]...)
		code, stdout, stderr := run(t, "", args...)
		if text := stdout + stderr; code != c.code || !strings.Contains(text, c.want) || strings.Contains(text, "\x1b") {
			t.Errorf("%s: exit %d, want %d and %q\n%s", c.args, code, c.code, c.want, text)
		}
	}
}

func TestParsePlayer(t *testing.T) {
	for _, c := range []struct {
		text    string
		players int
		want    int // -1: refused
	}{{"0", 2, 0}, {"1", 2, 1}, {"2", 2, -1}, {"-1", 2, -1}, {"B", 2, 1}, {"b", 2, 1}, {"C", 2, -1}, {"AA", 27, 26}, {"", 2, -1}, {"?", 2, -1}} {
		h := &replay.Header{Players: make([]replay.Player, c.players)}
		got, err := rerun.ParsePlayer(c.text, h)
		if err != nil {
			got = -1
		}
		if got != c.want {
			t.Errorf("%q of %d: %d, %v; want %d", c.text, c.players, got, err, c.want)
		}
	}
}

// TestParsePlayerByEntrant: a letter is the entrant's, as pages and pictures show it; a number is the id; else it is a
// name.
func TestParsePlayerByEntrant(t *testing.T) {
	h := &replay.Header{Players: []replay.Player{{Entrant: 3, Name: "ann"}, {Entrant: 1, Name: "bob"}}}
	for text, want := range map[string]int{"C": 0, "a": 1, "0": 0, "1": 1, "ann": 0, "bob": 1} {
		if got, err := rerun.ParsePlayer(text, h); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	if _, err := rerun.ParsePlayer("B", h); err == nil || !strings.Contains(err.Error(), "expected a letter, a name or an id from 0 to 1; there are A bob, C ann") {
		t.Errorf("a letter that nobody has: %v", err)
	}
}

func TestReplayHelp(t *testing.T) {
	for _, command := range []string{"", "show", "verify", "export", "rerun"} {
		code, stdout, stderr := run(t, "", append([]string{"replay"}, strings.Fields(command+" --help")...)...)
		if code != 0 || stderr != "" || !strings.Contains(stdout, "Examples:\n  blastyard replay ") {
			t.Errorf("%q: exit %d\n%s%s", command, code, stdout, stderr)
		}
	}
}

// TestReplayOfAnOldEngine: a genuine match of April 2016, in a zip, is shown and exported as recorded, and not checked.
func TestReplayOfAnOldEngine(t *testing.T) {
	const file, says = "../../replay/testdata/engine-1.1.0.zip", "not checked: an engine before 1.2.5"
	cut := "the file ends before the match: round 3 is the last"
	code, stdout, stderr := run(t, "", "replay", "show", file)
	if code != 1 || !strings.Contains(stdout, "seed:    196732608\n") || !strings.Contains(stdout, "D:       John  CSharp") ||
		!strings.Contains(stdout, says) || !strings.Contains(stderr, file+": "+says+"\n") || !strings.Contains(stderr, cut) {
		t.Errorf("show: %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, _ = run(t, "", "replay", "show", file, "--turn", "3"); !strings.Contains(stdout, "turn 3 of 442") ||
		!strings.Contains(stdout, "Sending Back command MoveRight") {
		t.Errorf("show --turn 3: %d\n%s", code, stdout)
	}
	for _, command := range []string{"verify", "explain"} {
		code, stdout, stderr = run(t, "", "replay", command, file)
		if code != 1 || stdout != "" || strings.Count(stderr, says) != 1 {
			t.Errorf("%s: %d\n%s%s", command, code, stdout, stderr)
		}
	}
	for _, ending := range []string{"html", "gif", "svg"} {
		out := filepath.Join(t.TempDir(), "match."+ending)
		_, _, stderr := run(t, "", "replay", "export", file, "-o", out)
		content, err := os.ReadFile(out)
		if err != nil || len(content) < 10_000 || ending == "html" && !bytes.Contains(content, []byte(says)) ||
			!strings.Contains(stderr, says) {
			t.Errorf("export %s: %d bytes, %v\n%s", ending, len(content), err, stderr)
		}
	}
}
