package tournament

import (
	"fmt"
	"math"
	"slices"

	"blastyard/tournament/internal/rating"
)

// ladder goes on until it is stopped. Take creates its blocks one by one, each with the match that is expected to tell
// most. So a ladder also depends on the order of its log. The log contains a block only from its first result on, which
// says who plays it; until then only the Schedule that created the block knows it.
type ladder struct {
	k, rotations, most int // most: maximum number of blocks; 0: no limit
	seed               uint64
	groups             []int16 // by block: its k entrants; the first is -1 if the block does not exist
	blocks             int     // number of blocks that exist
	active             []bool  // by entrant: it has not left
	seats              *seats
	online             rating.Online
	met                map[[2]int]int // number of blocks in which a pair met
	buffer             []int
}

// ladderAhead is how far the number of a block may be above all earlier ones.
const ladderAhead = 1 << 16

func newLadder(c Config, n int) *ladder {
	l := &ladder{k: c.Players, rotations: c.Rotations, seed: c.Seed, most: c.MaxMatches / c.Rotations,
		seats: newSeats(c, n), met: make(map[[2]int]int)}
	for range n {
		l.enter()
	}
	return l
}

// enter adds a new entrant.
func (l *ladder) enter() {
	l.active = append(l.active, true)
	l.online.Grow(len(l.active))
	l.seats.grow(len(l.active))
}

func (l *ladder) block(b int) (round int, entrants []int, ok bool) {
	if b < 0 || b >= l.end() || l.groups[b*l.k] < 0 {
		return 0, nil, false
	}
	l.buffer = l.buffer[:0]
	for _, e := range l.groups[b*l.k:][:l.k] {
		l.buffer = append(l.buffer, int(e))
	}
	return 0, l.buffer, true
}

func (l *ladder) end() int       { return len(l.groups) / l.k }
func (l *ladder) known() int     { return l.blocks }
func (l *ladder) whole() bool    { return false }
func (l *ladder) size() int      { return l.most }
func (l *ladder) byes(int) []int { return make([]int, len(l.active)) }

// set stores the entrants of a block.
func (l *ladder) set(b int, group []int) {
	for l.end() <= b {
		l.groups = append(l.groups, slices.Repeat([]int16{-1}, l.k)...)
	}
	l.unset(b)
	for i, e := range group {
		l.groups[b*l.k+i] = int16(e)
	}
	l.blocks++
	l.meet(group, 1)
}

// unset removes a block.
func (l *ladder) unset(b int) {
	if _, group, ok := l.block(b); ok {
		l.meet(group, -1)
		l.groups[b*l.k] = -1
		l.blocks--
	}
}

func (l *ladder) meet(group []int, by int) {
	for i, a := range group {
		for _, b := range group[:i] {
			l.met[[2]int{min(a, b), max(a, b)}] += by
		}
	}
}

// rate updates the online ratings with a block.
func (st *stage) rate(l *ladder, b int) {
	_, group, _ := l.block(b)
	group = slices.Clone(group)
	ranks := make([]int, l.k)
	for r := range st.resultsOf(b) {
		for place := range group {
			ranks[place] = r.Ranks[seatIn(place, r.ID.Match, l.k)]
		}
		if err := l.online.Add(group, ranks); err != nil {
			panic("tournament: a checked result cannot be rated: " + err.Error())
		}
	}
	if st.rule != nil {
		if stop, why := st.rule.step(st, b); stop {
			st.end(why)
			return
		}
	}
	st.endLadder(l)
}

// endLadder closes a ladder that has all its matches.
func (st *stage) endLadder(l *ladder) {
	if !st.s.held && !st.closed && l.most > 0 && st.whole >= l.most {
		st.end(fmt.Sprintf("max_matches: %d matches are played", st.whole*l.rotations))
	}
}

// newBlock creates the next block of a ladder. It returns false if there can be no other block.
func (st *stage) newBlock(l *ladder, cost Cost) (b int, ok bool) {
	if st.closed || l.most > 0 && l.blocks-len(st.off) >= l.most {
		return 0, false
	}
	who := l.choices(st.s, cost)
	if len(who) < l.k {
		return 0, false
	}
	b = l.end()
	group := l.choose(st.s, who, newDraw(l.seed, useLadder+uint64(b)<<8))
	l.seats.arrange(group)
	l.set(b, group)
	st.addToPool(b)
	return b, true
}

// choices returns the entrants that may play now: those that have used at most their share of the machine. If they are
// too few for a match, it returns those that have used least.
func (l *ladder) choices(s *Schedule, cost Cost) []int {
	var who []int
	for e, active := range l.active {
		if active {
			who = append(who, e)
		}
	}
	if cost == nil || len(who) <= l.k {
		return who
	}
	share := 0.0
	loads := make([]float64, len(l.active))
	for _, e := range who {
		loads[e] = s.load(e, cost)
		share += loads[e] / float64(len(who))
	}
	slices.SortStableFunc(who, func(a, b int) int {
		switch {
		case loads[a] < loads[b]:
			return -1
		case loads[a] > loads[b]:
			return 1
		}
		return 0
	})
	n := l.k
	for n < len(who) && loads[who[n]] <= share+slack {
		n++
	}
	return who[:n]
}

// choose picks the entrants of the most informative match: first the most uncertain entrant, then one by one the
// opponents whose matches are the most open and uncertain, and who have met less often than others.
func (l *ladder) choose(s *Schedule, who []int, d draw) []int {
	value := make([]float64, len(who))
	for i, e := range who {
		value[i] = l.uncertainty(s, e) * (0.9 + 0.2*d.fraction())
	}
	group := make([]int, 0, l.k)
	for len(group) < l.k {
		best := -1
		for i, e := range who {
			if !slices.Contains(group, e) && (best < 0 || value[i] > value[best]) {
				best = i
			}
		}
		last := who[best]
		group = append(group, last)
		for i, e := range who {
			if len(group) == 1 {
				value[i] = 0
			}
			value[i] += l.tells(s, last, e) * (0.75 + 0.5*d.fraction())
		}
	}
	return group
}

// uncertainty says how little is known about an entrant. It treats running matches as already known.
func (l *ladder) uncertainty(s *Schedule, e int) float64 {
	return l.online.Sigma(e) * l.online.Sigma(e) / (1 + float64(s.inFlight[e])/float64(l.rotations))
}

// tells says how informative a match of a and b is. It is larger if the winner is open and little is known about them,
// and smaller if they have met more often than others.
func (l *ladder) tells(s *Schedule, a, b int) float64 {
	scale := math.Sqrt(2*17.36 + l.online.Sigma(a)*l.online.Sigma(a) + l.online.Sigma(b)*l.online.Sigma(b))
	chance := 1 / (1 + math.Exp((l.online.Mu(a)-l.online.Mu(b))/scale*1.6))
	usual := 1 + float64(l.blocks*l.k*(l.k-1))/float64(len(l.active)*len(l.active))
	met := float64(l.met[[2]int{min(a, b), max(a, b)}])
	return chance * (1 - chance) * (l.uncertainty(s, a) + l.uncertainty(s, b)) / (1 + met/usual)
}

// restore adds the block of a first result to a ladder. ignore is true if the result does not count any more.
func (st *stage) restore(l *ladder, r *Result) (ignore bool, err error) {
	b := r.ID.Block
	if st.closed {
		return st.open[b] == nil, nil
	}
	if err := st.s.checkParked(r); err != nil {
		return true, err
	}
	if b >= l.end()+ladderAhead || b >= maxBlocks {
		return true, unknown(r.ID, "the next block is %d", l.end())
	}
	o := st.open[b]
	if st.refOf(b) != 0 || o != nil && (o.have != 0 || st.wasVoid(b)) {
		return false, nil // known; if the result has other entrants, its fixture is refused later
	}
	group := make([]int, l.k)
	for place := range group {
		group[place] = r.Entrants[seatIn(place, r.ID.Match, l.k)]
		if !l.active[group[place]] {
			return true, nil
		}
	}
	if !st.s.held && l.most > 0 && st.whole+st.begun() >= l.most {
		return true, nil
	}
	if _, same, ok := l.block(b); ok && slices.Equal(same, group) {
		return false, nil
	}
	if o != nil { // this Schedule created the block, but the log does not know it
		st.drop(b)
	}
	l.set(b, group)
	st.addToPool(b) // its other matches must still be played
	return false, nil
}

// begun returns the number of blocks that have some results, but not all.
func (st *stage) begun() (n int) {
	for b, o := range st.open {
		if (o.have != 0 || st.wasVoid(b)) && !st.off[b] {
			n++
		}
	}
	return n
}

// wasVoid reports whether a result of a block was voided.
func (st *stage) wasVoid(b int) bool {
	for m := range st.config.Rotations {
		if len(st.s.tries) > 0 && st.s.tries[ID{st.number, b, m}] > 0 {
			return true
		}
	}
	return false
}
