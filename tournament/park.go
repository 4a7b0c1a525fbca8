package tournament

import (
	"maps"
	"slices"
)

// A result can exist before its fixture is known: when the result of an earlier round is voided, the pairings of later
// rounds may change. Such results are parked. A parked result counts when its fixture is known with the same entrants,
// until the fixture has another result.

// park stores a result of a block that is not known now. It returns false if the fixture has a parked result already.
func park(parked map[ID]*Result, r *Result) bool {
	if old := parked[r.ID]; old != nil && old.Try == r.Try {
		return false
	}
	kept := *r
	kept.Words = nil
	parked[r.ID] = &kept
	return true
}

// unpark adds the parked results of blocks that are known now.
func (st *stage) unpark(blocks []int) {
	for _, b := range blocks {
		for m := range st.config.Rotations {
			id := ID{st.number, b, m}
			r := st.parked[id]
			if r == nil {
				continue
			}
			if f, ok := st.fixture(b, m); ok && f.Try == r.Try && slices.Equal(f.Entrants, r.Entrants) {
				delete(st.parked, id)
				st.put(r)
			}
		}
	}
}

// parkAll moves all results of a stage into parked.
func (st *stage) parkAll(parked map[ID]*Result) {
	for r := range st.known() {
		park(parked, r)
	}
	maps.Copy(parked, st.parked)
}

// known iterates over all results of known blocks, complete or not. The caller owns the results.
func (st *stage) known() func(yield func(*Result) bool) {
	return func(yield func(*Result) bool) {
		blocks := slices.Collect(maps.Keys(st.open))
		for b, at := range st.refs {
			if at != 0 {
				blocks = append(blocks, b)
			}
		}
		slices.Sort(blocks)
		for _, b := range blocks {
			for m := range st.config.Rotations {
				if r, ok := st.result(ID{st.number, b, m}); ok && !yield(&r) {
					return
				}
			}
		}
	}
}

// regrow derives the blocks of a grower again after a block stopped to count.
func (st *stage) regrow() {
	parked := make(map[ID]*Result)
	st.parkAll(parked)
	taken := make(map[ID]*Fixture)
	for b, o := range st.open {
		for m := range st.config.Rotations {
			if f, ok := st.fixture(b, m); ok && o.taken&(1<<m) != 0 {
				taken[f.ID] = &f
				st.s.flying(f.Entrants, -1)
			}
		}
	}
	st.refs, st.whole, st.results, st.pool = nil, 0, 0, nil
	st.s.changed(st.number, 0)
	clear(st.open)
	clear(st.off)
	st.parked = parked
	st.grow.without(st.presence(), st.returns())
	st.reveal(st.grow.start())
	for id, old := range taken {
		if f, ok := st.fixture(id.Block, id.Match); ok && f.Try == old.Try && slices.Equal(f.Entrants, old.Entrants) {
			st.takeOne(id.Block, id.Match, f.Entrants)
		}
	}
}
