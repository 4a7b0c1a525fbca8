package terminal

import "blastyard/game/viewer"

// A slot is the content of a cell.
type slot struct {
	cell  *viewer.Cell
	token *viewer.Token // the living one
	dead  *viewer.Token // of the dead characters here, the one that waits the least
	bomb  *viewer.Bomb
	blast *viewer.Explosion
}

// slots collects the content of each cell. Things outside of the frame's cells are omitted.
func slots(f *viewer.Frame) []slot {
	all := make([]slot, len(f.Cells))
	for i := range f.Cells {
		all[i].cell = &f.Cells[i]
	}
	on := func(cell int) *slot {
		if cell < 0 || cell >= len(all) {
			return &slot{}
		}
		return &all[cell]
	}
	for i := range f.Tokens {
		t := &f.Tokens[i]
		s := on(t.Cell)
		switch {
		case t.Alive:
			s.token = t
		case s.dead == nil || t.Revival < s.dead.Revival:
			s.dead = t
		}
	}
	for i := range f.Bombs {
		on(f.Bombs[i].Cell).bomb = &f.Bombs[i]
	}
	for i := range f.Explosions {
		on(f.Explosions[i].Cell).blast = &f.Explosions[i]
	}
	return all
}
