package tournament

import (
	"cmp"
	"slices"
)

// swiss is the Swiss system, close to its Dutch variant. Each round pairs entrants with similar points, and avoids
// pairing entrants who have met before. Points are those of the standings, per match; before its first match an entrant
// has half of the possible points, and a bye changes nothing.
//
// The blocks of a round become known when all blocks of the round before count. Round r has the blocks from r*groups
// on.
type swiss struct {
	config Config
	n      int
	groups int // groups of a round
	rounds []swissRound
	stats  []swissStats
	last   []int // by entrant: rounds in which it may be paired; nil: all
	gaps   []gap // rounds that entrants missed
}

// swissRound is a known round.
type swissRound struct {
	groups [][]int // entrants of each block
	points [][]int // by block and place in it; nil: it does not count yet
	byes   []int
	off    []bool // by block: it is not played
	left   int    // number of blocks that do not count yet
}

// swissStats are the results of an entrant so far.
type swissStats struct {
	points, blocks, byes int
	met                  map[int]int // how often it met each opponent
}

func newSwiss(c Config, n int) *swiss {
	return &swiss{config: c, n: n, groups: n / c.Players}
}

func (s *swiss) start() []int {
	s.rounds, s.stats = nil, make([]swissStats, s.n)
	for i := range s.stats {
		s.stats[i].met = make(map[int]int)
	}
	return s.next()
}

// next pairs the next round.
func (s *swiss) next() (blocks []int) {
	if s.whole() {
		return nil
	}
	p := pairer{swiss: s, round: len(s.rounds)}
	groups, byes := p.pair()
	s.rounds = append(s.rounds, swissRound{groups, make([][]int, len(groups)), byes, make([]bool, len(groups)),
		len(groups)})
	for i, group := range groups {
		blocks = append(blocks, p.round*s.groups+i)
		for _, a := range group {
			for _, b := range group {
				if a != b {
					s.stats[a].met[b]++
				}
			}
		}
	}
	for _, e := range byes {
		s.stats[e].byes++
	}
	return blocks
}

func (s *swiss) counted(b int, points, _ []int) []int {
	r := &s.rounds[b/s.groups]
	r.points[b%s.groups] = slices.Clone(points)
	for i, e := range r.groups[b%s.groups] {
		s.stats[e].points += points[i]
		s.stats[e].blocks++
	}
	if r.left--; r.left > 0 {
		return nil
	}
	return s.next()
}

func (s *swiss) block(b int) (round int, entrants []int, ok bool) {
	if b < 0 || b >= s.end() {
		return 0, nil, false
	}
	round = b / s.groups
	if b%s.groups >= len(s.rounds[round].groups) {
		return 0, nil, false
	}
	return round, s.rounds[round].groups[b%s.groups], true
}

func (s *swiss) end() int   { return len(s.rounds) * s.groups }
func (s *swiss) limit() int { return s.size() }
func (s *swiss) size() int  { return s.config.Rounds * s.groups }

func (s *swiss) known() (n int) {
	for i := range s.rounds {
		n += len(s.rounds[i].groups)
	}
	return n
}

// whole is also true when too few entrants are left for a block.
func (s *swiss) whole() bool {
	return len(s.rounds) == s.config.Rounds || len(s.present(len(s.rounds))) < s.config.Players
}

func (s *swiss) byes(rounds int) []int {
	byes := make([]int, s.n)
	for _, r := range s.rounds[:min(rounds, len(s.rounds))] {
		for _, e := range r.byes {
			byes[e]++
		}
	}
	return byes
}

// compare orders entrants by their points per match.
func (s *swiss) compare(a, b int) int {
	mean := func(e int) (points, blocks int) {
		st := &s.stats[e]
		if st.blocks == 0 { // half of the 2 points per opponent and match
			return (s.config.Players - 1) * s.config.Rotations, 1
		}
		return st.points, st.blocks
	}
	pointsA, blocksA := mean(a)
	pointsB, blocksB := mean(b)
	return cmp.Compare(pointsB*blocksA, pointsA*blocksB)
}

// pairer pairs a round of a Swiss event.
type pairer struct {
	*swiss
	round int
}

// pair returns the groups of the round, and the entrants who sit out.
func (p *pairer) pair() (groups [][]int, byes []int) {
	ranked := p.present(p.round)
	slices.SortFunc(ranked, func(a, b int) int { return cmp.Or(p.compare(a, b), a-b) })
	if p.config.Players == 2 {
		return p.pairs(ranked)
	}
	// Entrants with the fewest byes sit out, the lowest ranked first.
	for range len(ranked) % p.config.Players {
		i := p.byeCandidates(ranked)[0]
		byes = append(byes, ranked[i])
		ranked = slices.Delete(ranked, i, i+1)
	}
	return p.group(ranked), byes
}

// byeCandidates returns the places in ranked of the entrants with the fewest byes, the lowest ranked first.
func (p *pairer) byeCandidates(ranked []int) (places []int) {
	fewest := p.stats[ranked[0]].byes
	for _, e := range ranked {
		fewest = min(fewest, p.stats[e].byes)
	}
	for i := len(ranked) - 1; i >= 0; i-- {
		if p.stats[ranked[i]].byes == fewest {
			places = append(places, i)
		}
	}
	return places
}

// pairs splits entrants into pairs. With an odd number, one of those with the fewest byes sits out: one whose absence
// leaves the fewest entrants to meet somebody again and, among those, the lowest ranked.
func (p *pairer) pairs(ranked []int) (pairs [][]int, byes []int) {
	if len(ranked)%2 == 0 {
		return p.pairAll(ranked), nil
	}
	best, again := -1, 0
	for _, i := range p.byeCandidates(ranked) {
		rest := slices.Delete(slices.Clone(ranked), i, i+1)
		alone := newMatching(len(rest), p.fresh(rest)).alone()
		if best < 0 || alone < again {
			best, again = i, alone
		}
		if alone == 0 {
			break
		}
	}
	return p.pairAll(slices.Delete(slices.Clone(ranked), best, best+1)), []int{ranked[best]}
}

// fresh returns a function that says whether a pair should meet: only pairs with the fewest meetings should.
func (p *pairer) fresh(ranked []int) func(a, b int) bool {
	least := p.leastMet(ranked)
	return func(a, b int) bool { return p.stats[ranked[a]].met[ranked[b]] == least }
}

func (p *pairer) leastMet(ranked []int) int {
	least := p.round
	for i, a := range ranked {
		if len(p.stats[a].met) < len(ranked)-1 {
			return 0
		}
		for _, b := range ranked[:i] {
			least = min(least, p.stats[a].met[b])
		}
	}
	return least
}

// pairAll splits an even number of entrants into pairs. It goes from the first to the last; each gets the best opponent
// that still lets all others find one. As few entrants as possible must meet somebody again. The matching has a vertex
// for each of these: being paired with such a vertex means to meet somebody again.
func (p *pairer) pairAll(ranked []int) (pairs [][]int) {
	n := len(ranked)
	fresh := p.fresh(ranked)
	again := newMatching(n, fresh).alone()
	m := newMatching(n+again, func(a, b int) bool {
		if a < n && b < n {
			return fresh(a, b)
		}
		return a < n || b < n
	})
	left := make([]int, n) // indexes into ranked
	for i := range left {
		left[i] = i
	}
	var rest []int
	for len(left) > 0 {
		a := left[0]
		b := p.opponent(ranked, left, m)
		if b < 0 {
			for b = n; m.out[b] || !m.fix(a, b); b++ { // one of these vertices is always free
			}
			rest, left = append(rest, ranked[a]), left[1:]
			continue
		}
		pairs = append(pairs, []int{ranked[a], ranked[b]})
		left = slices.DeleteFunc(left[1:], func(i int) bool { return i == b })
	}
	for len(rest) > 0 {
		a := rest[0]
		b := slices.MinFunc(rest[1:], func(b, c int) int { return p.stats[a].met[b] - p.stats[a].met[c] })
		pairs = append(pairs, []int{a, b})
		rest = slices.DeleteFunc(rest[1:], func(e int) bool { return e == b })
	}
	return pairs
}

// opponent removes the first of left and its opponent from m. The preferred opponent of an entrant in the upper half of
// those with equal points is at the same place of the lower half; then those near to it, then the next ones with fewer
// points. opponent returns -1 if there is none.
func (p *pairer) opponent(ranked, left []int, m *matching) int {
	size := 1 // number of entrants with equal points
	for size < len(left) && p.compare(ranked[left[0]], ranked[left[size]]) == 0 {
		size++
	}
	half := max(1, size/2)
	try := func(i int) bool { return m.edge(left[0], left[i]) && m.fix(left[0], left[i]) }
	for i := half; i < size; i++ {
		if try(i) {
			return left[i]
		}
	}
	for i := half - 1; i > 0; i-- {
		if try(i) {
			return left[i]
		}
	}
	for i := size; i < len(left); i++ {
		if try(i) {
			return left[i]
		}
	}
	return -1
}
