package checkup

import (
	"slices"

	"blastyard/game"
)

func init() {
	plans["bomberman"] = func(k *game.Kind) plan {
		return plan{situations: bombermanSituations(k.Seats(game.Map{})), opponent: "random"}
	}
}

// bombermanSituations are the situations for bots of 2016-Bomberman, which has so many seats.
func bombermanSituations(seats int) []situation {
	return []situation{
		{name: "two players, the first key", turns: 12, opponents: []string{"reference"}, id: 0, odd: true},
		{name: "dead neighbours, odd names", turns: 14, id: 1,
			opponents: []string{"random", "random", "idle"}, odd: true},
		{name: "twelve players, the last key", turns: 10, id: seats - 1,
			opponents: slices.Repeat([]string{"random"}, seats-1), odd: true},
	}
}
