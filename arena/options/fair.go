//go:build !js

package options

import (
	"fmt"
	"slices"
	"strings"

	"blastyard/arena"
)

// Unfair describes how a map gives some players better places than others. It returns "" if the map is fair or its
// fairness is unknown.
func Unfair(p *arena.Prepared) string {
	players := len(p.Seats) - p.Specials
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
		return fmt.Sprintf("map %s is not fair for any number of players", p.Map.Name)
	}
	return fmt.Sprintf("map %s is fair for %s players, but not for %d", p.Map.Name, strings.Join(numbers, " or "),
		players)
}
