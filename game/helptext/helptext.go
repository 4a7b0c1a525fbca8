// Package helptext says in the help texts of commands what games have, so that no text names them.
package helptext

import (
	"fmt"
	"strings"

	"blastyard/game"
)

// Names returns the names of games, with a separator between them.
func Names(kinds []*game.Kind, separator string) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return strings.Join(names, separator)
}

// Rules describes a flag for the version of a game's rules.
func Rules(kinds []*game.Kind) string {
	var of []string
	for _, k := range kinds {
		versions := []string{k.Version}
		for _, older := range k.Older {
			versions = append(versions, older.Version)
		}
		if len(versions) > 1 {
			of = append(of, fmt.Sprintf("of %s %s (default %s)", k.Name, strings.Join(versions, " or "), k.Version))
		}
	}
	if len(of) == 0 {
		return "the version of the rules: these games have one each"
	}
	return "the version of the rules: " + strings.Join(of, ", ")
}

// Turns says how many turns matches have by default.
func Turns(kinds []*game.Kind) string {
	var of []string
	for _, k := range kinds {
		if k.Turns > 0 {
			of = append(of, fmt.Sprintf("%s %d", k.Name, k.Turns))
		} else {
			of = append(of, k.Name+" as many as its rules allow")
		}
	}
	return "default: " + strings.Join(of, ", ")
}

// EachRound returns the games whose bots that are programs are started each round.
func EachRound(kinds []*game.Kind) (list []*game.Kind) {
	for _, k := range kinds {
		if k.Protocol == game.Rounds {
			list = append(list, k)
		}
	}
	return list
}

// SlowTurns says how long a bot has for a turn in the games that give more than a second.
func SlowTurns(kinds []*game.Kind) string {
	return Names(EachRound(kinds), ", ") + ": 2s, and what its language takes to start"
}

// Bots lists the built-in bots of games, a sentence for each. ladders are those of some games from easy to hard, by
// name.
func Bots(kinds []*game.Kind, ladders map[string]string) string {
	var lines []string
	for _, k := range kinds {
		if ladder := ladders[k.Name]; ladder != "" {
			lines = append(lines, "The built-in bots of "+k.Name+", from easy to hard: "+ladder+".")
		} else if len(k.Bots) > 0 {
			lines = append(lines, "The built-in bots of "+k.Name+": "+strings.Join(k.Bots, ", ")+".")
		}
	}
	return strings.Join(lines, "\n")
}
