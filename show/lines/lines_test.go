package lines

import (
	"slices"
	"strings"
	"testing"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game"
)

// TestNotes: lines are safe to print, wait while something draws, and are limited.
func TestNotes(t *testing.T) {
	var out strings.Builder
	n := &Notes{Out: &out}
	n.Print("one\x1b[2J")
	n.HoldBack()
	n.Print("two")
	if got := n.News(); !slices.Equal(got, []string{"two"}) || len(n.News()) != 0 {
		t.Errorf("News is %q at first, want two and then nothing", got)
	}
	if strings.Contains(out.String(), "two") || strings.Contains(out.String(), "\x1b") {
		t.Errorf("printed %q while something draws", out.String())
	}
	n.Release()
	n.HoldBack()
	n.Print("three")
	if got := n.News(); !slices.Equal(got, []string{"three"}) {
		t.Errorf("News is %q after a second HoldBack, want three", got)
	}
	n.Release()
	for range maxNotes {
		n.Print("more")
	}
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(got) != maxNotes || got[1] != "two" || !strings.HasPrefix(got[maxNotes-1], "(more is not shown here") {
		t.Errorf("%d lines, the second %q, the last %q", len(got), got[1], got[len(got)-1])
	}
}

// TestLines: problems of a program are printed, a few times for each seat.
func TestLines(t *testing.T) {
	var out strings.Builder
	l := &Lines{notes: &Notes{Out: &out}, counts: make([]seatLines, 2)}
	l.Begin(&arena.Begin{Limit: time.Second, Players: []arena.PlayerInfo{{Seat: 1, Name: "ann", Program: true}, {Name: "bob"}}})
	for i := range maxRefusalsShown + 2 {
		l.Turn(&arena.Turn{Number: i + 1, Late: []int{0}, Refused: []game.Refusal{
			{Player: 0, Action: "revive", Reason: "not dead"}, {Player: 1, Reason: "built in"}}})
	}
	l.Note(arena.Note{Seat: 1, Turn: 9, Kept: true, Text: "ann: gone"})
	text := out.String()
	for want, times := range map[string]int{
		"ann: refused: revive: not dead\n":     maxRefusalsShown,
		"ann: late: no answer within 1s\n":     maxRefusalsShown,
		"bob":                                  0,
		"turn 10: ann: gone\n":                 1,
		"turn 1: ann: refused: revive: not de": 1,
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("%q is there %d times, want %d in\n%s", want, got, times, text)
		}
	}
}

// TestProgress: the progress line is alone on the last line of the terminal.
func TestProgress(t *testing.T) {
	var out strings.Builder
	n := &Notes{Out: &out}
	n.Progress("")
	n.Print("one")
	n.Progress("1 of 2")
	n.Print("two")
	n.Tell("three\x1b[2J")
	n.Progress("2 of 2")
	n.Progress("")
	n.Print("four")
	const wipe = "\r\x1b[K"
	want := "one\n" + wipe + "1 of 2" + wipe + "two\n1 of 2" + wipe + "three\n1 of 2" + wipe + "2 of 2" + wipe + "four\n"
	if out.String() != want {
		t.Errorf("printed\n%q, expected\n%q", out.String(), want)
	}
}

// TestGameNumber: in a series each line begins with the number of its game. Lines about whole games are not limited.
func TestGameNumber(t *testing.T) {
	p, err := blastyard.Arena().Prepare(arena.Config{Map: "tiny"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var out strings.Builder
	n := &Notes{Out: &out}
	l := New(n, p, Options{Game: 3})
	l.Begin(&arena.Begin{Limit: time.Second, Players: []arena.PlayerInfo{{Name: "ann", Program: true}}})
	l.Turn(&arena.Turn{Number: 7, Late: []int{0}})
	if want := "game 3: turn 7: ann: late: no answer within 1s\n"; out.String() != want {
		t.Errorf("printed %q, expected %q", out.String(), want)
	}
	for range maxNotes + 5 {
		n.Print("more")
	}
	if n.Tell("game 4 of 9"); !strings.HasSuffix(out.String(), "\ngame 4 of 9\n") {
		t.Error("the line of a game is not shown behind many others")
	}
}

// TestFailure: a failing bot gives one line, with the command that shows it again. Its output has the turn to which
// it belongs.
func TestFailure(t *testing.T) {
	var out strings.Builder
	l := (&Lines{notes: &Notes{Out: &out}, verbose: true, counts: make([]seatLines, 2), names: func(int) string { return "ann" }}).
		Again(func(p *arena.PlayerInfo) string { return "rerun " + p.Name })
	say := func(turn int) {
		l.Output(arena.Output{Turn: turn, Line: harness.Line{Text: "hello"}})
	}
	say(0)
	l.Begin(&arena.Begin{Turns: 25, Players: []arena.PlayerInfo{{Seat: 1, Name: "bob"}, {Name: "ann", Program: true}}})
	say(0)
	say(24)
	l.Note(arena.Note{Seat: 0, Turn: 24, Text: "turn 25: ann crashed (exit code 1): oops", Failed: true})
	say(25)
	const want = `before the first turn: ann prints: hello
turn 1: ann prints: hello
turn 25: ann prints: hello
turn 25: ann crashed (exit code 1): oops; see it again with: rerun ann
after the last turn: ann prints: hello
`
	if out.String() != want {
		t.Errorf("got\n%s\nexpected\n%s", &out, want)
	}
}
