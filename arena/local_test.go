package arena_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/game/tinygame"
)

// watching is a sink that counts its calls.
type watching struct {
	arena.NopSink
	began, ended int
	turns        []int
	moves        int
	players      []string
}

func (w *watching) Begin(b *arena.Begin) {
	w.began++
	for _, p := range b.Players {
		w.players = append(w.players, p.Name)
	}
}

func (w *watching) Turn(t *arena.Turn) {
	w.turns = append(w.turns, t.Number)
	w.moves += len(t.Moves)
}

func (w *watching) End(*arena.End) { w.ended++ }

func bots(names ...string) (seats []arena.Seat) {
	for _, n := range names {
		seats = append(seats, arena.Seat{Bot: arena.BuiltinPrefix + n})
	}
	return seats
}

func TestPlayInProcess(t *testing.T) {
	for _, c := range []arena.Config{
		{Seats: bots("hunter", "greedy"), Map: "tiny", Seed: 5},
		{Game: "bomberman", Seats: bots("reference", "random"), Seed: 5},
	} {
		w := &watching{}
		r, err := playOnce(t.Context(), c, w)
		if err != nil {
			t.Fatal(err)
		}
		again, err := playOnce(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if r.Winner != again.Winner || !slices.Equal(r.Scores, again.Scores) || r.Turns != again.Turns {
			t.Errorf("%s: the same match ended otherwise without a sink: %+v, %+v", c.Game, r.Result, again.Result)
		}
		if w.began != 1 || w.ended != 1 || len(w.turns) != r.Turns || w.turns[r.Turns-1] != r.Turns || w.moves < r.Turns {
			t.Errorf("%s: the sink heard of %d begins, %d turns, %d moves, %d ends in %d turns", c.Game, w.began, len(w.turns), w.moves, w.ended, r.Turns)
		}
	}
}

// TestConfigAsJSON: a config that was written as JSON and read again plays the same match.
func TestConfigAsJSON(t *testing.T) {
	c := arena.Config{Seats: bots("greedy", "random", "random"), Seed: 9, Turns: 50, TurnTime: arena.Duration(300e6), Order: "arrival"}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var back arena.Config
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	one, err1 := playOnce(t.Context(), c)
	two, err2 := playOnce(t.Context(), back)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if one.Turns != 50 || !slices.Equal(one.Scores, two.Scores) {
		t.Errorf("%s: %+v, from JSON %+v", text, one.Result, two.Result)
	}
}

func TestConfigErrors(t *testing.T) {
	for _, c := range []struct {
		config arena.Config
		field  string
		text   string
	}{
		{arena.Config{Turns: -1}, "turns", "turns is -1, expected 1 to 65535"},
		{arena.Config{Players: 5000}, "players", "players is 5000, expected 1 to 1024"},
		{arena.Config{Game: "chess"}, "game", `game: unknown game "chess", expected hexabomb or bomberman`},
		{arena.Config{Order: "fast"}, "order", `order: order "fast" is not known, expected seeded or arrival`},
		{arena.Config{TurnTime: -5}, "turn_time", "turn_time is -5ns, expected more than 0s, or no_timeout"},
		{arena.Config{Pause: arena.Duration(11e9)}, "pause", "pause is 11s, expected 0s to 10s"},
		{arena.Config{Env: []string{"X"}}, "env", `env is "X", expected NAME=VALUE`},
		{arena.Config{Game: "bomberman", Map: "yard"}, "map", "map is yard, expected none: the map of bomberman comes from the seed"},
		{arena.Config{Game: "bomberman", Seed: 1 << 40}, "seed", "seed is 1099511627776, expected 0 to 2147483647"},
		{arena.Config{Seats: []arena.Seat{{Bot: "builtin:greedy"}, {Bot: "builtin:ghost", Special: true}}}, "seats[1].special",
			"seats[1].special is true, expected a special player to be the first seat"},
		{arena.Config{Seats: bots("greedy", "random"), IDs: []int{0, 0}}, "ids", "ids is [0 0], expected each of 0 to 1 once, special players first"},
		{arena.Config{Map: "arena4", IDs: []int{1, 0, 2}, Seats: append([]arena.Seat{{Bot: "builtin:ghost", Special: true}}, bots("greedy", "random")...)},
			"ids", "ids is [1 0 2], expected each of 0 to 2 once, special players first"},
		{arena.Config{Seats: []arena.Seat{{Bot: "human"}, {Bot: "builtin:greedy"}}}, "seats[0].bot", "seats[0].bot is human, expected a bot: nobody plays by hand here"},
		{arena.Config{Seats: []arena.Seat{{Bot: "builtin:greedy", Player: &puppet{}}}}, "seats[0].bot",
			"seats[0].bot is builtin:greedy, expected no bot, or a person: the seat has a player"},
	} {
		_, err := playOnce(t.Context(), c.config)
		var ce *arena.ConfigError
		if !errors.As(err, &ce) || ce.Field != c.field || err.Error() != c.text {
			t.Errorf("%+v: %v, want %s", c.config, err, c.text)
		}
	}
}

// TestWithoutTransport: an arena without a transport refuses programs and people, and plays all other matches.
func TestWithoutTransport(t *testing.T) {
	a := &arena.Arena{Games: games.All()}
	for _, seat := range []arena.Seat{{}, {Bot: "testbot play"}, {Bot: "human", Player: &puppet{}}} {
		_, err := a.Play(t.Context(), arena.Config{Map: "tiny", Turns: 3, Seats: []arena.Seat{seat}})
		var ce *arena.ConfigError
		if !errors.As(err, &ce) || ce.Field != "seats[0].bot" || !strings.Contains(err.Error(), "no transport for programs and people of hexabomb") {
			t.Errorf("%+v: %v", seat, err)
		}
	}
	if _, err := a.Play(t.Context(), arena.Config{Map: "tiny", Turns: 3, Seats: []arena.Seat{{Player: &puppet{}}}}); err != nil {
		t.Error(err)
	}
}

// TestGameWithoutBots: if a game has no built-in bots, nobody takes the remaining seats.
func TestGameWithoutBots(t *testing.T) {
	race := tinygame.Kind()
	race.Bots, race.Usual = nil, nil
	a := &arena.Arena{Games: []*game.Kind{race}}
	c := arena.Config{Seats: []arena.Seat{{Player: &puppet{}}}}
	if r, err := a.Play(t.Context(), c); err != nil || len(r.Seats) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	c.Players = 3
	if _, err := a.Play(t.Context(), c); err == nil || err.Error() != "players is 3, expected 1 at most: race has no built-in bots" {
		t.Error(err)
	}
}

// TestFirstOpponent: a bot alone gets the second strongest of the usual bots as opponent, and seats give the
// entrants' looks.
func TestFirstOpponent(t *testing.T) {
	w := &witness{}
	r := play(t, ownArena(), arena.Config{Map: "tiny", Turns: 3, Seats: []arena.Seat{{Bot: "builtin:idle", Entrant: 7}}}, w)
	alone, opponent := w.players[r.Seats[0].Player], w.players[r.Seats[1].Player]
	if alone.Entrant != 7 || opponent.Entrant != 2 || opponent.Bot != arena.BuiltinPrefix+games.Hexabomb().Usual[1] {
		t.Errorf("%+v plays against %+v", alone, opponent)
	}
}

// TestDeadIsNotAsked: a player that can do nothing any more is not asked.
func TestDeadIsNotAsked(t *testing.T) {
	asked, alive := 0, true
	careless := asking(func(v *arena.View) arena.Decision {
		if asked++; !v.Match.Acts(v.Player) {
			t.Errorf("asked in turn %d", v.Match.Turn()+1)
		}
		return arena.Decision{Actions: []byte("5")} // drop a bomb and stay
	})
	w := &witness{}
	play(t, ownArena(), arena.Config{Game: "bomberman", Turns: 30, IDs: []int{0, 1, 2},
		Seats: []arena.Seat{{Player: careless}, {Bot: "builtin:idle"}, {Bot: "builtin:idle"}}}, w)
	for _, turn := range w.turns {
		if _, moved := turn.moves[0]; moved != alive {
			t.Errorf("alive: %t, moved: %t", alive, moved)
		}
		alive = turn.alive[0]
	}
	if alive || asked == 0 {
		t.Errorf("asked %d times, and it lives: %t", asked, alive)
	}
}

func TestSeriesRotates(t *testing.T) {
	a := ownArena()
	p, err := a.Prepare(arena.Config{Map: "tiny", Seats: bots("random", "random", "idle", "idle"), Seed: 3, Turns: 20})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	sat := make([]map[int]bool, len(p.Seats))
	for k := range sat {
		sat[k] = map[int]bool{}
	}
	next := 0
	sum, err := p.PlaySeries(t.Context(), arena.Series{Matches: 8, Jobs: 3, Done: func(i int, r *arena.Result, _ *arena.Summary) {
		if i != next {
			t.Errorf("match %d came in place of %d", i, next)
		}
		next++
		for k := range r.Seats {
			sat[k][r.Seats[k].Player] = true
		}
		if r.Seed != match.SeedOf(3, i) {
			t.Errorf("match %d has the seed %d", i, r.Seed)
		}
	}})
	if err != nil || sum.Matches != 8 {
		t.Fatal(sum, err)
	}
	for k := range sat {
		if len(sat[k]) != len(p.Seats) {
			t.Errorf("the bot of seat %d has sat in %d of %d places", k, len(sat[k]), len(p.Seats))
		}
	}
}

// TestBrokenOff: a match that is broken off has a result and no winner, and its sinks receive the end.
func TestBrokenOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stop := &stopping{at: 7, stop: cancel}
	r, err := playOnce(ctx, arena.Config{Map: "tiny", Seats: bots("hunter", "idle"), Turns: 1000}, stop)
	if !errors.Is(err, context.Canceled) || r == nil || r.Turns != 7 || r.Winner != match.NoWinner || stop.end == nil {
		t.Fatalf("%+v, %v, heard of the end: %v", r, err, stop.end)
	}
	for k := range r.Seats {
		if r.Seats[k].Reason != match.Interrupted {
			t.Errorf("seat %d: %s", k, r.Seats[k].Reason)
		}
	}
}

type stopping struct {
	arena.NopSink
	at   int
	stop func()
	end  error
}

func (s *stopping) Turn(t *arena.Turn) {
	if t.Number == s.at {
		s.stop()
	}
}

func (s *stopping) End(e *arena.End) { s.end = e.Err }
