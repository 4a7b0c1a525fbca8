package bots_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"
	"time"

	"blastyard/bots/bomberbots"
	"blastyard/bots/hexabots"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// TestBuiltinsKeepTheirMoves: recorded matches of the built-in bots come out as they always did. Results of versions
// and events are comparable only as long as the opponents play the same moves.
func TestBuiltinsKeepTheirMoves(t *testing.T) {
	for _, row := range []struct {
		mapName  string
		bots     []string // the special player first, where there is one
		specials int
		turns    int
		want     string
	}{
		{"duel", []string{"random", "idle"}, 0, 60, "318bc897df21bdb6"},
		{"yard", []string{"greedy", "random"}, 0, 60, "74ad2f72e183c3b7"},
		{"yard", []string{"hunter", "greedy"}, 0, 60, "7d1a3af1d1055e40"},
		{"duel", []string{"expert", "hunter"}, 0, 12, "bb2b037d0a526332"},
		{"maze4", []string{"ghost", "hunter", "greedy"}, 1, 60, "a635a793e751fdc2"},
		{"maze4", []string{"ghost", "expert", "random"}, 1, 20, "ceb110295f985465"},
	} {
		h := fnv.New64a()
		s := playHexabomb(t, row.mapName, row.bots, row.specials, row.turns, 5, untimed, func(actions []hexabomb.Action) {
			fmt.Fprintln(h, actions)
		})
		if got := fmt.Sprintf("%016x", h.Sum64()); got != row.want {
			t.Errorf("hexabomb, %s, %v: the moves have the hash %s, expected %s (turn %d)", row.mapName, row.bots, got,
				row.want, s.Turn())
		}
	}
	for _, row := range []struct {
		bots   []string
		rounds int
		want   string
	}{
		{[]string{"random", "idle"}, 30, "bd0abc6fe21957c6"},
		{[]string{"gatherer", "idle"}, 150, "16d39dcb0cb452c5"},
		{[]string{"hunter", "gatherer"}, 150, "ddd836e12efd4d6f"},
		{[]string{"reference", "hunter"}, 150, "c2fef80c527f37de"},
		{[]string{"expert", "reference"}, 60, "2114b6b17e9ea1a8"},
	} {
		h := fnv.New64a()
		playBomberman(t, row.bots, row.rounds, 5, untimed, func(commands []bomberman.Command) { fmt.Fprintln(h, commands) })
		if got := fmt.Sprintf("%016x", h.Sum64()); got != row.want {
			t.Errorf("Bomberman, %v: the moves have the hash %s, expected %s", row.bots, got, row.want)
		}
	}
}

func untimed(int, time.Duration) {}

// playHexabomb plays a match of built-in bots, whose order is drawn anew each turn. took gets the time that a player
// took, played the actions of each turn.
func playHexabomb(tb testing.TB, mapName string, names []string, specials, turns int, seed uint64,
	took func(player int, d time.Duration), played func([]hexabomb.Action),
) *hexabomb.State {
	tb.Helper()
	m, err := maps.Load(mapName)
	if err != nil {
		tb.Fatal(err)
	}
	board, err := hexabomb.NewBoard(m, len(names)-specials, specials)
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	players := make([]hexabots.Bot, len(names))
	order := make([]int, len(names))
	for p, name := range names {
		if players[p], err = hexabots.New(name, board, p, rng.Uint64()); err != nil {
			tb.Fatal(err)
		}
		order[p] = p
	}
	s := hexabomb.NewState(board)
	var actions []hexabomb.Action
	for range turns {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		actions = actions[:0]
		for _, p := range order {
			before := time.Now()
			actions = players[p].Act(actions, s)
			took(p, time.Since(before))
		}
		played(actions)
		s.Step(actions, nil)
	}
	return s
}

// playBomberman plays a match of built-in bots on the map of a seed, for so many rounds at the most.
func playBomberman(tb testing.TB, names []string, rounds int, seed int32,
	took func(player int, d time.Duration), played func([]bomberman.Command),
) *bomberman.State {
	tb.Helper()
	m, err := bomberman.Generate(bomberman.DefaultSettings(), len(names), seed)
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(seed), 0))
	players := make([]bomberbots.Bot, len(names))
	for p, name := range names {
		if players[p], err = bomberbots.New(name, m, p, rng.Uint64()); err != nil {
			tb.Fatal(err)
		}
	}
	s := bomberman.NewState(m)
	commands := make([]bomberman.Command, len(names))
	for !s.Over() && s.Round() < rounds {
		for p, b := range players {
			before := time.Now()
			commands[p] = b.Act(s)
			took(p, time.Since(before))
		}
		played(commands)
		s.Step(commands, nil)
	}
	return s
}
