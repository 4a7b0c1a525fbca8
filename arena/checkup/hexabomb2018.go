package checkup

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// plan2018 is the plan for hexabomb without what the rules of 2018 do not have: special players, and more than one
// character for each player.
func plan2018() plan {
	boards := situationMaps()
	for _, m := range boards {
		m.SpecialStarts = nil
		for player := range m.Starts {
			m.Starts[player] = m.Starts[player][:1]
		}
	}
	return plan{
		situations: slices.DeleteFunc(hexabombSituations(), func(s situation) bool { return s.special != "" }),
		made:       opener(boards),
		beaten:     hexabomb.Move.String() + ": " + hexabomb.Occupied.String(),
		readable: `send {"id":…, "movement":"move"|"bomb"|"revive"} with direction, or bomb_range and ` +
			`bomb_delay from 2 to 4, or revive_q and revive_r`,
	}
}
