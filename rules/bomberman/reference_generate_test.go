package bomberman

import "slices"

// refGenerator makes maps as slowly and plainly as the rules are written: block by block, looking everything up
// again.
type refGenerator struct {
	*Map
	rng *refRandom
}

// referenceMap returns nil if it finds no map in some tries.
func referenceMap(s Settings, players int, seed int32, maxTries int) *Map {
	tries := newRefRandom(seed)
	for range maxTries {
		size := s.size(players)
		g := refGenerator{&Map{Settings: s, Seed: seed, Width: size, Height: size}, newRefRandom(tries.next())}
		if g.try(players) {
			return g.Map
		}
	}
	return nil
}

func (g *refGenerator) try(players int) bool {
	g.Blocks = make([]Block, g.Width*g.Height)
	g.hardWalls()
	g.seat(players)
	g.softWalls()
	if players == 4 {
		if !g.fairPowerUpsByWalls() {
			return false
		}
	} else if !g.powerUps(players) {
		return false
	}
	centre := g.at(Pos{g.Width/2 + 1, g.Height/2 + 1})
	*centre = Block{PowerUp: SuperPowerUp}
	soft := 0
	for _, b := range g.Blocks {
		if b.Wall != HardWall {
			g.open++
		}
		if b.Wall == SoftWall {
			soft++
		}
	}
	g.Bounty = (g.Settings.PlayerPoints + g.Settings.WallPoints*soft) / players
	return true
}

func (g *refGenerator) at(p Pos) *Block { return &g.Blocks[g.index(p)] }

func (g *refGenerator) hardWalls() {
	for i := range g.Blocks {
		p := g.pos(i)
		if p.X == 1 || p.Y == 1 || p.X == g.Width || p.Y == g.Height || p.X%2 == 1 && p.Y%2 == 1 {
			g.Blocks[i].Wall = HardWall
		}
	}
}

// seat distributes the players along the four sides.
func (g *refGenerator) seat(players int) {
	w, h := g.Width, g.Height
	perSide := (players + 3) / 4
	pw, ph := w/perSide, h/perSide
	for k := 1; k <= players; k++ {
		i := (k + 3) / 4
		var p Pos
		switch k % 4 {
		case 1:
			p = Pos{pw*i - pw + 2, 2}
		case 2:
			p = Pos{w + pw - pw*i - 1, h - 1}
		case 3:
			p = Pos{2, h + ph - ph*i - 1}
		default:
			p = Pos{w - 1, ph*i - ph + 2}
		}
		g.Starts = append(g.Starts, p)
	}
}

// softWalls places walls equally on all four mirror images.
func (g *refGenerator) softWalls() {
	for x := 1; x <= g.Width/2+1; x++ {
		for y := 1; y <= g.Height/2+1; y++ {
			g.placeMirrored(Pos{x, y}, g.rng.between(0, 100))
		}
	}
	for x := g.Width / 2; x <= g.Width/2+3; x++ {
		for y := g.Width / 2; y <= g.Width/2+3; y++ {
			g.placeMirrored(Pos{x, y}, 0)
		}
	}
}

func (g *refGenerator) placeMirrored(p Pos, draw int) {
	for _, image := range []Pos{p, {g.Width + 1 - p.X, p.Y}, {p.X, g.Height + 1 - p.Y}, {g.Width + 1 - p.X, g.Height + 1 - p.Y}} {
		g.place(image, draw)
	}
}

// place puts a soft wall on a block by a draw of 0 to 99, and walls that guard a player's start.
func (g *refGenerator) place(p Pos, draw int) {
	near, here := false, false
	for _, s := range g.Starts {
		dx, dy := s.X-p.X, s.Y-p.Y
		near = near || dx*dx+dy*dy < 4
		here = here || s == p
	}
	if here {
		g.guard(p)
	}
	if b := g.at(p); b.Wall == NoWall && !here && !near && draw < g.Settings.WallChance {
		b.Wall = SoftWall
	}
}

func (g *refGenerator) guard(p Pos) {
	if p.Y == 2 || p.Y == g.Height-1 {
		x := p.X + guardDistance
		if x >= g.Width {
			x = p.X - guardDistance
		}
		g.guardAt(Pos{x, p.Y})
	}
	if p.X == 2 || p.X == g.Width-1 {
		y := p.Y + guardDistance
		if y >= g.Height {
			y = p.Y - guardDistance
		}
		g.guardAt(Pos{p.X, y})
	}
}

func (g *refGenerator) guardAt(p Pos) {
	for _, s := range g.Starts {
		if s == p {
			return
		}
	}
	if b := g.at(p); b.Wall == NoWall {
		b.Wall = SoftWall
	}
}

// mirror returns a position's image: 1 left and right, 2 top and bottom, 3 both, otherwise itself.
func (g *refGenerator) mirror(p Pos, how int) Pos {
	if how == 1 || how == 3 {
		p.X = g.Width + 1 - p.X
	}
	if how == 2 || how == 3 {
		p.Y = g.Height + 1 - p.Y
	}
	return p
}

// powerUps hides them under soft walls, as many in each quarter of the map. It fails where there are not enough walls.
func (g *refGenerator) powerUps(players int) bool {
	s := g.Settings
	for q := range 4 {
		for range s.BagPowerUps * players / 4 {
			if !g.hide(BagPowerUp, 4-q) {
				return false
			}
		}
		for range s.RadiusPowerUps * players / 4 {
			if !g.hide(RadiusPowerUp, q) {
				return false
			}
		}
	}
	return true
}

func (g *refGenerator) hide(p PowerUp, how int) bool {
	const maxDraws = 20000
	for range maxDraws {
		x := g.rng.between(1, g.Width/2+1)
		y := g.rng.between(1, g.Width/2+1)
		if b := g.at(g.mirror(Pos{x, y}, how)); b.Wall == SoftWall && b.PowerUp == NoPowerUp {
			b.PowerUp = p
			return true
		}
	}
	return false
}

// fairPowerUpsByWalls hides the power-ups of four players at the same distances from each. It fails where the walls do not allow
// that.
func (g *refGenerator) fairPowerUpsByWalls() bool {
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

type refFairPlan struct {
	distances []int
	powerUps  [fairPowerUps]PowerUp
}

// distances draws how far from its player each power-up lies.
func (g *refGenerator) distances() (plan refFairPlan, ok bool) {
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
func (g *refGenerator) wallsAt(d, how int) []Pos {
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

// refRandom is Knuth's subtractive generator as in .NET's System.Random, so that a seed gives the map that it always gave.
type refRandom struct {
	state [56]int32
	a, b  int
}

func newRefRandom(seed int32) *refRandom {
	r := &refRandom{b: 21}
	abs := seed
	switch {
	case seed == -1<<31:
		abs = randomMax
	case seed < 0:
		abs = -seed
	}
	j, k := int32(161803398)-abs, int32(1)
	r.state[55] = j
	for i := 1; i < 55; i++ {
		at := 21 * i % 55
		r.state[at] = k
		j, k = k, refNotNegative(j-k)
	}
	for range 4 {
		for i := 1; i < 56; i++ {
			r.state[i] = refNotNegative(r.state[i] - r.state[1+(i+30)%55])
		}
	}
	return r
}

func refNotNegative(n int32) int32 {
	if n < 0 {
		n += randomMax
	}
	return n
}

// next is Next(): from 0 up to, not including, 2^31-1.
func (r *refRandom) next() int32 {
	if r.a++; r.a == 56 {
		r.a = 1
	}
	if r.b++; r.b == 56 {
		r.b = 1
	}
	n := r.state[r.a] - r.state[r.b]
	if n == randomMax {
		n--
	}
	n = refNotNegative(n)
	r.state[r.a] = n
	return n
}

// between is Next(lo, hi): from lo up to, not including, hi.
func (r *refRandom) between(lo, hi int) int {
	return int(float64(r.next())*(1.0/randomMax)*float64(hi-lo)) + lo
}
