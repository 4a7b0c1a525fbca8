package wire

import (
	"blastyard/rules/hexabomb"

	"blastyard/internal/jsonappend"
)

// AppendActionsJSON appends actions of one player as the JSON array that AppendActions reads.
func AppendActionsJSON(dst []byte, actions []hexabomb.Action) []byte {
	return appendActionsJSON(dst, nil, actions)
}

// AppendBoardActionsJSON appends actions of one player as the JSON array that AppendBoardActions reads.
func AppendBoardActionsJSON(dst []byte, b *hexabomb.Board, actions []hexabomb.Action) []byte {
	if b.RevivesAnywhere() {
		return appendActionsJSON(dst, b, actions)
	}
	return appendActionsJSON(dst, nil, actions)
}

// appendActionsJSON appends actions. places is the board where revivals name their cells, else nil.
func appendActionsJSON(dst []byte, places *hexabomb.Board, actions []hexabomb.Action) []byte {
	dst = append(dst, '[')
	for i, a := range actions {
		if i > 0 {
			dst = append(dst, ',')
		}
		switch a.Kind {
		case hexabomb.DropBomb:
			dst = append(dst, `{"bomb_delay":`...)
			dst = jsonappend.Int(dst, int(a.Delay))
			dst = append(dst, `,"bomb_range":`...)
			dst = jsonappend.Int(dst, int(a.Range))
			dst = append(dst, ',')
		case hexabomb.Move:
			dst = append(dst, `{"direction":"`...)
			dst = append(dst, a.Direction.String()...)
			dst = append(dst, `",`...)
		default:
			dst = append(dst, '{')
		}
		dst = append(dst, `"id":`...)
		dst = jsonappend.Int(dst, int(a.Character))
		dst = append(dst, `,"movement":"`...)
		dst = append(dst, a.Kind.String()...)
		dst = append(dst, '"')
		if c, ok := a.Place(); ok && places != nil && int(c) < places.NumCells() {
			at := places.Coord(c)
			dst = jsonappend.Int(append(dst, `,"revive_q":`...), at.Q)
			dst = jsonappend.Int(append(dst, `,"revive_r":`...), at.R)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}
