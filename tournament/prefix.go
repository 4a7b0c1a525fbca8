package tournament

import (
	"maps"
	"math"
	"slices"
)

// prefixTally has the sums of the results of the first blocks of the first stage. With it, the standings of a long
// event need not read all results again. Sums are added in the order of the schedule, as without it, so that strengths
// are equal to the last bit.
type prefixTally struct {
	blocks int // blocks that are added up
	sums   *Tally
}

// sums returns a tally with the sums of a stage that has begun.
func (s *Schedule) sums(stage int) *Tally {
	st := s.stages[stage]
	t, from := newTally(st.config.Format, len(st.who)), 0
	if stage == 0 {
		t, from = s.tally.upTo(s, st.settled()).clone(), s.tally.blocks
	}
	t.addBlocks(s, stage, from, math.MaxInt)
	return t
}

// upTo adds the blocks before this one to the sums, and returns them.
func (p *prefixTally) upTo(s *Schedule, block int) *Tally {
	st := s.stages[0]
	if p.sums == nil || block < p.blocks || len(p.sums.rows) != len(st.who) { // more entrants may have come
		*p = prefixTally{sums: newTally(st.config.Format, len(st.who))}
	}
	p.sums.addBlocks(s, 0, p.blocks, block)
	p.blocks = max(p.blocks, block)
	return p.sums
}

// addBlocks adds the results of the blocks first ≤ b < limit of a stage that count.
func (t *Tally) addBlocks(s *Schedule, stage, first, limit int) {
	st := s.stages[stage]
	local := make([]int, len(s.names))
	for i, e := range st.who {
		local[e] = i
	}
	players := make([]int, st.config.Players)
	for r := range s.countedFrom(stage, first, limit) {
		for i, e := range r.Entrants {
			players[i] = local[e]
		}
		t.add(r, players)
	}
}

// clone returns a copy that shares nothing that changes.
func (t *Tally) clone() *Tally {
	c := *t
	c.names, c.pairs, c.data = slices.Clone(t.names), slices.Clone(t.pairs), t.data.Clone()
	c.rows = slices.Clone(t.rows)
	for i := range c.rows {
		r := &c.rows[i]
		r.ranks, r.failures = append([]int{}, r.ranks...), maps.Clone(r.failures)
	}
	return &c
}
