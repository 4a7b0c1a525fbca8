package lab_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/replay"
	"blastyard/show/lab"
)

// TestLateProgram: the late answer of a program is ignored, and the program plays on. It leaves only after three
// missed turns in a row.
func TestLateProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := onTurns(func(turn int, say func(lab.Message)) {
			if turn > 0 && turn%5 == 0 {
				time.Sleep(75 * time.Millisecond) // the clock is the test's own
				say(lab.Message{Turn: turn, Text: "hello"})
				return
			}
			say(lab.Message{Turn: turn, Text: "[]"})
		})
		played := play(t, `{"config":`+fmt.Sprintf(paged, "50ms")+`}`, lab.Options{Ports: map[int]lab.Port{0: p},
			First: func(time.Duration) time.Duration { return time.Hour }})
		var late []int
		for _, turn := range read(t, played.Replay).Turns {
			if len(turn.Late) > 0 {
				late = append(late, turn.Turn)
			}
		}
		if s := played.Result.Seats[0]; s.Late != 3 || string(s.Reason) != "finished" || !slices.Equal(late, []int{7, 12, 17}) {
			t.Errorf("late in %v: %+v", late, s)
		}
	})
}

// TestJustInTime: an answer that arrived before the time was over counts, even if it was not processed in time.
func TestJustInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := onTurns(func(turn int, say func(lab.Message)) {
			time.Sleep(50*time.Millisecond + 500*time.Microsecond) // the clock is the test's own
			say(lab.Message{Turn: turn, Text: "[]"})
		})
		played := play(t, `{"config":`+fmt.Sprintf(paged, "50ms")+`}`, lab.Options{Ports: map[int]lab.Port{0: p}})
		if s := played.Result.Seats[0]; s.Late > 0 || string(s.Reason) != "finished" {
			t.Errorf("%+v", s)
		}
	})
}

// printing plays a match with a program that prints in each turn. It returns the output in the replay and the number
// of turns with output.
func printing(t *testing.T, do func(turn int, say func(lab.Message))) (output []replay.Line, turns int, notes []string) {
	t.Helper()
	p := onTurns(func(turn int, say func(lab.Message)) {
		do(turn, say)
		say(lab.Message{Turn: turn, Text: "[]"})
	})
	for _, turn := range read(t, play(t, `{"config":`+fmt.Sprintf(paged, "1m")+`}`, lab.Options{Ports: map[int]lab.Port{0: p}}).Replay).Turns {
		output, notes = append(output, turn.Output...), append(notes, turn.Notes...)
		if len(turn.Output) > 0 {
			turns++
		}
	}
	return output, turns, notes
}

// TestPrintsBothStreams: output keeps its stream, and a long line is cut.
func TestPrintsBothStreams(t *testing.T) {
	output, _, notes := printing(t, func(turn int, say func(lab.Message)) {
		if turn == 3 {
			say(lab.Message{Kind: lab.Output, Text: "out"})
			say(lab.Message{Kind: lab.Error, Text: "err"})
			say(lab.Message{Kind: lab.Output, Text: strings.Repeat("x", lab.MaxText) + "y"})
		}
	})
	if len(output) != 3 || len(notes) > 0 || output[0].Err || output[0].Text != "out" || !output[1].Err || strings.Contains(output[2].Text, "y") {
		t.Errorf("%.300v, %v", output, notes)
	}
}

// TestPrintsTooMuch: a program that prints too much is told once. Each turn has new room.
func TestPrintsTooMuch(t *testing.T) {
	for name, c := range map[string]struct {
		line  string
		times int
		kept  int // lines in a turn
	}{
		"bytes": {strings.Repeat("x", 60_000), 6, 4},
		"lines": {"", 1001, 1000},
	} {
		turns := 0
		output, heard, notes := printing(t, func(turn int, say func(lab.Message)) {
			if turn > 2 {
				return
			}
			for range c.times {
				say(lab.Message{Kind: lab.Output, Text: c.line})
			}
			turns++
		})
		const want = "me: prints more than 1000 lines or 262144 bytes in a turn: the rest is dropped"
		if len(output) > turns*c.kept || heard != turns || len(notes) != 1 || notes[0] != want {
			t.Errorf("%s: %d lines of %d turns, notes %q", name, len(output), turns, notes)
		}
	}
}

// TestPrintsAfterTheAnswer: output after the answer belongs to the next turn, and unasked answers give no more room.
func TestPrintsAfterTheAnswer(t *testing.T) {
	p := onTurns(func(turn int, say func(lab.Message)) {
		say(lab.Message{Turn: turn, Text: "[]"})
		for range 3 {
			for range 1000 {
				say(lab.Message{Kind: lab.Output})
			}
			say(lab.Message{Turn: -1})
		}
	})
	notes := 0
	for _, turn := range read(t, play(t, `{"config":`+fmt.Sprintf(paged, "1m")+`}`, lab.Options{Ports: map[int]lab.Port{0: p}}).Replay).Turns {
		notes += len(turn.Notes)
	}
	if notes != 1 {
		t.Errorf("it is told %d times that it prints too much", notes)
	}
}

// TestFirstAnswer: the first answer may take at least ten seconds, because a page has to load its bots.
func TestFirstAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answered := false
		p := onTurns(func(turn int, say func(lab.Message)) {
			if !answered {
				time.Sleep(9 * time.Second) // the clock is the test's own
				answered = true
			}
			say(lab.Message{Turn: turn, Text: "[]"})
		})
		if s := play(t, `{"config":`+fmt.Sprintf(paged, "50ms")+`}`, lab.Options{Ports: map[int]lab.Port{0: p}}).Result.Seats[0]; s.Late > 0 {
			t.Errorf("%+v", s)
		}
	})
}

// TestFlood: an endless flood of messages ends the program, not the page.
func TestFlood(t *testing.T) {
	p := onTurns(func(_ int, say func(lab.Message)) {
		for range 1<<20 + 1 {
			say(lab.Message{Turn: -1})
		}
	})
	s := play(t, `{"config":`+fmt.Sprintf(paged, "1h")+`}`, lab.Options{Ports: map[int]lab.Port{0: p}}).Result.Seats[0]
	if string(s.Reason) != "illegal message" || s.Note != "more than 1048576 messages" {
		t.Errorf("%+v", s)
	}
}
