package replay

import (
	"bytes"
	"fmt"
	"slices"

	"blastyard/bomberman"
	"blastyard/game"
)

// doubt says why a turn of an original folder may have gone another way than the rules play it, or is empty: two
// players want to move to the same block, and the original drew the loser.
func doubt(m game.Match, t *Turn) string {
	b, ok := m.(interface{ Bomberman() *bomberman.State })
	if !ok || !contested(b.Bomberman(), t) {
		return ""
	}
	return fmt.Sprintf("players wanted the same block in turn %d: the original drew the loser by a chance that no "+
		"seed repeats", t.Turn)
}

// contested tells whether two players want to move to the same block.
func contested(s *bomberman.State, t *Turn) bool {
	var wanted []bomberman.Pos
	for _, m := range t.Moves {
		c, err := command(m.Actions)
		if err != nil || !s.Player(m.Player).Alive {
			continue
		}
		at := s.Player(m.Player).At
		to := at.Step(bomberman.Command(c))
		if to == at {
			continue
		}
		if slices.Contains(wanted, to) {
			return true
		}
		wanted = append(wanted, to)
	}
	return false
}

// command reads the number of a command of 2016-Bomberman; none at all is the one for nothing.
func command(raw []byte) (int, error) {
	if len(raw) == 0 {
		return 0, nil
	}
	if i := slices.Index(commandDigits, string(bytes.TrimSpace(raw))); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%q, expected the number of a command, 0 to %d", shorten(raw), len(commandDigits)-1)
}

var commandDigits = []string{"0", "1", "2", "3", "4", "5", "6"}
