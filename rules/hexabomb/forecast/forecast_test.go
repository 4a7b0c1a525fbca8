package forecast

import (
	"math/rand/v2"
	"testing"

	"blastyard/rules/hexabomb"

	"pgregory.net/rapid"
)

// row returns a board of cells (0, 0), (1, 0), … with a character of player p in cell starts[p].
func row(tb testing.TB, cells int, starts ...int) *hexabomb.Board {
	tb.Helper()
	m := &hexabomb.Map{}
	for q := range cells {
		m.Cells = append(m.Cells, hexabomb.Coord{Q: q})
	}
	for _, q := range starts {
		m.Starts = append(m.Starts, []hexabomb.Coord{{Q: q}})
	}
	b, err := hexabomb.NewBoard(m, len(starts), 0)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// withBombs returns the start of a game with some bombs.
func withBombs(tb testing.TB, b *hexabomb.Board, bombs ...hexabomb.Bomb) *hexabomb.State {
	tb.Helper()
	p := hexabomb.NewState(b).Snapshot()
	p.Bombs = bombs
	s, err := b.Restore(p)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func TestLook(t *testing.T) {
	b := row(t, 14, 0)
	s := withBombs(t, b,
		hexabomb.Bomb{Cell: 2, Colour: 1, Range: 2, Delay: 2},
		hexabomb.Bomb{Cell: 4, Colour: 1, Range: 3, Delay: 4}, // set off by the first
		hexabomb.Bomb{Cell: 10, Colour: 1, Range: 2, Delay: 3},
	)
	f := New(b)
	f.Look(s)
	for cell, want := range []int{2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 0} {
		c := hexabomb.Cell(cell)
		if got := f.First(c); got != want {
			t.Errorf("cell %d: first blast in turn %d, want %d", cell, got, want)
		}
		for turn := 1; turn <= 5; turn++ {
			next := 0
			if turn <= want {
				next = want
			}
			if f.At(c, turn) != (turn == want) || f.Next(c, turn) != next {
				t.Errorf("cell %d, turn %d: At %v, Next %d; want a blast in turn %d only", cell, turn, f.At(c, turn), f.Next(c, turn), want)
			}
			bomb := cell == 2 || cell == 4 || cell == 10
			if f.Blocks(c, turn) != (bomb && turn <= want) {
				t.Errorf("cell %d, turn %d: Blocks is %v", cell, turn, f.Blocks(c, turn))
			}
		}
	}
	if f.Last() != 3 || f.After().NumBombs() != 0 || f.After().Colour(12) != 1 || f.After().Colour(13) != 0 {
		t.Errorf("last blast in turn %d, after it %d bombs", f.Last(), f.After().NumBombs())
	}
	if s.NumBombs() != 3 {
		t.Error("Look changed the state")
	}
}

// TestLookAtActions forecasts bombs that are dropped in the next turns: the second explodes at once, in the blast of
// the first.
func TestLookAtActions(t *testing.T) {
	b := row(t, 12, 2, 6)
	s := hexabomb.NewState(b)
	drop := func(player, reach, delay int) []hexabomb.Action {
		return []hexabomb.Action{{Player: uint16(player), Character: uint16(player), Kind: hexabomb.DropBomb,
			Range: uint8(reach), Delay: uint8(delay)}}
	}
	f := New(b)
	f.Look(s, drop(0, 4, 2), nil, drop(1, 4, 2))
	for cell, want := range []int{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0} {
		if got := f.First(hexabomb.Cell(cell)); got != want {
			t.Errorf("cell %d: first blast in turn %d, want %d", cell, got, want)
		}
	}
	if !f.Blocks(2, 3) || f.Blocks(2, 4) {
		t.Error("the bomb that is dropped now must bar its cell until it blows up")
	}
}

// TestForecastsComeTrue plays random games and then lets everybody stand still: the forecasts come true.
func TestForecastsComeTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		b := hexagon(t, rapid.IntRange(1, 4).Draw(t, "radius"), rapid.IntRange(0, 1).Draw(t, "special players"))
		s := hexabomb.NewState(b)
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			s.Step(randomActions(s, rng), nil)
		}
		f := New(b)
		f.Look(s)
		for turn := 1; turn < lastBit; turn++ {
			s.Step(nil, nil)
			blown := map[hexabomb.Cell]bool{}
			for i := range s.NumExplosions() {
				c, _ := s.Explosion(i)
				blown[c] = true
			}
			for c := range hexabomb.Cell(b.NumCells()) {
				if f.At(c, turn) != blown[c] || f.Turns()[c]>>turn&1 != 0 != blown[c] {
					t.Fatalf("cell %v in turn %d: blast foreseen %v, blast %v", b.Coord(c), turn, f.At(c, turn), blown[c])
				}
				if blown[c] && (f.First(c) > turn || f.First(c) != int(f.Firsts()[c])) {
					t.Fatalf("cell %v in turn %d: the first blast is in turn %d", b.Coord(c), turn, f.First(c))
				}
			}
		}
	})
}

// hexagon is a board of cells around (0, 0) with two players of one character, and a special player if asked for.
func hexagon(t *rapid.T, radius, special int) *hexabomb.Board {
	m := &hexabomb.Map{}
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -radius-q); r <= min(radius, radius-q); r++ {
			m.Cells = append(m.Cells, hexabomb.Coord{Q: q, R: r})
		}
	}
	m.Starts = [][]hexabomb.Coord{m.Cells[:1], m.Cells[1:2]}
	m.SpecialStarts = m.Cells[2:3]
	b, err := hexabomb.NewBoard(m, len(m.Starts), special)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// randomActions gives each character one possible action.
func randomActions(s *hexabomb.State, rng *rand.Rand) (actions []hexabomb.Action) {
	for p := range s.Board().NumPlayers() {
		var open []hexabomb.Choice
		for c := range s.Legal(p) {
			if c.Refused == hexabomb.NotRefused {
				open = append(open, c)
			}
		}
		if len(open) == 0 {
			continue
		}
		c := open[rng.IntN(len(open))]
		if c.MaxBomb > 0 {
			spread := c.MaxBomb - hexabomb.MinBomb + 1
			c.Action.Range, c.Action.Delay = c.Action.Range+uint8(rng.IntN(spread)), c.Action.Delay+uint8(rng.IntN(spread))
		}
		actions = append(actions, c.Action)
	}
	return actions
}
