package builtin

import (
	"math/rand/v2"

	"blastyard/hexabomb"
)

// ghost is the special player of sudden death. It lays mines, bombs of the longest delay and range, where they cover and
// block most of what its enemies have left; when a bomb of short delay, with all the mines that it sets off, leaves an
// enemy no way out, it drops that bomb.
type ghost struct {
	team
	*walk
	trial   *Danger
	rng     rand.PCG
	actions []hexabomb.Action
	near    []int32 // by cell: how close enemies are
	mined   []bool  // by cell: some bomb covers it
	use     []int32 // by cell: of a mine there; then of being on the way there
	blast   []hexabomb.Cell
	rooms   []int // by character: how many cells it could live in
}

const (
	ghostSight = 6   // turns in which an enemy must find no way out
	nearSight  = 16  // steps from which enemies attract
	mineDecay  = 226 // of 256: what a mine one step away counts
	mineLeast  = 40  // use that is worth a mine
)

func newGhost(at seat) Bot {
	n := at.board.NumCells()
	return &ghost{team: teamOf(at), walk: newWalk(at.board), trial: NewDanger(at.board), rng: *rand.NewPCG(at.seed, uint64(at.player)),
		near: make([]int32, n), mined: make([]bool, n), use: make([]int32, n), rooms: make([]int, at.board.NumCharacters())}
}

func (g *ghost) Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action {
	g.actions = g.actions[:0]
	g.reset(s, nil, 0)
	g.approach(s)
	g.survey(s)
	g.countRooms(s)
	if g.spring(s, -1) {
		return append(dst, g.actions...)
	}
	for id := g.first; id < g.end; id++ {
		if !g.spring(s, id) {
			g.haunt(s, id)
		}
	}
	return append(dst, g.actions...)
}

// approach measures how close each cell is to enemies.
func (g *ghost) approach(s *hexabomb.State) {
	clear(g.near)
	for id := g.end; id < g.board.NumCharacters(); id++ {
		c := s.Character(id)
		if !c.Alive {
			continue
		}
		g.step++
		g.front = append(g.front[:0], c.Cell)
		g.seen[c.Cell] = g.step
		for far := range nearSight {
			g.back = g.back[:0]
			for _, from := range g.front {
				g.near[from] += int32(nearSight - far)
				for _, to := range g.next[int(from)<<3 : int(from)<<3+stay] {
					if to != g.outside() && g.seen[to] != g.step && !s.HasBomb(to) {
						g.seen[to] = g.step
						g.back = append(g.back, to)
					}
				}
			}
			g.front, g.back = g.back, g.front
		}
	}
}

// survey finds which cells bombs cover, and what a mine on each cell would be of use.
func (g *ghost) survey(s *hexabomb.State) {
	clear(g.mined)
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		g.blast = g.covered(g.blast[:0], b.Cell, b.Range)
		for _, c := range g.blast {
			g.mined[c] = true
		}
	}
	for c := range g.use {
		g.use[c] = g.gain(hexabomb.Cell(c))
		if s.HasBomb(hexabomb.Cell(c)) {
			g.use[c] = 0
		}
	}
}

// gain is what a mine would cover that no bomb covers yet, where enemies are near.
func (g *ghost) gain(c hexabomb.Cell) (sum int32) {
	if !g.mined[c] {
		sum += g.near[c]
	}
	sum += g.near[c] / 2 // and what it blocks
	for d := range hexabomb.NumDirections {
		for to := g.next[int(c)<<3|d]; to != g.outside(); to = g.next[int(to)<<3|d] {
			if !g.mined[to] {
				sum += g.near[to]
			}
		}
	}
	return sum
}

// countRooms counts for each enemy where it could live, as things stand.
func (g *ghost) countRooms(s *hexabomb.State) {
	for id := g.end; id < g.board.NumCharacters(); id++ {
		g.rooms[id] = 0
		if c := s.Character(id); c.Alive {
			g.rooms[id] = g.survivors(c.Cell, 1, ghostSight)
		}
	}
}

// spring drops bombs of short delay if that catches somebody: one by a character, or by all at once (id -1).
func (g *ghost) spring(s *hexabomb.State, id int) bool {
	before := len(g.actions)
	for i := g.first; i < g.end; i++ {
		if c := s.Character(i); (id < 0 || i == id) && !s.HasBomb(c.Cell) {
			g.actions = append(g.actions, g.bomb(i, hexabomb.MaxSpecialBomb, hexabomb.MinBomb))
		}
	}
	if len(g.actions) > before && g.catches(s) > 0 {
		g.danger, g.trial = g.trial, g.danger
		g.countRooms(s)
		return true
	}
	g.actions = g.actions[:before]
	return false
}

// catches counts the enemies who have no way out after the actions but had one before.
func (g *ghost) catches(s *hexabomb.State) (n int) {
	g.trial.Look(s, g.actions)
	g.danger, g.trial = g.trial, g.danger
	for id := g.end; id < g.board.NumCharacters(); id++ {
		if c := s.Character(id); g.rooms[id] > 0 && g.survivors(c.Cell, 1, ghostSight) == 0 {
			n++
		}
	}
	g.danger, g.trial = g.trial, g.danger
	return n
}

// haunt lays a mine where that is of use, or goes where it would be.
func (g *ghost) haunt(s *hexabomb.State, id int) {
	at := s.Character(id).Cell
	here := int32(0)
	if !s.HasBomb(at) {
		here = g.gain(at)
	}
	pull := g.use
	spread(g.walk, pull, mineDecay)
	best, bestPull := stay, int32(-1)
	exits := 0
	for d, to := range g.next[int(at)<<3 : int(at)<<3+stay] {
		if !g.enter(at, to, 1) || s.HasBomb(to) {
			continue
		}
		exits++
		if v := pull[to]*8 + int32(below(uint32(g.rng.Uint64()), 8)); v > bestPull {
			best, bestPull = d, v
		}
	}
	switch {
	case exits == 0 && !s.HasBomb(at):
		g.actions = append(g.actions, g.bomb(id, hexabomb.MaxSpecialBomb, hexabomb.MinBomb))
	case here >= mineLeast && here*8*16 >= bestPull*mineDecay/256:
		g.actions = append(g.actions, g.bomb(id, hexabomb.MaxSpecialBomb, hexabomb.MaxSpecialBomb))
		g.blast = g.covered(g.blast[:0], at, hexabomb.MaxSpecialBomb)
		for _, c := range g.blast {
			g.mined[c] = true
		}
	case best != stay:
		to := g.next[int(at)<<3|best]
		g.place(at, to, 1)
		g.actions = append(g.actions, g.move(id, hexabomb.Direction(best)))
	}
}
