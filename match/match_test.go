package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// counter is a game in which every move adds its number to its player's score; it writes down the order of players.
type counter struct {
	scores []int
	order  []string
	until  int // turns after which it is over; 0: never
}

func (c *counter) NumPlayers() int      { return len(c.scores) }
func (c *counter) Over() bool           { return c.until > 0 && len(c.order) >= c.until }
func (c *counter) Score(player int) int { return c.scores[player] }

func (c *counter) Winner() int {
	best := slices.Max(c.scores)
	if i := slices.Index(c.scores, best); !slices.Contains(c.scores[i+1:], best) {
		return i
	}
	return NoWinner
}

func (c *counter) Play(moves []Move[int]) {
	var order strings.Builder
	for _, m := range moves {
		c.scores[m.Player] += m.Actions
		fmt.Fprint(&order, m.Player)
	}
	c.order = append(c.order, order.String())
}

type always int

func (a always) Act() int { return int(a) }

func play(t *testing.T, game *counter, cfg Config) Result {
	t.Helper()
	m, err := New(game, cfg)
	if err != nil {
		t.Fatal(err)
	}
	players := make([]Player[int], len(game.scores))
	for i := range players {
		players[i] = always(i + 1)
	}
	if err := m.Run(t.Context(), players, nil); err != nil {
		t.Fatal(err)
	}
	return m.Result()
}

// The orders drawn from a seed must never change: replays and "the command that repeats the match" rest on them.
func TestSeededOrderIsPinned(t *testing.T) {
	game := &counter{scores: make([]int, 4)}
	r := play(t, game, Config{Turns: 6, Seed: 7, Unseen: 1})
	if r.Turns != 6 || !slices.Equal(r.Scores, []int{5, 10, 15, 20}) || r.Winner != 3 {
		t.Errorf("result %+v", r)
	}
	if got, want := strings.Join(game.order, " "), goldenOrder; got != want {
		t.Errorf("orders %q, want %q", got, want)
	}
	if got := DealIDs(7, 6); !slices.Equal(got, goldenIDs) {
		t.Errorf("ids %v, want %v", got, goldenIDs)
	}
	if got := []uint64{SeedOf(7, 0), SeedOf(7, 1), PlayerSeed(7, 0), PlayerSeed(0, 0)}; !slices.Equal(got, goldenSeeds) {
		t.Errorf("seeds %#v, want %#v", got, goldenSeeds)
	}
}

func TestArrivalKeepsTheOrder(t *testing.T) {
	game := &counter{scores: make([]int, 3)}
	m, err := New(game, Config{Turns: 2, Order: Arrival})
	if err != nil {
		t.Fatal(err)
	}
	m.Turn([]Move[int]{{2, 1}, {0, 1}, {1, 1}})
	m.Turn([]Move[int]{{1, 1}})
	if got := strings.Join(game.order, " "); got != "201 1" || !m.Over() {
		t.Errorf("orders %q, over %v; want 201 1, over", got, m.Over())
	}
}

func TestSeededOrderIsFair(t *testing.T) {
	const players, turns = 5, 20000
	game := &counter{scores: make([]int, players)}
	play(t, game, Config{Turns: turns, Seed: 3})
	var first [players]int
	for _, o := range game.order {
		first[o[0]-'0']++
	}
	for p, n := range first {
		if n < turns/players*9/10 || n > turns/players*11/10 {
			t.Errorf("player %d was first in %d of %d turns", p, n, turns)
		}
	}
}

// Who acts, and in which order the moves arrive, must not change the order of the others.
func TestSeededOrderDoesNotDependOnArrival(t *testing.T) {
	for turn := range 50 {
		var got [2]string
		for i, moves := range [][]Move[int]{{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, {{3, 0}, {1, 0}, {2, 0}}} {
			game := &counter{scores: make([]int, 4)}
			m, err := New(game, Config{Turns: 100, Seed: uint64(turn)})
			if err != nil {
				t.Fatal(err)
			}
			m.Turn(moves)
			got[i] = strings.ReplaceAll(game.order[0], "0", "")
		}
		if got[0] != got[1] {
			t.Fatalf("seed %d: order %s, with other arrivals %s", turn, got[0], got[1])
		}
	}
}

func TestGameOver(t *testing.T) {
	if r := play(t, &counter{scores: []int{0, 0}, until: 3}, Config{Turns: 10}); r.Turns != 3 {
		t.Errorf("%d turns, want 3", r.Turns)
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m, err := New(&counter{scores: []int{0}}, Config{Turns: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	err = m.Run(ctx, []Player[int]{always(1)}, func([]Move[int]) {
		if m.Turns() == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || m.Turns() != 3 {
		t.Errorf("error %v after %d turns, want context.Canceled after 3", err, m.Turns())
	}
}

func TestConfigValidate(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		want string
	}{
		{Config{Turns: 1}, ""},
		{Config{}, "match: Turns is 0, expected 1 or more"},
		{Config{Turns: 1, Order: 2}, "match: Order is 2, expected seeded or arrival"},
		{Config{Turns: 1, Unseen: -1}, "match: Unseen is -1, expected 0 or more"},
	} {
		err := c.cfg.Validate()
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && got != c.want {
			t.Errorf("%+v: %v, want %q", c.cfg, err, c.want)
		}
	}
	if _, err := ParseOrder("fast"); err == nil || err.Error() != `order "fast" is not known, expected seeded or arrival` {
		t.Errorf("ParseOrder: %v", err)
	}
}
