package bomberman

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// reference plays 2016-Bomberman as slowly and plainly as the rules are written. It shares no code with State:
// everything is looked up in maps by position, and nothing is stored that can be counted.
type reference struct {
	m       *Map
	chance  *rand.PCG
	round   int
	walls   map[Pos]Wall
	powers  map[Pos]PowerUp
	blasts  map[Pos]bool
	players []refPlayer
	bombs   map[Pos]*refBomb
	failed  []bool
}

type refPlayer struct {
	at            Pos
	alive, onMap  bool
	killed        int
	points, cover int
	bag, radius   int
	visited       map[Pos]bool
}

type refBomb struct {
	at           Pos
	owner        int
	timer, reach int
	exploding    bool
	marked       []Pos
	linked       []*refBomb
}

func newReference(m *Map) *reference {
	g := &reference{m: m, chance: rand.NewPCG(uint64(uint32(m.Seed)), 0), walls: map[Pos]Wall{}, powers: map[Pos]PowerUp{}, blasts: map[Pos]bool{}, bombs: map[Pos]*refBomb{}}
	for _, p := range g.places() {
		b := m.At(p)
		if b.Wall != NoWall {
			g.walls[p] = b.Wall
		}
		if b.PowerUp != NoPowerUp {
			g.powers[p] = b.PowerUp
		}
	}
	for _, at := range m.Starts {
		g.players = append(g.players, refPlayer{at: at, alive: true, onMap: true, bag: m.Settings.BombBag, radius: m.Settings.BombRadius, visited: map[Pos]bool{at: true}})
	}
	g.failed = make([]bool, len(m.Starts))
	return g
}

// places are all blocks, row by row.
func (g *reference) places() (all []Pos) {
	for y := 1; y <= g.m.Height; y++ {
		for x := 1; x <= g.m.Width; x++ {
			all = append(all, Pos{x, y})
		}
	}
	return all
}

// playerOn returns the player on a block, including dying ones, or NoPlayer.
func (g *reference) playerOn(p Pos) int {
	return slices.IndexFunc(g.players, func(r refPlayer) bool { return r.onMap && r.at == p })
}

func (g *reference) step(commands []Command) {
	g.blasts = map[Pos]bool{}
	for _, b := range g.bombs {
		b.timer--
	}
	for _, p := range g.places() {
		if b := g.bombs[p]; b != nil && b.timer < 1 && !b.exploding {
			g.explode(b)
		}
	}
	g.killMarked()
	wishes := map[int]Pos{}
	for k := range g.players {
		g.failed[k] = false
		if g.players[k].alive {
			g.failed[k] = !g.obey(k, commands[k], wishes)
		}
	}
	g.settle(wishes)
	g.moveAll(wishes)
	g.killMarked()
	for k := range g.players {
		g.takePowerUp(k)
	}
	g.clear()
	for k := range g.players {
		if p := &g.players[k]; p.alive {
			p.cover = len(p.visited) * g.m.Settings.CoveragePoints / g.open()
		}
	}
	g.round++
}

func (g *reference) open() (n int) {
	for _, p := range g.places() {
		if g.m.At(p).Wall != HardWall {
			n++
		}
	}
	return n
}

func (g *reference) explode(b *refBomb) {
	b.exploding = true
	b.marked = append(b.marked, b.at)
	for _, d := range []Pos{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		for i := 1; i <= b.reach || b.reach < 0 && (d.X < 0 || d.Y < 0); i++ {
			p := Pos{b.at.X + i*d.X, b.at.Y + i*d.Y}
			if g.walls[p] == HardWall {
				break
			}
			if other := g.bombs[p]; other != nil {
				if !other.exploding {
					g.explode(other)
				}
				b.linked, other.linked = append(b.linked, other), append(other.linked, b)
				if g.playerOn(p) == NoPlayer {
					b.marked = append(b.marked, p)
				}
				break
			}
			b.marked = append(b.marked, p)
			if g.walls[p] == SoftWall {
				break
			}
		}
	}
	for _, p := range b.marked {
		g.blasts[p] = true
	}
}

func (g *reference) killMarked() {
	for k := range g.players {
		if p := &g.players[k]; p.alive && g.blasts[p.at] {
			p.alive, p.killed = false, g.round
		}
	}
}

func (g *reference) obey(k int, c Command, wishes map[int]Pos) bool {
	p := &g.players[k]
	switch c {
	case Up, Left, Right, Down:
		d := map[Command]Pos{Up: {0, -1}, Left: {-1, 0}, Right: {1, 0}, Down: {0, 1}}[c]
		to := Pos{p.at.X + d.X, p.at.Y + d.Y}
		if to.X < 1 || to.Y < 1 || to.X > g.m.Width || to.Y > g.m.Height || g.walls[to] != NoWall || g.bombs[to] != nil {
			return false
		}
		wishes[k] = to
	case PlaceBomb:
		if len(g.bombsOf(k)) == p.bag || g.bombs[p.at] != nil {
			return false
		}
		g.bombs[p.at] = &refBomb{at: p.at, owner: k, timer: min(9, g.m.Settings.TimerMultiplier*p.bag) + 1, reach: p.radius}
	case TriggerBomb:
		var best *refBomb
		for _, b := range g.bombsOf(k) {
			if !b.exploding && (best == nil || b.timer < best.timer) {
				best = b
			}
		}
		if best == nil {
			return false
		}
		best.timer = 1
	}
	return true
}

func (g *reference) bombsOf(k int) (found []*refBomb) {
	for _, p := range g.places() {
		if b := g.bombs[p]; b != nil && b.owner == k {
			found = append(found, b)
		}
	}
	return found
}

// settle draws as State does: the upper half of a number of the game's generator, scaled to 100.
func (g *reference) settle(wishes map[int]Pos) {
	for {
		loser, lowest := NoPlayer, 0
		for k := range g.players {
			rivals := 0
			for j, to := range wishes {
				if mine, has := wishes[k]; has && j != k && to == mine {
					rivals++
				}
			}
			if rivals == 0 {
				continue
			}
			if draw := int(g.chance.Uint64() >> 32 * 100 / (1 << 32)); loser == NoPlayer || draw < lowest {
				loser, lowest = k, draw
			}
		}
		if loser == NoPlayer {
			return
		}
		delete(wishes, loser)
	}
}

func (g *reference) moveAll(wishes map[int]Pos) {
	for len(wishes) > 0 {
		var order []int
		for k := range wishes {
			order = append(order, k)
		}
		slices.Sort(order)
		i := slices.IndexFunc(order, func(k int) bool { return g.playerOn(wishes[k]) == NoPlayer })
		if i < 0 {
			delete(wishes, order[0])
			continue
		}
		p := &g.players[order[i]]
		p.at = wishes[order[i]]
		p.visited[p.at] = true
		delete(wishes, order[i])
	}
}

func (g *reference) takePowerUp(k int) {
	p := &g.players[k]
	if !p.onMap {
		return
	}
	what := g.powers[p.at]
	delete(g.powers, p.at)
	switch what {
	case BagPowerUp:
		p.bag++
	case RadiusPowerUp:
		p.radius = int(int32(p.radius * 2))
	case SuperPowerUp:
		p.bag++
		p.radius = int(int32(p.radius * 2))
		p.points += g.m.Settings.SuperPoints
	}
}

// clear removes what was destroyed and distributes the points.
func (g *reference) clear() {
	earned := map[*refBomb]int{}
	for _, b := range g.bombs {
		for _, p := range b.marked {
			if g.walls[p] == SoftWall {
				earned[b] += g.m.Settings.WallPoints
			}
			if g.playerOn(p) != NoPlayer {
				earned[b] += g.m.Bounty
			}
		}
	}
	for p := range g.blasts {
		if g.walls[p] == SoftWall {
			delete(g.walls, p)
		}
		if k := g.playerOn(p); k != NoPlayer {
			g.players[k].points -= g.m.Bounty
			g.players[k].onMap = false
		}
	}
	done := map[*refBomb]bool{}
	for _, b := range g.bombs {
		if !b.exploding || done[b] {
			continue
		}
		chain := []*refBomb{b}
		done[b] = true
		for i := 0; i < len(chain); i++ {
			for _, next := range chain[i].linked {
				if !done[next] {
					done[next] = true
					chain = append(chain, next)
				}
			}
		}
		pool, owners := 0, map[int]bool{}
		for _, c := range chain {
			pool += earned[c]
			owners[c.owner] = true
		}
		for k := range owners {
			if g.players[k].alive {
				g.players[k].points += pool
			}
		}
	}
	for p, b := range g.bombs {
		if b.exploding {
			delete(g.bombs, p)
		}
	}
}

func (g *reference) over() bool {
	living := 0
	for _, p := range g.players {
		if p.alive {
			living++
		}
	}
	return living < 2 || g.round > g.m.Width*g.m.Height
}

func (g *reference) leaderBoard() (order []int) {
	for k := range g.players {
		order = append(order, k)
	}
	dead := func(k int) int {
		if g.players[k].alive {
			return 0
		}
		return 1
	}
	slices.SortFunc(order, func(a, b int) int {
		p, q := g.players[a], g.players[b]
		return cmp.Or(dead(a)-dead(b), q.points+q.cover-p.points-p.cover, p.killed-q.killed, a-b)
	})
	return order
}
