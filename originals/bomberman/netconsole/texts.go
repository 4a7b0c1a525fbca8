package netconsole

import (
	"strings"

	"blastyard/rules/bomberman"
)

// Letters are the letters of the commands up, left, down, right, place bomb and trigger.
const Letters = "wasdzx"

// letterCommands are the commands of Letters.
var letterCommands = [len(Letters)]bomberman.Command{bomberman.Up, bomberman.Left, bomberman.Down, bomberman.Right,
	bomberman.PlaceBomb, bomberman.TriggerBomb}

// commandOf parses the text of a command: one of Letters, with optional white space and zeros around it. Anything
// else is Nothing.
func commandOf(text string) bomberman.Command {
	letter := strings.Trim(text, " \t\r\n\x00")
	if i := strings.Index(Letters, letter); len(letter) == 1 && i >= 0 {
		return letterCommands[i]
	}
	return bomberman.Nothing
}
