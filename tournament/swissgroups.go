package tournament

import (
	"math/rand/v2"
	"slices"

	"blastyard/game/match"
)

// group splits entrants into groups of more than two; their number is a multiple of the group's size. It looks for
// groups in which the fewest pairs meet again and, among these, for those with the closest points.
func (p *pairer) group(ranked []int) [][]int {
	g := &grouping{of: p, size: p.config.Players, level: make([]int, p.n)}
	for i, e := range ranked[1:] {
		g.level[e] = g.level[ranked[i]]
		if p.compare(ranked[i], e) != 0 {
			g.level[e]++
		}
	}
	first := g.stratified(ranked)
	if partitions(len(ranked), g.size) <= maxPartitions {
		return g.try(ranked, first)
	}
	return g.search(first)
}

// maxPartitions is the number of possible splits up to which group tries them all.
const maxPartitions = 20_000

// partitions returns in how many ways n entrants can be split into groups of this size, or a number above
// maxPartitions.
func partitions(n, size int) int {
	ways := 1
	for ; n > 0; n -= size {
		choose := 1 // ways to choose size-1 of n-1
		for i := 1; i < size; i++ {
			choose = choose * (n - i) / i
		}
		if ways *= choose; ways > maxPartitions {
			return maxPartitions + 1
		}
	}
	return ways
}

// grouping splits the entrants of a round into groups.
type grouping struct {
	of    *pairer
	size  int
	level []int // by entrant: number of different points above its own
}

// cost says how bad a group is; less is better. Repeated meetings count first.
type cost struct{ again, spread int }

func (c cost) less(d cost) bool {
	return c.again < d.again || c.again == d.again && c.spread < d.spread
}

func (c cost) plus(d cost) cost { return cost{c.again + d.again, c.spread + d.spread} }

func (g *grouping) cost(group []int) (c cost) {
	for i, a := range group {
		for _, b := range group[:i] {
			c.again += g.of.stats[a].met[b]
			d := g.level[a] - g.level[b]
			c.spread += d * d
		}
	}
	return c
}

// stratified returns groups in the order of points. Entrants with equal points are spread over the groups by strength.
func (g *grouping) stratified(ranked []int) [][]int {
	order := make([]int, 0, len(ranked))
	for rest := ranked; len(rest) > 0; {
		same := 1
		for same < len(rest) && g.level[rest[same]] == g.level[rest[0]] {
			same++
		}
		whole := same / g.size
		for i := range whole {
			for j := range g.size {
				order = append(order, rest[i+j*whole])
			}
		}
		order = append(order, rest[whole*g.size:same]...)
		rest = rest[same:]
	}
	return slices.Collect(slices.Chunk(order, g.size))
}

// try tries all splits, and returns the best one; it prefers first if none is better.
func (g *grouping) try(ranked []int, first [][]int) [][]int {
	best := first
	var least cost
	for _, group := range first {
		least = least.plus(g.cost(group))
	}
	var groups [][]int
	var choose func(left, group []int, from int, sum cost)
	choose = func(left, group []int, from int, sum cost) {
		if len(group) == g.size {
			sum = sum.plus(g.cost(group))
			if !sum.less(least) {
				return
			}
			groups = append(groups, group)
			if len(left) == 0 {
				best, least = slices.Clone(groups), sum
			} else {
				choose(left[1:], left[:1:1], 0, sum)
			}
			groups = groups[:len(groups)-1]
			return
		}
		for i := from; i < len(left); i++ {
			rest := slices.Delete(slices.Clone(left), i, i+1)
			choose(rest, append(slices.Clone(group), left[i]), i, sum)
		}
	}
	choose(ranked[1:], ranked[:1:1], 0, cost{})
	return best
}

// restarts is how often the search starts again from shuffled groups while pairs still meet again.
const restarts = 16

// search improves groups: it swaps entrants of two groups as long as that helps.
func (g *grouping) search(groups [][]int) [][]int {
	best, least := g.improve(groups)
	rng := rand.New(rand.NewPCG(match.SeedOf(g.of.config.Seed, g.of.round), 0))
	for try := 0; try < restarts && least.again > 0 && len(groups) < 500; try++ {
		stirred := clone(best)
		for range len(groups) {
			a, b := &stirred[rng.IntN(len(groups))][rng.IntN(g.size)], &stirred[rng.IntN(len(groups))][rng.IntN(g.size)]
			*a, *b = *b, *a
		}
		if improved, c := g.improve(stirred); c.less(least) {
			best, least = improved, c
		}
	}
	return best
}

func clone(groups [][]int) [][]int {
	c := make([][]int, len(groups))
	for i := range groups {
		c[i] = slices.Clone(groups[i])
	}
	return c
}

// improve swaps entrants until no swap between two neighbouring groups helps.
func (g *grouping) improve(groups [][]int) ([][]int, cost) {
	groups = clone(groups)
	costs := make([]cost, len(groups))
	for i := range groups {
		costs[i] = g.cost(groups[i])
	}
	near := max(8, 20_000/(len(groups)*g.size*g.size))
	for again := true; again; {
		again = false
		for i := range groups {
			for j := i + 1; j < min(len(groups), i+1+near); j++ {
				if costs[i].again+costs[j].again+costs[i].spread+costs[j].spread > 0 && g.swap(groups, costs, i, j) {
					again = true
				}
			}
		}
	}
	var sum cost
	for _, c := range costs {
		sum = sum.plus(c)
	}
	return groups, sum
}

// swap swaps the first two entrants of two groups whose swap lowers the cost.
func (g *grouping) swap(groups [][]int, costs []cost, i, j int) bool {
	for a := range groups[i] {
		for b := range groups[j] {
			groups[i][a], groups[j][b] = groups[j][b], groups[i][a]
			ci, cj := g.cost(groups[i]), g.cost(groups[j])
			if ci.plus(cj).less(costs[i].plus(costs[j])) {
				costs[i], costs[j] = ci, cj
				return true
			}
			groups[i][a], groups[j][b] = groups[j][b], groups[i][a]
		}
	}
	return false
}
