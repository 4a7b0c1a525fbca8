package explain

import (
	"slices"

	"blastyard/rules/blast"
	"blastyard/rules/hexabomb"
)

// credit records which cells the players got in the turn, and counts the cells that they own: each gives a point.
func (h *hexabombRules) credit(a *accounts) {
	if h.board.SuddenDeath() { // a turn lived is a point
		for p := range h.special {
			if h.after.Living(p) > 0 {
				a.earn(Deaths, p, 1, 1)
			}
		}
		return
	}
	if h.origins == nil {
		h.beginCells(a)
	}
	for cell := range h.cells {
		was, is := h.colours(cell)
		if is == none {
			continue
		}
		if is != was {
			h.origins[cell] = Walked
			if slices.ContainsFunc(h.exploded, func(b blast.Bomb) bool { return b.Covers(cell) }) {
				h.origins[cell] = Painted
			}
			a.earn(h.origins[cell], is, 1, 0)
		}
		a.earn(h.origins[cell], is, 0, 1)
	}
}

// beginCells counts the cells that players own before the first turn.
func (h *hexabombRules) beginCells(a *accounts) {
	h.origins = make([]Cause, h.cells) // Start
	for cell := range h.cells {
		if was, _ := h.colours(cell); was != none {
			a.earn(Start, was, 1, 0)
		}
	}
}

// spent says what a living character did in the turn: Walked is a move.
func (h *hexabombRules) spent(x int) Cause {
	i := h.asked[x]
	switch {
	case i == none && h.garbled[h.owners[x]]:
		return Refusals
	case i == none:
		return Waiting
	case h.refused[i] && h.contested(i):
		return Contested
	case h.refused[i]:
		return Refusals
	case h.actions()[i].Kind == hexabomb.DropBomb:
		return Dropping
	}
	return Walked
}

// contested reports whether an action of the turn was a move to a free cell that a character of another player
// reached first.
func (h *hexabombRules) contested(i int) bool {
	a := h.actions()[i]
	x := int(a.Character)
	if a.Kind != hexabomb.Move || x >= len(h.owners) || h.asked[x] != i || !h.before.Character(x).Alive {
		return false
	}
	to, ok := h.board.Neighbour(h.before.Character(x).Cell, a.Direction)
	if !ok || !h.before.Empty(to) {
		return false
	}
	for y, p := range h.owners {
		was, is := h.was(y), h.is(y)
		if came := was.cell != is.cell || !was.alive; p != int(a.Player) && came && is.cell == int(to) {
			return true
		}
	}
	return false
}
