package anygame

import (
	"bytes"
	"encoding/json"

	"blastyard/game"
)

// NoNumber stands for an action without a number.
const NoNumber = 255

// Numbers sets the number of what each piece of a player does, in the actions that a bot sent for the next turn of m:
// for each piece the first one. Pieces that do nothing have 0. If an action has no number, or the rules are sure to
// refuse it, nobody knows whose it was: then the other pieces have NoNumber. m stays as it is.
func (g *Game) Numbers(dst []uint8, m game.Match, player int, can *Choices, sent []byte) {
	clear(dst)
	m = m.Clone()
	m.Choose(player, nil)
	nothing := value(m.AppendActions(nil, player))
	known := true
	for _, action := range single(sent) {
		m.Ask(player, action)
		asked := m.AppendActions(nil, player)
		if len(asked) == 0 || bytes.Equal(value(asked), nothing) {
			continue
		}
		piece, n := g.number(m, player, can, func(a []byte) bool { return bytes.Equal(a, asked) })
		if n == 0 {
			other := value(asked)
			piece, n = g.number(m, player, can, func(a []byte) bool { return bytes.Equal(value(a), other) })
		}
		switch {
		case n == 0:
			known = false
		case dst[piece] == 0:
			dst[piece] = n
		}
	}
	for i := range dst {
		if !known && dst[i] == 0 {
			dst[i] = NoNumber
		}
	}
}

// number finds an action that is the same: a piece and the number; 0: there is none.
func (g *Game) number(m game.Match, player int, can *Choices, same func([]byte) bool) (piece int, n uint8) {
	for piece := range min(g.actions.pieces, len(can.Pieces)) {
		numbers := make([]uint8, g.actions.pieces)
		for n := 1; n < len(g.actions.all); n++ {
			if able(&can.Pieces[piece], g.actions.all[n]) == nil {
				continue
			}
			numbers[piece] = uint8(n)
			g.Choose(m, player, can, numbers)
			if same(m.AppendActions(nil, player)) {
				return piece, uint8(n)
			}
		}
	}
	return 0, 0
}

// single returns the actions of a list, each as a list of its own. What is no list is one action.
func single(sent []byte) [][]byte {
	var list []json.RawMessage
	if json.Unmarshal(sent, &list) != nil {
		return [][]byte{sent}
	}
	actions := make([][]byte, len(list))
	for i, a := range list {
		actions[i] = append(append([]byte{'['}, a...), ']')
	}
	return actions
}

// value returns JSON in the form in which equal values are equal: a match may keep the text of a bot.
func value(text []byte) []byte {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return text
	}
	if same, err := json.Marshal(v); err == nil {
		return same
	}
	return text
}
