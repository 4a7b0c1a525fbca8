package explain

import (
	"fmt"
	"slices"
)

// An outlook is the forecast of the next turns, numbered from 1.
type outlook interface {
	last() int          // the last turn with a known blast; 0: none
	first(cell int) int // the first turn in which a blast covers a cell; 0: never
	// fill sets for each cell whether a blast covers it in a turn, and whether a character can enter it.
	fill(turn int, deadly, open []bool)
}

// survival finds the cells on which a character can survive the known blasts.
type survival struct {
	*layout
	outlook
	deadly [][]bool // by turn and cell
	lives  [][]bool // by turn (0 is now) and cell: whether a character on it at the end of the turn can survive
	open   []bool
}

// look works backwards from the last blast.
func (s *survival) look(o outlook) {
	s.outlook = o
	last := o.last()
	for len(s.lives) <= last {
		s.lives, s.deadly = append(s.lives, make([]bool, s.cells)), append(s.deadly, make([]bool, s.cells))
		s.open = make([]bool, s.cells)
	}
	for cell := range s.lives[last] {
		s.lives[last][cell] = true
	}
	for t := last; t > 0; t-- {
		o.fill(t, s.deadly[t], s.open)
		s.before(t)
	}
}

// before finds the cells on which a character must be before turn t to survive.
func (s *survival) before(t int) {
	deadly, lives, now := s.deadly[t], s.lives[t], s.lives[t-1]
	deadly, lives = deadly[:len(now)], lives[:len(now)]
	for cell := range now {
		stays := lives[cell] && !deadly[cell]
		now[cell] = stays
		if stays || s.blastFirst && deadly[cell] {
			continue
		}
		for _, to := range s.neighbours[cell] {
			if lives[to] && !deadly[to] && s.open[to] {
				now[cell] = true
				break
			}
		}
	}
}

// doomed reports whether a character on a cell dies before it can leave.
func (s *survival) doomed(cell int) bool { return s.blastFirst && s.last() > 0 && s.deadly[1][cell] }

// safe reports whether a character on a cell at the end of the next turn is alive then and can survive.
func (s *survival) safe(cell int) bool {
	return s.last() == 0 || !s.deadly[1][cell] && s.lives[1][cell]
}

// lasting reports whether a character that is on a cell now can survive.
func (s *survival) lasting(cell int) bool { return s.lives[0][cell] }

// quiet reports whether no known blast covers a cell.
func (s *survival) quiet(cell int) bool { return s.first(cell) == 0 }

// foreseen returns a copy of the blasts, by turn and cell.
func (s *survival) foreseen() [][]bool {
	list := make([][]bool, s.last()+1)
	for t := 1; t < len(list); t++ {
		list[t] = slices.Clone(s.deadly[t])
	}
	return list
}

// escape is a safe move that existed and was not taken.
type escape struct {
	turn      int
	character int
	direction string // empty: stay
	x, y      int    // the target
	moved     bool   // the character moved somewhere else; otherwise it stayed
	late      bool   // its player did not answer in time

	foreseen [][]bool // the known blasts, by turn (1 is the next) and cell
}

// knew reports whether a blast on a cell in a turn was known.
func (e *escape) knew(cell, turn int) bool {
	t := turn - e.turn + 1
	return t < len(e.foreseen) && e.foreseen[t][cell]
}

func (e *escape) String() string {
	if e.direction == "" {
		return fmt.Sprintf("staying at (%d,%d)", e.x, e.y)
	}
	return fmt.Sprintf("%s to (%d,%d)", e.direction, e.x, e.y)
}

// could returns the end of a sentence about a character that did not take the escape.
func (e *escape) could(name string) string {
	if e.direction == "" {
		return fmt.Sprintf("; %s could have stayed at (%d,%d) in turn %d", name, e.x, e.y, e.turn)
	}
	return fmt.Sprintf("; %s could have gone %v in turn %d", name, e, e.turn)
}

// tell returns the text about a character that did not take the escape and died in the blast of a bomb in turn death.
func (e *escape) tell(name, bomb string, death int) string {
	verb, late := "stayed in", ""
	if e.moved {
		verb = "walked into"
	}
	if e.late {
		late = ", with no answer in time"
	}
	return fmt.Sprintf("%s %s a blast that was known (%s, due in %d)%s; %v was safe", name, verb, bomb, death-e.turn+1,
		late, e)
}

// seeDanger records the last safe move that a character did not take.
func (r *review) seeDanger(x, turn int) {
	from := r.rules.was(x)
	switch {
	case !from.alive:
		r.missed[x], r.safeIn[x] = nil, 0
		return
	case r.ahead.doomed(from.cell):
		return
	case r.ahead.safe(r.rules.meant(x)):
		r.missed[x], r.safeIn[x] = nil, turn
		return
	}
	best, known := r.bestWay(x)
	if known {
		r.missed[x] = nil
	}
	if best == nil {
		return
	}
	place := r.layout.places[best.cell]
	r.missed[x] = &escape{turn: turn, character: x, direction: best.direction, x: place[0], y: place[1],
		moved: r.rules.is(x).cell != from.cell, late: r.late[r.layout.owners[x]], foreseen: r.ahead.foreseen()}
	r.safeIn[x] = turn
}

// bestWay returns a safe move of a character, if possible one that no known blast covers. known reports whether any
// move seemed safe before the others moved.
func (r *review) bestWay(x int) (best *way, known bool) {
	for _, w := range r.rules.ways(x) {
		if !r.ahead.safe(w.cell) {
			continue
		}
		known = true
		if best != nil && !r.ahead.quiet(w.cell) {
			continue
		}
		o, there := r.rules.try(x, w)
		if !there {
			continue
		}
		if r.other.look(o); !r.other.lasting(w.cell) {
			continue
		}
		best = &w
		if r.ahead.quiet(w.cell) {
			break
		}
	}
	return best, known
}
