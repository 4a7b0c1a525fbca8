package tournament

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
)

// ErrFixture is in the error about a result that belongs to no fixture of the schedule.
var ErrFixture = errors.New("tournament: no such fixture")

// ErrResult is in the error about a result that no match can have.
var ErrResult = errors.New("tournament: impossible result")

// ErrEntrant is in the error about an entrant that an event does not have, or that cannot join or leave it.
var ErrEntrant = errors.New("tournament: entrant")

// Schedule is the state of an event: which matches are to be played, and how those fared that were. It is a function
// of its Config and of the set of results, whatever their order; of a ladder, also of when who joined. It is for one
// goroutine.
//
// Entrants are numbers: indexes of Entrants(0), in a final, too.
type Schedule struct {
	configs []Config // of each stage, normal; the entrants of a stage that has not begun are missing
	names   []string
	number  map[string]int
	stages  []*stage // those that have begun
	parked  []map[ID]*Result
	tries   map[ID]int // how often a fixture was void, if it was
	texts   texts
	packs   packs

	used     []int64 // milliseconds that the answers of each entrant took in all results
	played   []int   // matches of each entrant with a result
	inFlight []int   // matches of each entrant that are taken
	hash     prefixHash
}

// New is the schedule of an event at its start. The error is a *ConfigError.
func New(c Config) (*Schedule, error) {
	c = c.Normal()
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Schedule{number: make(map[string]int), tries: make(map[ID]int)}
	for stage := &c; stage != nil; stage = stage.Final {
		if newPlan(*stage, 2) == nil {
			return nil, &ConfigError{"format", string(stage.Format), "another one: this one is not built yet"}
		}
		s.configs = append(s.configs, *stage)
		s.parked = append(s.parked, make(map[ID]*Result))
	}
	who := make([]int, len(c.Entrants))
	for i, name := range c.Entrants {
		who[i] = s.addEntrant(name)
	}
	s.configs[0].Entrants = slices.Clone(c.Entrants)
	s.begin(who)
	return s, nil
}

func (s *Schedule) addEntrant(name string) int {
	s.names = append(s.names, name)
	s.number[name] = len(s.names) - 1
	s.used, s.played, s.inFlight = append(s.used, 0), append(s.played, 0), append(s.inFlight, 0)
	return len(s.names) - 1
}

// begin begins the next stage, among who, the best first.
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
	for _, r := range sortedResults(parked) {
		_, _ = st.add(r) // what belongs to other finalists is gone
	}
}

// settle begins the stages that can begin.
func (s *Schedule) settle() {
	for len(s.stages) < len(s.configs) && s.stages[len(s.stages)-1].complete() {
		last := len(s.stages) - 1
		ranking := s.ranking(last)
		s.begin(ranking[:min(len(ranking), s.configs[last].Top)])
	}
}

// unsettle takes back the stages after one that is not complete any more. Their results are parked.
func (s *Schedule) unsettle(stage int) {
	if s.stages[stage].complete() {
		return
	}
	for i := len(s.stages) - 1; i > stage; i-- {
		s.stages[i].parkAll(s.parked[i])
		s.stages[i].end("") // gives back what is taken
		s.stages = s.stages[:i]
	}
}

// Done reports whether nothing is left to play in any stage, and why, for people.
func (s *Schedule) Done() (done bool, why string) {
	last := s.current()
	if len(s.stages) < len(s.configs) || !last.complete() {
		return false, ""
	}
	if last.why != "" {
		return true, last.why
	}
	return true, "all matches are played"
}

func (s *Schedule) current() *stage { return s.stages[len(s.stages)-1] }

// Stage is the stage that is played now, or the last one.
func (s *Schedule) Stage() int { return len(s.stages) - 1 }

// Stages is how many stages the event has.
func (s *Schedule) Stages() int { return len(s.configs) }

// Entrants are the names of who takes part in a stage. Nobody does before the stage before is over.
func (s *Schedule) Entrants(stage int) []string {
	switch {
	case stage == 0:
		return slices.Clone(s.names)
	case stage > 0 && stage < len(s.stages):
		return slices.Clone(s.stages[stage].config.Entrants)
	}
	return nil
}

// Config is the Config of a stage, with its defaults and entrants filled in.
func (s *Schedule) Config(stage int) Config {
	if stage < 0 || stage >= len(s.configs) {
		return Config{}
	}
	c := s.configs[stage]
	c.Entrants = s.Entrants(stage)
	return c
}

// Count is how many matches count, how many have a result, and how many there will be in all if no rule stops a stage;
// planned is 0 where that is not known.
func (s *Schedule) Count() (counted, played, planned int) {
	known := true
	for i, c := range s.configs {
		var blocks int
		if i < len(s.stages) {
			st := s.stages[i]
			counted += st.counted() * c.Rotations
			played += st.results
			if blocks = st.plan.size(); st.complete() {
				blocks = st.counted()
			} else {
				known = known && blocks > 0
			}
		} else {
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

// Fixtures are the fixtures of a stage that are known now, in the order of the schedule.
func (s *Schedule) Fixtures(stage int) iter.Seq[Fixture] {
	return func(yield func(Fixture) bool) {
		if stage < 0 || stage >= len(s.stages) {
			return
		}
		st := s.stages[stage]
		end := st.plan.end()
		if d, is := st.plan.(*duel); is && !d.limited {
			end = max(st.next, len(st.refs)) // there is no end
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

// Result returns the result of a fixture: what a schedule keeps of it. Texts for people, and Took, Voids, Worker and
// Ended are not kept; lists in which nothing happened are empty.
func (s *Schedule) Result(id ID) (Result, bool) {
	if id.Stage < 0 || id.Stage >= len(s.stages) {
		return Result{}, false
	}
	return s.stages[id.Stage].result(id)
}

// counted goes through the results of a stage that count, in the order of the schedule. A Result is valid until the
// next one.
func (s *Schedule) counted(stage int) iter.Seq[*Result] { return s.countedFrom(stage, 0, math.MaxInt) }

// countedFrom is counted of the blocks from first on and before limit.
func (s *Schedule) countedFrom(stage, first, limit int) iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		if stage < 0 || stage >= len(s.stages) {
			return
		}
		st := s.stages[stage]
		var r Result
		for b := first; b < min(limit, len(st.refs), st.stop); b++ {
			if st.refs[b] == 0 {
				continue
			}
			if !st.decode(b, &r, yield) {
				return
			}
		}
	}
}

// resultsOf goes through the results of a whole block. A Result is valid until the next one.
func (st *stage) resultsOf(b int) iter.Seq[*Result] {
	return func(yield func(*Result) bool) {
		var r Result
		st.decode(b, &r, yield)
	}
}

// decode yields the results of a whole block, each in r. It returns false if yield does.
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
		if m > 0 { // all move on by one seat, as in seatIn
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

// Byes is how often each entrant has sat out so far in a stage: in the rounds of which all blocks count.
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
		if !st.counts(b) {
			break
		}
		rounds = round + 1
	}
	for local, n := range st.plan.byes(rounds) {
		byes[st.who[local]] = n
	}
	return byes
}

// Used is the machine time that the answers of an entrant took so far, in milliseconds.
func (s *Schedule) Used(entrant int) int64 { return s.used[entrant] }

func unknown(id ID, format string, args ...any) error {
	return fmt.Errorf("%w: %v: %s", ErrFixture, id, fmt.Sprintf(format, args...))
}
