package tournament

import (
	"cmp"
	"slices"
)

// pairing is what a group of a knockout plays. Each block counts the same: it gives two points for each opponent with
// fewer points in it, and one for each opponent with as many.
type pairing struct {
	config Config
	slots  []int   // slots of the round; none for the match for third place
	cut    int     // number of places that must be separated from the rest
	who    []int   // entrants, by place in the group; nil: not all are known
	known  int     // number of known blocks
	points [][]int // by block and place in the group; nil: it does not count yet
	scores [][]int // the game's scores, in the same order
	order  []int   // places in the group, the best first; nil: not decided
}

func newPairing(c Config, slots []int, cut int) *pairing {
	return &pairing{config: c, slots: slots, cut: cut}
}

// total returns the points of place i in the blocks with numbers from ≤ b < to.
func (p *pairing) total(i, from, to int) (sum int) {
	for _, points := range p.points[min(from, len(p.points)):min(to, len(p.points))] {
		for j, other := range points {
			switch {
			case j == i:
			case points[i] > other:
				sum += 2
			case points[i] == other:
				sum++
			}
		}
	}
	return sum
}

func (p *pairing) score(i int) (sum int) {
	for _, scores := range p.scores {
		if scores != nil {
			sum += scores[i]
		}
	}
	return sum
}

// ranked returns the order of the group: by the points in the BestOf blocks, then in the extra blocks, then by the sum
// of the game's scores, then by seed.
func (p *pairing) ranked() []int {
	order := make([]int, len(p.who))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(p.compare(a, b), p.score(b)-p.score(a), a-b)
	})
	return order
}

// compare compares two places by points alone.
func (p *pairing) compare(a, b int) int {
	best, all := p.config.BestOf, len(p.points)
	return cmp.Or(p.total(b, 0, best)-p.total(a, 0, best), p.total(b, best, all)-p.total(a, best, all))
}

// tied reports whether points leave open who goes on or, in the final, who wins.
func (p *pairing) tied() bool {
	order := p.ranked()
	return p.compare(order[p.cut-1], order[p.cut]) == 0
}

// needed returns how many more blocks a pairing certainly needs once all known blocks count.
func (p *pairing) needed() int {
	played := len(p.points)
	rest := p.config.BestOf - played
	switch {
	case rest > 0 && len(p.who) > 2:
		return rest // all of them, because each place counts
	case rest > 0:
		lead := p.total(0, 0, played) - p.total(1, 0, played)
		if lead = max(lead, -lead); lead > 2*rest {
			return 0
		}
		return min(rest, (2*rest-lead)/4+1) // until the leader could have won
	case played < p.config.BestOf+maxExtra && p.tied():
		return 1
	}
	return 0
}
