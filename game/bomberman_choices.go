package game

import (
	"blastyard/bomberman"
	"blastyard/viewer"
)

// Choices are what a player may do in the coming round. Refused is only what the rules are sure to refuse, whatever the others
// do.
func (m *BombermanMatch) Choices(player int) viewer.Choices {
	var f viewer.Frame
	m.Picture(&f, 0, nil)
	return viewer.ChoicesOf(&f, player)
}

// bombermanCommand is the command of a choice.
func bombermanCommand(w viewer.Wish) bomberman.Command {
	switch w.Do {
	case "up":
		return bomberman.Up
	case "left":
		return bomberman.Left
	case "right":
		return bomberman.Right
	case "down":
		return bomberman.Down
	case viewer.DoBomb:
		return bomberman.PlaceBomb
	case viewer.DoTrigger:
		return bomberman.TriggerBomb
	default:
		return bomberman.Nothing
	}
}
