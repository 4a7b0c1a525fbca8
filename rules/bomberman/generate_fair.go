package bomberman

import "slices"

const (
	fairPlayers  = 4 // get power-ups at the same distances
	fairPowerUps = 6 // for each of them: two bags and four radii
	fairBags     = 2
)

// rings counts walls by their distance from a player's corner. All distances are below the longest side of a map.
type rings [outside + 1]uint16

// fairMap draws the map of four players. It fails if the walls do not allow power-ups at the same distances from each
// player. A map of four is the same in all its quarters, so the walls of the first determine the others. Most tries
// fail, and early.
func (g *Generator) fairMap(m *Map) bool {
	g.drawWalls()
	count := g.countRings()
	plan, ok := g.fairPlan(&count)
	if !ok {
		return false
	}
	g.build(m)
	g.hideFairly(m, &plan, &count)
	return true
}

// countRings counts the walls of the last draw.
func (g *Generator) countRings() (count rings) {
	for i := range g.places {
		count[g.places[i].ring] += uint16(below(g.draws[i], g.places[i].limit))
	}
	return count
}

// hideFairly hides power-ups as a plan says.
func (g *Generator) hideFairly(m *Map, plan *fairPlan, count *rings) {
	for how := range fairPlayers {
		for i, d := range plan.distances {
			g.hidePowerUp(m, g.wallOfRing(d, g.rng.between(0, int(count[d])), how), plan.powerUps[i])
		}
	}
}

// fairPlan contains the distances of power-ups from each player. The rules also have a plan whose first distance is
// above 5, and one with a wall that is drawn twice. But two walls that guard a start are always at distance 5, so
// neither occurs.
type fairPlan struct {
	distances [fairPowerUps]int
	powerUps  [fairPowerUps]PowerUp
}

func (g *Generator) fairPlan(count *rings) (plan fairPlan, ok bool) {
	last := 2 * (g.size/2 - 2) // the farthest ring
	var memory [outside + 1]int
	several := memory[:0]
	for d := range last + 1 {
		if count[d] > 1 {
			several = append(several, d)
		}
	}
	if len(several) < fairPowerUps+1 {
		return plan, false
	}
	t := g.rng.between(0, 3)
	for i := range plan.powerUps {
		plan.powerUps[i] = RadiusPowerUp
		if (t+i)%3 == 0 {
			plan.powerUps[i] = BagPowerUp
		}
	}
	for len(several) > fairPowerUps {
		i := g.rng.between(1, 4)
		several = slices.Delete(several, i, i+1)
	}
	copy(plan.distances[:], several)
	return plan, true
}

// wallOfRing is the image of wall n of those at a distance, in the order of columns.
func (g *Generator) wallOfRing(d, n, how int) int {
	side := g.size/2 + 1 // places a column
	inner := side - 2    // columns and rows that count
	for x := max(1, d+2-inner); ; x++ {
		y := d + 2 - x
		if i := (x-1)*side + y - 1; below(g.draws[i], g.places[i].limit) == 0 {
			continue
		}
		if n == 0 {
			return g.mirror(x, y, how)
		}
		n--
	}
}
