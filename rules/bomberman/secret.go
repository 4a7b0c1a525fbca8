package bomberman

import "math/rand/v2"

// GenerateSecret returns the map of a seed with what a secret hides under its walls: as many power-ups in each quarter
// as the seed would hide, by the same rules. The secret also decides how collisions on the map end. Without one all
// comes from the seed, which the state shows to the players. It fails like Generate.
func (g *Generator) GenerateSecret(seed int32, secret [32]byte) (*Map, error) {
	m, err := g.Generate(seed)
	if err != nil {
		return nil, err
	}
	stream := rand.NewChaCha8(secret)
	m.chance = [2]uint64{stream.Uint64(), stream.Uint64()}
	g.rng.draw(stream)
	g.bare(m)
	// There is room for as many power-ups as the seed has hidden under the same walls.
	if len(g.starts) == fairPlayers {
		count := g.countRings()
		plan, _ := g.fairPlan(&count)
		g.hideFairly(m, &plan, &count)
	} else {
		g.powerUps(m)
	}
	return m, nil
}

// bare removes what is hidden under the walls of the last map.
func (g *Generator) bare(m *Map) {
	for i := range m.Blocks {
		if m.Blocks[i].Wall == SoftWall {
			m.Blocks[i].PowerUp, g.start[i] = NoPowerUp, uint32(SoftWall)
		}
	}
}

// draw starts anew, with numbers from a stream.
func (r *random) draw(stream *rand.ChaCha8) {
	r.stream = stream
	r.refill()
}

// refillFromStream makes the next numbers.
func (r *random) refillFromStream() {
	for i := 1; i <= randomSize; {
		if n := int32(r.stream.Uint64() >> 33); n < randomMax {
			r.numbers[i] = n
			i++
		}
	}
	r.at = 1
}
