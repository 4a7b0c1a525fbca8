package hexabots

import (
	"math/rand/v2"

	"blastyard/rules/hexabomb"
)

// greedy looks at one character after the other: drop a bomb if that paints much and everybody can get away, else take
// the step that leads to the nearest cell of another colour and leaves a way out.
type greedy struct {
	team
	*paths
	rng      rand.PCG
	actions  []hexabomb.Action
	distance []uint16 // by cell: steps to the nearest cell worth painting
	claimed  []bool   // by cell: a team mate is about to paint it
	blast    []hexabomb.Cell
}

const (
	greedyPaint = 8 // cells that a bomb must paint at least
	greedySight = 6 // turns ahead in which everybody must survive
	greedyWays  = 3 // cells where each should be able to survive
)

func newGreedy(at seat) Bot {
	n := at.board.NumCells()
	return &greedy{team: teamOf(at), paths: newPaths(at.board), rng: *rand.NewPCG(at.seed, uint64(at.player)),
		distance: make([]uint16, n), claimed: make([]bool, n)}
}

func (g *greedy) Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action {
	g.actions = g.actions[:0]
	clear(g.claimed)
	g.reset(s, nil, 1)
	for _, id := range g.urgent(s, g.team) {
		switch c := s.Character(id); {
		case !c.Alive:
			if c.ReviveDelay == 0 && !g.board.SuddenDeath() {
				g.reviveAt(s, id, c.Cell)
			}
		case c.BombCount > 0 && !s.HasBomb(c.Cell) && g.drop(s, id):
		default:
			g.step(s, id, c.Cell)
		}
	}
	return append(dst, g.actions...)
}

// reviveAt revives a character where it lies, if it can survive there; in the rules of 2018 on such a cell next to
// which most is to be painted.
func (g *greedy) reviveAt(s *hexabomb.State, id int, grave hexabomb.Cell) {
	if g.board.RevivesAnywhere() {
		at, found := g.bestToRevive(s, g.player, func(c hexabomb.Cell) bool { return g.survives(c, 2, greedySight) })
		if found {
			g.actions = append(g.actions, hexabomb.ReviveOn(g.player, id, at))
		}
	} else if g.survives(grave, 2, greedySight) && !g.danger.At(grave, 1) {
		g.actions = append(g.actions, g.revive(id))
	}
}

// drop drops a bomb if it paints enough and puts nobody else of the team in danger.
func (g *greedy) drop(s *hexabomb.State, id int) bool {
	cell := s.Character(id).Cell
	g.blast = g.covered(g.blast[:0], cell, hexabomb.MaxBomb)
	paint := 0
	for _, c := range g.blast {
		if s.Colour(c) != hexabomb.ColourOf(g.player) {
			paint++
		}
	}
	if paint < greedyPaint {
		return false
	}
	delay := hexabomb.MinBomb + int(below(uint32(g.rng.Uint64()), hexabomb.MaxBomb-hexabomb.MinBomb+1))
	before := len(g.actions)
	g.actions = append(g.actions, g.bomb(id, hexabomb.MaxBomb, delay))
	g.danger.Look(s, g.actions)
	if g.allSafe(s, id) {
		return true
	}
	g.actions = g.actions[:before]
	g.danger.Look(s, g.actions)
	return false
}

// allSafe reports whether the one who drops a bomb can get away from it, and nobody else of the team needs to.
func (g *greedy) allSafe(s *hexabomb.State, bomber int) bool {
	for i := g.first; i < g.end; i++ {
		c := s.Character(i)
		if i == bomber && (g.danger.At(c.Cell, 1) || g.waysOut(c.Cell, 2) < 0) {
			return false
		}
		if i != bomber && c.Alive && (g.danger.First(c.Cell) > 0 || g.danger.First(g.destination(s, i)) > 0) {
			return false
		}
	}
	return true
}

// destination is where a character will be after its action.
func (g *greedy) destination(s *hexabomb.State, id int) hexabomb.Cell {
	at := s.Character(id).Cell
	for _, a := range g.actions {
		if int(a.Character) == id && a.Kind == hexabomb.Move {
			return g.next[int(at)<<3|int(a.Direction)]
		}
	}
	return at
}

// step moves a character, or lets it stand where that is best.
func (g *greedy) step(s *hexabomb.State, id int, at hexabomb.Cell) {
	g.measure(s)
	best, bestScore := stay, -1<<30
	for d := range stay + 1 {
		to := g.next[int(at)<<3|d]
		if !g.enter(at, to, 1) {
			continue
		}
		score := -16*int(min(g.distance[to], 1000)) + int(below(uint32(g.rng.Uint64()), 8))
		if g.danger.At(to, 1) {
			score -= 1 << 22
		} else if g.danger.First(to) > 0 {
			score += g.waysOut(to, 2) - 1<<16
		}
		if d == stay {
			score -= 8
		}
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	if best != stay {
		to := g.next[int(at)<<3|best]
		g.actions = append(g.actions, g.move(id, hexabomb.Direction(best)))
		g.place(at, to, 1)
		g.claimed[to] = true
	}
}

// waysOut rates how well a character at a cell can survive from turn t on: enough for it and a team mate is enough.
func (g *greedy) waysOut(at hexabomb.Cell, t int) int {
	switch n := g.survivors(at, t, min(greedySight, g.danger.Last())); {
	case n == 0:
		return -1 << 20
	case n < greedyWays:
		return 64 * (n - greedyWays)
	default:
		return 0
	}
}

// measure finds for every cell the distance to the nearest one that is neither of the own colour nor claimed.
func (g *greedy) measure(s *hexabomb.State) {
	g.front = g.front[:0]
	for c, claimed := range g.claimed {
		if cell := hexabomb.Cell(c); s.Colour(cell) != hexabomb.ColourOf(g.player) && !claimed && !s.HasBomb(cell) {
			g.front = append(g.front, cell)
		}
	}
	g.flood(g.distance, s, g.outside())
}
