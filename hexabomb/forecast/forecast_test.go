package hexabots

import (
	"testing"

	"blastyard/hexabomb"

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

func TestDanger(t *testing.T) {
	b := row(t, 14, 0)
	s := withBombs(t, b,
		hexabomb.Bomb{Cell: 2, Colour: 1, Range: 2, Delay: 2},
		hexabomb.Bomb{Cell: 4, Colour: 1, Range: 3, Delay: 4}, // set off by the first
		hexabomb.Bomb{Cell: 10, Colour: 1, Range: 2, Delay: 3},
	)
	d := NewDanger(b)
	d.Look(s)
	for cell, want := range []int{2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 0} {
		c := hexabomb.Cell(cell)
		if got := d.First(c); got != want {
			t.Errorf("cell %d: first blast in turn %d, want %d", cell, got, want)
		}
		for turn := 1; turn <= 5; turn++ {
			next := 0
			if turn <= want {
				next = want
			}
			if d.At(c, turn) != (turn == want) || d.Next(c, turn) != next {
				t.Errorf("cell %d, turn %d: At %v, Next %d; want a blast in turn %d only", cell, turn, d.At(c, turn), d.Next(c, turn), want)
			}
			bomb := cell == 2 || cell == 4 || cell == 10
			if d.Blocks(c, turn) != (bomb && turn <= want) {
				t.Errorf("cell %d, turn %d: Blocks is %v", cell, turn, d.Blocks(c, turn))
			}
		}
	}
	if d.Last() != 3 || d.After().NumBombs() != 0 || d.After().Colour(12) != 1 || d.After().Colour(13) != 0 {
		t.Errorf("last blast in turn %d, after it %d bombs", d.Last(), d.After().NumBombs())
	}
	if s.NumBombs() != 3 {
		t.Error("Look changed the state")
	}
}

// TestDangerOfActions looks at bombs that are dropped in the coming turns: the second goes off at once, in the blast of
// the first.
func TestDangerOfActions(t *testing.T) {
	b := row(t, 12, 2, 6)
	s := hexabomb.NewState(b)
	drop := func(player, reach, delay int) []hexabomb.Action {
		at := seat{board: b, player: player}
		return []hexabomb.Action{teamOf(at).bomb(player, reach, delay)}
	}
	d := NewDanger(b)
	d.Look(s, drop(0, 4, 2), nil, drop(1, 4, 2))
	for cell, want := range []int{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0} {
		if got := d.First(hexabomb.Cell(cell)); got != want {
			t.Errorf("cell %d: first blast in turn %d, want %d", cell, got, want)
		}
	}
	if !d.Blocks(2, 3) || d.Blocks(2, 4) {
		t.Error("the bomb that is dropped now must bar its cell until it blows up")
	}
}

// TestDangerComesTrue plays any game and then lets everybody stand still: what was foreseen happens.
func TestDangerComesTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		b, err := hexabomb.NewBoard(m, len(m.Starts), min(1, len(m.SpecialStarts)))
		if err != nil {
			t.Fatal(err)
		}
		s := hexabomb.NewState(b)
		bots := make([]Bot, b.NumPlayers())
		for p := range bots {
			bots[p] = newRandom(seat{b, p, rapid.Uint64().Draw(t, "seed")})
		}
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			var actions []hexabomb.Action
			for _, bot := range bots {
				actions = bot.Act(actions, s)
			}
			s.Step(actions, nil)
		}
		d := NewDanger(b)
		d.Look(s)
		for turn := 1; turn < 63; turn++ {
			s.Step(nil, nil)
			blown := map[hexabomb.Cell]bool{}
			for i := range s.NumExplosions() {
				c, _ := s.Explosion(i)
				blown[c] = true
			}
			for c := range hexabomb.Cell(b.NumCells()) {
				if d.At(c, turn) != blown[c] {
					t.Fatalf("cell %v in turn %d: blast foreseen %v, blast %v", b.Coord(c), turn, d.At(c, turn), blown[c])
				}
			}
		}
	})
}
