package tournament

import "slices"

// gauntlet lets the first entrants, its heroes, meet each of the others, its challengers. In each block one hero plays
// challengers. All challengers stand in a queue, in a new order each round; the next ones in the queue play the next
// block. So each hero meets each challenger once a round. If the last block needs more challengers than are left, some
// of them meet the hero once more.
type gauntlet struct {
	fixed
	heroes, others, k int
	perHero           int // blocks
	draw              draw
	seats             *seats
	queues            [][]int // by hero: its challengers
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

// deal makes the next block of a hero.
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

// refill adds all challengers to a queue, so that no challenger is twice in the block of those that are left.
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
