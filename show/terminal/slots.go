package terminal

import "blastyard/game/viewer"

// A slot is all that a cell shows.
type slot struct {
	cell  *viewer.Cell
	token *viewer.Token // the living one
	dead  *viewer.Token // the one that waits the least, of those that lie here
	bomb  *viewer.Bomb
	blast *viewer.Explosion
}

// slots gathers what lies on each cell. What lies on no cell of the frame is left out.
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
