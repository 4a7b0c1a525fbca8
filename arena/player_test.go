package arena_test

import (
	"context"
	"testing"
	"time"

	"blastyard/arena"
	"blastyard/viewer"
)

// firstChoice is a player who does the first thing that it can.
func firstChoice(v *arena.View) []viewer.Wish {
	for _, p := range v.Choices().Pieces {
		for _, c := range p.Choices {
			if c.Refused == "" && len(c.Places) == 0 {
				return []viewer.Wish{{Token: p.Token, Do: c.Do, Range: c.Min, Delay: c.Max}}
			}
		}
	}
	return nil
}

// TestFuncPlays: a Go function plays beside built-in bots, and in both games beside people, whom a transport asks: the
// same match comes of it.
func TestFuncPlays(t *testing.T) {
	for _, gameName := range []string{"hexabomb", "bomberman"} {
		nobody := &puppet{}
		var results []*arena.Result
		for _, other := range []arena.Seat{{Bot: "builtin:idle"}, {Bot: "human", Player: nobody, Name: "idle"}} {
			w := &witness{}
			r := play(t, ownArena(), arena.Config{Game: gameName, Seed: 5, Turns: 30, IDs: []int{0, 1},
				Seats: []arena.Seat{{Player: arena.Func(firstChoice)}, other}}, w)
			moved := 0
			for _, turn := range w.turns {
				if turn.moves[0] != "" {
					moved++
				}
			}
			if moved < len(w.turns)-2 || w.players[0].Name != "player1" {
				t.Errorf("%s: player 0 is %+v and has moved in %d of %d turns", gameName, w.players[0], moved, len(w.turns))
			}
			results = append(results, r)
		}
		if results[0].State != results[1].State || results[0].Turns == 0 {
			t.Errorf("%s: beside a bot %+v, beside a person who does the same %+v", gameName, results[0], results[1])
		}
	}
}

// asking is a player who asks in one of the ways in which a player may.
type asking func(v *arena.View) arena.Decision

func (a asking) Decide(_ context.Context, v *arena.View) arena.Decision { return a(v) }

// TestWaysToDecide: choices, JSON, and what the match holds already are the same.
func TestWaysToDecide(t *testing.T) {
	wish := func(v *arena.View) []viewer.Wish {
		return []viewer.Wish{{Token: v.Choices().Pieces[0].Token, Do: v.Choices().Pieces[0].Choices[0].Do}}
	}
	states := map[string]bool{}
	for _, p := range []asking{
		func(v *arena.View) arena.Decision { return arena.Decision{Wishes: wish(v)} },
		func(v *arena.View) arena.Decision {
			v.Match.Choose(v.Player, wish(v))
			return arena.Decision{Asked: true}
		},
		func(v *arena.View) arena.Decision {
			c := v.Match.Clone()
			c.Choose(v.Player, wish(v))
			return arena.Decision{Actions: c.AppendActions(nil, v.Player)}
		},
	} {
		w := &witness{}
		r := play(t, ownArena(), arena.Config{Map: "tiny", Seed: 5, Turns: 12, IDs: []int{0, 1},
			Seats: []arena.Seat{{Player: p}, {Bot: "builtin:random"}}}, w)
		states[r.State.String()+w.turns[3].moves[0]] = true
	}
	if len(states) != 1 {
		t.Errorf("the same moves give %v", states)
	}
}

// TestImpossibleWish: who wishes for what nobody can choose does nothing, and is told.
func TestImpossibleWish(t *testing.T) {
	w := &witness{}
	r := play(t, ownArena(), arena.Config{Map: "tiny", Turns: 4, IDs: []int{0, 1}, Seats: []arena.Seat{
		{Player: arena.Func(func(*arena.View) []viewer.Wish { return []viewer.Wish{{Token: 900, Do: "fly"}} })}, {Bot: "builtin:idle"}}}, w)
	if r.Seats[0].Refused == 0 || w.turns[2].kept == nil {
		t.Errorf("%+v; turn 3: %+v", r.Seats[0], w.turns[2])
	}
}

// TestLateFunc: a function that takes too long misses its turn where somebody waits for it.
func TestLateFunc(t *testing.T) {
	late := asking(func(v *arena.View) arena.Decision { return arena.Decision{} })
	slow := slowPlayer{late}
	r := play(t, ownArena(), arena.Config{Map: "tiny", Turns: 3, IDs: []int{0, 1}, TurnTime: arena.Duration(100 * time.Millisecond),
		Seats: []arena.Seat{{Player: slow}, {Bot: "human", Player: &puppet{}}}}, &witness{})
	if s := r.Seats[0]; s.Late == 0 {
		t.Errorf("%+v", s)
	}
}

// slowPlayer waits until it is too late.
type slowPlayer struct{ arena.Player }

func (s slowPlayer) Decide(ctx context.Context, v *arena.View) arena.Decision {
	<-ctx.Done()
	return s.Player.Decide(ctx, v)
}
