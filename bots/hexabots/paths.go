package hexabots

import (
	"slices"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// paths are the ways of characters over a board: where they can go, when, and whether they live.
type paths struct {
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

func newPaths(b *hexabomb.Board) *paths {
	n := b.NumCells()
	p := &paths{board: b, next: make([]hexabomb.Cell, n*8), danger: forecast.New(b), crowd: make([]uint64, n),
		seen: make([]uint32, n)}
	for c := range n {
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			to, ok := b.Neighbour(hexabomb.Cell(c), d)
			if !ok {
				to = p.outside()
			}
			p.next[c<<3|int(d)] = to
		}
		p.next[c<<3|stay] = hexabomb.Cell(c)
	}
	return p
}

// outside is the cell that is none.
func (p *paths) outside() hexabomb.Cell { return hexabomb.Cell(len(p.crowd)) }

// reset foresees the blasts from s on, the actions first, and expects every living character to stand still for some
// turns and to be gone then.
func (p *paths) reset(s *hexabomb.State, actions []hexabomb.Action, turns int) {
	p.danger.Look(s, actions)
	clear(p.crowd)
	for id := range p.board.NumCharacters() {
		if c := s.Character(id); c.Alive {
			p.crowd[c.Cell] = 2<<turns - 1
		}
	}
}

// urgent lists a team's characters, those first who are in danger soonest, and the dead last. The list is valid until
// the next call.
func (p *paths) urgent(s *hexabomb.State, t team) []int {
	p.order = p.order[:0]
	for id := t.first; id < t.end; id++ {
		p.order = append(p.order, id)
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return p.urgency(s, a) - p.urgency(s, b) })
	return p.order
}

func (p *paths) urgency(s *hexabomb.State, id int) int {
	c := s.Character(id)
	switch first := p.danger.First(c.Cell); {
	case !c.Alive:
		return forecast.Farthest + 2
	case first == 0:
		return forecast.Farthest + 1
	default:
		return first
	}
}

// place expects a character at a cell at the end of turn t instead of another.
func (p *paths) place(from, to hexabomb.Cell, t int) {
	p.crowd[from] &^= 1 << t
	p.crowd[to] |= 1 << t
}

// enter reports whether a character can go from a cell to a next one, or stay, in turn t: no bomb lies there, nobody
// stands there then, and nobody comes from there.
func (p *paths) enter(from, to hexabomb.Cell, t int) bool {
	if to == p.outside() {
		return false
	}
	if from == to {
		return true
	}
	return !p.danger.Blocks(to, t) && p.crowd[to]>>t&1 == 0 && !(p.crowd[to]>>(t-1)&1 != 0 && p.crowd[from]>>t&1 != 0)
}

// survivors counts the cells where a character can be alive at the end of turn until, when it stands at c and can move
// from turn t on.
func (p *paths) survivors(c hexabomb.Cell, t, until int) int {
	p.front = append(p.front[:0], c)
	for ; t <= until && len(p.front) > 0; t++ {
		p.advance(t)
	}
	return len(p.front)
}

// survives reports whether a character that stands at c and can move from turn t on can be alive at the end of turn
// until.
func (p *paths) survives(c hexabomb.Cell, t, until int) bool { //nolint:unparam // all look equally far today
	return p.survivors(c, t, min(until, p.danger.Last())) > 0
}

// advance moves on from the cells in front to all those where a character can be alive a turn later.
func (p *paths) advance(t int) {
	p.step++
	back, step, outside := p.back[:0], p.step, p.outside()
	turns, crowd, first := p.danger.Turns(), p.crowd, p.danger.Firsts()
	for _, from := range p.front {
		for _, to := range p.next[int(from)<<3 : int(from)<<3+stay+1] {
			if to == outside || p.seen[to] == step {
				continue
			}
			if m := turns[to]; m != 0 && (m>>t&1 != 0 || m&1 != 0 && t <= int(first[to]) && from != to) {
				continue
			}
			if k := crowd[to]; k != 0 && from != to && (k>>t&1 != 0 || k>>(t-1)&1 != 0 && crowd[from]>>t&1 != 0) {
				continue
			}
			p.seen[to] = step
			back = append(back, to)
		}
	}
	p.front, p.back = back, p.front
}

const far = 1<<16 - 1 // a distance: no way leads there

// flood sets the distance of each cell from the nearest of those in front, around bombs and around one more cell
// (outside: none).
func (p *paths) flood(distance []uint16, s *hexabomb.State, around hexabomb.Cell) {
	for c := range distance {
		distance[c] = far
	}
	for _, c := range p.front {
		distance[c] = 0
	}
	outside := p.outside()
	for i := 0; i < len(p.front); i++ {
		from := p.front[i]
		for _, to := range p.next[int(from)<<3 : int(from)<<3+stay] {
			if to != outside && distance[to] == far && !s.HasBomb(to) && to != around {
				distance[to] = distance[from] + 1
				p.front = append(p.front, to)
			}
		}
	}
}

// covered appends each cell that a bomb of a range covers from c, c included.
func (p *paths) covered(dst []hexabomb.Cell, c hexabomb.Cell, reach int) []hexabomb.Cell {
	dst = append(dst, c)
	for d := range hexabomb.NumDirections {
		to := p.next[int(c)<<3|d]
		for i := 0; i < reach && to != p.outside(); i++ {
			dst = append(dst, to)
			to = p.next[int(to)<<3|d]
		}
	}
	return dst
}

// spread lets what attracts shine farther, weaker with each step (decay of 256): a few sweeps to and fro reach most
// cells.
func spread(p *paths, pull []int32, decay int32) {
	relax := func(c int) {
		best := pull[c]
		for _, to := range p.next[c<<3 : c<<3+stay] {
			if to != p.outside() {
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
