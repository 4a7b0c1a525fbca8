package maps

import (
	"cmp"
	"fmt"
	"slices"

	"blastyard/rules/hexabomb"
)

// maxHomes is how many positions for a player's home a generator compares.
const maxHomes = 128

// A home is where a player's characters start: around a position that is as far as possible from those of the others.
type home struct {
	cell hexabomb.Cell
	far  int // steps to the nearest of the others
}

// furnish adds starts and special positions to a map of cells.
func (g *generator) furnish(m *hexabomb.Map) error {
	b, err := hexabomb.NewBoard(&hexabomb.Map{Cells: m.Cells, Starts: [][]hexabomb.Coord{m.Cells[:1]}}, 1, 0)
	if err != nil {
		return err
	}
	w := newSearch(b)
	most := 0
	for _, h := range g.homes(w, m.Cells) {
		if g.plan.Apart && h.far < w.board.NumCells() {
			continue // on an island that several players share
		}
		camp := g.camp(w, h)
		if most = max(most, len(camp)); len(camp) == g.plan.Characters {
			for _, s := range g.group {
				m.Starts = append(m.Starts, s.applyAll(camp))
			}
			return g.setSpecial(m)
		}
	}
	return fmt.Errorf("maps: characters is %d, but %d cells of the shape %s have room for at most %d of each of %d "+
		"players; use more cells", g.plan.Characters, len(m.Cells), g.plan.Shape, most, g.plan.Players)
}

// homes returns positions for the first player's home, those first that are farthest from their images.
func (g *generator) homes(w *search, cells []hexabomb.Coord) []home {
	var homes []home
	for _, o := range g.orbits(cells) {
		if len(o) < len(g.group) || len(homes) == maxHomes {
			continue
		}
		others := g.cells(w, o[1:])
		w.begin(g.cells(w, o[:1])...)
		h := home{cell: g.cells(w, o[:1])[0], far: w.board.NumCells()}
		for c, ok := w.next(); ok; c, ok = w.next() {
			if slices.Contains(others, c) {
				h.far, _ = w.steps(c)
				break
			}
		}
		homes = append(homes, h)
	}
	slices.SortStableFunc(homes, func(a, b home) int { return cmp.Compare(b.far, a.far) })
	return homes
}

func (g *generator) cells(w *search, places []hexabomb.Coord) []hexabomb.Cell {
	var cells []hexabomb.Cell
	for _, at := range places {
		c, _ := w.board.CellAt(at)
		cells = append(cells, c)
	}
	return cells
}

// camp returns the starts of the first player's characters: the cells nearest to its home, if they are nearer to it
// than to those of the others, without neighbours if possible. There are fewer than planned if there is no room.
func (g *generator) camp(w *search, h home) []hexabomb.Coord {
	at := w.board.Coord(h.cell)
	w.from(g.cells(w, g.orbit(at)[1:])...)
	others := make([]int, w.board.NumCells())
	for c := range others {
		steps, ok := w.steps(hexabomb.Cell(c))
		if others[c] = steps; !ok {
			others[c] = w.board.NumCells()
		}
	}
	var camp, spare []hexabomb.Coord
	w.begin(h.cell)
	for c, ok := w.next(); ok && len(camp) < g.plan.Characters; c, ok = w.next() {
		place := w.board.Coord(c)
		switch steps, _ := w.steps(c); {
		case steps >= others[c]:
		case slices.ContainsFunc(camp, func(to hexabomb.Coord) bool { return place.Distance(to) < 2 }):
			spare = append(spare, place)
		default:
			camp = append(camp, place)
		}
	}
	return append(camp, spare[:min(len(spare), g.plan.Characters-len(camp))]...)
}

// setSpecial chooses the special positions: whole orbits, those nearest to the middle.
func (g *generator) setSpecial(m *hexabomb.Map) error {
	taken := setOf(slices.Concat(m.Starts...))
	orbits := g.orbits(m.Cells)
	sortByKey(orbits, func(c hexabomb.Coord) int { return c.Distance(hexabomb.Coord{}) })
	if unit := orbitUnit(g.plan.Players); unit > 1 && !g.centred() {
		orbits = slices.DeleteFunc(orbits, func(o []hexabomb.Coord) bool { return len(o) == 1 })
	}
	for _, o := range orbits {
		if !taken[o[0]] && len(o) <= g.plan.Special-len(m.SpecialStarts) {
			m.SpecialStarts = append(m.SpecialStarts, o...)
		}
	}
	if len(m.SpecialStarts) < g.plan.Special {
		return fmt.Errorf("maps: special is %d, but %d cells of the shape %s have room for %d such positions that "+
			"lie symmetrically", g.plan.Special, len(m.Cells), g.plan.Shape, len(m.SpecialStarts))
	}
	return nil
}
