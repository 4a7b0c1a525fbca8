package train

import (
	"encoding/json"
	"fmt"
)

// Given is a state as bots get it, from which matches go on. What no bot can see comes from their seeds, by draws that
// say nothing about those of the match that the state is from.
type Given struct {
	State json.RawMessage `json:"state,omitempty"` // as the game's bots get it

	// TurnNumber is the number of the turn that a bot gets with the state; nil: the state before the first turn.
	TurnNumber *int `json:"turn_number,omitempty"`

	DrawPowerUps bool `json:"draw_power_ups,omitempty"` // Bomberman: walls hide what they must hide; else nothing
}

// maxTurn is the largest number of a turn.
const maxTurn = 1<<31 - 1

// check checks the fields before any rules do.
func (g *Given) check(game string) error {
	if g.State == nil && (g.TurnNumber != nil || g.DrawPowerUps) {
		return fmt.Errorf("turn_number and draw_power_ups are of a state, which is missing")
	}
	own, has := ownPaths[game]
	switch {
	case has:
		return own.given(g)
	case g.DrawPowerUps:
		return fmt.Errorf("draw_power_ups is true, but a match of %s draws none", game)
	case g.TurnNumber != nil && (*g.TurnNumber < 0 || *g.TurnNumber > maxTurn):
		return fmt.Errorf("turn_number is %d, expected 0 to %d", *g.TurnNumber, maxTurn)
	}
	return nil
}
