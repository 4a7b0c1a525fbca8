package wire

import "blastyard/rules/hexabomb"

// Bits for the fields of an action that readPlain has found, and those that each kind needs.
const (
	metID = 1 << iota
	metKind
	metDirection
	metRange
	metDelay
)

var needed = [hexabomb.NumKinds]uint{
	hexabomb.Move:     metID | metKind | metDirection,
	hexabomb.DropBomb: metID | metKind | metRange | metDelay,
	hexabomb.Revive:   metID | metKind,
}

// readPlain reads the action at data[i:] if it has the usual form: only known fields, short numbers, no escapes, no
// error. plain is false for every other element, which scanAction reads.
func readPlain(data []byte, i int) (a hexabomb.Action, end int, plain bool) {
	if !is(data, i, "{") {
		return a, i, false
	}
	met := uint(0)
	var direction hexabomb.Direction
	var id, reach, delay uint32
	for {
		i = skipSpace(data, i+1) // past the brace or the comma
		switch {
		case is(data, i, `"id"`):
			id, i = plainNumber(data, i+len(`"id"`))
			met |= metID
		case is(data, i, `"movement"`):
			a.Kind, i = plainKind(data, i+len(`"movement"`))
			met |= metKind
		case is(data, i, `"direction"`):
			direction, i = plainDirection(data, i+len(`"direction"`))
			met |= metDirection
		case is(data, i, `"bomb_range"`):
			reach, i = plainNumber(data, i+len(`"bomb_range"`))
			met |= metRange
		case is(data, i, `"bomb_delay"`):
			delay, i = plainNumber(data, i+len(`"bomb_delay"`))
			met |= metDelay
		default:
			return a, i, false
		}
		i = skipSpace(data, i)
		if !is(data, i, ",") {
			break
		}
	}
	if !is(data, i, "}") || met&needed[a.Kind] != needed[a.Kind] {
		return a, i, false
	}
	a.Character = uint16(min(id, hexabomb.NoCharacter))
	switch a.Kind {
	case hexabomb.Move:
		a.Direction = direction
	case hexabomb.DropBomb:
		a.Range, a.Delay = uint8(min(reach, 255)), uint8(min(delay, 255))
	case hexabomb.Revive: // needs only its id
	}
	return a, i + 1, true
}

// The readers of values begin at the colon. For any other value they go to the end of the text, where nothing
// matches.

func plainNumber(data []byte, i int) (n uint32, end int) {
	start, ok := skipColon(data, i)
	if !ok {
		return 0, len(data)
	}
	for end = start; end < len(data) && data[end]-'0' <= 9; end++ {
		n = n*10 + uint32(data[end]-'0')
	}
	if digits := end - start; digits == 0 || digits > 9 || data[start] == '0' && digits > 1 {
		return 0, len(data)
	}
	return n, end
}

func plainKind(data []byte, i int) (hexabomb.Kind, int) {
	start, ok := skipColon(data, i)
	switch {
	case !ok:
	case is(data, start, `"move"`):
		return hexabomb.Move, start + len(`"move"`)
	case is(data, start, `"bomb"`):
		return hexabomb.DropBomb, start + len(`"bomb"`)
	case is(data, start, `"revive"`):
		return hexabomb.Revive, start + len(`"revive"`)
	}
	return 0, len(data)
}

func plainDirection(data []byte, i int) (hexabomb.Direction, int) {
	start, ok := skipColon(data, i)
	if !ok || len(data)-start < len(`"x+"`) || data[start] != '"' || data[start+3] != '"' || data[start+1]-'x' > 2 {
		return 0, len(data)
	}
	d := hexabomb.Direction(data[start+1] - 'x')
	switch data[start+2] {
	case '+':
		return d, start + len(`"x+"`)
	case '-':
		return d.Opposite(), start + len(`"x-"`)
	}
	return 0, len(data)
}

// skipColon reads a colon and the space around it.
func skipColon(data []byte, i int) (int, bool) {
	i = skipSpace(data, i)
	return skipSpace(data, i+1), is(data, i, ":")
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && data[i] <= ' ' && (data[i] == ' ' || data[i] == '\t' || data[i] == '\n' || data[i] == '\r') {
		i++
	}
	return i
}

// is reports whether data[i:] begins with word; short and constant words become a comparison of a register.
func is(data []byte, i int, word string) bool {
	return len(data)-i >= len(word) && string(data[i:i+len(word)]) == word
}
