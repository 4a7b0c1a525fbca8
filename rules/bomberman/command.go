package bomberman

// Command is a player's command for a round.
type Command uint8

// The commands, by their numbers in move files. Every other number also means Nothing.
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

// String returns the name of a command in logs. A number without a command is "nothing", as in the rules.
func (c Command) String() string {
	if c >= NumCommands {
		c = Nothing
	}
	return commandNames[c]
}

// Step returns the position to which a command leads from p, or p itself if the command is no move.
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
