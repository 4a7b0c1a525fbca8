package tournament

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"blastyard/internal/english"
)

// Add adds a result. It returns false if the result changes nothing: its fixture has a result already, the result
// belongs to an earlier try, or its stage is closed. The error wraps ErrFixture if the schedule has no such fixture or
// the fixture has other entrants, and ErrResult if no match can end like this.
func (s *Schedule) Add(r *Result) (added bool, err error) {
	id := r.ID
	if id.Stage < 0 || id.Stage >= len(s.configs) {
		return false, unknown(id, "expected stage %s", english.UpTo(len(s.configs)-1))
	}
	if err := checkResult(r, s.configs[id.Stage].Players); err != nil {
		return false, err
	}
	if s.Gathers() {
		return false, unknown(id, "the entrants are not known yet")
	}
	switch try := s.tries[id]; {
	case r.Try < try:
		return false, nil
	case r.Try > try:
		return false, unknown(id, "try is %d, expected %d", r.Try, try)
	}
	if id.Stage < len(s.stages) {
		added, err = s.stages[id.Stage].add(r)
		s.settle()
	} else if err = s.checkParked(r); err == nil {
		added = park(s.parked[id.Stage], r)
	}
	if added {
		s.account(r)
	}
	return added, err
}

// account adds the time that each entrant used to its total.
func (s *Schedule) account(r *Result) {
	for i, e := range r.Entrants {
		s.played[e]++
		if len(r.Used) > 0 {
			s.used[e] += r.Used[i]
		}
	}
}

// add adds a result to a stage that has begun.
func (st *stage) add(r *Result) (bool, error) {
	b, m := r.ID.Block, r.ID.Match
	if m < 0 || m >= st.config.Rotations || b < 0 {
		return false, unknown(r.ID, "expected a block from 0 and a match from 0 to %d", st.config.Rotations-1)
	}
	if st.s.held && st.grow != nil {
		return st.hold(r)
	}
	if l, is := st.plan.(*ladder); is {
		if ignore, err := st.restore(l, r); ignore || err != nil {
			return false, err
		}
	}
	f, known := st.fixture(b, m)
	switch {
	case known:
	case st.grow != nil && b < st.grow.limit():
		if err := st.s.checkParked(r); err != nil {
			return false, err
		}
		return !st.closed && park(st.parked, r), nil
	default:
		return false, unknown(r.ID, "the stage has no such block")
	}
	if d, is := st.plan.(*duel); is && !d.limited && b >= max(st.next, len(st.refs))+ladderAhead {
		return false, unknown(r.ID, "the next block is %d", max(st.next, len(st.refs)))
	}
	if !slices.Equal(f.Entrants, r.Entrants) {
		return false, unknown(r.ID, "entrants are %v, expected %v", r.Entrants, f.Entrants)
	}
	o := st.open[b]
	if st.off[b] || st.refOf(b) != 0 || o != nil && o.have&(1<<m) != 0 || o == nil && st.closed {
		return false, nil
	}
	delete(st.parked, r.ID) // it was a match of others
	st.put(r)
	return true, nil
}

// checkParked checks the entrants of a result whose fixture is not known yet.
func (s *Schedule) checkParked(r *Result) error {
	if r.ID.Block < 0 || r.ID.Match < 0 || r.ID.Match >= s.configs[r.ID.Stage].Rotations {
		return unknown(r.ID, "expected a block from 0 and a match from 0 to %d", s.configs[r.ID.Stage].Rotations-1)
	}
	for i, e := range r.Entrants {
		if e < 0 || e >= len(s.names) || slices.Contains(r.Entrants[:i], e) {
			return unknown(r.ID, "entrants are %v, expected different ones from 0 to %d", r.Entrants, len(s.names)-1)
		}
	}
	return nil
}

// plainText has the characters of which versions consist.
const plainText = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ:.-_"

// checkResult makes the checks that do not depend on the fixture, for a match of k players.
func checkResult(r *Result, k int) error {
	fail := func(field string, value any, expected string, args ...any) error {
		expected = fmt.Sprintf(expected, args...)
		return fmt.Errorf("%w: %v: %s is %v: expected %s", ErrResult, r.ID, field, value, expected)
	}
	if len(r.Entrants) != k {
		return unknown(r.ID, "entrants are %v, expected %d", r.Entrants, k)
	}
	if len(r.Ranks) != k || !areRanks(r.Ranks) {
		return fail("ranks", r.Ranks, "%d ranks such as 1, 2, 2, 4", k)
	}
	if len(r.Scores) != k {
		return fail("scores", r.Scores, "%d numbers", k)
	}
	for _, list := range [...]struct {
		field string
		of    []int
	}{{"late", r.Late}, {"host", r.Host}, {"refused", r.Refused}, {"silent", r.Silent}, {"crashed", r.Crashed}} {
		if len(list.of) != 0 && len(list.of) != k || slices.ContainsFunc(list.of, func(n int) bool { return n < 0 }) {
			return fail(list.field, list.of, "%d numbers from 0, or none", k)
		}
	}
	if len(r.Used) != 0 && len(r.Used) != k || slices.ContainsFunc(r.Used, func(n int64) bool { return n < 0 }) {
		return fail("used_ms", r.Used, "%d numbers from 0, or none", k)
	}
	if len(r.Reasons) != 0 && len(r.Reasons) != k ||
		slices.ContainsFunc(r.Reasons, func(s string) bool { return !slices.Contains(reasons, s) }) {
		return fail("reasons", fmt.Sprintf("%q", r.Reasons), "%d of %q, or none", k, reasons)
	}
	if len(r.Versions) != 0 && len(r.Versions) != k || slices.ContainsFunc(r.Versions,
		func(v string) bool { return len(v) > 128 || strings.Trim(v, plainText) != "" }) {
		return fail("versions", fmt.Sprintf("%q", r.Versions), "%d hashes, or none", k)
	}
	if len(r.State) > 128 || strings.Trim(r.State, "0123456789abcdef") != "" {
		return fail("state", fmt.Sprintf("%q", r.State), "up to 128 digits from 0 to f")
	}
	if r.Turns < 0 || r.Try < 0 {
		return fail("turns, try", fmt.Sprint(r.Turns, r.Try), "numbers from 0")
	}
	return nil
}

// areRanks reports whether each rank is one more than the number of better ones.
func areRanks(ranks []int) bool {
	for _, rank := range ranks {
		better := 0
		for _, other := range ranks {
			if other < rank {
				better++
			}
		}
		if rank != better+1 {
			return false
		}
	}
	return true
}

// Void removes the result of this try of a fixture: the fixture must be played again. Until then its block does not
// count, and the schedule derives again what depends on the block: the pairings of later rounds and the finalists. Void
// returns false if this try has no result.
func (s *Schedule) Void(id ID, try int) (bool, error) {
	if id.Stage < 0 || id.Stage >= len(s.configs) {
		return false, unknown(id, "expected stage %s", english.UpTo(len(s.configs)-1))
	}
	if try != s.tries[id] {
		return false, nil
	}
	parked := s.parked[id.Stage]
	if id.Stage < len(s.stages) {
		parked = s.stages[id.Stage].parked
		if _, played := s.stages[id.Stage].result(id); played {
			s.tries[id]++
			s.stages[id.Stage].remove(id)
			s.unsettle(id.Stage)
			s.settle()
			return true, nil
		}
	}
	if r := parked[id]; r != nil && r.Try == try {
		s.tries[id]++
		delete(parked, id)
		return true, nil
	}
	return false, nil
}

// Close ends a stage that would go on: the blocks that count now stay, and later results are ignored.
func (s *Schedule) Close(stage int, why string) error {
	if stage < 0 || stage >= len(s.stages) {
		return fmt.Errorf("tournament: stage %d has not begun: expected one from 0 to %d", stage, len(s.stages)-1)
	}
	if st := s.stages[stage]; !st.complete() && !st.closed {
		st.end(why)
		s.settle()
	}
	return nil
}

// Apply adds a record of an event's log. It reports whether the record changed anything. A wrong result in a record
// does not keep Apply from adding the others.
func (s *Schedule) Apply(rec *Record) (changed bool, err error) {
	switch {
	case rec.Order != nil:
		return s.order(rec)
	case rec.Enter != nil:
		return s.enter(rec.Enter.Name)
	case rec.Leave != nil:
		return s.leave(rec.Leave.Name)
	case rec.Void != nil:
		return s.Void(rec.Void.ID, rec.Void.Try)
	case rec.Clock != nil:
		return s.tick(rec.Clock)
	case rec.Close != nil:
		stage, done := rec.Close.Stage, s.Stage()
		before := stage >= 0 && stage <= done && s.stages[stage].closed
		err := s.Close(stage, rec.Close.Why)
		return err == nil && !before && s.stages[stage].closed, err
	}
	var errs []error
	for i := range rec.Results {
		added, err := s.Add(&rec.Results[i])
		changed = changed || added
		if err != nil {
			errs = append(errs, err)
		}
	}
	return changed, errors.Join(errs...)
}

func sortedResults(parked map[ID]*Result) []*Result {
	return slices.SortedFunc(maps.Values(parked), func(a, b *Result) int {
		return cmp.Or(a.ID.Compare(b.ID), cmp.Compare(a.Try, b.Try))
	})
}
