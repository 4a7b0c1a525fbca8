package lessons

import (
	"context"
	"fmt"
	"strings"

	"blastyard/arena"
	"blastyard/rules/hexabomb"
)

// rival is an opponent of a lesson. action returns what its character does in the next turn, as a word of a plan.
type rival struct {
	name   string
	action func(s *hexabomb.State, id int) string
}

// Decide implements arena.Player.
func (r rival) Decide(_ context.Context, v *arena.View) arena.Decision {
	s := stateOf(v.Match)
	id, _ := s.Board().Characters(v.Player)
	return arena.Decision{Actions: actions(id, r.action(s, id))}
}

// firstTurn is the first turn in which players act, because no state is visible before.
const firstTurn = 2

// plan returns the actions of a character from the first turn on, one word a turn: a direction, a bomb such as b42
// with range 4 and delay 2, revive, or a dot for nothing. After the last word the character does nothing.
func plan(words string) func(*hexabomb.State, int) string {
	list := strings.Fields(words)
	return func(s *hexabomb.State, _ int) string {
		if turn := s.Turn() + 1 - firstTurn; turn < len(list) {
			return list[turn]
		}
		return "."
	}
}

// actions encodes a word of a plan as JSON.
func actions(id int, word string) []byte {
	switch {
	case word == ".":
		return nil
	case word == "revive":
		return fmt.Appendf(nil, `[{"id":%d,"movement":"revive"}]`, id)
	case word[0] == 'b':
		return fmt.Appendf(nil, `[{"id":%d,"movement":"bomb","bomb_range":%c,"bomb_delay":%c}]`, id, word[1], word[2])
	default:
		return fmt.Appendf(nil, `[{"id":%d,"movement":"move","direction":%q}]`, id, word)
	}
}

// hunt returns actions that approach the student's character from a turn on, drop a bomb beside it, and stay.
func hunt(from int) func(*hexabomb.State, int) string {
	return func(s *hexabomb.State, id int) string {
		me, prey := s.Character(id), s.Character(student)
		board := s.Board()
		here, there := board.Coord(me.Cell), board.Coord(prey.Cell)
		switch {
		case s.Turn()+1 < from || !me.Alive || me.BombCount == 0:
			return "."
		case here.Distance(there) == 1:
			return "b33"
		}
		word := "."
		nearest := here.Distance(there)
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			to, is := board.Neighbour(me.Cell, d)
			if is && s.Empty(to) && board.Coord(to).Distance(there) < nearest {
				word, nearest = d.String(), board.Coord(to).Distance(there)
			}
		}
		return word
	}
}
