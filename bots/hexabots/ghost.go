package hexabots

import (
	"math/rand/v2"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// ghost is the special player of sudden death. Its characters drive enemies into corners: they go where these have
// least left to flee to, and close ways behind them with mines, bombs of the longest delay and range. When bombs of
// short delay, with all the mines that they set off, leave an enemy no way out, it drops them.
type ghost struct {
	team
	*paths
	tried   *forecast.Forecast
	rng     rand.PCG
	actions []hexabomb.Action
	blast   []hexabomb.Cell

	near     []int32  // by cell: how close enemies are
	mined    []bool   // by cell: a bomb covers it
	use      []int32  // by cell: of laying a mine there, or on the way on from there
	distance []uint16 // by cell: steps to the nearest special character
	ways     []int    // by character: in how many cells it can be alive soon
	targets  []int    // enemies to drive
	patience []int    // by character: turns since it dropped a bomb
}

const (
	ghostSight   = 6   // turns in which an enemy must find no way out
	ghostNear    = 16  // steps from which enemies attract mines
	ghostTargets = 2   // enemies that each character minds
	mineDecay    = 240 // of 256: what a mine is worth that can be laid a step further on
)

func newGhost(at seat) Bot {
	n, characters := at.board.NumCells(), at.board.NumCharacters()
	return &ghost{team: teamOf(at), paths: newPaths(at.board), tried: forecast.New(at.board),
		rng:  *rand.NewPCG(at.seed, uint64(at.player)),
		near: make([]int32, n), mined: make([]bool, n), use: make([]int32, n), distance: make([]uint16, n),
		ways: make([]int, characters), patience: make([]int, characters)}
}

func (g *ghost) Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action {
	g.actions = g.actions[:0]
	g.reset(s, nil, 0)
	g.approach(s)
	g.survey(s)
	g.countWays(s)
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

// countWays counts for each enemy the cells where it can be alive soon, as things stand.
func (g *ghost) countWays(s *hexabomb.State) {
	for id := g.end; id < g.board.NumCharacters(); id++ {
		g.ways[id] = 0
		if c := s.Character(id); c.Alive {
			g.ways[id] = g.survivors(c.Cell, 1, ghostSight)
		}
	}
}

// spring drops bombs of short delay if that catches somebody: one by a character, or by all at once (id -1).
func (g *ghost) spring(s *hexabomb.State, id int) bool {
	before := len(g.actions)
	for i := g.first; i < g.end; i++ {
		if (id < 0 || i == id) && !s.HasBomb(s.Character(i).Cell) {
			g.actions = append(g.actions, g.bomb(i, hexabomb.MaxSpecialBomb, hexabomb.MinBomb))
		}
	}
	if len(g.actions) > before && g.catches(s) {
		g.danger, g.tried = g.tried, g.danger
		g.countWays(s)
		return true
	}
	g.actions = g.actions[:before]
	return false
}

// catches reports whether an enemy has no way out after the actions but had one before.
func (g *ghost) catches(s *hexabomb.State) bool {
	g.tried.Look(s, g.actions)
	g.danger, g.tried = g.tried, g.danger
	defer func() { g.danger, g.tried = g.tried, g.danger }()
	for id := g.end; id < g.board.NumCharacters(); id++ {
		if g.ways[id] > 0 && !g.survives(s.Character(id).Cell, 1, ghostSight) {
			return true
		}
	}
	return false
}

// haunt moves a character or lays a mine, whichever confines the targets most and is of most use.
func (g *ghost) haunt(s *hexabomb.State, id int) {
	at := s.Character(id).Cell
	g.patience[id]++
	if !g.reachesEnemy(s, at) {
		if !s.HasBomb(at) { // free the way
			g.drop(id, at, hexabomb.MinBomb)
			return
		}
	}
	g.chooseTargets(s, at)
	best, bestValue := -1, -1
	for d, to := range g.next[int(at)<<3 : int(at)<<3+stay+1] {
		var value int
		switch {
		case d == stay && !s.HasBomb(at) && g.exits(s, at) > 0:
			value = 4*int(g.gain(at)) + 4*g.patience[id]*g.patience[id] + 8*g.confine(s, id, at, at)
		case d != stay && g.enter(at, to, 1) && s.Empty(to):
			value = int(g.use[to])*mineDecay/256 + 8*g.confine(s, id, to, g.outside())
		default:
			continue
		}
		if value += int(below(uint32(g.rng.Uint64()), 4)); value > bestValue {
			best, bestValue = d, value
		}
	}
	switch best {
	case -1:
	case stay:
		g.drop(id, at, hexabomb.MaxSpecialBomb)
	default:
		g.place(at, g.next[int(at)<<3|best], 1)
		g.actions = append(g.actions, g.move(id, hexabomb.Direction(best)))
	}
}

func (g *ghost) drop(id int, at hexabomb.Cell, delay int) {
	g.actions = append(g.actions, g.bomb(id, hexabomb.MaxSpecialBomb, delay))
	g.patience[id] = 0
	g.mine(at, hexabomb.MaxSpecialBomb)
}

// mine notes which cells a bomb covers.
func (g *ghost) mine(at hexabomb.Cell, reach int) {
	g.blast = g.covered(g.blast[:0], at, reach)
	for _, c := range g.blast {
		g.mined[c] = true
	}
}
