package arena_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// puppet is a person that follows a script and then waits.
type puppet struct {
	do     []string // actions by turn; "": none
	player int
	asked  int
	quits  int                                  // the turn in which it gives up; 0: none
	waits  func(ctx context.Context, asked int) // may be nil
}

func (p *puppet) Sit(player int) { p.player = player }

func (p *puppet) Left() *arena.Failure {
	if p.quits == 0 || p.asked < p.quits {
		return nil
	}
	return arena.GaveUp
}

func (p *puppet) Decide(ctx context.Context, v *arena.View) arena.Decision {
	p.asked++
	if p.waits != nil {
		p.waits(ctx, p.asked)
	}
	if p.asked > len(p.do) || p.do[p.asked-1] == "" {
		return arena.Decision{}
	}
	return arena.Decision{Wishes: []viewer.Wish{{Token: v.Choices().Pieces[0].Token, Do: p.do[p.asked-1]}}}
}

// withPerson returns an arena and a config with a person and an idle bot.
func withPerson(turns int, p *puppet) (*arena.Arena, arena.Config) {
	c := arena.Config{Game: "bomberman", Turns: turns, Seats: []arena.Seat{{Bot: "human:ann", Player: p}, {Bot: "builtin:idle"}}}
	return ownArena(), c
}

// TestPersonIsLate: with a turn time, the match goes on without a person that has not chosen. Without one it waits.
func TestPersonIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thinks := func(ctx context.Context, asked int) {
			if asked == 2 {
				select {
				case <-ctx.Done():
				case <-time.After(time.Hour):
				}
			}
		}
		a, c := withPerson(3, &puppet{do: []string{"bomb", "trigger"}, waits: thinks})
		w := &witness{}
		r := play(t, a, c, w)
		id := r.Seats[0].Player
		if x := r.Seats[0]; x.Late != 0 || w.turns[1].moves[id] != "6" || len(w.notes) > 0 {
			t.Errorf("without a turn time: %+v, %+v, notes %v", x, w.turns[1], w.notes)
		}
		a, c = withPerson(3, &puppet{do: []string{"bomb", ""}, waits: thinks})
		c.TurnTime = arena.Duration(50 * time.Millisecond)
		w = &witness{}
		r = play(t, a, c, w)
		if x := r.Seats[0]; x.Late != 1 || x.Host != 0 || x.Reason != match.Finished ||
			!slices.Equal(w.turns[1].late, []int{id}) {
			t.Errorf("with a turn time: %+v, %+v", x, w.turns)
		}
		for i, want := range []string{"", "late", ""} { // the mark belongs to the turn
			if got := w.turns[i].marks[id]; got != want {
				t.Errorf("turn %d: the picture says %q of ann, expected %q", i+1, got, want)
			}
		}
		if len(w.notes) != 1 || !w.notes[0].Missed || w.notes[0].Kept ||
			w.notes[0].Text != "ann: late: no answer within 50ms" {
			t.Errorf("notes %+v", w.notes)
		}
	})
}

// TestReady: the first turn waits for Ready, after the sinks have received Begin. The time of the turn does not run.
func TestReady(t *testing.T) {
	for _, gameName := range []string{"bomberman", "hexabomb"} {
		synctest.Test(t, func(t *testing.T) {
			c := arena.Config{Game: gameName, Turns: 3, TurnTime: arena.Duration(time.Second),
				Seats: []arena.Seat{{Bot: "human:ann"}, {Bot: "builtin:idle"}}}
			w := &witness{}
			ann := &puppet{}
			c.Seats[0].Player = ann
			a := ownArena()
			a.Ready = func(context.Context) {
				if !w.begun || ann.asked > 0 {
					t.Errorf("%s: begun %t, and ann was asked %d times", gameName, w.begun, ann.asked)
				}
				time.Sleep(time.Hour) // the clock is the test's own
			}
			r := play(t, a, c, w)
			if x := r.Seats[0]; x.Late != 0 || ann.asked == 0 || r.Turns != 3 {
				t.Errorf("%s: %+v after %d turns, asked %d times", gameName, x, r.Turns, ann.asked)
			}
		})
	}
}

// TestPersonGivesUp: a person that gives up does nothing from then on, and the match goes on.
func TestPersonGivesUp(t *testing.T) {
	a, c := withPerson(4, &puppet{quits: 2})
	w := &witness{}
	r := play(t, a, c, w)
	id := r.Seats[0].Player
	if x := r.Seats[0]; x.Reason != match.Disconnected || x.Note != "gave up" || x.LeftTurn != 2 || r.Turns != 4 {
		t.Errorf("%+v after %d turns", x, r.Turns)
	}
	for i, turn := range w.turns {
		if told := len(turn.left) > 0; told != (i == 1) || told &&
			turn.left[0] != (arena.Left{Player: id, Reason: match.Disconnected, Note: "gave up"}) {
			t.Errorf("turn %d: left %+v", i+1, turn.left)
		}
	}
	if !w.said("turn 2: ann gives up and does nothing from now on") {
		t.Errorf("notes %+v", w.notes)
	}
}

// TestMatchEndsWhileAPersonThinks: the end of the context ends the match, and all players count as present until
// then.
func TestMatchEndsWhileAPersonThinks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a, c := withPerson(0, &puppet{waits: func(ctx context.Context, asked int) {
		if asked == 2 {
			cancel()
			<-ctx.Done()
		}
	}})
	c.TurnTime = arena.Duration(time.Hour)
	w := &witness{}
	r, err := a.Play(ctx, c, w)
	if !errors.Is(err, context.Canceled) || !errors.Is(w.err, context.Canceled) || r == nil || r.Turns != 1 ||
		len(w.turns) != 1 ||
		r.Seats[0].Reason != match.Interrupted || r.Seats[0].Late != 0 || r.Winner != match.NoWinner {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestPause: the next turn begins when the config's pause has passed since the last one began. The end of the context
// ends a pause.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, persons := range []bool{true, false} {
			a, c := withPerson(3, &puppet{waits: func(context.Context, int) { time.Sleep(time.Second) }})
			if !persons {
				c.Seats[0] = arena.Seat{Bot: "builtin:random"}
			}
			c.Pause = arena.Duration(10 * time.Second)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			began := time.Now()
			var at []time.Duration
			w := &witness{onTurn: func(turn int) {
				if at = append(at, time.Since(began)); turn == 3 {
					cancel()
				}
			}}
			c.Turns = 4
			if r, err := a.Play(ctx, c, w); !errors.Is(err, context.Canceled) || r.Turns != 3 {
				t.Errorf("%+v, %v", r, err)
			}
			first := at[0]
			if at[1] != first+10*time.Second || at[2] != first+20*time.Second || persons != (first == time.Second) {
				t.Errorf("persons %t: turns at %v", persons, at)
			}
			if took := time.Since(began); took != at[2] {
				t.Errorf("it ended after %v, not in its pause at %v", took, at[2])
			}
		}
	})
}
