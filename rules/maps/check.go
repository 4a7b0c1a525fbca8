package maps

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// MaxMatrix is the largest number of players for which a Report lists the distances between all players.
const MaxMatrix = 8

// Apart is the distance of positions without a path between them.
const Apart = -1

// Check examines a map for a number of players, the first of its seats: from 1 to all of them; 0 means all. m must be
// valid.
func Check(m *hexabomb.Map, players int) (*Report, error) {
	if players == 0 {
		players = len(m.Starts)
	}
	special := min(1, len(m.SpecialStarts))
	b, err := hexabomb.NewBoard(m, players, special)
	if err != nil {
		return nil, err
	}
	r := &Report{Cells: len(m.Cells), Players: players, Characters: len(m.Starts[0]), Special: len(m.SpecialStarts),
		Symmetries: Symmetries(m, players), FairFor: FairPlayers(m), Fair: Fair(m, players)}
	r.Group = GroupName(r.Symmetries)
	s := newSearch(b)
	starts := make([][]hexabomb.Cell, players)
	for p := range starts {
		first, end := b.Characters(p + special)
		for id := first; id < end; id++ {
			starts[p] = append(starts[p], b.Start(id))
		}
	}
	r.findParts(s)
	r.findUnreachable(s)
	r.measureDistances(s, starts)
	r.shareCells(s, starts)
	return r, nil
}

// CheckRules returns an error if no match without a special player can be played on a map by a published version of the
// rules. It ignores special players' starts.
func CheckRules(m *hexabomb.Map, rules string) error {
	version, err := hexabomb.ParseVersion(rules)
	if err != nil {
		return nil //nolint:nilerr // rules of another game
	}
	ordinary := *m
	ordinary.SpecialStarts = nil
	_, err = version.NewBoard(&ordinary, len(m.Starts), 0)
	return err
}

func (r *Report) findParts(s *search) {
	seen := make([]bool, s.board.NumCells())
	for i := range seen {
		if seen[i] {
			continue
		}
		reached := s.from(hexabomb.Cell(i))
		for _, cell := range reached {
			seen[cell] = true
		}
		r.Parts = append(r.Parts, len(reached))
	}
	slices.Sort(r.Parts)
	slices.Reverse(r.Parts)
}

func (r *Report) findUnreachable(s *search) {
	var all []hexabomb.Cell
	for id := range s.board.NumCharacters() {
		all = append(all, s.board.Start(id))
	}
	s.from(all...)
	for i := range s.board.NumCells() {
		if _, ok := s.steps(hexabomb.Cell(i)); !ok {
			r.Unreachable = append(r.Unreachable, s.board.Coord(hexabomb.Cell(i)))
		}
	}
	r.Unreachable = inRows(r.Unreachable)
}

func (r *Report) measureDistances(s *search, starts [][]hexabomb.Cell) {
	owner := map[hexabomb.Cell]int{}
	for p, cells := range starts {
		for _, cell := range cells {
			owner[cell] = p
		}
	}
	for p, cells := range starts {
		nearest, row := Apart, slices.Repeat([]int{Apart}, len(starts))
		row[p] = 0
		s.begin(cells...)
		for cell, ok := s.next(); ok; cell, ok = s.next() {
			other, isStart := owner[cell]
			if !isStart || other == p {
				continue
			}
			steps, _ := s.steps(cell)
			if nearest == Apart {
				nearest = steps
			}
			if row[other] == Apart {
				row[other] = steps
			}
			if len(starts) > MaxMatrix {
				break
			}
		}
		r.Nearest = append(r.Nearest, nearest)
		if len(starts) <= MaxMatrix {
			r.Distances = append(r.Distances, row)
		}
	}
}

// shareCells finds the nearest player of each cell: a cell gets its players from those of its neighbours that are a
// step nearer to a start.
func (r *Report) shareCells(s *search, starts [][]hexabomb.Cell) {
	const free, contested = -1, -2
	r.Near = make([]int, len(starts))
	owner := slices.Repeat([]int{free}, s.board.NumCells())
	for p, cells := range starts {
		for _, cell := range cells {
			owner[cell] = p
		}
	}
	s.begin(slices.Concat(starts...)...)
	for cell, ok := s.next(); ok; cell, ok = s.next() {
		if owner[cell] == contested {
			r.Contested++
		} else {
			r.Near[owner[cell]]++
		}
		steps, _ := s.steps(cell)
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			n, isCell := s.board.Neighbour(cell, d)
			if !isCell {
				continue
			}
			if far, _ := s.steps(n); far == steps+1 {
				if owner[n] == free {
					owner[n] = owner[cell]
				} else if owner[n] != owner[cell] {
					owner[n] = contested
				}
			}
		}
	}
}
