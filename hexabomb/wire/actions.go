package wire

import (
	"errors"
	"fmt"

	"blastyard/hexabomb"
	"blastyard/internal/jsonscan"
)

// ErrActions says that a player's actions are no JSON array.
var ErrActions = errors.New("hexabomb/wire: actions are not a JSON array")

// Unreadable is an element of a player's array that is no action, and so was dropped.
type Unreadable struct {
	Player int
	Index  int    // in the array
	Why    string // the field, what it should hold
}

func (u Unreadable) String() string {
	return fmt.Sprintf("player %d, action %d: %s", u.Player, u.Index, u.Why)
}

// AppendActions reads a player's array of actions and appends them to dst. Elements that are no action are dropped, and
// reported where unreadable is not nil. What is no JSON array gives ErrActions and appends nothing at all. Nothing is
// allocated but for what dst and unreadable need (and for words that are written with escapes).
func AppendActions(dst []hexabomb.Action, player int, array []byte, unreadable *[]Unreadable) ([]hexabomb.Action, error) {
	if player < 0 || player > noPlayer {
		player = noPlayer
	}
	reported := 0
	if unreadable != nil {
		reported = len(*unreadable)
	}
	scan := jsonscan.New(array)
	out, err := scanActions(dst, player, &scan, unreadable)
	if err == nil && !scan.AtEnd() {
		err = ErrActions
	}
	if err != nil {
		if unreadable != nil {
			*unreadable = (*unreadable)[:reported]
		}
		return dst, err
	}
	return out, nil
}

const noPlayer = 1<<16 - 1 // no game has so many

func scanActions(dst []hexabomb.Action, player int, scan *jsonscan.Scanner, unreadable *[]Unreadable) ([]hexabomb.Action, error) {
	if scan.Kind() != jsonscan.Array {
		return dst, ErrActions
	}
	more, err := scan.Open('[', ']')
	for i := 0; more && err == nil; i++ {
		var f actionFields
		if err = f.scan(scan); err != nil {
			break
		}
		if a, why := f.action(player); why == "" {
			dst = append(dst, a)
		} else if unreadable != nil {
			*unreadable = append(*unreadable, Unreadable{player, i, why})
		}
		more, err = scan.More(']')
	}
	if err != nil {
		return dst, ErrActions
	}
	return dst, nil
}

// actionFields is an element of the array as it was written.
type actionFields struct {
	isObject              bool
	id, reach, delay      int64
	hasID, hasReach       bool // and an integer
	hasDelay              bool
	hasKind, hasDirection bool // and a known word
	kind                  hexabomb.Kind
	direction             hexabomb.Direction
}

func (f *actionFields) scan(scan *jsonscan.Scanner) error {
	if scan.Kind() != jsonscan.Object {
		_, err := scan.ValueWithin(jsonscan.MaxDepth - 1) // the array is one level
		return err
	}
	f.isObject = true
	more, err := scan.Open('{', '}')
	for more && err == nil {
		var key []byte
		if key, err = scan.Key(); err != nil {
			return err
		}
		switch string(key) {
		case "id":
			f.id, f.hasID, err = scanInt(scan)
		case "bomb_range":
			f.reach, f.hasReach, err = scanInt(scan)
		case "bomb_delay":
			f.delay, f.hasDelay, err = scanInt(scan)
		case "movement":
			f.kind, f.hasKind, err = scanKind(scan)
		case "direction":
			f.direction, f.hasDirection, err = scanDirection(scan)
		default:
			err = skipField(scan)
		}
		if err != nil {
			return err
		}
		more, err = scan.More('}')
	}
	return err
}

func scanInt(scan *jsonscan.Scanner) (int64, bool, error) {
	if scan.Kind() == jsonscan.Number {
		return scan.Int()
	}
	return 0, false, skipField(scan)
}

// skipField reads a value over, in an object in the array.
func skipField(scan *jsonscan.Scanner) error {
	_, err := scan.ValueWithin(jsonscan.MaxDepth - 2)
	return err
}

func scanWord(scan *jsonscan.Scanner) ([]byte, error) {
	if scan.Kind() != jsonscan.String {
		return nil, skipField(scan)
	}
	raw, err := scan.RawString()
	return jsonscan.Unquote(raw), err
}

func scanKind(scan *jsonscan.Scanner) (hexabomb.Kind, bool, error) {
	word, err := scanWord(scan)
	switch string(word) {
	case "move":
		return hexabomb.Move, true, err
	case "bomb":
		return hexabomb.DropBomb, true, err
	case "revive":
		return hexabomb.Revive, true, err
	}
	return 0, false, err
}

func scanDirection(scan *jsonscan.Scanner) (hexabomb.Direction, bool, error) {
	word, err := scanWord(scan)
	if len(word) != 2 || word[0] < 'x' || word[0] > 'z' {
		return 0, false, err
	}
	d := hexabomb.Direction(word[0] - 'x')
	switch word[1] {
	case '+':
		return d, true, err
	case '-':
		return d.Opposite(), true, err
	}
	return 0, false, err
}

// action is the action that the fields make, or why they make none. Numbers too large for an Action become others that
// are refused alike.
func (f *actionFields) action(player int) (hexabomb.Action, string) {
	a := hexabomb.Action{Player: uint16(player), Kind: f.kind}
	switch {
	case !f.isObject:
		return a, "not an object"
	case !f.hasID:
		return a, "field id is missing or not an integer"
	case !f.hasKind:
		return a, "field movement is missing or none of move, bomb, revive"
	case f.kind == hexabomb.Move && !f.hasDirection:
		return a, "field direction is missing or none of x+, y+, z+, x-, y-, z-"
	case f.kind == hexabomb.DropBomb && !f.hasReach:
		return a, "field bomb_range is missing or not an integer"
	case f.kind == hexabomb.DropBomb && !f.hasDelay:
		return a, "field bomb_delay is missing or not an integer"
	}
	a.Character = hexabomb.NoCharacter
	if f.id >= 0 && f.id < hexabomb.NoCharacter {
		a.Character = uint16(f.id)
	}
	switch f.kind {
	case hexabomb.Move:
		a.Direction = f.direction
	case hexabomb.DropBomb:
		a.Range, a.Delay = uint8(min(max(f.reach, 0), 255)), uint8(min(max(f.delay, 0), 255))
	}
	return a, ""
}
