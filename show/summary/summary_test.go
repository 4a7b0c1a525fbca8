package summary

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/trouble"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/show/playback"
)

func TestFate(t *testing.T) {
	for _, c := range []struct {
		fate replay.Fate
		want string
	}{
		{replay.Fate{Reason: string(match.Finished)}, ""},
		{replay.Fate{Reason: string(match.Finished), Late: 1}, "1 turn late"},
		{replay.Fate{Reason: string(match.Finished), Refused: 1}, "1 action refused"},
		{replay.Fate{Reason: string(match.Finished), Late: 3, Host: 2, Refused: 4}, "3 turns late, 2 of them host: the machine gave it no processor; 4 actions refused"},
		{replay.Fate{Reason: string(match.Finished), Note: "slow to start"}, ""},
		{replay.Fate{Reason: string(match.Finished), Silent: 4, Crashed: 1, Refused: 2, First: trouble.Firsts{
			Silent: trouble.First{Turn: 3, Why: "no move.txt"}, Crashed: trouble.First{Turn: 1, Why: "exit code 1: boom"}, Refused: trouble.First{Turn: 9}}},
			"4 turns silent (first in turn 3: no move.txt); 1 turn crashed (first in turn 1: exit code 1: boom); 2 actions refused (first in turn 9)"},
		{replay.Fate{Reason: string(match.Crashed), Note: "exit code 1", Late: 2}, "failed: crashed; exit code 1; 2 turns late"}, // of before
		{replay.Fate{Reason: string(match.Crashed), Note: "exit code 1", Turn: 25}, "failed in turn 25: crashed; exit code 1"},
		{replay.Fate{Reason: string(match.Interrupted)}, "interrupted"},
	} {
		if got := Fate(c.fate); got != c.want {
			t.Errorf("%+v: %q, want %q", c.fate, got, c.want)
		}
	}
}

// golden returns a golden replay of package replay.
func golden(t *testing.T) (*replay.Replay, *playback.Playback) {
	t.Helper()
	files, err := filepath.Glob("../../replay/testdata/golden/*" + replay.Ending)
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden replays: %v", err)
	}
	r, err := replay.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	p, err := playback.New(r, games.All())
	if err != nil {
		t.Fatal(err)
	}
	return r, p
}

func TestOfReplay(t *testing.T) {
	r, p := golden(t)
	r.Header.Repeat = "blastyard play\x1b[2J"
	var b strings.Builder
	Header(&b, &r.Header, p)
	End(&b, p)
	for _, want := range []string{"game:    " + r.Header.Game + "\n", "\nturns:   ", "\nseed:    " + p.Header().Seed + "\n", "\nrepeat:  blastyard play\n", "\nwinner: "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	for _, x := range p.Header().Players {
		if !strings.Contains(b.String(), ":       "+x.Name+"  ") {
			t.Errorf("%s is not in\n%s", x.Name, b.String())
		}
	}
	text, err := JSON(r)
	var x struct {
		Header map[string]any
		Turns  int
		Result *replay.Result
	}
	if err != nil || json.Unmarshal(text, &x) != nil || x.Turns != len(r.Turns) || x.Result == nil || x.Header["state"] != nil || x.Header["game"] != r.Header.Game {
		t.Errorf("%v: %s", err, text)
	}
	if strings.ContainsRune(string(text), '\x1b') {
		t.Errorf("an escape sequence in %q", text)
	}
}

func TestEndings(t *testing.T) {
	r, _ := golden(t)
	names := make([]replay.Fate, len(r.Header.Players))
	for i := range names {
		names[i].Reason = string(match.Finished)
	}
	names[0].Late = 1
	for _, c := range []struct {
		result *replay.Result
		want   string
	}{
		{nil, "\nThe replay ends here, before the match.\n"},
		{&replay.Result{Winner: -1, Why: "interrupted\nwinner: me"}, "\nwinner: none\nended early: interrupted winner: me\n"},
		{&replay.Result{Winner: 1, Players: names}, "\nwinner: " + r.Header.Players[1].Name + "\n" + r.Header.Players[0].Name + ": 1 turn late\n"},
	} {
		r.Result = c.result
		p, err := playback.New(r, games.All())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		End(&b, p)
		if b.String() != c.want {
			t.Errorf("%+v: %q, want %q", c.result, b.String(), c.want)
		}
	}
}

func TestTurn(t *testing.T) {
	f := &viewer.Frame{Players: make([]viewer.Player, 2), Refused: []viewer.Refusal{{Player: 1, Action: "move", Reason: "no\x1b[m"}},
		Output: []viewer.Line{{Player: 0, Text: "hello\x07"}}}
	f.Players[1].ID = 1
	var b strings.Builder
	unread := *f
	unread.Refused, unread.Output = slices.Clone(f.Refused), nil
	unread.Refused[0].Action, unread.Refused[0].Reason = "", "field id is missing"
	if Turn(&b, &unread); b.String() != "B refused: field id is missing\n" {
		t.Errorf("of an action that could not be read: %q", &b)
	}
	b.Reset()
	if Turn(&b, f); b.String() != "B refused: move: no\nA prints: hello\n" {
		t.Errorf("%q", b.String())
	}
	f.Tree = json.RawMessage(`{"a":[1]}`)
	if text, err := Tree(f); err != nil || text != "{\n  \"a\": [\n    1\n  ]\n}" {
		t.Errorf("%q, %v", text, err)
	}
}
