package wire

import (
	"math/rand/v2"
	"testing"

	"blastyard/rules/hexabomb"
)

// boardOf returns a compact board of so many cells, with starts distributed over it.
func boardOf(tb testing.TB, cells, players, characters, special int) *hexabomb.Board {
	tb.Helper()
	m := &hexabomb.Map{}
	for radius := 0; len(m.Cells) < cells; radius++ {
		for q := -radius; q <= radius; q++ {
			for r := -radius; r <= radius; r++ {
				if c := (hexabomb.Coord{Q: q, R: r}); c.Distance(hexabomb.Coord{}) == radius && len(m.Cells) < cells {
					m.Cells = append(m.Cells, c)
				}
			}
		}
	}
	spread := rand.New(rand.NewPCG(1, 2)).Perm(cells)
	take := func() hexabomb.Coord {
		c := m.Cells[spread[0]]
		spread = spread[1:]
		return c
	}
	for p := range players {
		m.Starts = append(m.Starts, nil)
		for range characters {
			m.Starts[p] = append(m.Starts[p], take())
		}
	}
	for range 2 * special {
		m.SpecialStarts = append(m.SpecialStarts, take())
	}
	b, err := hexabomb.NewBoard(m, players, special)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// randomBoard is a board of random shape with any number of players, often in pieces.
func randomBoard(tb testing.TB, rng *rand.Rand) *hexabomb.Board {
	tb.Helper()
	side := 1 + rng.IntN(9)
	m := &hexabomb.Map{}
	for q := range side {
		for r := range side {
			if rng.IntN(4) > 0 || q+r == 0 {
				m.Cells = append(m.Cells, hexabomb.Coord{Q: q - side/2, R: 3*r/2 - side/2})
			}
		}
	}
	spread := rng.Perm(len(m.Cells))
	players := 1 + rng.IntN(min(12, len(spread)))
	characters := 1 + rng.IntN(min(7, len(spread)/players))
	for p := range players {
		m.Starts = append(m.Starts, nil)
		for range characters {
			m.Starts[p] = append(m.Starts[p], m.Cells[spread[0]])
			spread = spread[1:]
		}
	}
	special := min(rng.IntN(2), len(spread))
	for _, c := range spread[:min(special*2, len(spread))] {
		m.SpecialStarts = append(m.SpecialStarts, m.Cells[c])
	}
	b, err := hexabomb.NewBoard(m, rng.IntN(players+1), special)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// turnOf appends the actions of a player: one for each character, legal at the start of the turn if legal is set.
func turnOf(dst []hexabomb.Action, s *hexabomb.State, player int, legal bool, rng *rand.Rand) []hexabomb.Action {
	b := s.Board()
	first, end := b.Characters(player)
	for id := first; id < end; id++ {
		a := hexabomb.Action{Player: uint16(player), Character: uint16(id), Kind: hexabomb.Kind(rng.IntN(hexabomb.NumKinds))}
		if legal {
			a.Kind = hexabomb.Revive
			if c := s.Character(id); c.Alive {
				a.Kind = hexabomb.Move
				if c.BombCount > 0 && !s.HasBomb(c.Cell) && rng.IntN(6) == 0 {
					a.Kind = hexabomb.DropBomb
				}
			} else if c.ReviveDelay > 0 || b.SuddenDeath() {
				continue
			}
		}
		switch a.Kind {
		case hexabomb.Move:
			a.Direction = hexabomb.Direction(rng.IntN(hexabomb.NumDirections))
			for range 20 {
				n, ok := b.Neighbour(s.Character(id).Cell, a.Direction)
				if !legal || ok && s.Empty(n) {
					break
				}
				a.Direction = hexabomb.Direction(rng.IntN(hexabomb.NumDirections))
			}
		case hexabomb.DropBomb:
			a.Range, a.Delay = uint8(2+rng.IntN(3)), uint8(2+rng.IntN(3))
			if !legal {
				a.Range, a.Delay = uint8(rng.IntN(12)), uint8(rng.IntN(12))
			}
		case hexabomb.Revive:
		}
		dst = append(dst, a)
	}
	return dst
}
