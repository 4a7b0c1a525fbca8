package hexabots

import (
	"slices"

	"blastyard/hexabomb"
	"blastyard/hexabomb/forecast"
)

// walk is a board as characters walk it: where they can go, when, and whether they live.
type walk struct {
	board  *hexabomb.Board
	next   []hexabomb.Cell // by cell<<3 | direction, outside where there is none; direction stay is the cell itself
	danger *forecast.Forecast
	crowd  []uint64 // by cell: bit t: a character is expected here at the end of turn t from now; bit 0: now

	seen        []uint32 // by cell: the step in which it was met
	step        uint32
	front, back []hexabomb.Cell
	order       []int
}

const stay = hexabomb.NumDirections // beside the six directions

func newWalk(b *hexabomb.Board) *walk {
	n := b.NumCells()
	w := &walk{board: b, next: make([]hexabomb.Cell, n*8), danger: forecast.New(b), crowd: make([]uint64, n),
		seen: make([]uint32, n)}
	for c := range n {
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			to, ok := b.Neighbour(hexabomb.Cell(c), d)
			if !ok {
				to = w.outside()
			}
			w.next[c<<3|int(d)] = to
		}
		w.next[c<<3|stay] = hexabomb.Cell(c)
	}
	return w
}

// outside is the cell that is none.
func (w *walk) outside() hexabomb.Cell { return hexabomb.Cell(len(w.crowd)) }

// reset foresees the blasts from s on, the actions first, and expects every living character to stand still for some
// turns and to be gone then.
func (w *walk) reset(s *hexabomb.State, actions []hexabomb.Action, turns int) {
	w.danger.Look(s, actions)
	clear(w.crowd)
	for id := range w.board.NumCharacters() {
		if c := s.Character(id); c.Alive {
			w.crowd[c.Cell] = 2<<turns - 1
		}
	}
}

// urgent lists a team's characters, those first who are in danger soonest, and the dead last. The list is valid until
// the next call.
func (w *walk) urgent(s *hexabomb.State, t team) []int {
	w.order = w.order[:0]
	for id := t.first; id < t.end; id++ {
		w.order = append(w.order, id)
	}
	slices.SortStableFunc(w.order, func(a, b int) int { return w.urgency(s, a) - w.urgency(s, b) })
	return w.order
}

func (w *walk) urgency(s *hexabomb.State, id int) int {
	c := s.Character(id)
	switch first := w.danger.First(c.Cell); {
	case !c.Alive:
		return forecast.Farthest + 2
	case first == 0:
		return forecast.Farthest + 1
	default:
		return first
	}
}

// place expects a character at a cell at the end of turn t instead of another.
func (w *walk) place(from, to hexabomb.Cell, t int) {
	w.crowd[from] &^= 1 << t
	w.crowd[to] |= 1 << t
}

// enter reports whether a character can go from a cell to a next one, or stay, in turn t: no bomb lies there, nobody
// stands there then, and nobody comes from there.
func (w *walk) enter(from, to hexabomb.Cell, t int) bool {
	if to == w.outside() {
		return false
	}
	if from == to {
		return true
	}
	return !w.danger.Blocks(to, t) && w.crowd[to]>>t&1 == 0 && !(w.crowd[to]>>(t-1)&1 != 0 && w.crowd[from]>>t&1 != 0)
}

// survivors counts the cells where a character can be alive at the end of turn until, when it stands at c and can move
// from turn t on.
func (w *walk) survivors(c hexabomb.Cell, t, until int) int {
	w.front = append(w.front[:0], c)
	for ; t <= until && len(w.front) > 0; t++ {
		w.advance(t)
	}
	return len(w.front)
}

// survives reports whether a character that stands at c and can move from turn t on can be alive at the end of turn
// until.
func (w *walk) survives(c hexabomb.Cell, t, until int) bool { //nolint:unparam // all look equally far today
	return w.survivors(c, t, min(until, w.danger.Last())) > 0
}

// advance moves on from the cells in front to all those where a character can be alive a turn later.
func (w *walk) advance(t int) {
	w.step++
	back, step, outside := w.back[:0], w.step, w.outside()
	turns, crowd, first := w.danger.Turns(), w.crowd, w.danger.Firsts()
	for _, from := range w.front {
		for _, to := range w.next[int(from)<<3 : int(from)<<3+stay+1] {
			if to == outside || w.seen[to] == step {
				continue
			}
			if m := turns[to]; m != 0 && (m>>t&1 != 0 || m&1 != 0 && t <= int(first[to]) && from != to) {
				continue
			}
			if k := crowd[to]; k != 0 && from != to && (k>>t&1 != 0 || k>>(t-1)&1 != 0 && crowd[from]>>t&1 != 0) {
				continue
			}
			w.seen[to] = step
			back = append(back, to)
		}
	}
	w.front, w.back = back, w.front
}

const far = 1<<16 - 1 // a distance: no way leads there

// flood sets the distance of each cell from the nearest of those in front, around bombs and around one more cell
// (outside: none).
func (w *walk) flood(distance []uint16, s *hexabomb.State, around hexabomb.Cell) {
	for c := range distance {
		distance[c] = far
	}
	for _, c := range w.front {
		distance[c] = 0
	}
	outside := w.outside()
	for i := 0; i < len(w.front); i++ {
		from := w.front[i]
		for _, to := range w.next[int(from)<<3 : int(from)<<3+stay] {
			if to != outside && distance[to] == far && !s.HasBomb(to) && to != around {
				distance[to] = distance[from] + 1
				w.front = append(w.front, to)
			}
		}
	}
}

// covered appends each cell that a bomb of a range covers from c, c included.
func (w *walk) covered(dst []hexabomb.Cell, c hexabomb.Cell, reach int) []hexabomb.Cell {
	dst = append(dst, c)
	for d := range hexabomb.NumDirections {
		to := w.next[int(c)<<3|d]
		for i := 0; i < reach && to != w.outside(); i++ {
			dst = append(dst, to)
			to = w.next[int(to)<<3|d]
		}
	}
	return dst
}

// spread lets what attracts shine farther, weaker with each step (decay of 256): a few sweeps to and fro reach most
// cells.
func spread(w *walk, pull []int32, decay int32) {
	relax := func(c int) {
		best := pull[c]
		for _, to := range w.next[c<<3 : c<<3+stay] {
			if to != w.outside() {
				best = max(best, pull[to]*decay/256)
			}
		}
		pull[c] = best
	}
	for range 2 {
		for c := range pull {
			relax(c)
		}
		for c := len(pull) - 1; c >= 0; c-- {
			relax(c)
		}
	}
}
