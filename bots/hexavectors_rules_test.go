package bots_test

import (
	"slices"
	"testing"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// What the helpers of a starter must say, found by asking the rules: slowly, and without what a helper would do.

func hexaPlace(s *hexabomb.State, c hexabomb.Cell) [2]int {
	at := s.Board().Coord(c)
	return [2]int{at.Q, at.R}
}

// hexaAllDistances improves distances until none can be improved.
func hexaAllDistances(s *hexabomb.State, from hexabomb.Cell) [][3]int {
	b := s.Board()
	steps := map[hexabomb.Cell]int{from: 0}
	for better := true; better; {
		better = false
		for c := range hexabomb.Cell(b.NumCells()) {
			for d := range hexabomb.Direction(hexabomb.NumDirections) {
				n, exists := b.Neighbour(c, d)
				far, reached := steps[n]
				if old, known := steps[c]; exists && reached && s.Empty(c) && (!known || far+1 < old) {
					steps[c], better = far+1, true
				}
			}
		}
	}
	list := [][3]int{}
	for c := range hexabomb.Cell(b.NumCells()) {
		if n, reached := steps[c]; reached {
			at := b.Coord(c)
			list = append(list, [3]int{at.Q, at.R, n})
		}
	}
	return list
}

// hexaWay tries all ways of a length, those that begin with the first direction first, then longer ones.
func hexaWay(s *hexabomb.State, from, to hexabomb.Cell) []string {
	steps := -1
	for _, n := range hexaAllDistances(s, from) {
		if [2]int{n[0], n[1]} == hexaPlace(s, to) {
			steps = n[2]
		}
	}
	if steps < 0 {
		return nil
	}
	return hexaWayOf(s, from, to, steps)
}

func hexaWayOf(s *hexabomb.State, from, to hexabomb.Cell, steps int) []string {
	if steps == 0 {
		if from == to {
			return []string{}
		}
		return nil
	}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		n, exists := s.Board().Neighbour(from, d)
		if !exists || !s.Empty(n) || s.Board().Coord(n).Distance(s.Board().Coord(to)) >= steps {
			continue
		}
		if rest := hexaWayOf(s, n, to, steps-1); rest != nil {
			return append([]string{d.String()}, rest...)
		}
	}
	return nil
}

// hexaReach lets a bomb explode alone.
func hexaReach(t *testing.T, s *hexabomb.State, i int) [][2]int {
	t.Helper()
	p := s.Snapshot()
	p.Bombs = p.Bombs[i : i+1]
	p.Bombs[0].Delay = 1
	alone, err := s.Board().Restore(p)
	if err != nil {
		t.Fatal(err)
	}
	alone.Step(nil, nil)
	return hexaExploded(alone)
}

// hexaExploded are the cells that the explosions of the last turn cover, in order.
func hexaExploded(s *hexabomb.State) [][2]int {
	var cells [][2]int
	for i := range s.NumExplosions() {
		c, _ := s.Explosion(i)
		cells = append(cells, hexaPlace(s, c))
	}
	slices.SortFunc(cells, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	return cells
}

// hexaDangers plays on until no bomb is left. The forecast must say the same.
func hexaDangers(t *testing.T, s *hexabomb.State) []hexaDanger {
	t.Helper()
	f := forecast.New(s.Board())
	f.Look(s)
	turns := map[[2]int][]int{}
	future := s.Clone()
	for turn := 1; future.NumBombs() > 0; turn++ {
		future.Step(nil, nil)
		exploded := hexaExploded(future)
		for _, c := range exploded {
			turns[c] = append(turns[c], turn)
		}
		for c := range hexabomb.Cell(s.Board().NumCells()) {
			if turn < 63 && f.At(c, turn) != slices.Contains(exploded, hexaPlace(s, c)) {
				t.Fatalf("the forecast says %v of cell %v and turn %d", f.At(c, turn), hexaPlace(s, c), turn)
			}
		}
	}
	list := []hexaDanger{}
	for c := range hexabomb.Cell(s.Board().NumCells()) {
		if at := hexaPlace(s, c); turns[at] != nil {
			list = append(list, hexaDanger{at, turns[at]})
		}
	}
	return list
}

// hexaEscapes are the first moves with which a character outlives all bombs, if all others do nothing.
func hexaEscapes(t *testing.T, s *hexabomb.State, id int, bomb []int) []string {
	t.Helper()
	player := uint16(s.Board().Owner(id))
	if bomb != nil {
		p := s.Snapshot()
		p.Characters[id].BombCount = 1
		armed, err := s.Board().Restore(p)
		if err != nil {
			t.Fatal(err)
		}
		var refused []hexabomb.Refusal
		armed.Step([]hexabomb.Action{{Player: player, Character: uint16(id), Kind: hexabomb.DropBomb, Range: uint8(bomb[0]),
			Delay: uint8(bomb[1])}}, &refused)
		if len(refused) > 0 {
			t.Fatalf("the bomb %v of character %d was refused: %v", bomb, id, refused)
		}
		s = armed
	}
	e := escape{id, player, map[[2]int]bool{}}
	moves := []string{}
	if !s.Character(id).Alive {
		return moves
	}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if next := e.move(s, d); next != nil && e.survives(next, 1) {
			moves = append(moves, d.String())
		}
	}
	if next := s.Clone(); e.survives(stepped(next), 1) {
		moves = append(moves, "stay")
	}
	return moves
}

// escape is the search for a way out.
type escape struct {
	id       int
	player   uint16
	survived map[[2]int]bool // by turn and cell
}

func stepped(s *hexabomb.State) *hexabomb.State {
	s.Step(nil, nil)
	return s
}

// move is the state after a move, or nil if the move is refused.
func (e escape) move(s *hexabomb.State, d hexabomb.Direction) *hexabomb.State {
	next := s.Clone()
	var refused []hexabomb.Refusal
	next.Step([]hexabomb.Action{{Player: e.player, Character: uint16(e.id), Kind: hexabomb.Move, Direction: d}}, &refused)
	if len(refused) > 0 {
		return nil
	}
	return next
}

func (e escape) survives(s *hexabomb.State, turn int) bool {
	x := s.Character(e.id)
	if !x.Alive || s.NumBombs() == 0 {
		return x.Alive
	}
	key := [2]int{turn, int(x.Cell)}
	if known, found := e.survived[key]; found {
		return known
	}
	lives := e.survives(stepped(s.Clone()), turn+1)
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if next := e.move(s, d); !lives && next != nil {
			lives = e.survives(next, turn+1)
		}
	}
	e.survived[key] = lives
	return lives
}
