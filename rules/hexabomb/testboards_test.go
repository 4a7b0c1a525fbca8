package hexabomb

import (
	"math/rand/v2"
	"testing"
)

// hexagon returns the cells at most radius steps from the centre.
func hexagon(radius int) []Coord {
	var cells []Coord
	for q := -radius; q <= radius; q++ {
		for r := -radius; r <= radius; r++ {
			if c := (Coord{q, r}); c.Distance(Coord{}) <= radius {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// testBoard returns a hexagon, with additional cells along one side if necessary, and starts distributed over it.
func testBoard(tb testing.TB, cells, players, characters, special int) *Board {
	tb.Helper()
	radius := 0
	for 3*(radius+1)*(radius+2)+1 <= cells {
		radius++
	}
	m := &Map{Cells: hexagon(radius)}
	for q := 0; len(m.Cells) < cells; q++ {
		m.Cells = append(m.Cells, Coord{q - radius, radius + 1 + q/(2*radius+1)})
	}
	spread := rand.New(rand.NewPCG(1, 2)).Perm(cells)
	for p := range players {
		m.Starts = append(m.Starts, nil)
		for range characters {
			m.Starts[p] = append(m.Starts[p], m.Cells[spread[0]])
			spread = spread[1:]
		}
	}
	if special > 0 {
		m.SpecialStarts = []Coord{m.Cells[spread[0]], m.Cells[spread[1]]}
	}
	b, err := NewBoard(m, players, special)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// randomActions appends one action for each character, in random order of players, most of them useless.
func randomActions(dst []Action, s *State, rng *rand.Rand) []Action {
	for _, p := range rng.Perm(s.board.players) {
		first, end := s.board.Characters(p)
		for id := first; id < end; id++ {
			dst = append(dst, randomAction(p, id, rng))
		}
	}
	return dst
}

func randomAction(player, id int, rng *rand.Rand) Action {
	return Action{Player: uint16(player), Character: uint16(id), Kind: Kind(rng.IntN(NumKinds)), Direction: Direction(rng.IntN(NumDirections)),
		Range: uint8(1 + rng.IntN(5)), Delay: uint8(1 + rng.IntN(5))}
}

// legalActions appends an action for each character that can act, chosen from what the rules allow it at the start of
// the turn.
func legalActions(dst []Action, s *State, rng *rand.Rand) []Action {
	for _, p := range rng.Perm(s.board.players) {
		first, end := s.board.Characters(p)
		for id := first; id < end; id++ {
			if a, ok := legalAction(s, p, id, rng); ok {
				dst = append(dst, a)
			}
		}
	}
	return dst
}

func legalAction(s *State, player, id int, rng *rand.Rand) (Action, bool) {
	a := Action{Player: uint16(player), Character: uint16(id), Kind: Revive, Range: uint8(2 + rng.IntN(3)), Delay: uint8(2 + rng.IntN(3))}
	c := s.Character(id)
	if !c.Alive {
		return a, c.ReviveDelay == 0 && s.Empty(c.Cell) && !s.board.SuddenDeath()
	}
	var ways []Direction
	for d := range Direction(NumDirections) {
		if n, ok := s.board.Neighbour(c.Cell, d); ok && s.Empty(n) {
			ways = append(ways, d)
		}
	}
	choices := len(ways)
	if c.BombCount > 0 && !s.HasBomb(c.Cell) {
		choices++
	}
	if choices == 0 {
		return a, false
	}
	if k := rng.IntN(choices); k < len(ways) {
		a.Kind, a.Direction = Move, ways[k]
	} else {
		a.Kind = DropBomb
	}
	return a, true
}
