package train

import (
	"bytes"
	"strconv"
	"testing"

	"blastyard/game"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/train/observe"
)

// actionsJSON returns a player's actions as they are sent to the game.
func actionsJSON(c *client, m game.Match, player int, actions []uint8) []byte {
	s, ok := m.State().(*hexabomb.State)
	if !ok {
		return strconv.AppendInt(nil, int64(actions[0]), 10)
	}
	if s.Board().Version() == hexabomb.V2018 {
		list := actionsOn(s.Board(), player, actions)
		whereTheyDied(s, list)
		return wire.AppendBoardActionsJSON(nil, s.Board(), list)
	}
	return actionsJSONOn(s.Board(), player, actions)
}

func actionsJSONOn(b *hexabomb.Board, player int, actions []uint8) []byte {
	return wire.AppendActionsJSON(nil, actionsOn(b, player, actions))
}

func actionsOn(b *hexabomb.Board, player int, actions []uint8) (list []hexabomb.Action) {
	for character, number := range actions {
		if a, ok := observe.HexabombAction(b, player, character, number); ok {
			list = append(list, a)
		}
	}
	return list
}

// TestBelow: a number that is too large is found at each place, whatever its neighbours are.
func TestBelow(t *testing.T) {
	for _, limit := range []uint8{1, 7, 17, 128} {
		for size := range 19 {
			numbers := bytes.Repeat([]byte{limit - 1}, size)
			if !below(numbers, limit) {
				t.Fatalf("%d numbers %d are not below %d", size, limit-1, limit)
			}
			for at := range numbers {
				for x := range 256 {
					numbers[at] = uint8(x)
					if got, want := below(numbers, limit), x < int(limit); got != want {
						t.Fatalf("%d at place %d of %d: below %d is %v", x, at, size, limit, got)
					}
				}
				numbers[at] = limit - 1
			}
		}
	}
}
