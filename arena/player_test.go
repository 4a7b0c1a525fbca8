package arena_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/viewer"
)

// firstChoice is a player that takes its first possible action.
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

// TestFuncPlays: a Go function plays with built-in bots, and in both games with people, whom a transport asks. The
// matches are equal.
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

// asking is a player that decides in one of the possible ways.
type asking func(v *arena.View) arena.Decision

func (a asking) Decide(_ context.Context, v *arena.View) arena.Decision { return a(v) }

// TestWaysToDecide: choices, JSON, and actions set in the match have the same effect.
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

// TestImpossibleWish: a player that wishes for something impossible does nothing, and a note says so, whatever the
// way of playing.
func TestImpossibleWish(t *testing.T) {
	for _, other := range []arena.Seat{{Bot: "builtin:idle"}, {Bot: "human", Player: &puppet{}}} {
		w := &witness{}
		r := play(t, ownArena(), arena.Config{Map: "tiny", Turns: 4, IDs: []int{0, 1}, Seats: []arena.Seat{
			{Player: arena.Func(func(*arena.View) []viewer.Wish { return []viewer.Wish{{Token: 900, Do: "fly"}} })}, other}}, w)
		if r.Seats[0].Refused != 3 || w.turns[2].kept == nil || r.Seats[0].Reason != match.Finished {
			t.Errorf("beside %q: %+v; turn 3: %+v", other.Bot, r.Seats[0], w.turns[2])
		}
	}
}

// TestPlayersDecideAlone: a player does not see the actions of players that were asked before it, and what it does
// with its match has no effect.
func TestPlayersDecideAlone(t *testing.T) {
	for _, gameName := range []string{"hexabomb", "bomberman"} {
		looks := asking(func(v *arena.View) arena.Decision {
			for other := range v.Match.Players() {
				if blank := v.Match.Clone(); other != v.Player {
					blank.Ask(other, nil)
					if got, want := v.Match.Words(other), blank.Words(other); !slices.Equal(got, want) {
						t.Errorf("%s, turn %d: player %d sees that %d asks for %q", gameName, v.Match.Turn()+1, v.Player, other, got)
					}
				}
			}
			v.Match.Play(nil, false)
			return arena.Decision{}
		})
		var results []*arena.Result
		for _, p := range []arena.Player{looks, &puppet{}} {
			results = append(results, play(t, ownArena(), arena.Config{Game: gameName, Seed: 5, Turns: 12, IDs: []int{0, 1, 2, 3},
				Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Player: p}, {Player: arena.Func(firstChoice)}, {Player: p}}}, &witness{}))
		}
		if results[0].State != results[1].State || results[0].Turns != results[1].Turns {
			t.Errorf("%s: %+v, with players who do nothing else %+v", gameName, results[0], results[1])
		}
	}
}

// TestRefusedUnwatched: refused actions of a player are counted, with or without sinks.
func TestRefusedUnwatched(t *testing.T) {
	trigger := asking(func(v *arena.View) arena.Decision { return arena.Decision{Actions: []byte("6")} })
	c := arena.Config{Game: "bomberman", Turns: 5, Seats: []arena.Seat{{Player: trigger}, {Bot: "builtin:idle"}}}
	watched := play(t, ownArena(), c, &witness{})
	r, err := playOnce(t.Context(), c)
	if err != nil || r.Seats[0].Refused != 5 || watched.Seats[0].Refused != 5 || r.Seats[1].Refused != 0 {
		t.Errorf("%+v, watched %+v, %v", r, watched, err)
	}
}

// TestUnreadableActions: actions that are not JSON are refused, and sinks still receive JSON.
func TestUnreadableActions(t *testing.T) {
	for _, gameName := range []string{"hexabomb", "bomberman"} {
		garbled := asking(func(v *arena.View) arena.Decision { return arena.Decision{Actions: []byte("{up")} })
		w := &witness{}
		r := play(t, ownArena(), arena.Config{Game: gameName, Turns: 3, IDs: []int{0, 1},
			Seats: []arena.Seat{{Player: garbled}, {Bot: "builtin:idle"}}}, w)
		if move := w.turns[2].moves[0]; r.Seats[0].Refused < 2 || !json.Valid([]byte(move)) {
			t.Errorf("%s: turn 3 has the move %q of %+v", gameName, move, r.Seats[0])
		}
	}
}

// TestPlayerGivesUp: a match in which no player needs time notices a player that gives up.
func TestPlayerGivesUp(t *testing.T) {
	a, c := withPerson(4, &puppet{quits: 2})
	c.Seats[0].Bot = ""
	w := &witness{}
	if x := play(t, a, c, w).Seats[0]; x.Reason != match.Disconnected || x.LeftTurn != 2 || len(w.turns[1].left) != 1 {
		t.Errorf("%+v; turn 2: %+v", x, w.turns[1])
	}
}

// TestPlayerInSeries: a Player plays the matches of a series one after the other.
func TestPlayerInSeries(t *testing.T) {
	for _, jobs := range []int{0, 4} {
		synctest.Test(t, func(t *testing.T) {
			var asked, most atomic.Int32
			p := asking(func(*arena.View) arena.Decision {
				most.Store(max(most.Load(), asked.Add(1)))
				defer asked.Add(-1)
				time.Sleep(time.Second) // the clock is the test's own
				return arena.Decision{}
			})
			series, err := ownArena().Prepare(arena.Config{Map: "tiny", Turns: 3, Seats: []arena.Seat{{Player: p}, {Bot: "builtin:idle"}}})
			if err != nil {
				t.Fatal(err)
			}
			defer series.Close()
			if sum, err := series.PlaySeries(t.Context(), arena.Series{Matches: 8, Jobs: jobs}); err != nil || sum.Matches != 8 || most.Load() != 1 {
				t.Errorf("%d jobs: %+v, %v; the player was asked by %d matches at the same time", jobs, sum, err, most.Load())
			}
		})
	}
}

// wrapped is a match that wraps another one, as a program that uses the library may define it.
type wrapped struct{ game.Match }

// TestWrappedMatchPlays: a kind with wrapped matches plays like the original kind with built-in bots, functions and
// people.
func TestWrappedMatchPlays(t *testing.T) {
	for _, bare := range games.All() {
		outer := *bare
		outer.New = func(s game.Setup) (game.Match, error) {
			m, err := bare.New(s)
			return wrapped{m}, err
		}
		for _, seats := range [][]arena.Seat{
			{{Bot: "builtin:hunter"}, {Player: arena.Func(firstChoice)}, {Bot: "builtin:random"}},
			{{Bot: "builtin:hunter"}, {Player: arena.Func(firstChoice)}, {Bot: "human:ann", Player: personLike{firstChoice}}},
		} {
			var played []string
			for _, k := range []*game.Kind{bare, &outer} {
				a, w := ownArena(), &witness{}
				a.Games = []*game.Kind{k}
				r := play(t, a, arena.Config{Seed: 3, Turns: 40, NoTimeout: true, Seats: seats}, w)
				moves := fmt.Sprint(r.Scores, r.State, r.Seats[0].Refused, r.Seats[1].Refused, r.Seats[2].Refused)
				for i := range w.turns {
					moves += fmt.Sprint("\n", w.turns[i].moves, w.turns[i].alive)
				}
				if played = append(played, moves); len(w.turns) < 10 {
					t.Errorf("%s: %d turns", k.Name, len(w.turns))
				}
			}
			if played[0] != played[1] {
				t.Errorf("%s plays\n%s\nwrapped\n%s", bare.Name, played[0], played[1])
			}
		}
	}
}

// personLike is a person that a function plays.
type personLike struct{ arena.Func }

func (personLike) Sit(int) {}

// TestLateFunc: a function that takes too long misses its turn if there is a time limit.
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
