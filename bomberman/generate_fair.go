package bomberman

import "slices"

const fairPowerUps = 6 // for each of four players: two bags and four radii

// fairPowerUps hides the power-ups of four players at the same distances from each. It fails where the walls do not allow
// that.
func (g *generator) fairPowerUps() bool {
	plan, ok := g.distances()
	if !ok {
		return false
	}
	for how := range 4 {
		for i, d := range plan.distances {
			walls := g.wallsAt(d, how)
			if len(walls) == 0 {
				return false
			}
			b := g.at(walls[g.rng.between(0, len(walls))])
			if b.PowerUp != NoPowerUp {
				return false
			}
			b.PowerUp = plan.powerUps[i]
		}
	}
	return true
}

type fairPlan struct {
	distances []int
	powerUps  [fairPowerUps]PowerUp
}

// distances draws how far from its player each power-up lies.
func (g *generator) distances() (plan fairPlan, ok bool) {
	half := g.Width/2 - 1
	walls := make([]int, 2*half)
	for x := 1; x <= half; x++ {
		for y := 1; y <= half; y++ {
			if g.at(Pos{x, y}).Wall == SoftWall {
				walls[x+y-2]++
			}
		}
	}
	var several []int
	for d, n := range walls {
		if n > 1 {
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
	if several[0] > 5 {
		near := slices.IndexFunc(walls[3:], func(n int) bool { return n > 0 }) + 3
		several = slices.Insert(several, 0, near)
	}
	for len(several) > fairPowerUps {
		i := g.rng.between(1, 4)
		several = slices.Delete(several, i, i+1)
	}
	slices.Sort(several)
	plan.distances = several
	return plan, true
}

// wallsAt are the soft walls at a distance from a player's corner, in the order of the corner of the first player.
func (g *generator) wallsAt(d, how int) []Pos {
	var found []Pos
	half := g.Width/2 - 1
	for x := 1; x <= half; x++ {
		for y := 1; y <= half; y++ {
			if p := g.mirror(Pos{x, y}, how); x+y-2 == d && g.at(p).Wall == SoftWall {
				found = append(found, p)
			}
		}
	}
	return found
}
