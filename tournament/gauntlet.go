package tournament

import "slices"

// gauntlet is the first entrants against each of the others: heroes and challengers. In each block one hero sits with
// challengers. All challengers stand in a queue, in a new order each round; the next ones of the queue are those of
// the next block. So each hero meets each challenger as often as there are rounds; where the last block needs more
// challengers than are left, some meet it once more.
type gauntlet struct {
	fixed
	heroes, others, k int
	perHero           int // blocks
	draw              draw
	seats             *seats
	queues            [][]int // by hero: challengers
	dealt             [][]int16
	buffer            []int
}

func newGauntlet(c Config, n int) *gauntlet {
	g := &gauntlet{heroes: c.Heroes, others: n - c.Heroes, k: c.Players, draw: newDraw(c.Seed, useGauntlet),
		seats: newSeats(c, n)}
	g.perHero = ceilDiv(c.Rounds*g.others, g.k-1)
	g.fixed = limited(g.perHero*g.heroes, c)
	g.queues = make([][]int, g.heroes)
	return g
}

func (g *gauntlet) block(b int) (round int, entrants []int, ok bool) {
	if b < 0 || b >= g.blocks {
		return 0, nil, false
	}
	for b >= len(g.dealt) {
		g.deal(len(g.dealt) % g.heroes)
	}
	g.buffer = g.buffer[:0]
	for _, e := range g.dealt[b] {
		g.buffer = append(g.buffer, int(e))
	}
	return b / g.heroes * (g.k - 1) / g.others, g.buffer, true
}

// deal deals the next block of a hero.
func (g *gauntlet) deal(hero int) {
	queue := g.queues[hero]
	if len(queue) < g.k-1 {
		queue = g.refill(queue)
	}
	group := append([]int{hero}, queue[:g.k-1]...)
	g.queues[hero] = queue[g.k-1:]
	g.seats.arrange(group)
	dealt := make([]int16, len(group))
	for i, e := range group {
		dealt[i] = int16(e)
	}
	g.dealt = append(g.dealt, dealt)
}

// refill adds all challengers to a queue, so that those who are left do not meet themselves in their block.
func (g *gauntlet) refill(left []int) []int {
	fresh := upTo(g.others)
	for i := range fresh {
		fresh[i] += g.heroes
	}
	g.draw.shuffle(fresh)
	soon, later := left, []int(nil)
	for _, e := range fresh {
		if len(soon) < g.k-1 && slices.Contains(left, e) {
			later = append(later, e)
		} else {
			soon = append(soon, e)
		}
	}
	return append(soon, later...)
}

func (g *gauntlet) byes(int) []int { return make([]int, g.heroes+g.others) }
