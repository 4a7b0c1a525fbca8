package fairness

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"blastyard/game/match"
	"blastyard/rules/hexabomb"
	"blastyard/rules/maps"
)

// TestEvenChance compares values with a table of the chi-squared distribution.
func TestEvenChance(t *testing.T) {
	for _, row := range []struct {
		wins []int
		want float64
	}{
		{[]int{50, 50}, 1}, {[]int{60, 40}, 0.0455}, {[]int{30, 20, 10}, 0.0067}, {[]int{69, 42, 22, 67}, 0}, {[]int{0, 0}, 1}, {[]int{7}, 1},
		{[]int{28, 22, 25, 25, 20, 30}, 0.7430},
	} {
		if got := evenChance(row.wins); math.Abs(got-row.want) > 0.0005 {
			t.Errorf("%v: %.4f, want %.4f", row.wins, got, row.want)
		}
	}
}

// alone reports whether the start of a player has no neighbours.
func alone(b *hexabomb.Board, player int) bool {
	first, _ := b.Characters(player)
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if _, ok := b.Neighbour(b.Start(first), d); ok {
			return false
		}
	}
	return true
}

// TestGamesFollowTheSeat: the player on the island loses, whatever its id and the orientation of the board.
func TestGamesFollowTheSeat(t *testing.T) {
	m, err := hexabomb.ParseMap("a0      b0  .   .   .   .\n      .   .   .   .   .")
	if err != nil {
		t.Fatal(err)
	}
	var lock sync.Mutex
	var ids []int // of the player on the island
	corners := map[hexabomb.Coord]bool{}
	g := Games{Games: 60, Turns: 9, Bot: "a bot", Seed: 3, Play: func(_ context.Context, m *hexabomb.Map, turns int, _ uint64) (match.Result, error) {
		b, err := hexabomb.NewBoard(m, 2, 0)
		if err != nil {
			return match.Result{}, err
		}
		loser := 1
		if alone(b, 0) {
			loser = 0
		}
		lock.Lock()
		ids = append(ids, loser)
		corners[b.Coord(0)] = true
		lock.Unlock()
		scores := make([]int, 2)
		scores[1-loser] = turns
		return match.Result{Winner: 1 - loser, Scores: scores}, nil
	}}
	r, err := g.On(t.Context(), m, 2)
	if err != nil {
		t.Fatal(err)
	}
	if r.Seats[0].Wins != 0 || r.Seats[1].Wins != 60 || r.Seats[1].Score != 9 || r.Draws != 0 || !strings.HasPrefix(r.Verdict, "uneven: ") || !strings.Contains(r.Verdict, "seat 1") {
		t.Errorf("%+v", r)
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); !slices.Equal(ids, []int{0, 1}) || len(corners) < 2 {
		t.Errorf("the island's player was always %v, the first cell one of %v", ids, corners)
	}
	rep, err := maps.Check(m, 2)
	if err != nil {
		t.Fatal(err)
	}
	rep.Games = r
	for _, want := range []string{"\n60 games of a bot, 9 turns, seed 3, seats not rotated; without a winner: 0\n", "\n  player 0: 0 wins, 0.0 %", "\nverdict: uneven"} {
		if text := rep.Text("m"); !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

func TestGamesVerdicts(t *testing.T) {
	m, err := maps.Load("tiny")
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for _, row := range []struct {
		games, players int
		winner         func(seed uint64) int
		err            error
		want           string
	}{
		{3, 2, func(uint64) int { return 0 }, nil, "too few games to tell: 3 had a winner, expected at least 10"},
		{30, 2, func(uint64) int { return -1 }, nil, "too few games to tell: 0 had a winner, expected at least 10"},
		{5, 1, func(uint64) int { return 0 }, nil, "one player has no opponent to lose to"},
		{200, 2, func(seed uint64) int { return int(seed>>7) & 1 }, nil, "even: the seats' wins differ no more than by chance"},
		{5, 2, func(uint64) int { return 0 }, broken, ""},
	} {
		g := Games{Games: row.games, Turns: 1, Play: func(_ context.Context, _ *hexabomb.Map, _ int, seed uint64) (match.Result, error) {
			return match.Result{Winner: row.winner(seed), Scores: make([]int, row.players)}, row.err
		}}
		r, err := g.On(t.Context(), m, row.players)
		if !errors.Is(err, row.err) || err == nil && r.Verdict != row.want {
			t.Errorf("%d games of %d: %+v, %v, want %q", row.games, row.players, r, err, row.want)
		}
	}
}
