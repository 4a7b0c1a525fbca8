package tournament

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
)

// ErrFixture is wrapped by the error about a result that belongs to no fixture of the schedule.
var ErrFixture = errors.New("tournament: no such fixture")

// ErrResult is wrapped by the error about a result that no match can have.
var ErrResult = errors.New("tournament: impossible result")

// ErrEntrant is wrapped by the error about an entrant that an event does not have, or that cannot join or leave it.
var ErrEntrant = errors.New("tournament: entrant")

// Schedule is the state of an event: the matches that must be played, and the results of those that were. It is a
// function of its Config and of the set of results, whatever their order; for a ladder, also of when each entrant
// joined. Only one goroutine may use it.
//
// Entrants are numbers, also in a final: indexes of Entrants(0).
type Schedule struct {
	configs []Config // of each stage, normal; without entrants while the stage has not begun
	names   []string
	number  map[string]int
	stages  []*stage // the stages that have begun
	parked  []map[ID]*Result
	tries   map[ID]int // how often a fixture was void; fixtures that never were are missing
	texts   texts
	packs   packs

	raw   Config // as it was given
	begun []bool // by stage: it does not wait, or not any more
	out   []bool // by entrant: it left before the field was fixed

	used     []int64 // milliseconds that the answers of each entrant took in all results
	played   []int   // matches of each entrant with a result
	inFlight []int   // matches of each entrant that are taken
	hash     prefixHash
	tally    prefixTally

	absent map[int]*absence // entrants who withdrew or were disqualified
	gaps   []gap            // rounds of Swiss stages that entrants missed who came back
	orders map[string]bool  // ids of the orders so far
	held   bool             // see Restore
}

// New returns the schedule of an event at its start. The error is a *ConfigError.
func New(c Config) (*Schedule, error) {
	s := &Schedule{number: make(map[string]int), tries: make(map[ID]int), raw: c, absent: make(map[int]*absence),
		orders: make(map[string]bool)}
	c = c.Normal()
	check := c.check
	gathers := c.Waits && c.Format != Ladder
	if gathers {
		check = s.raw.checkWaiting
	}
	if err := check(); err != nil {
		return nil, err
	}
	for stage := &c; stage != nil; stage = stage.Final {
		if newPlan(*stage, 2) == nil {
			return nil, &ConfigError{"format", string(stage.Format), "another one: this one is not built yet"}
		}
		s.configs = append(s.configs, *stage)
		s.parked = append(s.parked, make(map[ID]*Result))
		s.begun = append(s.begun, !stage.Waits)
	}
	who := make([]int, len(c.Entrants))
	for i, name := range c.Entrants {
		who[i] = s.addEntrant(name)
	}
	s.configs[0].Entrants = slices.Clone(c.Entrants)
	if !gathers {
		s.begin(who)
	}
	return s, nil
}

func (s *Schedule) addEntrant(name string) int {
	s.names = append(s.names, name)
	s.number[name] = len(s.names) - 1
	s.used, s.played, s.inFlight = append(s.used, 0), append(s.played, 0), append(s.inFlight, 0)
	s.out = append(s.out, false)
	return len(s.names) - 1
}

// begin begins the next stage with these entrants, the best first.
func (s *Schedule) begin(who []int) {
	i := len(s.stages)
	c := s.configs[i]
	c.Entrants = nil
	for _, e := range who {
		c.Entrants = append(c.Entrants, s.names[e])
	}
	st := s.newStage(i, c, who)
	s.stages = append(s.stages, st)
	parked := s.parked[i]
	s.parked[i] = make(map[ID]*Result)
	if st.grow != nil {
		st.parked = parked // those of other finalists stay there
		st.reveal(st.grow.start())
		return
	}
	for _, r := range sortedResults(parked) {
		if _, err := st.add(r); err != nil { // a result of other finalists
			park(st.parked, r)
		}
	}
	if len(s.absent) > 0 {
		st.reckon()
	}
}

// settle begins the next stages as far as the stages before them are complete.
func (s *Schedule) settle() {
	for next := len(s.stages); !s.held && next > 0 && next < len(s.configs); next++ {
		if !s.begun[next] || !s.current().complete() {
			return
		}
		s.begin(s.finalists(next - 1))
	}
}

// unsettle removes the stages after one that is not complete any more. It parks their results.
func (s *Schedule) unsettle(stage int) {
	if s.stages[stage].complete() {
		return
	}
	for i := len(s.stages) - 1; i > stage; i-- {
		s.stages[i].parkAll(s.parked[i])
		s.stages[i].end("") // returns the taken fixtures
		s.stages = s.stages[:i]
	}
}

// Done reports whether nothing is left to play in any stage, and why, for people.
func (s *Schedule) Done() (done bool, why string) {
	if len(s.stages) < len(s.configs) {
		return false, ""
	}
	last := s.current()
	if !last.complete() {
		return false, ""
	}
	if last.why != "" {
		return true, last.why
	}
	return true, "all matches are played"
}

func (s *Schedule) current() *stage { return s.stages[len(s.stages)-1] }

// Stage returns the stage that is played now, or the last one; -1: not even the entrants of the first are known.
func (s *Schedule) Stage() int { return len(s.stages) - 1 }

// Stages returns the number of stages of the event.
func (s *Schedule) Stages() int { return len(s.configs) }

// Entrants returns the names of the entrants of a stage. It is empty until the stage before is complete.
func (s *Schedule) Entrants(stage int) []string {
	switch {
	case stage == 0:
		return slices.Clone(s.names)
	case stage > 0 && stage < len(s.stages):
		return slices.Clone(s.stages[stage].config.Entrants)
	}
	return nil
}

// Config returns the Config of a stage, with its defaults and entrants filled in.
func (s *Schedule) Config(stage int) Config {
	if stage < 0 || stage >= len(s.configs) {
		return Config{}
	}
	c := s.configs[stage]
	c.Entrants = s.Entrants(stage)
	return c
}

// Count returns how many matches count, how many have a result, and how many there will be in all if no rule stops a
// stage; planned is 0 if that is not known.
func (s *Schedule) Count() (counted, played, planned int) {
	known := true
	for i, c := range s.configs {
		var blocks int
		switch {
		case i < len(s.stages):
			st := s.stages[i]
			counted += st.counted() * c.Rotations
			played += st.results
			if blocks = st.planned(); st.complete() {
				blocks = st.counted()
			} else {
				known = known && st.plan.size() > 0
			}
		case i == 0:
			known = false
		default:
			blocks = newPlan(c, s.configs[i-1].Top).size()
			known = known && blocks > 0
		}
		planned += blocks * c.Rotations
	}
	if !known {
		planned = 0
	}
	return counted, played, planned
}

// Fixture returns a fixture that is known now.
func (s *Schedule) Fixture(id ID) (Fixture, bool) {
	if id.Stage < 0 || id.Stage >= len(s.stages) {
		return Fixture{}, false
	}
	return s.stages[id.Stage].fixture(id.Block, id.Match)
}

// Fixtures iterates over the fixtures of a stage that are known now, in the order of the schedule.
func (s *Schedule) Fixtures(stage int) iter.Seq[Fixture] {
	return func(yield func(Fixture) bool) {
		if stage < 0 || stage >= len(s.stages) {
			return
		}
		st := s.stages[stage]
		end := st.plan.end()
		if d, is := st.plan.(*duel); is && !d.limited {
			end = max(st.next, len(st.refs)) // the plan has no end
		}
		for b := range end {
			for m := range st.config.Rotations {
				if f, ok := st.fixture(b, m); ok && !yield(f) {
					return
				}
			}
		}
	}
}

// Result returns what the schedule keeps of the result of a fixture. It does not keep texts for people, Took, Voids,
// Worker and Ended. Lists of default values are empty.
func (s *Schedule) Result(id ID) (Result, bool) {
	if id.Stage < 0 || id.Stage >= len(s.stages) {
		return Result{}, false
	}
	return s.stages[id.Stage].result(id)
}

// Try returns which try of a match is the newest, from 0: how often its result was voided. played reports whether the
// schedule keeps a result of it.
func (s *Schedule) Try(id ID) (try int, played bool) {
	_, played = s.Result(id)
	return s.tries[id], played
}

// counted iterates over the results of a stage that count, in the order of the schedule. A Result is valid until the
// next one is yielded.
func (s *Schedule) counted(stage int) iter.Seq[*Result] { return s.countedFrom(stage, 0, math.MaxInt) }

// countedFrom is counted for the blocks first ≤ b < limit.
func (s *Schedule) countedFrom(stage, first, limit int) iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		if stage < 0 || stage >= len(s.stages) {
			return
		}
		st := s.stages[stage]
		var r Result
		for b := first; b < min(limit, len(st.refs), st.stop); b++ {
			if st.refs[b] == 0 || st.isOut(b) {
				continue
			}
			if !st.decode(b, &r, yield) {
				return
			}
		}
	}
}

// resultsOf iterates over the results of a whole block. A Result is valid until the next one is yielded.
func (st *stage) resultsOf(b int) iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		var r Result
		st.decode(b, &r, yield)
	}
}

// decode yields the results of a whole block, each in r. It returns false if yield returned false.
func (st *stage) decode(b int, r *Result, yield func(*Result) bool) bool {
	_, local, ok := st.plan.block(b)
	if !ok {
		return true
	}
	k := len(local)
	rest := st.s.packs.get(st.refs[b])
	r.Entrants = slices.Grow(r.Entrants[:0], k)[:k]
	for place, e := range local {
		r.Entrants[place] = st.who[e]
	}
	for m := range st.config.Rotations {
		r.ID, r.Try = ID{st.number, b, m}, 0
		if len(st.s.tries) > 0 {
			r.Try = st.s.tries[r.ID]
		}
		if m > 0 { // each entrant moves on by one seat, as in seatIn
			last := r.Entrants[k-1]
			copy(r.Entrants[1:], r.Entrants)
			r.Entrants[0] = last
		}
		rest = st.s.texts.unpack(rest, r, k)
		if !yield(r) {
			return false
		}
	}
	return true
}

// Byes returns how often each entrant has sat out in a stage so far, in rounds whose blocks all count.
func (s *Schedule) Byes(stage int) []int {
	byes := make([]int, len(s.names))
	if stage < 0 || stage >= len(s.stages) {
		return byes
	}
	st := s.stages[stage]
	rounds := 0
	for b := range st.plan.end() {
		round, _, ok := st.plan.block(b)
		if !ok {
			continue
		}
		if !st.counts(b) && !st.off[b] {
			break
		}
		rounds = round + 1
	}
	for local, n := range st.plan.byes(rounds) {
		byes[st.who[local]] = n
	}
	return byes
}

// Used returns the time that the answers of an entrant took so far, in milliseconds.
func (s *Schedule) Used(entrant int) int64 { return s.used[entrant] }

func unknown(id ID, format string, args ...any) error {
	return fmt.Errorf("%w: %v: %s", ErrFixture, id, fmt.Sprintf(format, args...))
}
