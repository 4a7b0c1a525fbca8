package wire

import (
	"encoding/json"
	"fmt"

	"blastyard/internal/jsonerror"
	"blastyard/rules/hexabomb"
)

// DecodeGame reads a state of a game with an unknown board: the state contains the cells and the characters, and turn
// is the number of turns played. specialPlayers is 0 or 1. The original starts are unknown: the board's starts are
// where the living are now, and free cells for the dead.
func DecodeGame(v hexabomb.Version, data []byte, turn, specialPlayers int) (*hexabomb.State, error) {
	var j stateJSON
	if err := jsonerror.Decode(data, &j); err != nil {
		return nil, fmt.Errorf("hexabomb/wire: state: %w", err)
	}
	if err := complete(v, data); err != nil {
		return nil, err
	}
	free := freeCells(&j)
	starts := make([]characterJSON, len(j.Characters))
	for i, c := range j.Characters {
		if !c.Alive {
			if len(free) == 0 {
				return nil, fmt.Errorf("hexabomb/wire: state: %d characters have no place on %d cells",
					len(j.Characters), len(j.Cells))
			}
			c.coordJSON, free = free[0], free[1:]
		}
		starts[i] = c
	}
	b, err := newBoard(v, j.Cells, starts, len(j.Score)-specialPlayers, specialPlayers)
	if err != nil {
		return nil, err
	}
	d := decoder{board: b}
	return d.state(turn, &j)
}

// complete checks that a state has all fields.
func complete(v hexabomb.Version, data []byte) error {
	var there map[string]json.RawMessage
	if err := jsonerror.Decode(data, &there); err != nil {
		return fmt.Errorf("hexabomb/wire: state: %w", err)
	}
	for _, name := range []string{"bombs", "cell_count", "cells", "characters", "explosions", "score"} {
		if there[name] == nil && (name != "explosions" || forms[v].explosions) {
			return fmt.Errorf("hexabomb/wire: state: field %s is missing", name)
		}
	}
	return nil
}

// freeCells returns the cells without a living character.
func freeCells(j *stateJSON) (free []coordJSON) {
	taken := map[coordJSON]bool{}
	for _, c := range j.Characters {
		if c.Alive {
			taken[c.coordJSON] = true
		}
	}
	for _, c := range j.Cells {
		if !taken[c.coordJSON] {
			free = append(free, c.coordJSON)
		}
	}
	return free
}
