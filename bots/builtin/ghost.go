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
	trial    *Danger
	rng      rand.PCG
	actions  []hexabomb.Action
	near     []int32 // by cell: how close enemies are
	mined    []bool  // by cell: some bomb covers it
	use      []int32 // by cell: of a mine there; then of being on the way there
	blast    []hexabomb.Cell
	targets  []int // enemies near
	distance []uint16
	trap     []hexabomb.Action
	rooms    []int // by character: how many cells it could live in
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
		near: make([]int32, n), mined: make([]bool, n), use: make([]int32, n), distance: make([]uint16, n), rooms: make([]int, at.board.NumCharacters())}
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

// haunt takes the action that leaves enemies least ways out of a trap sprung in the turn after, and is of most use later.
func (g *ghost) haunt(s *hexabomb.State, id int) {
	at := s.Character(id).Cell
	g.chooseTargets(s, at)
	g.reset(s, nil, 0)
	for _, a := range g.actions {
		if from := s.Character(int(a.Character)).Cell; a.Kind == hexabomb.Move {
			g.place(from, g.next[int(from)<<3|int(a.Direction)], 1)
		} else {
			g.place(from, from, 1)
		}
	}
	spread(g.walk, g.use, mineDecay)
	best, bestValue := hexabomb.Action{}, -1
	before := len(g.actions)
	for d, to := range g.next[int(at)<<3 : int(at)<<3+stay+1] {
		var a hexabomb.Action
		var value int
		switch {
		case d != stay && g.enter(at, to, 1) && s.Empty(to):
			a = g.move(id, hexabomb.Direction(d))
			value = int(g.use[to]) * mineDecay / 256 * ghostTune[0]
		case d == stay && !s.HasBomb(at):
			a = g.bomb(id, hexabomb.MaxSpecialBomb, hexabomb.MaxSpecialBomb)
			value = int(g.gain(at)) * ghostTune[1]
		default:
			continue
		}
		g.actions = append(g.actions, a)
		value += g.pressure(s)*ghostTune[2] + g.confine(s, id, a)*ghostTune[3] + int(below(uint32(g.rng.Uint64()), 64))
		g.actions = g.actions[:before]
		if value > bestValue {
			best, bestValue = a, value
		}
	}
	if bestValue < 0 {
		return
	}
	g.actions = append(g.actions, best)
	if best.Kind == hexabomb.DropBomb {
		g.blast = g.covered(g.blast[:0], at, hexabomb.MaxSpecialBomb)
		for _, c := range g.blast {
			g.mined[c] = true
		}
	}
}

var ghostTune = [4]int{16, 64, 64, 128}

// chooseTargets picks the enemies nearest to a cell.
func (g *ghost) chooseTargets(s *hexabomb.State, at hexabomb.Cell) {
	g.targets = g.targets[:0]
	for far := range 40 {
		for id := g.end; id < g.board.NumCharacters(); id++ {
			if c := s.Character(id); c.Alive && g.board.Coord(c.Cell).Distance(g.board.Coord(at)) == far && len(g.targets) < 4 {
				g.targets = append(g.targets, id)
			}
		}
	}
}

// pressure tells how little room the targets have if all special characters drop bombs in the turn after the actions.
func (g *ghost) pressure(s *hexabomb.State) (sum int) {
	g.trap = g.trap[:0]
	for i := g.first; i < g.end; i++ {
		g.trap = append(g.trap, g.bomb(i, hexabomb.MaxSpecialBomb, hexabomb.MinBomb))
	}
	g.trial.Look(s, g.actions, g.trap)
	g.danger, g.trial = g.trial, g.danger
	for _, id := range g.targets {
		n := g.survivors(s.Character(id).Cell, 1, 1+hexabomb.MinBomb+1)
		sum += 1000 / (n + 1)
	}
	g.danger, g.trial = g.trial, g.danger
	return sum
}

// confine tells how little the targets have that they reach before any special character, once one has acted.
func (g *ghost) confine(s *hexabomb.State, id int, a hexabomb.Action) (sum int) {
	const far = 1<<16 - 1
	for c := range g.distance {
		g.distance[c] = far
	}
	mine := g.outside()
	g.front = g.front[:0]
	for i := g.first; i < g.end; i++ {
		at := s.Character(i).Cell
		act := g.actionOf(i)
		if act != nil && act.Kind == hexabomb.Move {
			at = g.next[int(at)<<3|int(act.Direction)]
		}
		g.distance[at] = 0
		g.front = append(g.front, at)
		if i == id && a.Kind == hexabomb.DropBomb {
			mine = at
		}
	}
	for i := 0; i < len(g.front); i++ {
		from := g.front[i]
		for _, to := range g.next[int(from)<<3 : int(from)<<3+stay] {
			if to != g.outside() && g.distance[to] == far && !s.HasBomb(to) && to != mine {
				g.distance[to] = g.distance[from] + 1
				g.front = append(g.front, to)
			}
		}
	}
	for _, e := range g.targets {
		at := s.Character(e).Cell
		g.step++
		g.front = append(g.front[:0], at)
		g.seen[at] = g.step
		end, d := len(g.front), uint16(0)
		for i := 0; i < len(g.front); i++ {
			if i == end {
				end = len(g.front)
				d++
			}
			for _, to := range g.next[int(g.front[i])<<3 : int(g.front[i])<<3+stay] {
				if to != g.outside() && g.seen[to] != g.step && !s.HasBomb(to) && to != mine && g.distance[to] > d+1 {
					g.seen[to] = g.step
					g.front = append(g.front, to)
				}
			}
		}
		sum += 10000 / (len(g.front) + 5)
	}
	return sum
}

func (g *ghost) actionOf(id int) *hexabomb.Action {
	for i := range g.actions {
		if int(g.actions[i].Character) == id {
			return &g.actions[i]
		}
	}
	return nil
}
