package hexabomb

import (
	"cmp"
	"slices"
)

// reference plays hexabomb as slowly and plainly as the published rules are written. It shares no code with State:
// positions are coordinates, everything is looked up in lists and maps, and nothing is stored that can be counted.
type reference struct {
	cells       map[Coord]int // to colour
	sudden      bool
	old         bool    // the rules of 2018
	order       []Coord // of cells
	kept        []int   // by player, in the rules of 2018: the last cell count above 0
	players     int
	turn        int
	characters  []refCharacter
	bombs       []refBomb
	explosions  map[Coord]int // to colour
	scores      []int
	refusedThen map[int]Reason // in the last turn, by index of the action
}

type refCharacter struct {
	player, colour int
	at             Coord
	alive          bool
	delay, bombs   int
}

type refBomb struct {
	colour, reach, delay int
	at                   Coord
}

func newReference(v Version, m *Map, players, special int) *reference {
	g := &reference{cells: map[Coord]int{}, sudden: special > 0, old: v == V2018, players: players + special}
	g.order = slices.SortedFunc(slices.Values(m.Cells), Coord.Compare)
	for _, c := range m.Cells {
		g.cells[c] = 0
	}
	seats := m.Starts[:players]
	if g.sudden {
		seats = append([][]Coord{m.SpecialStarts}, seats...)
	}
	for p, starts := range seats {
		for _, c := range starts {
			g.characters = append(g.characters, refCharacter{player: p, colour: p + 1, at: c, alive: true, delay: -1, bombs: 1})
			g.cells[c] = p + 1
		}
		g.scores = append(g.scores, 0)
	}
	if g.old {
		g.kept = slices.Repeat([]int{1}, players) // everybody's character stands on a cell
	}
	return g
}

var refDirections = map[Direction]Coord{XPlus: {1, 0}, YPlus: {1, -1}, ZPlus: {0, -1}, XMinus: {-1, 0}, YMinus: {-1, 1}, ZMinus: {0, 1}}

func (g *reference) step(actions []Action) {
	g.turn++
	g.act(actions)
	for i := range g.characters {
		if c := &g.characters[i]; !c.alive && c.delay > 0 {
			c.delay--
		}
	}
	if g.turn%10 == 0 && !g.old {
		for i := range g.characters {
			g.characters[i].bombs = min(2, g.characters[i].bombs+1)
		}
	}
	for i := range g.bombs {
		g.bombs[i].delay--
	}
	g.explode()
	for p := range g.scores {
		switch {
		case !g.sudden:
			g.scores[p] += g.count(p)
			if n := g.count(p); g.old && n > 0 {
				g.kept[p] = n
			}
		case p > 0 && slices.ContainsFunc(g.characters, func(c refCharacter) bool { return c.player == p && c.alive }):
			g.scores[p] = g.turn
		}
	}
}

func (g *reference) count(player int) (n int) {
	for _, colour := range g.cells {
		if colour == player+1 {
			n++
		}
	}
	return n
}

func (g *reference) act(actions []Action) {
	g.refusedThen = map[int]Reason{}
	var pending []int
	type order struct{ player, character uint16 }
	read := map[order]bool{}
	for i, a := range actions {
		badBomb := a.Kind == DropBomb && (a.Range < 2 || a.Range > 4 || a.Delay < 2 || a.Delay > 4)
		if a.Kind > Revive || a.Direction > ZMinus || g.old && badBomb {
			g.refusedThen[i] = Malformed
			continue
		}
		if o := (order{a.Player, a.Character}); !read[o] {
			read[o] = true
			pending = append(pending, i)
		} else {
			g.refusedThen[i] = Repeated
		}
	}
	for again := true; again; {
		again = false
		var blocked []int
		for _, i := range pending {
			reason, ok := g.apply(actions[i])
			switch {
			case !ok && reason == Occupied:
				blocked = append(blocked, i)
				continue
			case !ok:
				g.refusedThen[i] = reason
			}
			again = true
		}
		pending = blocked
	}
	for _, i := range pending {
		g.refusedThen[i] = Occupied
	}
}

func (g *reference) apply(a Action) (Reason, bool) {
	if int(a.Character) >= len(g.characters) {
		return NoSuchCharacter, false
	}
	c := &g.characters[a.Character]
	if c.player != int(a.Player) {
		return NotYours, false
	}
	special := g.sudden && c.player == 0
	switch a.Kind {
	case Move:
		if !c.alive {
			return Dead, false
		}
		to := Coord{c.at.Q + refDirections[a.Direction].Q, c.at.R + refDirections[a.Direction].R}
		if _, ok := g.cells[to]; !ok {
			return NoCellThere, false
		}
		if !g.empty(to) {
			return Occupied, false
		}
		c.at = to
		g.cells[to] = c.colour
	case DropBomb:
		limit := 4
		if special {
			limit = 100
		}
		switch reach, delay := int(a.Range), int(a.Delay); {
		case !c.alive:
			return Dead, false
		case c.bombs == 0:
			return NoBombReady, false
		case g.bombAt(c.at):
			return BombHere, false
		case reach < 2 || reach > limit || delay < 2 || delay > limit:
			return BombSetting, false
		}
		if !special && !g.old {
			c.bombs--
		}
		g.bombs = append(g.bombs, refBomb{c.colour, int(a.Range), int(a.Delay) + 1, c.at})
	case Revive:
		at, there := c.at, true
		if g.old {
			place := int(a.Range) + int(a.Delay)*256 - 1
			if there = place >= 0 && place < len(g.order); there {
				at = g.order[place]
			}
		}
		switch {
		case g.sudden:
			return NoSecondLife, false
		case c.alive:
			return Alive, false
		case c.delay != 0:
			return TooEarly, false
		case !there:
			return NoCellThere, false
		case !g.empty(at):
			return Occupied, false
		}
		c.at, c.alive, c.delay = at, true, -1
		g.cells[c.at] = c.colour
	}
	return 0, true
}

func (g *reference) bombAt(at Coord) bool {
	return slices.ContainsFunc(g.bombs, func(b refBomb) bool { return b.at == at })
}

func (g *reference) empty(at Coord) bool {
	return !g.bombAt(at) && !slices.ContainsFunc(g.characters, func(c refCharacter) bool { return c.alive && c.at == at })
}

// covers returns the cells that a bomb covers, with their distances.
func (g *reference) covers(b refBomb) map[Coord]int {
	covered := map[Coord]int{b.at: 0}
	for _, d := range refDirections {
		for n := 1; n <= b.reach; n++ {
			c := Coord{b.at.Q + n*d.Q, b.at.R + n*d.R}
			if _, ok := g.cells[c]; !ok {
				break
			}
			covered[c] = n
		}
	}
	return covered
}

func (g *reference) explode() {
	exploded := map[Coord]bool{} // the places of bombs that do
	for _, b := range g.bombs {
		if b.delay == 0 {
			exploded[b.at] = true
		}
	}
	for before := -1; before < len(exploded); {
		before = len(exploded)
		for _, b := range g.bombs {
			if exploded[b.at] {
				for c := range g.covers(b) {
					if g.bombAt(c) {
						exploded[c] = true
					}
				}
			}
		}
	}
	g.explosions = map[Coord]int{}
	distance := map[Coord]int{}
	for _, b := range g.bombs {
		if !exploded[b.at] {
			continue
		}
		for c, d := range g.covers(b) {
			switch old, seen := distance[c]; {
			case !seen || d < old:
				distance[c], g.explosions[c] = d, b.colour
			case d == old && g.explosions[c] != b.colour:
				g.explosions[c] = 0
			}
		}
	}
	g.bombs = slices.DeleteFunc(g.bombs, func(b refBomb) bool { return exploded[b.at] })
	for c, colour := range g.explosions {
		g.cells[c] = colour
	}
	for i := range g.characters {
		c := &g.characters[i]
		if _, hit := g.explosions[c.at]; !hit {
			continue
		}
		if g.sudden && c.player == 0 {
			g.cells[c.at] = 1
		} else {
			c.alive, c.delay = false, 3
		}
	}
}

func (g *reference) winner() int {
	first := 0
	if g.sudden {
		first = 1
	}
	for p := first; p < g.players; p++ {
		best := true
		for o := first; o < g.players; o++ {
			best = best && (o == p || g.scores[o] < g.scores[p])
		}
		if best {
			return p
		}
	}
	return -1
}

// snapshot is the game in the form of State.Snapshot, explosions in the order of cells.
func (g *reference) snapshot(b *Board) Snapshot {
	p := Snapshot{Turn: g.turn, Scores: g.scores, CellCounts: g.kept}
	for i := range b.NumCells() {
		p.Colours = append(p.Colours, Colour(g.cells[b.Coord(Cell(i))]))
	}
	for _, c := range g.characters {
		cell, _ := b.CellAt(c.at)
		p.Characters = append(p.Characters, Character{cell, c.alive, c.delay, c.bombs})
	}
	for _, x := range g.bombs {
		cell, _ := b.CellAt(x.at)
		p.Bombs = append(p.Bombs, Bomb{cell, Colour(x.colour), x.reach, x.delay})
	}
	for at, colour := range g.explosions {
		cell, _ := b.CellAt(at)
		p.Explosions = append(p.Explosions, Explosion{cell, Colour(colour)})
	}
	sortExplosions(p.Explosions)
	return p
}

func sortExplosions(list []Explosion) {
	slices.SortFunc(list, func(a, b Explosion) int { return cmp.Compare(a.Cell, b.Cell) })
}
