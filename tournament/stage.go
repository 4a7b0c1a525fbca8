package tournament

import (
	"math"
	"slices"
)

// stage is the state of one stage. It numbers entrants as the schedule does, except in what its plan returns.
type stage struct {
	s      *Schedule
	number int
	config Config // normal, with the stage's entrants
	who    []int  // the schedule's number of each entrant of the stage
	plan   plan
	grow   grower // the plan, if it is a grower
	all    uint64 // one bit for each match of a block

	refs    []ref              // by block: the results of whole blocks
	open    map[int]*openBlock // blocks with some results or taken matches
	whole   int                // number of blocks with all results
	results int                // number of results
	parked  map[ID]*Result     // results of blocks that are not known now

	pool []int // blocks with matches that can be taken, in order
	next int   // blocks from here on were never in the pool; unused with a grower

	rule   stopRule     // nil: none
	prefix int          // all blocks before it are whole; only if the plan knows all blocks from the start
	stop   int          // blocks from here on do not count
	off    map[int]bool // known blocks that are not played: an entrant is absent
	out    map[int]bool // entrants whose results in this stage are taken out

	closed bool   // only blocks that counted when it was closed are played again
	why    string // why it stopped or was closed
}

// openBlock is a block with played or taken matches whose results are not complete.
type openBlock struct {
	results [][]byte // by match, packed
	have    uint64   // matches with a result
	taken   uint64   // matches that somebody plays now
}

func (s *Schedule) newStage(number int, c Config, who []int) *stage {
	st := &stage{s: s, number: number, config: c, who: who, plan: newPlan(c, len(who)),
		open: make(map[int]*openBlock), parked: make(map[ID]*Result), all: math.MaxUint64 >> (64 - c.Rotations),
		off: make(map[int]bool), stop: math.MaxInt}
	st.rule = newStopRule(c, len(who))
	if g, grows := st.plan.(grower); grows {
		st.grow = g
		g.without(st.presence(), st.returns())
	}
	return st
}

// block returns the entrants of a block by the schedule's numbers, in a slice that the caller owns.
func (st *stage) block(b int) (round int, entrants []int, ok bool) {
	round, local, ok := st.plan.block(b)
	if !ok {
		return 0, nil, false
	}
	entrants = make([]int, len(local))
	for i, e := range local {
		entrants[i] = st.who[e]
	}
	return round, entrants, true
}

// fixture returns a match of a block.
func (st *stage) fixture(b, m int) (Fixture, bool) {
	round, entrants, ok := st.block(b)
	if !ok || m < 0 || m >= st.config.Rotations {
		return Fixture{}, false
	}
	id := ID{st.number, b, m}
	f := Fixture{ID: id, Try: st.s.tries[id], Round: round, Map: blockMap(st.config, b),
		Seed: blockSeed(st.config, st.number, b), Entrants: make([]int, len(entrants))}
	for place, e := range entrants {
		f.Entrants[seatIn(place, m, len(entrants))] = e
	}
	return f, true
}

func (st *stage) refOf(b int) ref {
	if b >= len(st.refs) {
		return 0
	}
	return st.refs[b]
}

func (st *stage) setRef(b int, r ref) {
	if b >= len(st.refs) {
		st.refs = append(st.refs, make([]ref, b+1-len(st.refs))...)
	}
	st.refs[b] = r
}

// counts reports whether a block counts.
func (st *stage) counts(b int) bool { return b < st.stop && st.refOf(b) != 0 }

// counted returns the number of blocks that count.
func (st *stage) counted() int {
	n := st.whole
	if st.stop < math.MaxInt {
		n = st.stop
	}
	if len(st.off) == 0 && len(st.out) == 0 {
		return n
	}
	n = 0
	for b := range min(len(st.refs), st.stop) {
		if st.refs[b] != 0 && !st.isOut(b) {
			n++
		}
	}
	return n
}

// complete reports whether nothing is left to play.
func (st *stage) complete() bool {
	switch {
	case st.closed:
		return !st.waits()
	case st.stop < math.MaxInt:
		return true
	}
	return st.plan.whole() && st.whole+len(st.off) == st.plan.known()
}

// openOf returns the state of a block that is not whole, and creates it if needed.
func (st *stage) openOf(b int) *openBlock {
	o := st.open[b]
	if o == nil {
		o = &openBlock{results: make([][]byte, st.config.Rotations)}
		st.open[b] = o
	}
	return o
}

// put stores a checked result that is missing from a known block.
func (st *stage) put(r *Result) {
	b, m := r.ID.Block, r.ID.Match
	o := st.openOf(b)
	if o.taken&(1<<m) != 0 {
		o.taken &^= 1 << m
		st.s.flying(r.Entrants, -1)
	}
	o.results[m] = st.s.texts.pack(nil, r)
	o.have |= 1 << m
	st.results++
	if o.have|o.taken == st.all {
		st.dropFromPool(b)
	}
	if o.have != st.all {
		return
	}
	delete(st.open, b)
	st.setRef(b, st.s.packs.put(o.results))
	st.whole++
	st.s.changed(st.number, b)
	st.afterWhole(b)
}

// afterWhole updates the stage after a block became whole.
func (st *stage) afterWhole(b int) {
	if st.closed { // a match of a closed stage was played again
		return
	}
	if l, is := st.plan.(*ladder); is {
		st.rate(l, b)
		return
	}
	if st.grow != nil {
		points, scores := st.tally(b)
		st.reveal(st.grow.counted(b, points, scores))
		return
	}
	st.advance()
}

// advance moves the prefix of whole blocks forward, and asks the stop rule about each of them.
func (st *stage) advance() {
	for st.stop == math.MaxInt && (st.refOf(st.prefix) != 0 || st.off[st.prefix]) {
		if st.rule != nil && !st.off[st.prefix] {
			stop, why := st.rule.step(st, st.prefix)
			if st.why = why; stop {
				st.stop = st.prefix + 1
			}
		}
		st.prefix++
	}
	if _, is := st.rule.(*sprtRule); is && st.stop == math.MaxInt && st.complete() {
		st.why = "all matches are played: " + st.why
	}
}

// tally returns the arguments of grower.counted for a whole block.
func (st *stage) tally(b int) (points, scores []int) {
	k := st.config.Players
	points, scores = make([]int, k), make([]int, k)
	for r := range st.resultsOf(b) {
		for place := range k {
			seat := seatIn(place, r.ID.Match, k)
			scores[place] += r.Scores[seat]
			points[place] += beaten(r.Ranks, seat)
		}
	}
	return points, scores
}

// beaten returns two for each opponent placed behind a player, and one for each placed equally.
func beaten(ranks []int, player int) (points int) {
	for i, rank := range ranks {
		switch {
		case i == player:
		case rank > ranks[player]:
			points += 2
		case rank == ranks[player]:
			points++
		}
	}
	return points
}

// result returns the stored part of a result, or false if there is no result.
func (st *stage) result(id ID) (Result, bool) {
	r := Result{ID: id, Try: st.s.tries[id]}
	f, known := st.fixture(id.Block, id.Match)
	if !known {
		return r, false
	}
	r.Entrants = f.Entrants
	k := len(f.Entrants)
	if at := st.refOf(id.Block); at != 0 {
		rest := st.s.packs.get(at)
		for range id.Match + 1 {
			rest = st.s.texts.unpack(rest, &r, k)
		}
		return r, true
	}
	if o := st.open[id.Block]; o != nil && o.have&(1<<id.Match) != 0 {
		st.s.texts.unpack(o.results[id.Match], &r, k)
		return r, true
	}
	return r, false
}

// remove removes a result that exists.
func (st *stage) remove(id ID) {
	b, m := id.Block, id.Match
	wasWhole := st.refOf(b) != 0
	if wasWhole {
		o := st.openOf(b)
		rest := st.s.packs.get(st.refs[b])
		var r Result
		for i := range st.config.Rotations {
			after := st.s.texts.unpack(rest, &r, st.config.Players)
			o.results[i] = slices.Clone(rest[:len(rest)-len(after)])
			rest = after
		}
		o.have = st.all
		st.refs[b] = 0
		st.whole--
		st.s.changed(st.number, b)
	}
	o := st.open[b]
	o.results[m] = nil
	o.have &^= 1 << m
	st.results--
	st.addToPool(b)
	if st.absentIn(b) {
		st.switchOff(b)
	}
	if !wasWhole {
		return
	}
	if st.grow != nil && !st.closed {
		st.regrow()
		return
	}
	if _, is := st.plan.(*ladder); is && st.rule != nil {
		st.rule.rewind(st, b)
	}
	if b < st.prefix && !st.closed {
		st.prefix, st.stop, st.why = b, math.MaxInt, ""
		if st.rule != nil {
			st.rule.rewind(st, b)
		}
		st.advance()
	}
	if len(st.s.absent) > 0 {
		st.takeOut()
	}
}

// end closes the stage: what counts now stays, and only matches that are voided later are played.
func (st *stage) end(why string) {
	for b := range st.open {
		st.drop(b)
	}
	clear(st.parked)
	clear(st.off)
	st.pool, st.closed, st.why = nil, true, why
}
