package wire

import (
	"fmt"
	"slices"

	"blastyard/internal/jsonerror"
	"blastyard/rules/hexabomb"
)

// DecodeBoard reads the board of a game from its initial state, in which each character is on its start.
// specialPlayers is 0 or 1. The rules are those of VersionOf. Characters without a player and players without
// characters are errors.
func DecodeBoard(data []byte, players, specialPlayers int) (*hexabomb.Board, error) {
	var j stateJSON
	if err := jsonerror.Decode(data, &j); err != nil {
		return nil, fmt.Errorf("hexabomb/wire: initial state: %w", err)
	}
	return newBoard(VersionOf(data), j.Cells, j.Characters, players, specialPlayers)
}

// newBoard returns a board on which characters start where they are.
func newBoard(v hexabomb.Version, cells []cellJSON, characters []characterJSON, players, specialPlayers int) (
	*hexabomb.Board, error) {
	m := &hexabomb.Map{Starts: make([][]hexabomb.Coord, max(0, players))}
	for _, c := range cells {
		m.Cells = append(m.Cells, hexabomb.Coord{Q: c.Q, R: c.R})
	}
	slices.SortStableFunc(characters, func(a, b characterJSON) int { return a.ID - b.ID })
	for _, c := range characters {
		at := hexabomb.Coord{Q: c.Q, R: c.R}
		switch player := c.Colour - 1 - specialPlayers; {
		case player == -1 && specialPlayers == 1:
			m.SpecialStarts = append(m.SpecialStarts, at)
		case player < 0 || player >= players:
			return nil, fmt.Errorf("hexabomb/wire: initial state: character %d has the color %d; there are %d "+
				"players and %d special ones",
				c.ID, c.Colour, players, specialPlayers)
		default:
			m.Starts[player] = append(m.Starts[player], at)
		}
	}
	return v.NewBoard(m, players, specialPlayers)
}
