package simulate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blastyard/game/match"
	"blastyard/internal/vectors"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// say sends a line to a simulator and returns the answer, or the error in the form of an answer.
func say(t testing.TB, sim Game, line string) string {
	t.Helper()
	answer, err := sim.line(nil, []byte(line))
	if err != nil {
		if len(answer) > 0 {
			t.Fatalf("%.300s: %s and %v", line, answer, err)
		}
		return "error: " + err.Error()
	}
	if !json.Valid(answer) || strings.ContainsRune(string(answer), '\n') {
		t.Fatalf("%.300s: %s", line, answer)
	}
	return string(answer)
}

// same compares two JSON texts by value.
func same(t testing.TB, got, want string) bool {
	t.Helper()
	var a, b any
	if json.Unmarshal([]byte(got), &a) != nil || json.Unmarshal([]byte(want), &b) != nil {
		t.Fatalf("no JSON: %.200s, %.200s", got, want)
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

// TestHexabombFromAState: from states in the middle of recorded games, as bots receive them, the next turns are as
// recorded: with and without the map, step by step, in one line, and in forks.
func TestHexabombFromAState(t *testing.T) {
	sim := newHexabomb(t)
	compared := 0
	for _, g := range vectors.Hexabomb(t) {
		for from := 0; from < len(g.Turns)-4 && from < 60; from += 13 {
			state, number := g.InitialState, ""
			if from > 0 {
				state, number = g.Turns[from-1].State, fmt.Sprintf(`,"turn_number":%d`, from-1)
			}
			setup := []string{"", fmt.Sprintf(`,"map":%s,"nb_players":%d`, g.Map, g.Players)}[from%2]
			line := fmt.Sprintf(`{"game_state":%s%s%s,"nb_special_players":%d}`, state, number, setup, g.SpecialPlayers)
			if answer := say(t, sim, line); !same(t, answer, fmt.Sprintf(`{"game_state":%s}`, state)) {
				t.Fatalf("%s, turn %d: %.300s", g.Name, from, answer)
			}
			var turns, wanted []string
			say(t, sim, `{"fork":0,"id":1}`)
			for _, turn := range g.Turns[from : from+4] {
				actions, err := json.Marshal(turn.PlayerActions)
				if err != nil {
					t.Fatal(err)
				}
				turns = append(turns, string(actions))
				wanted = append(wanted, fmt.Sprintf(`{"winner_player_id":%d,"game_state":%s}`, turn.Winner, turn.State))
				answer := say(t, sim, fmt.Sprintf(`{"player_actions":%s}`, actions))
				if !same(t, answer, wanted[len(wanted)-1]) {
					t.Fatalf("%s, from %d: %.300s, want %.300s", g.Name, from, answer, wanted[len(wanted)-1])
				}
				compared++
			}
			all := strings.Join(turns, ",")
			if answer := say(t, sim, `{"fork":1,"id":2,"turns":[`+all+`]}`); !same(t, answer, `{"id":2,`+wanted[3][1:]) {
				t.Fatalf("%s, from %d, in one line: %.300s", g.Name, from, answer)
			}
			if answer := say(t, sim, `{"id":1,"all":true,"turns":[`+all+`]}`); !same(t, answer, `{"id":1,"turns":[`+strings.Join(wanted, ",")+`]}`) {
				t.Fatalf("%s, from %d, all: %.300s", g.Name, from, answer)
			}
			if answer := say(t, sim, `{"drop":[1,2,0]}`); answer != `{"games":0}` {
				t.Fatal(answer)
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d turns compared", compared)
	}
}

// TestBombermanFromAState: a game that starts from a state, as a text or an object, shows that state. Commands
// without randomness continue it like the original game.
func TestBombermanFromAState(t *testing.T) {
	sim := Bomberman()
	first := ask(t, sim, `{"players":2,"seed":1}`)
	for range 3 {
		first = ask(t, sim, `{"commands":[4,1]}`)
	}
	text, err := json.Marshal(first.State)
	if err != nil {
		t.Fatal(err)
	}
	next := ask(t, sim, `{"commands":[5,5]}`)
	for _, state := range []string{first.State, string(text)} {
		for _, more := range []string{"", `,"seed":18446744073709551615,"draw_power_ups":true,"stood":[[{"X":2,"Y":2}],[]]`} {
			if got := ask(t, sim, `{"id":3,"state":`+state+more+`}`); got.State != first.State || got.Map != first.Map || got.Console != first.Console {
				t.Errorf("%s: %+v", more, got)
			}
			if got := ask(t, sim, `{"id":3,"commands":[5,5]}`); got.State != next.State {
				t.Errorf("%s: then %+v", more, got)
			}
			say(t, sim, `{"drop":3}`)
		}
	}
	var answer struct {
		Points []int
		Alive  []bool
		State  json.RawMessage
	}
	if err := json.Unmarshal([]byte(say(t, sim, `{"id":3,"answer":"state","state":`+first.State+`}`)), &answer); err != nil || string(answer.State) != first.State ||
		fmt.Sprint(answer.Points, answer.Alive) != "[1 1] [true true]" {
		t.Errorf("as an object: %v, %+v", err, answer)
	}
	for line, want := range map[string]string{
		`{"id":4,"state":7}`:                                             "error: bomberman/wire: bad state.json: the text is 7, expected an object",
		`{"id":4,"state":"x"}`:                                           "bad state.json",
		`{"id":4,"players":2,"state":{}}`:                                "error: the line has both state and players",
		`{"id":4,"state":{},"draw_power_ups":1}`:                         "draw_power_ups is 1, expected true or false",
		`{"id":4,"state":{},"seed":-1}`:                                  "seed is -1, expected an integer from 0 to 18446744073709551615",
		`{"id":4,"state":` + first.State + `,"stood":{"A":7}}`:           "stood is not an array",
		`{"id":4,"state":` + first.State + `,"stood":[[{"X":1,"Y":1}]]}`: "player A has stood at {1 1}, which is a wall",
	} {
		if got := say(t, sim, line); !strings.Contains(got, want) {
			t.Errorf("%.100s: %s, want %s", line, got, want)
		}
	}
}

// TestSequences: random rounds in one line give the same as line by line, in each form of the answer.
func TestSequences(t *testing.T) {
	sim := Bomberman()
	rng := rand.New(rand.NewPCG(1, 2))
	say(t, sim, `{"players":4,"seed":5}`)
	for range 20 {
		var rounds, answers []string
		say(t, sim, `{"fork":0,"id":1}`)
		say(t, sim, `{"fork":0,"id":2}`)
		for range 1 + rng.IntN(4) {
			commands, _ := json.Marshal([]int{rng.IntN(7), rng.IntN(7), rng.IntN(7), rng.IntN(7)})
			rounds = append(rounds, string(commands))
			answers = append(answers, say(t, sim, `{"commands":`+string(commands)+`}`))
		}
		all := "[" + strings.Join(rounds, ",") + "]"
		if got := say(t, sim, `{"id":1,"rounds":`+all+`}`); got != `{"id":1,`+answers[len(answers)-1][1:] {
			t.Fatalf("%s:\n%.500s\nwant\n%.500s", all, got, answers[len(answers)-1])
		}
		if got := say(t, sim, `{"id":2,"all":true,"rounds":`+all+`}`); got != `{"id":2,"rounds":[`+strings.Join(answers, ",")+`]}` {
			t.Fatalf("%s: %.500s", all, got)
		}
		now := say(t, sim, `{"rounds":[],"answer":"brief"}`)
		if brief := say(t, sim, `{"id":1,"rounds":[],"answer":"brief"}`); brief != `{"id":1,`+now[1:] {
			t.Fatalf("%s, want %s", brief, now)
		}
		say(t, sim, `{"drop":[1,2]}`)
	}
}

// TestOrderIsDrawn: with a seed the order of players is drawn, and differs for each seed. A fork continues like its
// origin, and one with its own seed draws anew. The draws are not those of a match with that seed.
func TestOrderIsDrawn(t *testing.T) {
	// Two players move to the cell between them. The first one gets it.
	const setup = `"map":{"cells":[{"q":0,"r":0},{"q":1,"r":0},{"q":2,"r":0}],"initial_positions":{"0":[{"q":0,"r":0}],"1":[{"q":2,"r":0}]}},"nb_players":2`
	turn := func(a, b string) string {
		return fmt.Sprintf(`[{"player_id":0,"actions":[{"id":0,"movement":"move","direction":"%s"}]},{"player_id":1,"actions":[{"id":1,"movement":"move","direction":"%s"}]}]`, a, b)
	}
	sim := newHexabomb(t)
	// rush returns which player gets the cell in each of many turns. Both go back after each.
	rush := func(id int) (firsts string) {
		for range 40 {
			answer := say(t, sim, fmt.Sprintf(`{"id":%d,"player_actions":%s}`, id, turn("x+", "x-")))
			var read struct {
				State struct{ Characters []struct{ Q int } } `json:"game_state"`
			}
			if err := json.Unmarshal([]byte(answer), &read); err != nil {
				t.Fatal(err)
			}
			if read.State.Characters[0].Q == 1 {
				firsts += "0"
			} else {
				firsts += "1"
			}
			say(t, sim, fmt.Sprintf(`{"id":%d,"player_actions":%s}`, id, turn("x-", "x+")))
		}
		return firsts
	}
	say(t, sim, `{`+setup+`}`)
	if got := rush(0); got != strings.Repeat("0", 40) {
		t.Errorf("without a seed the order is not that of the line: %s", got)
	}
	seen := map[string]bool{}
	for id := range 5 {
		say(t, sim, fmt.Sprintf(`{%s,"id":%d,"seed":%d}`, setup, id+1, id))
		say(t, sim, fmt.Sprintf(`{"fork":%d,"id":%d}`, id+1, id+10))
		say(t, sim, fmt.Sprintf(`{"fork":%d,"id":%d,"seed":99}`, id+1, id+20))
		got := rush(id + 1)
		if again, other := rush(id+10), rush(id+20); again != got || other == got {
			t.Errorf("seed %d: %s, its fork %s, one with another seed %s", id, got, again, other)
		}
		if n := strings.Count(got, "0"); seen[got] || n < 8 || n > 32 || got == matchOrder(uint64(id)) {
			t.Errorf("seed %d: %s, %d times the first player", id, got, n)
		}
		seen[got] = true
	}
}

// matchOrder returns which of two players is first in the turns 0, 2, 4... of a match.
func matchOrder(seed uint64) (firsts string) {
	orders := match.Draws{Seed: seed}.Orders(match.Seeded, 2)
	for range 40 {
		ranks := orders.Next()
		if ranks[0] < ranks[1] {
			firsts += "0"
		} else {
			firsts += "1"
		}
		orders.Next()
	}
	return firsts
}

// TestCollisionsAreNotForeseen: neither a game from a map's seed nor one from a state draws as the match does. The
// seed of the line decides. A fork continues like its origin, or draws from its own seed.
func TestCollisionsAreNotForeseen(t *testing.T) {
	sim := Bomberman().(*simulator[*bombermanGame])
	say(t, sim, `{"players":2,"seed":1}`)
	s := sim.games[0].state
	if start := bomberman.NewState(s.Map()); start.Equal(s) || !start.SearchClone(1).Equal(s) {
		t.Error("a game from a seed draws as the match on that map")
	}
	open := *s.Map()
	open.Blocks = slices.Clone(open.Blocks)
	for x := 2; x < open.Width; x++ {
		open.Blocks[open.Width+x-1] = bomberman.Block{}
	}
	open.Starts = []bomberman.Pos{{X: 2, Y: 2}, {X: 4, Y: 2}}
	state := (&wire.Text{Names: make([]string, 2)}).AppendState(nil, bomberman.NewState(&open))
	winner := func(id int) string {
		answer := say(t, sim, fmt.Sprintf(`{"id":%d,"report":true,"answer":"brief","commands":[3,2]}`, id))
		lost := strings.Index(answer, `"player":"`)
		if lost < 0 || !strings.Contains(answer, "another player is there or was quicker") {
			t.Fatal(answer)
		}
		return map[byte]string{'A': "B", 'B': "A"}[answer[lost+len(`"player":"`)]]
	}
	firsts, others := "", ""
	for seed := range 40 {
		say(t, sim, fmt.Sprintf(`{"id":%d,"state":%s,"seed":%d,"answer":"brief"}`, 3*seed+1, state, seed))
		say(t, sim, fmt.Sprintf(`{"fork":%d,"id":%d}`, 3*seed+1, 3*seed+2))
		say(t, sim, fmt.Sprintf(`{"fork":%d,"id":%d,"seed":%d}`, 3*seed+1, 3*seed+3, 1000+seed))
		got := winner(3*seed + 1)
		if again := winner(3*seed + 2); again != got {
			t.Errorf("seed %d: %s wins, in the fork %s", seed, got, again)
		}
		firsts, others = firsts+got, others+winner(3*seed+3)
	}
	if n := strings.Count(firsts, "A"); n < 8 || n > 32 || firsts == others {
		t.Errorf("of 40 seeds %s win; of others %s", firsts, others)
	}
}
