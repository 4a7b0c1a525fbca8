// Package resume lets matches of any game go on from states, as bots get them.
package resume

import (
	"fmt"

	"blastyard/game"
	"blastyard/game/viewer"
)

// Players returns how many players a state has; 0: the game cannot tell.
func Players(k *game.Kind, state []byte) int {
	var f viewer.Frame
	if k.Draw == nil || k.Draw(&f, state, 0, 0, 0, nil) != nil {
		return 0
	}
	return len(f.Players)
}

// Load lets m go on from a state after so many turns. After an error m is unchanged.
func Load(k *game.Kind, m game.Match, turn int, state []byte) error {
	loader, can := game.As[game.StateLoader](m)
	if !can {
		return fmt.Errorf("a match of %s cannot be set to a state, but it can go on from that of another match", k.Name)
	}
	return loader.Load(turn, state)
}
