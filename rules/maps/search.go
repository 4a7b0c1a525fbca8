package maps

import "blastyard/rules/hexabomb"

// A search visits the cells that can be reached from some others, in the order of their distance.
type search struct {
	board *hexabomb.Board
	queue []hexabomb.Cell
	head  int
	dist  []int // by cell, plus mark: those below mark are of an earlier search
	mark  int
}

func newSearch(b *hexabomb.Board) *search {
	return &search{board: b, dist: make([]int, b.NumCells()), mark: 1}
}

// begin starts a search.
func (s *search) begin(starts ...hexabomb.Cell) {
	s.mark += s.board.NumCells() + 1
	s.queue, s.head = s.queue[:0], 0
	for _, c := range starts {
		s.enter(c, 0)
	}
}

func (s *search) enter(c hexabomb.Cell, steps int) {
	if s.dist[c] < s.mark {
		s.dist[c] = s.mark + steps
		s.queue = append(s.queue, c)
	}
}

// next returns the next cell. From then on its neighbours are known.
func (s *search) next() (c hexabomb.Cell, ok bool) {
	if s.head == len(s.queue) {
		return 0, false
	}
	c = s.queue[s.head]
	s.head++
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if n, ok := s.board.Neighbour(c, d); ok {
			s.enter(n, s.dist[c]-s.mark+1)
		}
	}
	return c, true
}

// from searches to the end and returns the cells that were reached. They are valid until the next search.
func (s *search) from(starts ...hexabomb.Cell) []hexabomb.Cell {
	s.begin(starts...)
	for _, ok := s.next(); ok; _, ok = s.next() {
	}
	return s.queue
}

// steps is the distance of a cell; ok is false while it was not reached.
func (s *search) steps(c hexabomb.Cell) (steps int, ok bool) {
	return s.dist[c] - s.mark, s.dist[c] >= s.mark
}
