package lessons

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/docs"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/replay"
	"blastyard/rules/hexabomb"
)

// TestNotTrivial: a bot that plays at random rarely solves a lesson, and one that does nothing never does.
func TestNotTrivial(t *testing.T) {
	for _, l := range All() {
		passed := 0
		for seed := range uint64(50) {
			c := l.Config()
			c.Seed, c.Seats[0] = seed, arena.Seat{Bot: "builtin:random"}
			judge := l.Judge()
			if _, err := (&arena.Arena{Games: l.Games()}).Play(t.Context(), c, judge); err != nil {
				t.Fatal(err)
			}
			if judge.Verdict().Done {
				passed++
			}
		}
		if passed > 3 {
			t.Errorf("lesson %d: random solves it with %d of 50 seeds", l.Number, passed)
		}
		idle := arena.Func(func(*arena.View) []viewer.Wish { return nil })
		_, v, err := Play(t.Context(), l.Number, idle)
		if err != nil || v.Done || !strings.HasSuffix(v.Text, " Your bot has not asked for any action.") {
			t.Errorf("lesson %d: idle: %+v, %v", l.Number, v, err)
		}
	}
}

// forms matches what the page's renderer does not support: links, pictures, headings, tables, HTML.
var forms = regexp.MustCompile(`\]\(|(?m)^#|(?m)^\||(?m)^\s*<`)

// TestTexts: the texts are short, use the supported forms, and name the marked cells.
func TestTexts(t *testing.T) {
	if len(All()) != 8 {
		t.Errorf("%d lessons, expected 8", len(All()))
	}
	for i, l := range All() {
		if l.Number != i+1 || l.Title == "" || strings.ContainsAny(l.Title, "\n`") {
			t.Errorf("lesson %d: number %d, title %q", i+1, l.Number, l.Title)
		}
		for name, text := range map[string]string{"text": l.Text, "task": l.Task, "hint": l.Hint} {
			if found := forms.FindString(text); found != "" || strings.TrimSpace(text) != text {
				t.Errorf("lesson %d: %s has %q", l.Number, name, found)
			}
		}
		if n := strings.Count(l.Text, "\n") + 1; n < 5 || n > 15 {
			t.Errorf("lesson %d: %d lines of text", l.Number, n)
		}
		m, err := hexabomb.ParseMap(l.Board)
		if err != nil || len(m.Cells) > 37 || len(m.Starts) != len(l.rivals)+1 {
			t.Errorf("lesson %d: %v, board\n%s", l.Number, err, l.Board)
		}
		for _, at := range l.Marks {
			if !strings.Contains(l.Board, place(at)) || !strings.Contains(l.Task, place(at)) {
				t.Errorf("lesson %d does not name the marked cell %s", l.Number, place(at))
			}
		}
		if !strings.Contains(l.Task, fmt.Sprintf("turn %d", l.Turns)) {
			t.Errorf("lesson %d does not say that turn %d is the last one", l.Number, l.Turns)
		}
		for _, code := range []string{l.Start, l.Solution} {
			if !strings.Contains(code, "function chooseActions(state, playerId) {\n") || strings.Count(code, "\n") > 30 {
				t.Errorf("lesson %d: code\n%s", l.Number, code)
			}
		}
	}
	for _, n := range []int{-1, 0, 9} {
		if _, err := Find(n); err == nil || err.Error() != fmt.Sprintf("lesson is %d, expected 1 to 8", n) {
			t.Errorf("lesson %d: %v", n, err)
		}
	}
}

// TestReadMissing: the error for an incomplete page names the missing part.
func TestReadMissing(t *testing.T) {
	for old, want := range map[string]string{
		"\n## 3. Bomb":     `lessons: section 3 does not begin with "3. "`,
		"\n### Solution 4": "lessons: lesson 4 has no solution",
		"**Hint:** ":       "lessons: lesson 1: \"```\\n\\n**Hint:** \" is missing",
		"origin: (0,-2)":   "lessons: lesson 1: hexabomb: bad picture of a board: line 2: \"\": no such line",
	} {
		_, err := read(strings.Replace(docs.Lessons(), old, ":", 1))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("without %q: %v", old, err)
		}
	}
}

// TestFrameOfAnother: a starter without a main function is an error. It does not give a bot that does nothing.
func TestFrameOfAnother(t *testing.T) {
	if start, end, err := Frame("function main() {}"); err == nil {
		t.Errorf("%s, %s", start, end)
	}
}

// TestReplay: the replay of a lesson is an ordinary one, and the marked cells are drawn in each turn.
func TestReplay(t *testing.T) {
	file, v, err := Play(t.Context(), 6, rival{action: plan("x+ . . . . . revive")})
	if err != nil || v.Done {
		t.Fatal(v, err)
	}
	r, err := replay.Read(bytes.NewReader(file))
	if err != nil || len(r.Turns) != 16 || r.Header.Map.Name != "lesson 6" {
		t.Fatalf("%d turns on %q, %v", len(r.Turns), r.Header.Map.Name, err)
	}
	if err := replay.Verify(r, games.All()); err != nil {
		t.Error(err)
	}
	for i, turn := range r.Turns {
		if len(turn.Drawings) != 1 || turn.Drawings[0] != (replay.Drawing{Player: 0, Layer: "goal", Shapes: "circle 4 -3 0.5 #ffffff"}) {
			t.Fatalf("turn %d: %+v", i+1, turn.Drawings)
		}
	}
	if _, _, err := Play(t.Context(), 9, nil); err == nil {
		t.Error("there is no lesson 9")
	}
}

// begun is a sink that keeps the picture of the start.
type begun struct {
	arena.NopSink
	frame viewer.Frame
}

func (b *begun) Begin(begin *arena.Begin) { b.frame = begin.Frame().Clone() }

// TestMarkedStart: the marked cells are in the picture of the start, and only once for several sinks.
func TestMarkedStart(t *testing.T) {
	l, err := Find(6)
	if err != nil {
		t.Fatal(err)
	}
	c, sinks := l.Config(), [2]begun{}
	c.Seats[0] = arena.Seat{Name: "student", Player: rival{action: plan("x+")}}
	if _, err := (&arena.Arena{Games: l.Games()}).Play(t.Context(), c, l.Mark(&sinks[0]), l.Mark(&sinks[1])); err != nil {
		t.Fatal(err)
	}
	for _, s := range sinks {
		if len(s.frame.Drawings) != 1 || s.frame.Drawings[0] != (viewer.Drawing{Player: 0, Layer: "goal", Shapes: "circle 4 -3 0.5 #ffffff"}) {
			t.Errorf("the start has the drawings %+v", s.frame.Drawings)
		}
	}
}

// verdictOf returns the verdict of lesson 1 about a match of one turn.
func verdictOf(t *testing.T, turn arena.Turn, end arena.End) Verdict {
	t.Helper()
	l := All()[0]
	m, err := l.Games()[0].New(game.Setup{Map: game.Map{File: l.mapFile}, Players: 1})
	if err != nil {
		t.Fatal(err)
	}
	judge := l.Judge()
	judge.Begin(&arena.Begin{Match: m})
	m.Play(nil, false)
	turn.Number, turn.Match = 1, m
	judge.Turn(&turn)
	judge.End(&end)
	return judge.Verdict()
}

// TestWhy: if a bot failed, the judge says so first.
func TestWhy(t *testing.T) {
	moved := []arena.Move{{Player: student, Actions: []byte(`[{}]`)}}
	const missing = "Your character stands on (-2,0); it should stand on the marked cell (2,-2)."
	for want, turn := range map[string]arena.Turn{
		missing: {Moves: moved},
		missing + " Your bot has not asked for any action.":                      {Moves: []arena.Move{{Player: student, Actions: []byte("[]")}}},
		missing + " Your bot was late in 1 turn.":                                {Late: []int{student}},
		missing + " Your bot stopped in turn 1: exited with 1.":                  {Left: []arena.Left{{Player: student, Note: "exited with 1"}}, Late: []int{0}},
		missing + " Your bot stopped in turn 1: crashed.":                        {Left: []arena.Left{{Player: student, Reason: match.Crashed}}},
		missing + " In turn 1 an action could not be read: no array of actions.": {Moves: moved, Refused: []game.Refusal{{Player: 1}, {Reason: "no array of actions"}}},
	} {
		if v := verdictOf(t, turn, arena.End{}); v.Done || v.Text != want {
			t.Errorf("%s, want %s", v.Text, want)
		}
	}
	broken := arena.End{Err: context.Canceled}
	if v := verdictOf(t, arena.Turn{}, broken); v != (Verdict{1, false, "The match was stopped before its end."}) {
		t.Error(v)
	}
	if _, _, err := Play(canceled(t), 1, rival{action: plan("")}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func canceled(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
