package tournament

import "slices"

// tickets share the machine among the entrants of a ladder. Each pays for its blocks: one ticket for one that costs it
// the usual time or less, and more for one that costs it more. Those who have paid least play next, so a dear entrant
// gets as much time as others and plays less, and a cheap one plays about as often as the usual ones, not as often as
// its share of the time would allow: against the same few opponents, that would tell little.
//
// What a block costs is decided when it is whole, by the prices of that moment. While most entrants have no price yet,
// it is one ticket for all; they pay the rest as soon as most have one.
type tickets struct {
	paid   []float64 // by entrant: tickets
	price  []float64 // by entrant: milliseconds of a match, the mean of its last blocks
	blocks []int     // by entrant: whole blocks that it paid for
	early  []float64 // by entrant: what its blocks took, summed, before there was a usual price
	priced bool      // there was a usual price
	middle float64   // the usual price; 0: none yet
	since  int       // blocks since it was computed
	sorted []float64
}

const (
	memory    = 16 // blocks that a price remembers: a new version may be faster
	placement = 10 // blocks in which a new entrant comes before all others
	window    = 4  // tickets that an entrant may have paid more than who has paid least, and still begin a block
)

// enter adds an entrant that begins with this many tickets paid.
func (t *tickets) enter(paid float64) {
	t.paid, t.price, t.blocks = append(t.paid, paid), append(t.price, 0), append(t.blocks, 0)
	t.early = append(t.early, 0)
}

// begin returns the tickets with which a new entrant begins: those of the middle one of these entrants, less those for
// its placement. Nobody is placed by more blocks than others have played.
func (t *tickets) begin(active []bool) float64 {
	return t.typical(active) - min(placement, t.median(active, func(e int) float64 { return float64(t.blocks[e]) }))
}

// typical returns the tickets of the middle one of these entrants.
func (t *tickets) typical(active []bool) float64 {
	return t.median(active, func(e int) float64 { return t.paid[e] })
}

// usual returns the price of the middle one of these entrants that have a price, in milliseconds a match; 0 while most
// have none.
func (t *tickets) usual(active []bool) float64 {
	priced := make([]bool, len(active))
	all, some := 0, 0
	for e, there := range active {
		if priced[e] = there && t.blocks[e] > 0; there {
			all++
		}
		if priced[e] {
			some++
		}
	}
	if 2*some <= all {
		return 0
	}
	return max(1, t.median(priced, func(e int) float64 { return t.price[e] }))
}

// cost returns how many tickets a block costs an entrant whose matches take this long.
func (t *tickets) cost(price, usual float64) float64 {
	if usual == 0 {
		return 1
	}
	return max(1, price/usual)
}

// median returns the median of the values of these entrants, the higher one of two; 0 if there are none.
func (t *tickets) median(active []bool, value func(e int) float64) float64 {
	t.sorted = t.sorted[:0]
	for e, there := range active {
		if there {
			t.sorted = append(t.sorted, value(e))
		}
	}
	if len(t.sorted) == 0 {
		return 0
	}
	slices.Sort(t.sorted)
	return t.sorted[len(t.sorted)/2]
}

// pay makes the entrants of a whole block pay for it. took are the milliseconds that a match took each on average.
func (t *tickets) pay(group []int, took []float64, active []bool) {
	for i, e := range group {
		t.blocks[e]++
		t.price[e] += (took[i] - t.price[e]) / float64(min(t.blocks[e], memory))
	}
	if t.since++; !t.priced || t.since > len(active)/16 { // a median of many entrants takes time, and changes slowly
		t.middle, t.since = t.usual(active), 0
	}
	for i, e := range group {
		if t.paid[e] += t.cost(took[i], t.middle); t.middle == 0 {
			t.early[e] += took[i]
		}
	}
	if t.middle > 0 && !t.priced {
		t.priced = true
		for e, took := range t.early {
			t.paid[e] += max(0, took/t.middle-t.paid[e])
		}
	}
	if t.since > 0 {
		return
	}
	most := t.typical(active) + 2*window
	for e := range t.paid { // who paid for what was dear then, and is cheap now, does not wait for all the others
		t.paid[e] = min(t.paid[e], most+2*t.cost(t.price[e], t.middle))
	}
}

// purse is what the entrants that may play have paid when the next block of a ladder is chosen, and what it will cost
// them.
type purse struct {
	paid  []float64 // by entrant: tickets, also for blocks that are played now
	costs []float64 // by entrant: tickets for a block
	least float64   // paid by the one that has paid least
	low   float64   // paid by the last of the first k entrants that have paid least
}

// purse returns what these entrants have paid; k is the number of entrants of a block.
func (l *ladder) purse(s *Schedule, who []int, cost Cost) *purse {
	p := &purse{paid: make([]float64, len(l.active)), costs: make([]float64, len(l.active))}
	sorted := make([]float64, 0, len(who))
	for _, e := range who {
		price := l.tickets.price[e]
		if l.tickets.blocks[e] == 0 && cost != nil { // nothing is known but what the caller expects of running matches
			price = float64(cost(e)) / float64(max(1, s.played[e]+s.inFlight[e]))
		}
		p.costs[e] = l.tickets.cost(price, l.tickets.middle)
		p.paid[e] = l.tickets.paid[e] + p.costs[e]*float64(s.inFlight[e])/float64(l.rotations)
		sorted = append(sorted, p.paid[e])
	}
	slices.Sort(sorted)
	p.least, p.low = sorted[0], sorted[l.k-1]
	return p
}

// begins reports whether an entrant may begin a block.
func (p *purse) begins(e int) bool { return p.paid[e] <= p.least+window }

// joins reports whether an entrant may join a block that first begins. It may have paid more than those who begin one,
// by what the block costs, but not by more than it costs first: so two dear entrants meet, who are seldom both among
// those who have paid least, and cheap ones do not use up the tickets of the dear.
func (p *purse) joins(e, first int) bool {
	return p.paid[e] <= p.low+window+min(p.costs[e], p.costs[first])
}
