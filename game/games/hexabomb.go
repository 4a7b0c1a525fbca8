package games

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"blastyard/bots/hexabots"
	"blastyard/game"
	"blastyard/internal/jsonerror"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// Hexabomb returns hexabomb, classical and in sudden death. Its older version has the rules of 2018.
func Hexabomb() *game.Kind {
	k := hexabombBy(hexabomb.V11)
	k.Specials = hexabotNames(true)
	k.Older = []*game.Kind{hexabomb2018()}
	return k
}

// hexabombBy returns hexabomb by a version of its rules.
func hexabombBy(v hexabomb.Version) *game.Kind {
	return &game.Kind{
		Name:      "hexabomb",
		Version:   v.String(),
		Rules:     v.Number(),
		Parts:     [game.NumParts]string{"cells", "characters", "bombs", "explosions", "scores"},
		Protocol:  game.Netorcai,
		Turns:     100,
		Unseen:    1, // players receive their first TURN after the first turn
		MaxSeed:   math.MaxUint64,
		Bots:      hexabotNames(false),
		Usual:     []string{"hunter", "greedy", "random", "idle"},
		OpenMap:   openHexabombMap,
		Maps:      func() []string { return hexabombMaps(v) },
		MapInfo:   maps.Info,
		Seats:     hexabombSeats,
		Fair:      hexabombFair,
		StateOnly: true,
		Title:     func(s game.Setup) string { return "hexabomb on " + s.Map.Name },
		Legend:    &hexabombLegend,
		Goal:      hexabombGoal,
		Draw:      drawHexabomb,
		New:       func(s game.Setup) (game.Match, error) { return newHexabomb(v, s) },
	}
}

func hexabotNames(special bool) []string {
	return slices.DeleteFunc(hexabots.Names(), func(name string) bool { return !hexabots.For(name, special) })
}

func openHexabombMap(name string) (game.Map, error) {
	name = cmp.Or(name, maps.Default)
	m, err := maps.Open(name)
	if err != nil {
		return game.Map{}, err
	}
	file, err := wire.EncodeMap(m)
	return game.Map{Name: name, File: file, Notes: m.Notes, Value: m}, err
}

// hexabombMaps returns the names of the built-in maps that can be played by a version of the rules.
func hexabombMaps(v hexabomb.Version) []string {
	return slices.DeleteFunc(maps.Names(), func(name string) bool {
		m, err := maps.Load(name)
		return err != nil || maps.CheckRules(m, v.String()) != nil
	})
}

// hexabombFile returns what the file of a map says.
func hexabombFile(m game.Map) (*hexabomb.Map, error) {
	if h, ok := m.Value.(*hexabomb.Map); ok {
		return h, nil
	}
	return wire.DecodeMap(m.File)
}

func hexabombSeats(m game.Map) int {
	h, err := hexabombFile(m)
	if err != nil {
		return 0
	}
	return len(h.Starts)
}

func hexabombFair(m game.Map) []int {
	h, err := hexabombFile(m)
	if err != nil {
		return nil
	}
	return maps.FairPlayers(h)
}

func newHexabomb(v hexabomb.Version, s game.Setup) (game.Match, error) {
	if err := checkPlayers(&s); err != nil {
		return nil, err
	}
	m, err := hexabombMap(&s)
	if err != nil {
		return nil, err
	}
	if len(s.Map.File) == 0 { // a match of another server: its states show the version of the rules
		v = wire.VersionOf(s.State)
	}
	b, err := v.NewBoard(m, s.Players-s.Specials, s.Specials)
	if err != nil {
		return nil, setupError{err}
	}
	start := hexabomb.NewState(b)
	return &hexabombMatch{start: start, state: start.Clone(), asked: make([]hexabombAsked, s.Players)}, nil
}

// hexabombMap returns the map of a setup: that of the map file, or the one that the initial state shows.
func hexabombMap(s *game.Setup) (*hexabomb.Map, error) {
	switch {
	case len(s.Map.File) > 0:
		m, err := hexabombFile(s.Map)
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

// hexabombMapOf makes a map from the initial state of a match.
func hexabombMapOf(s *game.Setup) (*hexabomb.Map, error) {
	type coord struct{ Q, R int }
	var state struct {
		Cells      []coord
		Characters []struct {
			coord
			Color, ID int
		}
	}
	if err := jsonerror.Decode(s.State, &state); err != nil {
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
