package bomberman

import (
	"fmt"
	"testing"
)

// play plays rounds on a board with a seed and returns the board after them.
func play(t *testing.T, board, commands string, seed int) string {
	t.Helper()
	b := parseBoard(t, fmt.Sprintf("seed: %d|%s", seed, board))
	s := b.state(t, b.newMap(t))
	for _, c := range commandsOf(t, commands) {
		s.Step(c, nil)
	}
	return draw(s)
}

// TestCollisions: each possible outcome occurs, and no other. The same seed gives the same outcome.
func TestCollisions(t *testing.T) {
	const seeds = 4000
	for _, c := range []struct {
		name, board, commands string
		after                 map[string][2]int // number of seeds: least, most
	}{
		// A draw of 100 has a tie once in a hundred, which the first player loses, so the second wins 50.5 %.
		{"two", "A . B", "rl", map[string][2]int{". A B": {1850, 2150}, "A B .": {1850, 2150}}},
		// Three draw and the lowest is out. Then two draw.
		{"three", "A . B|# C #", "rlu", map[string][2]int{". A B|# C #": {1200, 1460}, "A B .|# C #": {1200, 1460}, "A C B|# . #": {1200, 1460}}},
		{"two groups", "A . B # C . D", "rlrl", map[string][2]int{
			". A B # . C D": {880, 1120}, "A B . # . C D": {880, 1120}, ". A B # C D .": {880, 1120}, "A B . # C D .": {880, 1120}}},
		{"a group and one who is free", "A . B . C", "rl-", map[string][2]int{". A B . C": {1850, 2150}, "A B . . C": {1850, 2150}}},
		// C is behind A and wants its block: it moves if A wins.
		{"who follows the winner moves, the loser not", "C A . B", "rlr", map[string][2]int{". C A B": {1850, 2150}, "C A B .": {1850, 2150}}},
		{"on a block that another leaves", "A C B|# . #", "rld", map[string][2]int{". A B|# C #": {1850, 2150}, "A B .|# C #": {1850, 2150}}},
		{"on a block that another keeps", "A C B|# # #", "rl-", map[string][2]int{"A C B|# # #": {seeds, seeds}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen := map[string]int{}
			for seed := range seeds {
				after := play(t, c.board, c.commands, seed)
				seen[after]++
				if seed < 100 && play(t, c.board, c.commands, seed) != after {
					t.Fatalf("seed %d gives another outcome the second time", seed)
				}
			}
			for after, n := range seen {
				if want := c.after[after]; n < want[0] || n > want[1] {
					t.Errorf("%q %d times of %d, want %d to %d", after, n, seeds, want[0], want[1])
				}
			}
			if len(seen) != len(c.after) {
				t.Errorf("outcomes: %v, want %v", seen, c.after)
			}
		})
	}
}

// TestASearchDoesNotForeseeTheDraws: a search in a copy does not reveal who wins the next collision, and does not
// change the game's own draws.
func TestASearchDoesNotForeseeTheDraws(t *testing.T) {
	collide := func(s *State) bool {
		from := s.Player(0).At
		s.Step([]Command{Right, Left}, nil)
		return s.Player(0).At != from
	}
	b := parseBoard(t, "A . B")
	s := b.state(t, b.newMap(t))
	coming := collide(s.Clone())
	search := s.SearchClone(0)
	foreseen := 0
	for seed := range uint64(200) {
		if seed%2 == 0 {
			search.CopyFrom(s) // it continues with its own draws
		} else {
			search = s.SearchClone(seed).Clone()
		}
		if collide(search) == coming {
			foreseen++
		}
	}
	if foreseen < 60 || foreseen > 140 {
		t.Errorf("%d of 200 searches foresaw the collision", foreseen)
	}
	if again := s.SearchClone(7); collide(again) != collide(s.SearchClone(7)) {
		t.Error("the same seed gives another search")
	}
	if collide(s) != coming {
		t.Error("the searches have changed the game's draws")
	}
}

// TestDrawsFollowTheGame: a collision uses the game's random stream, so the second one does not repeat the first, and
// a copy draws like the original.
func TestDrawsFollowTheGame(t *testing.T) {
	differ := 0
	for seed := range 200 {
		b := parseBoard(t, fmt.Sprintf("seed: %d|A . B", seed))
		s := b.state(t, b.newMap(t))
		moved := func(s *State) (firstMoved bool) {
			from := s.Clone()
			s.Step([]Command{Right, Left}, nil)
			firstMoved = s.Player(0).At != from.Player(0).At
			back := []Command{Nothing, Right}
			if firstMoved {
				back = []Command{Left, Nothing}
			}
			s.Step(back, nil)
			return firstMoved
		}
		first := moved(s)
		c := s.Clone()
		second := moved(s)
		if moved(c) != second {
			t.Fatalf("seed %d: a copy draws another outcome", seed)
		}
		if first != second {
			differ++
		}
	}
	if differ < 60 || differ > 140 {
		t.Errorf("the second collision differs from the first with %d of 200 seeds", differ)
	}
}

// TestConceal: power-ups under soft walls are removed, everything else stays, and the original match keeps them.
func TestConceal(t *testing.T) {
	m, err := Generate(DefaultSettings(), 4, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := NewState(m)
	c := s.SearchClone(1)
	c.Conceal()
	hidden, open := 0, 0
	for y := 1; y <= m.Height; y++ {
		for x := 1; x <= m.Width; x++ {
			want := s.At(Pos{x, y})
			if want.Wall == SoftWall && want.PowerUp != NoPowerUp {
				want.PowerUp = NoPowerUp
				hidden++
			} else if want.PowerUp != NoPowerUp {
				open++
			}
			if got := c.At(Pos{x, y}); got != want {
				t.Errorf("%d,%d: %+v, expected %+v", x, y, got, want)
			}
		}
	}
	if hidden != 24 || open != 1 {
		t.Errorf("%d power-ups under walls and %d open, expected 24 and 1", hidden, open)
	}
}
