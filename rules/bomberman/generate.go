package bomberman

import (
	"fmt"
)

// Generate returns the map of a seed for 2 to 12 players. It fails with ErrSettings.
func Generate(s Settings, players int, seed int32) (*Map, error) {
	g, err := NewGenerator(s, players)
	if err != nil {
		return nil, err
	}
	return g.Generate(seed)
}

// Generator makes maps for the same settings and number of players. It must be used by one goroutine at a time.
type Generator struct {
	template
	tries random   // gives each try its seed
	rng   random   // of the try
	draws []int32  // by place: the number drawn for its walls
	start []uint32 // blocks of a state of the last map, without its players
	soft  []byte   // by block of the last map: softShown for a soft wall, else 0
}

// NewGenerator returns a generator of maps for 2 to 12 players. It fails with ErrSettings.
func NewGenerator(s Settings, players int) (*Generator, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if players < MinPlayers || players > MaxPlayers {
		return nil, fmt.Errorf("%w: %d players, expected %d to %d", ErrSettings, players, MinPlayers, MaxPlayers)
	}
	g := &Generator{template: newTemplate(s, players)}
	g.draws, g.start, g.soft = make([]int32, len(g.places)), make([]uint32, len(g.fixed)), make([]byte, len(g.fixed))
	return g, nil
}

// Generate returns the map of a seed, like the function Generate. It fails with ErrSettings if the settings leave no
// room for the power-ups.
func (g *Generator) Generate(seed int32) (*Map, error) {
	m := &Map{}
	if err := g.GenerateInto(m, seed); err != nil {
		return nil, err
	}
	return m, nil
}

// GenerateInto sets m to the map of a seed, like Generate, and reuses its memory. The old map must not be used any
// more: a state on it has to be restarted.
func (g *Generator) GenerateInto(m *Map, seed int32) error {
	const maxTries = 10000
	for try := range maxTries {
		g.rng.seed(g.seedOfTry(seed, try))
		if g.try(m) {
			m.Seed, m.chance = seed, [2]uint64{}
			return nil
		}
	}
	return fmt.Errorf("%w: no map for seed %d in %d tries; the wall chance of %d %% leaves no place for the "+
		"power-ups", ErrSettings,
		seed, maxTries, g.settings.WallChance)
}

// Start sets m to the map of a seed, like GenerateInto, and s to the start of a game on it, like State.Restart. It is
// faster than the two.
func (g *Generator) Start(s *State, m *Map, seed int32) error {
	if err := g.GenerateInto(m, seed); err != nil {
		return err
	}
	s.begin(m, g.bombs)
	copy(s.blocks, g.start)
	s.seat()
	return nil
}

// softShown is the value in Opening for a soft wall.
const softShown = 255

// Opening returns how the last map looks at the start: by block softShown for a soft wall, or else 0, and the only
// block with a visible power-up, the super one. Hard walls are the same on all its maps. The slice is valid until the
// next map is made.
func (g *Generator) Opening() (soft []byte, super int) { return g.soft, g.super }

// seedOfTry returns the seed of each try, which must be requested in order. Usually there is only one.
func (g *Generator) seedOfTry(seed int32, try int) int32 {
	switch try {
	case 0:
		return firstRandom(seed)
	case 1:
		g.tries.seed(seed)
		g.tries.next()
	}
	return g.tries.next()
}

// try draws a map. It fails if there is no room for the power-ups.
func (g *Generator) try(m *Map) bool {
	if len(g.starts) == fairPlayers {
		return g.fairMap(m)
	}
	g.drawWalls()
	g.build(m)
	return g.powerUps(m)
}

// drawWalls draws each place's walls.
func (g *Generator) drawWalls() {
	for rest := g.draws; len(rest) > 0; {
		rest = rest[g.rng.give(rest):]
	}
}

// build makes the map from the drawn walls, without hidden power-ups. It uses no branches on them.
func (g *Generator) build(m *Map) {
	m.Settings, m.Width, m.Height, m.open, m.taken = g.settings, g.size, g.size, g.open, 0
	m.Blocks, m.Starts = append(m.Blocks[:0], g.fixed...), append(m.Starts[:0], g.starts...)
	copy(g.start, g.fixedStart)
	copy(g.soft, g.fixedSoft)
	drawn, draws, limit, walls, blocks := g.drawn, g.draws, g.limit, g.walls, m.Blocks
	start, soft := g.start[:len(blocks)], g.soft[:len(blocks)]
	for i := range drawn {
		p := &drawn[i]
		wall := below(draws[p.place], limit) * uint32(SoftWall)
		walls += int(uint32(p.n) * wall)
		a, b, c, d := p.images[0], p.images[1], p.images[2], p.images[3]
		blocks[a].Wall, blocks[b].Wall, blocks[c].Wall, blocks[d].Wall = Wall(wall), Wall(wall), Wall(wall), Wall(wall)
		start[a], start[b], start[c], start[d] = wall, wall, wall, wall
		shown := byte(-wall) & softShown
		soft[a], soft[b], soft[c], soft[d] = shown, shown, shown, shown
	}
	m.Bounty = (g.settings.PlayerPoints + g.settings.WallPoints*walls) / len(g.starts)
}

// hidePowerUp puts a power-up under the wall of a block.
func (g *Generator) hidePowerUp(m *Map, block int, p PowerUp) {
	m.Blocks[block].PowerUp = p
	g.start[block] |= uint32(p) << powerShift
}

// powerUps hides power-ups under soft walls, equally many in each quarter of the map. It fails if there are not
// enough walls.
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
	for {
		if block := g.drawBareWall(&g.quarters[how]); block >= 0 {
			g.hidePowerUp(m, block, p)
			return true
		}
		if !g.anyBareWall(how) {
			return false
		}
	}
}

// drawBareWall draws blocks of a quarter until one is a soft wall without power-up. It returns -1 after so many
// failures that the caller should check whether there is such a wall at all.
func (g *Generator) drawBareWall(q *quarter) int {
	const patience = 1000
	half, start, rng := g.size/2, g.start, &g.rng
	corner, right, down := q.corner, q.right, q.down
	at := uint(rng.at)
	for range patience {
		if at >= randomSize {
			at = rng.join(at)
		}
		x, y := rng.numbers[at%randomPlaces], rng.numbers[(at+1)%randomPlaces]
		at += 2
		if block := corner + scale(x, half)*right + scale(y, half)*down; start[block] == uint32(SoftWall) {
			rng.at = int(at)
			return block
		}
	}
	rng.at = int(at)
	return -1
}

func (g *Generator) anyBareWall(how int) bool {
	for x := 1; x <= g.size/2; x++ {
		for y := 1; y <= g.size/2; y++ {
			if g.start[g.mirror(x, y, how)] == uint32(SoftWall) {
				return true
			}
		}
	}
	return false
}
