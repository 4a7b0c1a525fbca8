package maps

import "blastyard/hexabomb"

// A walk visits the cells that can be reached from some, in the order of their distance.
type walk struct {
	board *hexabomb.Board
	queue []hexabomb.Cell
	head  int
	dist  []int // by cell, plus mark: those below mark are of an earlier walk
	mark  int
}

func newWalk(b *hexabomb.Board) *walk {
	return &walk{board: b, dist: make([]int, b.NumCells()), mark: 1}
}

// begin starts a walk.
func (w *walk) begin(starts ...hexabomb.Cell) {
	w.mark += w.board.NumCells() + 1
	w.queue, w.head = w.queue[:0], 0
	for _, c := range starts {
		w.enter(c, 0)
	}
}

func (w *walk) enter(c hexabomb.Cell, steps int) {
	if w.dist[c] < w.mark {
		w.dist[c] = w.mark + steps
		w.queue = append(w.queue, c)
	}
}

// next is the next cell. Its neighbours are known from then on.
func (w *walk) next() (c hexabomb.Cell, ok bool) {
	if w.head == len(w.queue) {
		return 0, false
	}
	c = w.queue[w.head]
	w.head++
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		if n, ok := w.board.Neighbour(c, d); ok {
			w.enter(n, w.dist[c]-w.mark+1)
		}
	}
	return c, true
}

// from walks to the end and returns the cells that were reached. They are valid until the next walk.
func (w *walk) from(starts ...hexabomb.Cell) []hexabomb.Cell {
	w.begin(starts...)
	for _, ok := w.next(); ok; _, ok = w.next() {
	}
	return w.queue
}

// steps is the distance of a cell; ok is false while it was not reached.
func (w *walk) steps(c hexabomb.Cell) (steps int, ok bool) {
	return w.dist[c] - w.mark, w.dist[c] >= w.mark
}
