package tournament

import (
	"maps"
	"math"
	"slices"
)

// What a stage does about entrants who do not take part any more. Their blocks that are whole stay as they are. A known
// block of theirs that is not whole is off: it is not played and counts for nobody. The results that it has are kept:
// an entrant may come back. In a round robin of which they have played less than half, their results are taken out.
//
// The docs say what this means for the standings of each format: docs/competitions.md.

// isAbsent reports whether an entrant of a group does not take part now, or missed this round.
func (st *stage) isAbsent(round int, group []int) bool {
	for _, local := range group {
		e := st.who[local]
		if st.s.absent[e] != nil {
			return true
		}
		for _, g := range st.s.gaps {
			_, isSwiss := st.plan.(*swiss)
			if g.entrant == e && g.stage == st.number && (!isSwiss || g.from-1 == round) {
				return true
			}
		}
	}
	return false
}

// absentIn reports whether a known block is not played unless it is whole.
func (st *stage) absentIn(b int) bool {
	if len(st.s.absent) == 0 && len(st.s.gaps) == 0 {
		return false
	}
	round, group, ok := st.plan.block(b)
	return ok && st.isAbsent(round, group)
}

// switchOff marks a block that is not whole as one that is not played.
func (st *stage) switchOff(b int) {
	st.off[b] = true
	st.dropFromPool(b)
	if o := st.open[b]; o != nil {
		st.releaseAll(b, o)
	}
}

// waits reports whether a closed stage has blocks that must be played again.
func (st *stage) waits() bool {
	for b := range st.open {
		if !st.off[b] {
			return true
		}
	}
	return false
}

// reveal takes blocks that a grower has made known: with their results, and without those that are not played.
func (st *stage) reveal(fresh []int) {
	if len(fresh) == 0 {
		return
	}
	st.addToPool(fresh...)
	st.unpark(fresh)
	for _, b := range fresh {
		if st.refOf(b) == 0 && !st.off[b] && st.absentIn(b) {
			st.switchOff(b)
			st.reveal(st.grow.cancel(b))
		}
	}
}

// reckon adapts the stage to who takes part now.
func (st *stage) reckon() {
	switch plan := st.plan.(type) {
	case *duel:
		st.leaveDuel()
		return
	case *ladder:
		st.leaveLadder(plan)
	default:
		if st.grow != nil && !st.closed {
			if !st.s.held {
				st.regrow()
			}
			return
		}
	}
	again := math.MaxInt // the first block that is played again
	for _, b := range st.unplayed() {
		switch absent := st.absentIn(b); {
		case absent && !st.off[b]:
			st.switchOff(b)
		case !absent && st.off[b]:
			delete(st.off, b)
			st.addToPool(b)
			again = min(again, b)
		}
	}
	st.takeOut()
	if _, isLadder := st.plan.(*ladder); isLadder || st.closed || st.stop < math.MaxInt && again >= st.stop {
		return
	}
	st.prefix, st.stop, st.why = 0, math.MaxInt, ""
	if st.rule != nil {
		st.rule.rewind(st, 0)
	}
	st.advance()
}

// unplayed returns the known blocks that are not whole, in order.
func (st *stage) unplayed() (blocks []int) {
	if _, isLadder := st.plan.(*ladder); isLadder || st.closed {
		return slices.Sorted(maps.Keys(st.open))
	}
	for b := range st.plan.end() {
		if st.refOf(b) == 0 {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// leaveDuel ends a test of which one side is absent.
func (st *stage) leaveDuel() {
	for _, e := range st.who {
		if a := st.s.absent[e]; a != nil && !st.complete() && !st.closed {
			st.end(st.s.names[e] + " is " + string(a.status) + ": " + a.why)
		}
	}
}

// leaveLadder lets no entrant into new blocks that is absent. Blocks of it that have no results are forgotten, because
// the log does not know them.
func (st *stage) leaveLadder(l *ladder) {
	for e := range l.active {
		if l.active[e] = l.active[e] && st.s.absent[e] == nil; l.active[e] {
			continue
		}
		for b, o := range st.open {
			if _, group, _ := l.block(b); o.have == 0 && !st.wasVoid(b) && slices.Contains(group, e) {
				st.drop(b)
			}
		}
	}
}

// takeOut finds the entrants of a round robin who left before they played half of it: their results do not count.
func (st *stage) takeOut() {
	before := st.out
	st.out = nil
	for local, e := range st.who {
		if st.config.Format != RoundRobin || !st.leftEarly(e) {
			continue
		}
		played, all := 0, 0
		for b := range st.plan.end() {
			if _, group, ok := st.plan.block(b); ok && slices.Contains(group, local) {
				all++
				played += boolInt(st.refOf(b) != 0)
			}
		}
		if 2*played < all {
			if st.out == nil {
				st.out = make(map[int]bool)
			}
			st.out[e] = true
		}
	}
	if !maps.Equal(before, st.out) {
		st.s.changed(st.number, 0)
	}
}

// leftEarly reports whether an entrant left before the stage was over, for good.
func (st *stage) leftEarly(e int) bool {
	a := st.s.absent[e]
	return a != nil && a.stage == st.number && a.round != over ||
		slices.ContainsFunc(st.s.gaps, func(g gap) bool { return g.entrant == e && g.stage == st.number })
}

// isOut reports whether the results of a whole block are taken out.
func (st *stage) isOut(b int) bool {
	if len(st.out) == 0 {
		return false
	}
	_, group, ok := st.plan.block(b)
	return ok && slices.ContainsFunc(group, func(local int) bool { return st.out[st.who[local]] })
}

// planned returns how many blocks there will be in all; 0: that is not known.
func (st *stage) planned() int {
	n := st.plan.size()
	if s, is := st.plan.(*swiss); is && len(st.off) > 0 || is && s.whole() {
		n = s.known() + (s.config.Rounds-len(s.rounds))*(len(s.present(len(s.rounds)))/s.config.Players)
	}
	if _, isLadder := st.plan.(*ladder); n == 0 || isLadder {
		return n
	}
	out := 0
	if len(st.out) > 0 {
		for b := range st.refs {
			out += boolInt(st.refs[b] != 0 && st.isOut(b))
		}
	}
	return n - len(st.off) - out
}

func (s *swiss) without(last []int, gaps []gap) { s.last, s.gaps = last, gaps }

// present returns who may be paired in a round.
func (s *swiss) present(round int) (list []int) {
	for e := range s.n {
		missed := slices.ContainsFunc(s.gaps, func(g gap) bool {
			return g.entrant == e && g.from <= round && round < g.to
		})
		if !missed && (s.last == nil || round < s.last[e]) {
			list = append(list, e)
		}
	}
	return list
}

// cancel gives the others of the block a bye.
func (s *swiss) cancel(b int) []int {
	r := &s.rounds[b/s.groups]
	if r.off[b%s.groups] {
		return nil
	}
	r.off[b%s.groups] = true
	for _, e := range r.groups[b%s.groups] {
		if round := b / s.groups; s.last[e] > round+1 && slices.Contains(s.present(round+1), e) {
			s.stats[e].byes++
			r.byes = append(r.byes, e)
		}
	}
	if r.left--; r.left > 0 {
		return nil
	}
	return s.next()
}

func (k *knockout) without(last []int, gaps []gap) {
	k.absent = make([]bool, len(last))
	for e := range last {
		k.absent[e] = last[e] < math.MaxInt || slices.ContainsFunc(gaps, func(g gap) bool { return g.entrant == e })
	}
}

func (k *knockout) isAbsent(e int) int { return boolInt(k.absent != nil && k.absent[e]) }

// cancel decides a pairing without further blocks: who takes part is before who does not, then as the blocks so far
// say, then by seed.
func (k *knockout) cancel(b int) []int {
	round, g, _, ok := k.find(b)
	if !ok || k.rounds[round].pairings[g].order != nil {
		return nil
	}
	return k.decide(round, g)
}
