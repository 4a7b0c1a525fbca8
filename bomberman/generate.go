package bomberman

import "fmt"

// Generate makes the map that a seed gives for a number of players, 2 to 12.
func Generate(s Settings, players int, seed int32) (*Map, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if players < MinPlayers || players > MaxPlayers {
		return nil, fmt.Errorf("%w: %d players, expected %d to %d", ErrSettings, players, MinPlayers, MaxPlayers)
	}
	tries := newRandom(seed)
	const maxTries = 10000
	for range maxTries {
		g := generator{Map: &Map{Settings: s, Seed: seed, Width: s.size(players), Height: s.size(players)}, rng: newRandom(tries.next())}
		if g.try(players) {
			return g.Map, nil
		}
	}
	return nil, fmt.Errorf("%w: no map for seed %d in %d tries; the wall chance of %d %% leaves no place for the power-ups", ErrSettings, seed, maxTries, s.WallChance)
}

// generator is one try at a map.
type generator struct {
	*Map
	rng *random
}

func (g *generator) try(players int) bool {
	g.Blocks = make([]Block, g.Width*g.Height)
	g.hardWalls()
	g.seat(players)
	g.softWalls()
	if players == 4 {
		if !g.fairPowerUps() {
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

func (g *generator) at(p Pos) *Block { return &g.Blocks[g.index(p)] }

func (g *generator) hardWalls() {
	for i := range g.Blocks {
		p := g.pos(i)
		if p.X == 1 || p.Y == 1 || p.X == g.Width || p.Y == g.Height || p.X%2 == 1 && p.Y%2 == 1 {
			g.Blocks[i].Wall = HardWall
		}
	}
}

// seat puts the players along the four sides.
func (g *generator) seat(players int) {
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

// softWalls places them on all four mirror images alike.
func (g *generator) softWalls() {
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

func (g *generator) placeMirrored(p Pos, draw int) {
	for _, image := range []Pos{p, {g.Width + 1 - p.X, p.Y}, {p.X, g.Height + 1 - p.Y}, {g.Width + 1 - p.X, g.Height + 1 - p.Y}} {
		g.place(image, draw)
	}
}

// place puts a soft wall on a block by a draw of 0 to 99, and walls that guard a player's start.
func (g *generator) place(p Pos, draw int) {
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

const guardDistance = 3

func (g *generator) guard(p Pos) {
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

func (g *generator) guardAt(p Pos) {
	for _, s := range g.Starts {
		if s == p {
			return
		}
	}
	if b := g.at(p); b.Wall == NoWall {
		b.Wall = SoftWall
	}
}

// mirror is a place's image: 1 left and right, 2 top and bottom, 3 both, else itself.
func (g *generator) mirror(p Pos, how int) Pos {
	if how == 1 || how == 3 {
		p.X = g.Width + 1 - p.X
	}
	if how == 2 || how == 3 {
		p.Y = g.Height + 1 - p.Y
	}
	return p
}

// powerUps hides them under soft walls, as many in each quarter of the map. It fails where there are not enough walls.
func (g *generator) powerUps(players int) bool {
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

func (g *generator) hide(p PowerUp, how int) bool {
	const maxDraws = 100000 // with default settings some hundred are the most
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
