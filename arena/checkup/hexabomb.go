package checkup

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

func init() {
	plans["hexabomb"] = func(k *game.Kind) plan {
		if len(k.Specials) == 0 {
			return plan2018()
		}
		return hexabombPlan()
	}
}

func hexabombPlan() plan {
	return plan{
		situations: hexabombSituations(),
		made:       opener(situationMaps()),
		beaten:     hexabomb.Move.String() + ": " + hexabomb.Occupied.String(),
		readable: `send {"id":…, "movement":"move"|"bomb"|"revive"} with direction, or bomb_range and ` +
			`bomb_delay`,
	}
}

// opener returns a function that opens maps made for situations, by name.
func opener(made map[string]*maps.Map) func(name string) (game.Map, bool, error) {
	return func(name string) (game.Map, bool, error) {
		m := made[name]
		if m == nil {
			return game.Map{}, false, nil
		}
		file, err := wire.EncodeMap(m)
		if err != nil {
			return game.Map{}, true, fmt.Errorf("map %s: %w", name, err)
		}
		return game.Map{Name: name, File: file, Value: m}, true, nil
	}
}

// plan2018 is the plan for hexabomb without what the rules of 2018 do not have: special players, and more than one
// character for each player.
func plan2018() plan {
	boards := situationMaps()
	for _, m := range boards {
		m.SpecialStarts = nil
		for player := range m.Starts {
			m.Starts[player] = m.Starts[player][:1]
		}
	}
	return plan{
		situations: slices.DeleteFunc(hexabombSituations(), func(s situation) bool { return s.special != "" }),
		made:       opener(boards),
		beaten:     hexabomb.Move.String() + ": " + hexabomb.Occupied.String(),
		readable: `send {"id":…, "movement":"move"|"bomb"|"revive"} with direction, or bomb_range and ` +
			`bomb_delay from 2 to 4, or revive_q and revive_r`,
	}
}

// hexabombSituations are the situations for bots of hexabomb.
func hexabombSituations() []situation {
	return []situation{
		{name: "a plain match", turns: 60, opponents: []string{"greedy", "random", "idle"}, id: 2},
		{name: "many players", turns: 30, mapName: "many", id: 15,
			opponents: slices.Repeat([]string{"random", "greedy", "idle"}, 5)},
		{name: "no free cell", turns: 20, mapName: "full", opponents: slices.Repeat([]string{"idle"}, 6), id: anyID},
		{name: "a board of one cell", turns: 20, mapName: "one", id: anyID},
		{name: "its characters die and may come back", turns: 60, mapName: "small",
			opponents: []string{sapperName}, id: 1},
		{name: "all its characters are dead for ever", turns: 30, mapName: "star", special: sapperName,
			opponents: []string{"idle"}, id: anyID},
		{name: "sudden death", turns: 60, mapName: "maze4", special: "ghost", opponents: []string{"hunter"}, id: anyID},
		{name: "a big board", turns: 30, mapName: "big", opponents: []string{"random", "greedy", "idle"}, id: 3},
		{name: "turns too short for anybody", turns: 500, opponents: []string{"random"}, id: anyID, hurry: true},
	}
}

// situationMaps are the maps made for situations of hexabomb, by name. Their coordinates have both signs.
func situationMaps() map[string]*maps.Map {
	small := hexagon(1) // the centre is cell number 3
	star := &maps.Map{Cells: []maps.Coord{{}}}
	for _, d := range []maps.Coord{{Q: 1}, {Q: 1, R: -1}, {R: -1}, {Q: -1}, {Q: -1, R: 1}, {R: 1}} {
		for n := 1; n <= 6; n++ {
			star.Cells = append(star.Cells, maps.Coord{Q: n * d.Q, R: n * d.R})
		}
	}
	star.Starts = [][]maps.Coord{{{Q: 6}, {Q: 5}}, {{Q: -6}, {Q: -5}}}
	star.SpecialStarts = []maps.Coord{{}}
	small.Starts = [][]maps.Coord{{small.Cells[3], small.Cells[6]}, {small.Cells[0], small.Cells[1]}}
	return map[string]*maps.Map{
		"one":   withStarts(hexagon(0), 1, 1),
		"full":  withStarts(hexagon(1), 7, 1),
		"small": small,
		"star":  star,
		"many":  withStarts(hexagon(8), 16, 2),
		"big":   withStarts(hexagon(22), 4, 7),
	}
}

// hexagon returns a board of all cells within radius of the centre, without starts.
func hexagon(radius int) *maps.Map {
	m := &maps.Map{}
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -q-radius); r <= min(radius, -q+radius); r++ {
			m.Cells = append(m.Cells, maps.Coord{Q: q, R: r})
		}
	}
	return m
}

// withStarts distributes the starts of players evenly over the cells.
func withStarts(m *maps.Map, players, characters int) *maps.Map {
	n := players * characters
	for p := range players {
		var starts []maps.Coord
		for c := range characters {
			starts = append(starts, m.Cells[(p*characters+c)*len(m.Cells)/n])
		}
		m.Starts = append(m.Starts, starts)
	}
	return m
}
