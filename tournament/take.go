package tournament

import (
	"math/bits"
	"slices"
)

// Cost returns the machine time that an entrant has used so far, in milliseconds, as Schedule.Used does.
type Cost func(entrant int) int64

// Take takes up to limit fixtures that can be played now, have no result and are not taken. Matches of a block come
// together. With a cost, fixtures of entrants that have used at most their share of the machine come first, so that a
// slow bot does not hold up the others, and a ladder considers the cost when it chooses matches. Without a cost,
// fixtures come in the order of the schedule.
func (s *Schedule) Take(limit int, cost Cost) []Fixture {
	var taken []Fixture
	if !s.Begun(s.Stage()) {
		return nil
	}
	st := s.current()
	for len(taken) < limit && !st.complete() {
		b, ok := st.choose(cost)
		if l, is := st.plan.(*ladder); is && !ok {
			b, ok = st.newBlock(l, cost)
		}
		if !ok {
			break
		}
		taken = st.takeBlock(taken, b, limit)
	}
	return taken
}

// takeBlock takes the free matches of a block of the pool, up to limit fixtures in all.
func (st *stage) takeBlock(taken []Fixture, b, limit int) []Fixture {
	o := st.openOf(b)
	for free := st.all &^ (o.have | o.taken); free != 0 && len(taken) < limit; free &= free - 1 {
		m := bits.TrailingZeros64(free)
		f, _ := st.fixture(b, m)
		st.takeOne(b, m, f.Entrants)
		taken = append(taken, f)
	}
	return taken
}

// takeOne marks a match as taken.
func (st *stage) takeOne(b, m int, entrants []int) {
	if st.refOf(b) != 0 || st.off[b] {
		return
	}
	o := st.openOf(b)
	if (o.have|o.taken)&(1<<m) != 0 {
		return
	}
	o.taken |= 1 << m
	st.s.flying(entrants, 1)
	if o.have|o.taken == st.all {
		st.dropFromPool(b)
	}
}

// flying changes the number of taken matches of entrants.
func (s *Schedule) flying(entrants []int, by int) {
	for _, e := range entrants {
		s.inFlight[e] += by
	}
}

// Return returns fixtures that were taken but not played: they can be taken again.
func (s *Schedule) Return(ids ...ID) {
	for _, id := range ids {
		if id.Stage < 0 || id.Stage >= len(s.stages) {
			continue
		}
		st := s.stages[id.Stage]
		o := st.open[id.Block]
		if o == nil || id.Match < 0 || id.Match >= st.config.Rotations || o.taken&(1<<id.Match) == 0 {
			continue
		}
		f, _ := st.fixture(id.Block, id.Match)
		st.s.flying(f.Entrants, -1)
		o.taken &^= 1 << id.Match
		if !st.off[id.Block] {
			st.addToPool(id.Block)
		}
	}
}

// releaseAll marks the taken matches of a block as free.
func (st *stage) releaseAll(b int, o *openBlock) {
	_, entrants, _ := st.block(b)
	for range bits.OnesCount64(o.taken) {
		st.s.flying(entrants, -1)
	}
	o.taken = 0
}

// drop removes a block that is not whole.
func (st *stage) drop(b int) {
	o := st.open[b]
	st.releaseAll(b, o)
	st.results -= bits.OnesCount64(o.have)
	delete(st.open, b)
	delete(st.off, b)
	st.dropFromPool(b)
	if l, is := st.plan.(*ladder); is {
		l.unset(b)
	}
}

// addToPool adds the blocks that have matches that can be taken.
func (st *stage) addToPool(blocks ...int) {
	for _, b := range blocks {
		if i, there := slices.BinarySearch(st.pool, b); !there {
			st.pool = slices.Insert(st.pool, i, b)
		}
	}
}

func (st *stage) dropFromPool(b int) {
	if len(st.pool) > 0 && st.pool[0] == b {
		st.pool = st.pool[1:]
	} else if i, there := slices.BinarySearch(st.pool, b); there {
		st.pool = slices.Delete(st.pool, i, i+1)
	}
}

// fillPool adds new blocks to the pool until it has n.
func (st *stage) fillPool(n int) {
	if _, isLadder := st.plan.(*ladder); isLadder || st.grow != nil || st.closed {
		return
	}
	for end := st.plan.end(); len(st.pool) < n && st.next < end; st.next++ {
		o := st.open[st.next]
		if st.refOf(st.next) == 0 && !st.off[st.next] && (o == nil || o.have|o.taken != st.all) {
			st.addToPool(st.next)
		}
	}
}

// lookAhead is the number of blocks of the pool among which Take chooses by cost.
const lookAhead = 512

// choose returns the block of the pool that should be played next.
func (st *stage) choose(cost Cost) (b int, ok bool) {
	if cost == nil {
		st.fillPool(1)
		if len(st.pool) == 0 {
			return 0, false
		}
		return st.pool[0], st.pool[0] < st.stop
	}
	var over func(entrant int) float64
	best := -1.0
	for i := 0; i < lookAhead; i++ {
		if i == len(st.pool) {
			st.fillPool(i + 1)
		}
		if i == len(st.pool) || st.pool[i] >= st.stop {
			break
		}
		if over == nil {
			over = st.s.shares(st.who, cost)
		}
		worst := 0.0
		_, entrants, _ := st.plan.block(st.pool[i])
		for _, e := range entrants {
			worst = max(worst, over(st.who[e]))
		}
		if worst <= 1 {
			return st.pool[i], true
		}
		if !ok || worst < best {
			b, best, ok = st.pool[i], worst, true
		}
	}
	return b, ok
}

// slack is the excess over a share that does not matter, in milliseconds.
const slack = 100

// shares returns a function that says which part of its share of the machine an entrant has used: more than 1 is too
// much. It assumes that taken matches will cost as much as earlier ones.
func (s *Schedule) shares(who []int, cost Cost) func(entrant int) float64 {
	total := 0.0
	for _, e := range who {
		total += s.load(e, cost)
	}
	share := 1.5*total/float64(len(who)) + slack
	return func(entrant int) float64 { return s.load(entrant, cost) / share }
}

// load returns the machine time that an entrant has used, including an estimate for its taken matches.
func (s *Schedule) load(e int, cost Cost) float64 {
	used := float64(cost(e))
	if s.played[e] > 0 {
		used += used / float64(s.played[e]) * float64(s.inFlight[e])
	}
	return used
}
