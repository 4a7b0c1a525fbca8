package tournament

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"blastyard/game/rating"
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
	tickets            tickets
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

// admit lets an entrant play again. It has paid as much as the middle one, so that it does not catch up on the time in
// which it was away.
func (l *ladder) admit(e int) {
	l.tickets.paid[e] = max(l.tickets.paid[e], l.tickets.typical(l.active))
	l.active[e] = true
}

// enter adds a new entrant.
func (l *ladder) enter() {
	l.tickets.enter(l.tickets.begin(l.active))
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
			l.met[pairOf(a, b)] += by
		}
	}
}

// rate updates the online ratings with a block, and makes its entrants pay for it.
func (st *stage) rate(l *ladder, b int) {
	_, group, _ := l.block(b)
	group = slices.Clone(group)
	ranks, took := make([]int, l.k), make([]float64, l.k)
	for r := range st.resultsOf(b) {
		for place := range group {
			seat := seatIn(place, r.ID.Match, l.k)
			if ranks[place] = r.Ranks[seat]; len(r.Used) > 0 {
				took[place] += float64(r.Used[seat]) / float64(l.rotations)
			}
		}
		if err := l.online.Add(group, ranks); err != nil {
			panic("tournament: a checked result cannot be rated: " + err.Error())
		}
	}
	l.tickets.pay(group, took, l.active)
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
	b = l.end()
	group := l.choose(st.s, cost, newDraw(l.seed, useLadder+uint64(b)<<8))
	if group == nil {
		return 0, false
	}
	l.seats.arrange(group)
	l.set(b, group)
	st.addToPool(b)
	return b, true
}

// choose picks the entrants of the block that is expected to tell most for its tickets, or returns nil if too few are
// active.
func (l *ladder) choose(s *Schedule, cost Cost, d draw) (group []int) {
	c := choice{l: l, s: s, luck: d, ranks: make([]int, len(l.active))}
	for e, active := range l.active {
		if active {
			c.who = append(c.who, e)
		}
	}
	if len(c.who) < l.k {
		return nil
	}
	c.purse = l.purse(s, c.who, cost)
	order := slices.Clone(c.who)
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(l.online.Mu(b), l.online.Mu(a)), a-b) })
	for rank, e := range order {
		c.ranks[e] = rank
	}
	best := -1.0
	for _, first := range c.firsts() {
		if others, value := c.join(first); value > best {
			group, best = others, value
		}
	}
	return group
}

// choice is the choice of the next block.
type choice struct {
	l     *ladder
	s     *Schedule
	who   []int // entrants that are active
	purse *purse
	ranks []int // by entrant: its rank by the online rating, from 0
	luck  draw
}

const (
	beginners  = 4 // number of entrants of which choose compares the best blocks
	neighbours = 6 // how much more a first match of neighbours in rank counts
)

// firsts returns the entrants that may begin a block, of which least is known for the tickets that it costs them.
func (c *choice) firsts() (firsts []int) {
	value := make([]float64, len(c.ranks))
	for _, e := range c.who {
		value[e] = c.l.uncertainty(c.s, e) / c.purse.costs[e] * (0.9 + 0.2*c.luck.fraction())
		if c.purse.begins(e) {
			firsts = append(firsts, e)
		}
	}
	slices.SortFunc(firsts, func(a, b int) int { return cmp.Or(cmp.Compare(value[b], value[a]), a-b) })
	return firsts[:min(len(firsts), beginners)]
}

// join picks one by one the opponents whose matches are the most open and uncertain for the tickets that they cost, and
// who have met less often than others. value is what the block tells a ticket.
func (c *choice) join(first int) (group []int, value float64) {
	tells, luck := make([]float64, len(c.who)), make([]float64, len(c.who))
	for i := range luck {
		luck[i] = 0.75 + 0.5*c.luck.fraction()
	}
	group = append(make([]int, 0, c.l.k), first)
	costs := c.purse.costs[first]
	for len(group) < c.l.k {
		best, most := -1, 0.0
		for i, e := range c.who {
			if slices.Contains(group, e) || !c.purse.joins(e, first) {
				continue
			}
			tells[i] += c.tells(group[len(group)-1], e)
			if v := (value + tells[i]) * luck[i] / (costs + c.purse.costs[e]); best < 0 || v > most {
				best, most = i, v
			}
		}
		e := c.who[best]
		group = append(group, e)
		value, costs = value+tells[best]*luck[best], costs+c.purse.costs[e]
	}
	return group, value / costs
}

// tells is ladder.tells, but more for a first match of neighbours in rank: it is they between whom ranks are decided.
func (c *choice) tells(a, b int) float64 {
	tells := c.l.tells(c.s, a, b)
	if apart := c.ranks[a] - c.ranks[b]; apart*apart <= 4 && c.l.met[pairOf(a, b)] == 0 {
		tells *= neighbours / math.Abs(float64(apart))
	}
	return tells
}

func pairOf(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

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
	met := float64(l.met[pairOf(a, b)])
	// The square root also brings entrants together that are further apart: a field in which only neighbours meet is a
	// chain, and its ends are uncertain. The intervals of 13 entrants are 8 % narrower for it.
	return math.Sqrt(chance*(1-chance)) * (l.uncertainty(s, a) + l.uncertainty(s, b)) / (1 + met/usual)
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
