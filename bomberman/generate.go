package bomberman

import (
	"fmt"
	"slices"
)

// Generate makes the map that a seed gives for a number of players, 2 to 12. It fails with ErrSettings.
func Generate(s Settings, players int, seed int32) (*Map, error) {
	g, err := NewGenerator(s, players)
	if err != nil {
		return nil, err
	}
	return g.Generate(seed)
}

// Generator makes maps for the same settings and number of players. It is for one goroutine at a time.
type Generator struct {
	template
	tries random // gives each try its seed
	rng   random // of the try
	walls []bool // by place: whether its walls were drawn
}

// NewGenerator prepares for maps for a number of players, 2 to 12. It fails with ErrSettings.
func NewGenerator(s Settings, players int) (*Generator, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if players < MinPlayers || players > MaxPlayers {
		return nil, fmt.Errorf("%w: %d players, expected %d to %d", ErrSettings, players, MinPlayers, MaxPlayers)
	}
	g := &Generator{template: newTemplate(s, players)}
	g.walls = make([]bool, len(g.places))
	return g, nil
}

// Generate makes the map that a seed gives, the same as the function Generate. It fails with ErrSettings if the
// settings leave no place for the power-ups.
func (g *Generator) Generate(seed int32) (*Map, error) {
	g.tries.seed(seed)
	const maxTries = 10000
	for range maxTries {
		g.rng.seed(g.tries.next())
		if m := g.try(); m != nil {
			m.Seed = seed
			return m, nil
		}
	}
	return nil, fmt.Errorf("%w: no map for seed %d in %d tries; the wall chance of %d %% leaves no place for the "+
		"power-ups", ErrSettings,
		seed, maxTries, g.settings.WallChance)
}

// try draws a map, nil if the power-ups find no place.
func (g *Generator) try() *Map {
	if len(g.starts) == fairPlayers {
		return g.fairMap()
	}
	g.drawWalls()
	m := g.build()
	if !g.powerUps(m) {
		return nil
	}
	return m
}

// drawWalls draws each place's walls.
func (g *Generator) drawWalls() {
	for i := range g.places {
		g.walls[i] = g.rng.next() < g.places[i].limit
	}
}

// build makes the map of the walls that were drawn, without hidden power-ups.
func (g *Generator) build() *Map {
	m := &Map{Settings: g.settings, Width: g.size, Height: g.size, Blocks: slices.Clone(g.fixed),
		Starts: slices.Clone(g.starts), open: g.open}
	soft := g.soft
	for i, wall := range g.walls {
		if !wall {
			continue
		}
		p := &g.places[i]
		for _, image := range p.images[:p.n] {
			m.Blocks[image].Wall = SoftWall
		}
		soft += int(p.n)
	}
	m.Bounty = (g.settings.PlayerPoints + g.settings.WallPoints*soft) / len(g.starts)
	return m
}

// powerUps hides them under soft walls, as many in each quarter of the map. It fails where there are not enough walls.
func (g *Generator) powerUps(m *Map) bool {
	s, players := g.settings, len(g.starts)
	for q := range 4 {
		for range s.BagPowerUps * players / 4 {
			if !g.hide(m, BagPowerUp, 4-q) {
				return false
			}
		}
		for range s.RadiusPowerUps * players / 4 {
			if !g.hide(m, RadiusPowerUp, q) {
				return false
			}
		}
	}
	return true
}

// hide draws until it finds a soft wall without power-up in a quarter of the map. It fails if there is none.
func (g *Generator) hide(m *Map, p PowerUp, how int) bool {
	const patience = 1000 // draws after which it looks whether there is a wall at all
	half := g.size / 2
	for {
		for range patience {
			x := g.rng.between(1, half+1)
			y := g.rng.between(1, half+1)
			if b := &m.Blocks[g.mirror(x, y, how)]; *b == (Block{Wall: SoftWall}) {
				b.PowerUp = p
				return true
			}
		}
		if !g.anyBareWall(m, how) {
			return false
		}
	}
}

func (g *Generator) anyBareWall(m *Map, how int) bool {
	for x := 1; x <= g.size/2; x++ {
		for y := 1; y <= g.size/2; y++ {
			if m.Blocks[g.mirror(x, y, how)] == (Block{Wall: SoftWall}) {
				return true
			}
		}
	}
	return false
}
