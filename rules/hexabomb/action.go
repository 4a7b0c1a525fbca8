package hexabomb

import (
	"fmt"
	"strconv"
)

// Kind is the kind of an action.
type Kind uint8

// The kinds of action of the rules.
const (
	Move Kind = iota
	DropBomb
	Revive

	NumKinds = 3
)

var kindNames = [NumKinds]string{"move", "bomb", "revive"}

func (k Kind) String() string {
	if k < NumKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Limits of range and delay of bombs, in cells and turns.
const (
	MinBomb        = 2
	MaxBomb        = 4
	MaxSpecialBomb = 100 // of the special player's bombs
	MaxBombCount   = 2   // bombs that a character can have ready
)

// Action is a player's action for one character in a turn.
type Action struct {
	Player    uint16
	Character uint16 // NoCharacter for an id that cannot be one
	Kind      Kind
	Direction Direction // of a move
	Range     uint8     // of a bomb, in cells
	Delay     uint8     // of a bomb, in turns
}

// NoCharacter is no character's id.
const NoCharacter = 1<<16 - 1

// String describes an action, such as "character 3: move x+". A bot may have many refused actions each turn, all of
// which are described, so it does not use fmt.
func (a Action) String() string {
	b := make([]byte, 0, 64)
	if a.Character == NoCharacter {
		b = append(b, "character that cannot be: "...)
	} else {
		b = append(strconv.AppendUint(append(b, "character "...), uint64(a.Character), 10), ": "...)
	}
	switch a.Kind {
	case Move:
		b = append(append(b, "move "...), a.Direction.String()...)
	case DropBomb:
		b = strconv.AppendUint(append(b, "bomb of range "...), uint64(a.Range), 10)
		b = strconv.AppendUint(append(b, ", delay "...), uint64(a.Delay), 10)
	default:
		b = append(b, a.Kind.String()...)
	}
	return string(b)
}

// Reason says why an action was refused.
type Reason uint8

// The reasons, in the order in which the rules name them.
const (
	NotRefused      Reason = iota // the action was carried out, or can be
	Malformed                     // unreadable action: unknown kind or direction
	Repeated                      // the player already has an action for that character this turn
	NoSuchCharacter               // no character with that id
	NotYours                      // the character is another player's
	Dead                          // the character must be alive for this
	NoCellThere                   // the board ends there
	Occupied                      // the target cell contains a character or a bomb, and kept it
	NoBombReady                   // the character's bomb count is 0
	BombHere                      // the cell already has a bomb
	BombSetting                   // range or delay is out of the player's limits
	NoSecondLife                  // sudden death has no revival
	Alive                         // the character lives
	TooEarly                      // the revive delay is not over
	numReasons
)

var reasonTexts = [numReasons]string{
	"not refused", "not a readable action", "the player already has an action for this character this turn",
	"there is no such character",
	"the character is another player's", "the character is dead", "there is no cell in that direction",
	"the cell is occupied",
	"the character has no bomb ready", "the cell holds a bomb already", "the bomb's range or delay is not allowed",
	"nobody revives in sudden death", "the character is alive", "the revive delay is not over",
}

func (r Reason) String() string {
	if r < numReasons {
		return reasonTexts[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Refusal is an action that had no effect.
type Refusal struct {
	Index  int // of the action among those of the turn
	Action Action
	Reason Reason
}
