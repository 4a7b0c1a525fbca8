package checkup

import (
	"fmt"
	"slices"

	"blastyard/game"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// extend returns the game with the maps of the plan, if it has any, and with the sapper bot, which needs such maps.
func (p *plan) extend(k *game.Kind) *game.Kind {
	more := *k
	if len(p.maps) == 0 {
		return &more
	}
	more.Bots, more.Specials = append(slices.Clip(k.Bots), sapperName), append(slices.Clip(k.Specials), sapperName)
	more.New = func(s game.Setup) (game.Match, error) {
		m, err := k.New(s)
		if err != nil {
			return nil, err
		}
		return withSapper{m}, nil
	}
	more.OpenMap = func(name string) (game.Map, error) {
		m := p.maps[name]
		if m == nil {
			return k.OpenMap(name)
		}
		file, err := wire.EncodeMap(m)
		if err != nil {
			return game.Map{}, fmt.Errorf("map %s: %w", name, err)
		}
		return game.Map{Name: name, File: file}, nil
	}
	return &more
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
