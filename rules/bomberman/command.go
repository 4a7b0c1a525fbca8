package bomberman

// Command is what a player asks for in a round.
type Command uint8

// The commands, by their numbers in move files. Every other number is Nothing, too.
const (
	Nothing Command = iota
	Up
	Left
	Right
	Down
	PlaceBomb
	TriggerBomb

	NumCommands = 7
)

var commandNames = [NumCommands]string{"nothing", "up", "left", "right", "down", "place bomb", "trigger"}

// String is what logs call a command. A number that is no command is "nothing", as in the rules.
func (c Command) String() string {
	if c >= NumCommands {
		c = Nothing
	}
	return commandNames[c]
}

// Step is the place to which a command leads a player that stands at p: p itself, if it is no move.
func (p Pos) Step(c Command) Pos {
	switch c {
	case Up:
		p.Y--
	case Left:
		p.X--
	case Right:
		p.X++
	case Down:
		p.Y++
	default: // no move
	}
	return p
}
