package train

import (
	"encoding/json"
	"fmt"
)

// Given is a state as bots get it, from which matches go on. What no bot can see comes from their seeds, by draws that
// say nothing about those of the match that the state is from.
type Given struct {
	State json.RawMessage `json:"state,omitempty"` // game_state of hexabomb, or state.json of Bomberman

	// TurnNumber is the turn_number of hexabomb's TURN; nil: the state before the first turn.
	TurnNumber *int `json:"turn_number,omitempty"`

	DrawPowerUps bool `json:"draw_power_ups,omitempty"` // Bomberman: walls hide what they must hide; else nothing
}

// check checks what all games have in common.
func (g *Given) check() error {
	if g.State == nil && (g.TurnNumber != nil || g.DrawPowerUps) {
		return fmt.Errorf("turn_number and draw_power_ups are of a state, which is missing")
	}
	return nil
}
