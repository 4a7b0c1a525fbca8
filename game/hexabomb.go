package game

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"blastyard/bots/hexabots"
	"blastyard/hexabomb"
	"blastyard/hexabomb/wire"
	"blastyard/maps"
	"blastyard/viewer"
)

// Hexabomb is hexabomb, classical and in sudden death.
func Hexabomb() *Kind {
	return &Kind{
		Name:     "hexabomb",
		Rules:    hexabomb.RulesVersion,
		Parts:    [NumParts]string{"cells", "characters", "bombs", "explosions", "scores"},
		Protocol: Netorcai,
		Turns:    100,
		Unseen:   1, // players get their first TURN after the first turn
		MaxSeed:  math.MaxUint64,
		Bots:     hexabotNames(false),
		Specials: hexabotNames(true),
		Usual:    []string{"hunter", "greedy", "random", "idle"},
		OpenMap:  openHexabombMap,
		Seats:    hexabombSeats,
		Fair:     hexabombFair,
		Title:    func(s Setup) string { return "hexabomb on " + s.Map.Name },
		Goal:     hexabombGoal,
		Draw:     viewer.FromHexabombState,
		New:      newHexabomb,
	}
}

func hexabotNames(special bool) []string {
	return slices.DeleteFunc(hexabots.Names(), func(name string) bool { return !hexabots.For(name, special) })
}

func openHexabombMap(name string) (Map, error) {
	if name == "" {
		name = maps.Default
	}
	m, err := maps.Open(name)
	if err != nil {
		return Map{}, err
	}
	file, err := wire.EncodeMap(m)
	return Map{Name: name, File: file}, err
}

func hexabombSeats(m Map) int {
	h, err := wire.DecodeMap(m.File)
	if err != nil {
		return 0
	}
	return len(h.Starts)
}

func hexabombFair(m Map) []int {
	h, err := wire.DecodeMap(m.File)
	if err != nil {
		return nil
	}
	return maps.FairPlayers(h)
}

func newHexabomb(s Setup) (Match, error) {
	if err := s.checkPlayers(); err != nil {
		return nil, err
	}
	m, err := hexabombMap(&s)
	if err != nil {
		return nil, err
	}
	b, err := hexabomb.NewBoard(m, s.Players-s.Specials, s.Specials)
	if err != nil {
		return nil, setupError{err}
	}
	start := hexabomb.NewState(b)
	return &HexabombMatch{start: start, state: start.Clone(), asked: make([]hexabombAsked, s.Players)}, nil
}

// hexabombMap is the map of a setup: that of the map file, or what the state at the start shows.
func hexabombMap(s *Setup) (*hexabomb.Map, error) {
	switch {
	case len(s.Map.File) > 0:
		m, err := wire.DecodeMap(s.Map.File)
		if err != nil {
			return nil, setupError{fmt.Errorf("map.file: %w", err)}
		}
		return m, nil
	case len(s.State) > 0:
		m, err := hexabombMapOf(s)
		if err != nil {
			return nil, setupError{fmt.Errorf("state: %w", err)}
		}
		return m, nil
	default:
		return nil, setupError{fmt.Errorf("map.file is missing")}
	}
}

// hexabombMapOf makes a map of a state at the start of a match.
func hexabombMapOf(s *Setup) (*hexabomb.Map, error) {
	type coord struct{ Q, R int }
	var state struct {
		Cells      []coord
		Characters []struct {
			coord
			Color, ID int
		}
	}
	if err := json.Unmarshal(s.State, &state); err != nil {
		return nil, err
	}
	m := &hexabomb.Map{}
	for _, c := range state.Cells {
		m.Cells = append(m.Cells, hexabomb.Coord(c))
	}
	starts := make([][]hexabomb.Coord, s.Players)
	for i, c := range state.Characters {
		if c.ID != i {
			return nil, fmt.Errorf("characters[%d].id is %d, expected %d", i, c.ID, i)
		}
		if c.Color < 1 || c.Color > len(starts) {
			return nil, fmt.Errorf("characters[%d].color is %d, expected 1 to %d", i, c.Color, len(starts))
		}
		starts[c.Color-1] = append(starts[c.Color-1], hexabomb.Coord(c.coord))
	}
	if len(starts) > 0 && s.Specials > 0 {
		m.SpecialStarts, starts = starts[0], starts[1:]
	}
	m.Starts = starts
	return m, nil
}
