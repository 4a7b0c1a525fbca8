package wire

import (
	"errors"
	"fmt"
	"math"

	"blastyard/internal/jsonscan"
	"blastyard/rules/hexabomb"
)

// ErrActions says that a player's actions are no JSON array.
var ErrActions = errors.New("hexabomb/wire: actions are not a JSON array")

// Unreadable is an invalid element of a player's array, which was dropped.
type Unreadable struct {
	Player int
	Index  int    // in the array
	Why    string // the field, what it should hold
}

func (u Unreadable) String() string {
	return fmt.Sprintf("player %d, action %d: %s", u.Player, u.Index, u.Why)
}

// AppendActions parses a player's array of actions and appends them to dst. Invalid elements are dropped, and
// reported if unreadable is not nil. A text that is no JSON array gives ErrActions and appends nothing. It allocates
// only what dst and unreadable need (and for words that are written with escapes).
func AppendActions(dst []hexabomb.Action, player int, array []byte, unreadable *[]Unreadable) ([]hexabomb.Action,
	error) {
	return appendActions(dst, nil, player, array, unreadable)
}

// AppendBoardActions is AppendActions for the version of the rules of b.
func AppendBoardActions(dst []hexabomb.Action, b *hexabomb.Board, player int, array []byte,
	unreadable *[]Unreadable) ([]hexabomb.Action, error) {
	if formOf(b).action != nil {
		return appendActions(dst, b, player, array, unreadable)
	}
	return appendActions(dst, nil, player, array, unreadable)
}

// appendActions reads actions by the rules of 1.1, or as the form of a board demands.
func appendActions(dst []hexabomb.Action, own *hexabomb.Board, player int, array []byte,
	unreadable *[]Unreadable) ([]hexabomb.Action, error) {
	if player < 0 || player > noPlayer {
		player = noPlayer
	}
	reported := 0
	if unreadable != nil {
		reported = len(*unreadable)
	}
	out, end, ok := readActions(dst, own, uint16(player), array, unreadable)
	if !ok || skipSpace(array, end) != len(array) {
		if unreadable != nil {
			*unreadable = (*unreadable)[:reported]
		}
		return dst, ErrActions
	}
	return out, nil
}

const noPlayer = 1<<16 - 1 // no game has so many

// readActions parses an array and returns where it ends.
func readActions(dst []hexabomb.Action, own *hexabomb.Board, player uint16, data []byte,
	unreadable *[]Unreadable) (actions []hexabomb.Action, end int, ok bool) {
	i := skipSpace(data, 0)
	if !is(data, i, "[") {
		return dst, i, false
	}
	if i = skipSpace(data, i+1); is(data, i, "]") {
		return dst, i + 1, true
	}
	for index := 0; ; index++ {
		a, next, plain := readPlain(data, i)
		if plain && own == nil {
			a.Player = player
			dst = append(dst, a)
		} else {
			var why string
			if a, next, why, ok = scanAction(data, i, own); !ok {
				return dst, i, false
			}
			if a.Player = player; why == "" {
				dst = append(dst, a)
			} else if unreadable != nil {
				*unreadable = append(*unreadable, Unreadable{int(player), index, why})
			}
		}
		i = skipSpace(data, next)
		if is(data, i, "]") {
			return dst, i + 1, true
		}
		if !is(data, i, ",") {
			return dst, i, false
		}
		i = skipSpace(data, i+1)
	}
}

// scanAction reads any element at data[i:] and returns where it ends and why it is no action. ok is false for invalid
// JSON.
func scanAction(data []byte, i int, own *hexabomb.Board) (a hexabomb.Action, end int, why string, ok bool) {
	scan := jsonscan.New(data[i:])
	var f actionFields
	if err := f.scan(&scan); err != nil {
		return a, i, "", false
	}
	if a, why = f.action(); why == "" && own != nil {
		a, why = formOf(own).action(&f, a, own)
	}
	return a, i + scan.Pos(), why, true
}

// actionFields are the fields of an element of the array.
type actionFields struct {
	isObject              bool
	id, reach, delay      int64
	q, r                  int64 // of the cell of a revival, in the rules of 2018
	hasQ, hasR            bool  // and an integer
	hasID, hasReach       bool  // and an integer
	hasDelay              bool
	hasKind, hasDirection bool // and a known word
	kind                  hexabomb.Kind
	direction             hexabomb.Direction
}

func (f *actionFields) scan(scan *jsonscan.Scanner) error {
	if scan.Kind() != jsonscan.Object {
		_, err := scan.ValueWithin(jsonscan.MaxDepth - 1) // the array itself is one level
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
			f.reach, f.hasReach, err = scanInt32(scan)
		case "bomb_delay":
			f.delay, f.hasDelay, err = scanInt32(scan)
		case "revive_q":
			f.q, f.hasQ, err = scanInt(scan)
		case "revive_r":
			f.r, f.hasR, err = scanInt(scan)
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

// scanInt32 is scanInt for a number of a bomb: the original stores those in 32 bits, signed.
func scanInt32(scan *jsonscan.Scanner) (n int64, ok bool, err error) {
	n, ok, err = scanInt(scan)
	return n, ok && math.MinInt32 <= n && n <= math.MaxInt32, err
}

// skipField skips a value in an object in the array.
func skipField(scan *jsonscan.Scanner) error {
	_, err := scan.ValueWithin(jsonscan.MaxDepth - 2)
	return err
}

func scanWord(scan *jsonscan.Scanner) ([]byte, error) {
	if scan.Kind() != jsonscan.String {
		return nil, skipField(scan)
	}
	return scan.Text()
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

// action returns the action of the fields, or why they make none. Numbers too large for an Action are replaced by
// others that are refused in the same way.
func (f *actionFields) action() (hexabomb.Action, string) {
	a := hexabomb.Action{Kind: f.kind}
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
		return a, "field bomb_range is missing or not an integer of 32 bits"
	case f.kind == hexabomb.DropBomb && !f.hasDelay:
		return a, "field bomb_delay is missing or not an integer of 32 bits"
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
	case hexabomb.Revive: // needs only its id
	}
	return a, ""
}
