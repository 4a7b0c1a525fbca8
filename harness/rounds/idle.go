package rounds

import "blastyard/bomberman"

// idleRounds is how many rounds in a row a bot may do nothing; in the last of them it places a bomb.
const idleRounds = 20

// Idle ends the game with a broken bot: its 20th Nothing in a row becomes PlaceBomb; if the next one is Nothing too,
// then from the round after that it triggers for ever, and need not be run. The zero value is ready.
type Idle struct {
	row  int // Nothings in a row
	gone bool
}

// Gone says that the bot need not be run any more.
func (i *Idle) Gone() bool { return i.gone }

// Next takes the bot's command of a round and returns the one that counts.
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
