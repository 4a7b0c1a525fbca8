package hexabots

import (
	"math/rand/v2"
	"slices"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/forecast"
)

// hunter plans for its characters one after the other, those in danger first; each knows what those before it will do.
// For each it compares the best path for the turns to come with the bombs that it could drop instead, all in cells
// painted: what a bomb paints, it learns by playing the rules on. Sudden death has its own rules (survive). Integers
// throughout, so that it plays alike everywhere.
type hunter struct {
	team
	*paths
	tried   *forecast.Forecast // what follows from a bomb under consideration
	rng     rand.PCG
	actions []hexabomb.Action
	blast   []hexabomb.Cell

	worth   []int32 // by cell: of painting it now and for a while
	lasting []int32 // by cell: of painting it once all known bombs have blown up; in sudden death, of being there
	claimed []bool  // by cell: on the path of a team mate
	pull    []int32 // by cell: of ending a path there
	alive   []int   // by character: in how many cells it can be alive soon
	usual   int     // what bombs paint, over all cells of the board

	nodes    []node
	latest   []int32 // by cell: the node that ends there in the turn under consideration
	path     [hunterSight + 1]hexabomb.Cell
	standing uint64 // the turns for which it expects team mates to stand where they are
	death    int    // what it costs to die
	yield    int32  // what it costs to stand in a team mate's way

	*survival // nil but in sudden death
}

const (
	hunterSight = 6                    // turns that a path lasts
	hunterLook  = hexabomb.MaxBomb + 1 // turns in which ways out are counted

	oneCell   = 256 // the worth of painting a neutral cell
	pullDecay = 220 // of 256: what something is worth that lies a step further on
	turnDecay = 12  // of 256: what is lost by painting a turn later
	blastLife = 10  // turns that a cell keeps its colour anyway

	ownDeath = 6 * oneCell
	rivalDie = 8 * oneCell
	scare    = 600 // to leave a rival no more than a way or two
)

func newHunter(at seat) Bot {
	n := at.board.NumCells()
	h := &hunter{
		team:     teamOf(at),
		paths:    newPaths(at.board),
		tried:    forecast.New(at.board),
		rng:      *rand.NewPCG(at.seed, uint64(at.player)),
		worth:    make([]int32, n),
		lasting:  make([]int32, n),
		claimed:  make([]bool, n),
		pull:     make([]int32, n),
		latest:   make([]int32, n),
		alive:    make([]int, at.board.NumCharacters()),
		standing: 3,
		death:    ownDeath,
		yield:    2 * oneCell,
	}
	for c := range n {
		h.blast = h.covered(h.blast[:0], hexabomb.Cell(c), hexabomb.MaxBomb)
		h.usual += len(h.blast)
	}
	h.usual = h.usual * oneCell / n
	if at.board.SuddenDeath() {
		h.survival = newSurvival(at.board)
		h.standing, h.death, h.yield = 1<<(hunterSight+1)-1, farDeath, trapped/8
	}
	return h
}

func (h *hunter) Act(dst []hexabomb.Action, s *hexabomb.State) []hexabomb.Action {
	h.actions = h.actions[:0]
	clear(h.claimed)
	h.reset(s, nil, 2)
	order := h.urgent(s, h.team)
	for _, id := range order {
		if c := s.Character(id); c.Alive {
			h.crowd[c.Cell] = h.standing
		}
	}
	if h.board.SuddenDeath() {
		return h.survive(dst, s, order)
	}
	h.judge(s)
	for _, id := range order {
		c := s.Character(id)
		if !c.Alive {
			h.reviveAt(s, id, c)
			continue
		}
		h.crowd[c.Cell] &^= h.standing // itself is not in its way
		h.attract()
		h.decide(s, id, c)
	}
	return append(dst, h.actions...)
}

// reviveAt revives a character unless a blast would catch it at once.
func (h *hunter) reviveAt(s *hexabomb.State, id int, c hexabomb.Character) {
	switch {
	case c.ReviveDelay > 0:
	case h.board.RevivesAnywhere():
		at, found := h.bestToRevive(s, h.player, func(c hexabomb.Cell) bool { return h.survives(c, 2, hunterSight) })
		if found {
			h.actions = append(h.actions, hexabomb.ReviveOn(h.player, id, at))
		}
	case !h.danger.At(c.Cell, 1) && s.Empty(c.Cell):
		h.actions = append(h.actions, h.revive(id))
	}
}

// judge sets what it is worth to paint each cell: a cell taken from another counts for both.
func (h *hunter) judge(s *hexabomb.State) {
	after := h.danger.After()
	for c := range h.worth {
		cell := hexabomb.Cell(c)
		h.worth[c], h.lasting[c] = h.worthOf(s.Colour(cell)), h.worthOf(after.Colour(cell))
	}
}

func (h *hunter) worthOf(c hexabomb.Colour) int32 {
	switch c {
	case hexabomb.ColourOf(h.player):
		return 0
	case 0:
		return oneCell
	default:
		return oneCell + oneCell/int32(max(1, h.board.NumPlayers()-1))
	}
}

// attract sets how much a path should end in each cell: how much is left to paint near it or on the way from there.
func (h *hunter) attract() {
	for c := range h.pull {
		near := h.open(hexabomb.Cell(c))
		for d := range hexabomb.NumDirections {
			to := h.next[c<<3|d]
			for i := 0; i < 2 && to != h.outside(); i++ {
				near += h.open(to)
				to = h.next[int(to)<<3|d]
			}
		}
		h.pull[c] = near / 4
	}
	spread(h.paths, h.pull, pullDecay)
}

// open is what is left to paint for good in a cell that nobody has claimed.
func (h *hunter) open(c hexabomb.Cell) int32 {
	if h.claimed[c] {
		return 0
	}
	return h.lasting[c]
}

// decide finds what a character does and lets the others know.
func (h *hunter) decide(s *hexabomb.State, id int, c hexabomb.Character) {
	value, end := h.plan(c.Cell, 1)
	if c.BombCount > 0 && !s.HasBomb(c.Cell) {
		if bomb, gain := h.bestBomb(s, id, c); gain > 0 {
			h.actions = append(h.actions, bomb)
			h.tried.Look(s, h.actions)
			h.danger, h.tried = h.tried, h.danger
			h.judge(s)
			rest, last := h.plan(c.Cell, 2)
			if gain+rest > value {
				h.follow(c.Cell, last)
				return
			}
			h.actions = h.actions[:len(h.actions)-1]
			h.danger, h.tried = h.tried, h.danger
			h.judge(s)
			_, end = h.plan(c.Cell, 1)
		}
	}
	h.follow(c.Cell, end)
	if first := h.path[1]; first != c.Cell {
		h.actions = append(h.actions, h.move(id, h.direction(c.Cell, first)))
	}
}

func (p *paths) direction(from, to hexabomb.Cell) hexabomb.Direction {
	return hexabomb.Direction(slices.Index(p.next[int(from)<<3:int(from)<<3+stay], to))
}

// follow lets the team know of a path.
func (h *hunter) follow(from hexabomb.Cell, end int32) {
	for i := range h.path {
		h.path[i] = from
	}
	last := hunterSight
	for i := end; i >= 0; i = h.nodes[i].parent {
		n := h.nodes[i]
		for t := int(n.turn); t <= last; t++ {
			h.path[t] = n.cell
		}
		last = int(n.turn) - 1
	}
	h.crowd[from] |= 1
	for t := 1; t <= hunterSight; t++ {
		h.crowd[h.path[t]] |= 1 << t
		h.claimed[h.path[t]] = true
	}
}
