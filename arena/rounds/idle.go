package rounds

import "blastyard/rules/bomberman"

// idleRounds is how many rounds in a row a bot may do nothing. In the last of them it places a bomb.
const idleRounds = 20

// Idle ends a match with a broken bot. The bot's 20th Nothing in a row becomes PlaceBomb. If its next command is
// Nothing too, the bot triggers in all rounds after that and need not be run. The zero value is ready to use.
type Idle struct {
	row  int // how often the bot has done nothing in a row
	gone bool
}

// Gone reports whether the bot need not be run any more.
func (i *Idle) Gone() bool { return i.gone }

// Next takes the bot's command of a round and returns the command to play.
func (i *Idle) Next(c bomberman.Command) bomberman.Command {
	switch {
	case i.gone:
		return bomberman.TriggerBomb
	case c != bomberman.Nothing:
		i.row = 0
		return c
	}
	i.row++
	i.gone = i.row > idleRounds
	if i.row == idleRounds {
		return bomberman.PlaceBomb
	}
	return bomberman.Nothing
}
