package options

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/arena"
)

// Unfair says so where the places of the players are not alike on their map. It is empty where they are, and where that
// is not known.
func Unfair(p *arena.Prepared) string {
	players := p.Seats() - p.Specials()
	if p.Kind.Fair == nil || players < 2 {
		return ""
	}
	fair := p.Kind.Fair(p.Map)
	if slices.Contains(fair, players) {
		return ""
	}
	var numbers []string
	for _, n := range fair {
		if n > 1 {
			numbers = append(numbers, fmt.Sprint(n))
		}
	}
	if numbers == nil {
		return fmt.Sprintf("the places on map %s are not alike: it is fair for no number of players", p.Map.Name)
	}
	return fmt.Sprintf("the places of %d players on map %s are not alike: it is fair for %s", players, p.Map.Name,
		strings.Join(numbers, ", "))
}
