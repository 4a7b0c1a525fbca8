package netconsole

import (
	"strings"

	"blastyard/bomberman"
)

// Letters are those of the commands up, left, down, right, place bomb and trigger.
const Letters = "wasdzx"

// commandOf reads the text of a command: one of Letters, white space and zeros around it aside. Anything else is
// Nothing.
func commandOf(text string) bomberman.Command {
	switch strings.Trim(text, " \t\r\n\x00") {
	case "w":
		return bomberman.Up
	case "a":
		return bomberman.Left
	case "s":
		return bomberman.Down
	case "d":
		return bomberman.Right
	case "z":
		return bomberman.PlaceBomb
	case "x":
		return bomberman.TriggerBomb
	default:
		return bomberman.Nothing
	}
}
