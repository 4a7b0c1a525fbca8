package explain

import (
	"fmt"

	"blastyard/internal/english"
)

// tell returns the sentence of a moment.
func (l *timeline) tell(e *event, about int, names *callNames) string {
	change := "lower"
	if e.swing[about] < 0 {
		change = "higher"
	}
	when := "at the end"
	if e.until < len(l.scores)-1 {
		when = fmt.Sprintf("in turn %d", e.until)
		if e.until == e.turn {
			when = "then"
		}
	}
	whose := "the lead of " + names.of(about)
	if len(e.owners) == 1 && e.owners[0] == about {
		whose = "its lead"
	}
	return fmt.Sprintf("%s; without that, %s %s would have been %s %s", l.deed(e, names), whose, when,
		english.Count(abs(e.swing[about]), "point"), change)
}

// deed says who did what.
func (l *timeline) deed(e *event, names *callNames) string {
	alone := -1 // the only player that acted, or -1
	if len(e.owners) == 1 {
		alone = e.owners[0]
	}
	var deeds []string
	if killed := l.killed(e, alone, names); len(killed) > 0 {
		deeds = append(deeds, "killed "+english.And(killed))
	}
	if painted := e.paints(alone, names); len(painted) > 0 {
		deeds = append(deeds, "painted "+english.And(painted))
	}
	if e.walls > 0 {
		deeds = append(deeds, "broke "+english.Count(e.walls, "wall"))
	}
	if len(deeds) == 0 {
		deeds = append(deeds, "changed what came after")
	}
	bombs := countOf(len(e.bombs), "bomb")
	if len(e.bombs) == 1 {
		bombs = "a bomb"
	}
	if alone >= 0 {
		return fmt.Sprintf("%s %s with %s", names.of(alone), english.And(deeds), bombs)
	}
	var owners []string
	for _, p := range e.owners {
		owners = append(owners, names.of(p))
	}
	return fmt.Sprintf("a chain of %s of %s %s", bombs, english.And(owners), english.And(deeds))
}

// killed says who died. alone is the owner of all bombs, or -1 if there are several.
func (l *timeline) killed(e *event, alone int, names *callNames) []string {
	var list []string
	for p, dead := range e.dead {
		switch {
		case dead == 0:
		case l.single && p == alone:
			list = append(list, "itself")
		case l.single:
			list = append(list, names.of(p))
		case p == alone:
			list = append(list, english.Number(dead)+" of its own")
		default:
			list = append(list, english.Number(dead)+" of "+names.of(p))
		}
	}
	return list
}

// paints says which players got how many cells.
func (e *event) paints(alone int, names *callNames) []string {
	var list []string
	for p, cells := range e.painted {
		switch {
		case cells == 0:
		case p == alone:
			list = append(list, english.Count(cells, "cell"))
		case len(list) == 0:
			list = append(list, fmt.Sprintf("%s for %s", english.Count(cells, "cell"), names.of(p)))
		default:
			list = append(list, fmt.Sprintf("%d for %s", cells, names.of(p)))
		}
	}
	return list
}
