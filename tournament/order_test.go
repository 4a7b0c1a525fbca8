package tournament

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	teststage "blastyard/internal/stage"
)

// orderConfigs has small events of all formats in which entrants can leave.
func orderConfigs() map[string]Config {
	all := someConfigs()
	all["ladder"] = Config{Format: Ladder, Entrants: names(6), MaxMatches: 60}
	all["final that waits"] = Config{Format: Swiss, Entrants: names(6), Rounds: 2, Rotations: 1, Top: 3,
		Final: &Config{Format: RoundRobin, Rotations: 1, Waits: true}}
	all["field that is gathered"] = Config{Format: RoundRobin, Entrants: names(6), Rotations: 1, Waits: true}
	all["ladder, then knockout"] = Config{Format: Ladder, Entrants: names(6), Rotations: 1, MaxMatches: 30, Top: 4,
		Final: &Config{Format: Knockout}}
	return all
}

// kept is what a store keeps of a log: accepted results in the order of their ids, and the other records.
type kept struct {
	results []Result
	void    map[string]bool // by id and try
	clock   []Record
	later   []Record
}

func tryOf(id ID, try int) string { return fmt.Sprint(id, "#", try) }

// take applies a record as an engine does, and keeps what its store would keep.
func (k *kept) take(t *testing.T, s *Schedule, rec Record) (changed bool) {
	t.Helper()
	if len(rec.Results) > 0 {
		for _, r := range rec.Results {
			added, err := s.Add(&r)
			if err != nil && !strings.Contains(err.Error(), ErrFixture.Error()) {
				t.Fatal(err)
			}
			if added { // a result of other entrants replaces one, after a void result has changed the pairings
				k.results = slices.DeleteFunc(k.results, func(o Result) bool { return o.ID == r.ID && o.Try == r.Try })
				k.results = append(k.results, r)
				changed = true
			}
		}
		return changed
	}
	changed, err := s.Apply(&rec)
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case !changed:
	case rec.Clock != nil:
		k.clock = append(k.clock, rec)
	case rec.Order.What == VoidMatch:
		k.void[tryOf(*rec.Order.Match, rec.Order.Try)] = true
	default:
		k.later = append(k.later, rec)
	}
	return changed
}

func (k *kept) restore(t *testing.T, c Config) *Schedule {
	t.Helper()
	s := newSchedule(t, c)
	for i := range k.clock { // as an engine does
		if _, err := s.Apply(&k.clock[i]); err != nil {
			t.Fatal(err)
		}
	}
	slices.SortFunc(k.results, func(a, b Result) int {
		if c := a.ID.Compare(b.ID); c != 0 {
			return c
		}
		return a.Try - b.Try
	})
	err := s.Restore(func(yield func(*Result, bool) bool) {
		for i := range k.results {
			if r := &k.results[i]; !yield(r, k.void[tryOf(r.ID, r.Try)]) {
				return
			}
		}
	}, k.later)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// standingsOf has the outcome of an event together with its standings.
func standingsOf(t *testing.T, s *Schedule) string {
	t.Helper()
	text := outcomeOf(s)
	for stage := range s.Stage() + 1 {
		list, err := json.Marshal(s.Standings(StandingsOptions{Stage: stage, NoStrengths: true}))
		if err != nil {
			t.Fatal(err)
		}
		text += "\n" + string(list)
	}
	return text
}

// TestOrdersAtAnyTime: whoever withdraws, is disqualified or comes back at any time, an event comes to its end, nobody
// who is absent is given a match, and everybody who reads the log, or only what a store keeps of it, comes to the same
// state.
func TestOrdersAtAnyTime(t *testing.T) {
	seeds := 40
	if !teststage.All() {
		seeds = 6
	}
	for name, c := range orderConfigs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				log, k, live := playWithOrders(t, c, rand.New(rand.NewPCG(uint64(seed), 1)))
				again := newSchedule(t, c)
				for i := range log {
					_, _ = again.Apply(&log[i])
				}
				if got, want := standingsOf(t, again), standingsOf(t, live); got != want {
					t.Fatalf("seed %d: from the log:\n%s\nwant\n%s", seed, got, want)
				}
				if got, want := standingsOf(t, k.restore(t, c)), standingsOf(t, live); got != want {
					t.Fatalf("seed %d: from the store:\n%s\nwant\n%s", seed, got, want)
				}
			}
		})
	}
}

// playWithOrders plays an event to its end in a random order, and gives orders on the way.
func playWithOrders(t *testing.T, c Config, rng *rand.Rand) (log []Record, k *kept, s *Schedule) {
	s = newSchedule(t, c)
	k = &kept{void: map[string]bool{}}
	apply := func(rec Record) {
		log = append(log, rec)
		if k.take(t, s, rec) && rec.Order != nil {
			log = append(log, rec) // a double click
			if k.take(t, s, rec) {
				t.Fatal("the same order counts twice")
			}
		}
	}
	var flying []Fixture
	for orders := 5; ; {
		if rng.IntN(3) == 0 {
			s.Tally(0, true)
		}
		if orders < 5 || rng.IntN(2) == 0 {
			if s.Gathers() && s.CheckField(s.Candidates()) == nil {
				apply(Record{Clock: &Clock{What: ClockField, Field: s.Candidates()}})
			}
			for stage := range s.Stages() {
				if s.CanBegin(stage) {
					apply(Record{Clock: &Clock{What: ClockStarts, Stage: stage}})
				}
			}
		}
		if o := someOrder(s, rng, len(log)); orders > 0 && (s.Gathers() || !s.Begun(s.Stage())) {
			if s.Check(o) == nil {
				orders--
				apply(Record{Order: o})
			}
			continue
		}
		flying = append(flying, s.Take(1+rng.IntN(4), nil)...)
		if done, _ := s.Done(); done {
			return log, k, s
		}
		if s.Stage()+1 < s.Stages() && s.CanBegin(s.Stage()+1) { // the final waits for its time
			if o := someOrder(s, rng, len(log)); orders > 0 && s.Check(o) == nil {
				orders--
				apply(Record{Order: o})
			}
			continue
		}
		if l, is := s.stages[0].plan.(*ladder); is && len(flying) == 0 && playing(l) < l.k {
			return log, k, s // it waits for entrants
		}
		if len(flying) == 0 {
			t.Fatalf("nothing can be taken, but the event is not done: %s", outcomeOf(s))
		}
		if o := someOrder(s, rng, len(log)); orders > 0 && rng.IntN(8) == 0 && s.Check(o) == nil {
			orders--
			apply(Record{Order: o})
			continue
		}
		i := rng.IntN(len(flying))
		f := flying[i]
		flying = slices.Delete(flying, i, i+1)
		apply(Record{Results: []Result{*strong(f)}})
		s.Return(f.ID) // as an engine does with a job that is played, whether its results counted or not
	}
}

// playing returns how many entrants of a ladder play.
func playing(l *ladder) (n int) {
	for _, plays := range l.active {
		if plays {
			n++
		}
	}
	return n
}

// someOrder returns an order that may be possible.
func someOrder(s *Schedule, rng *rand.Rand, number int) *Order {
	o := &Order{ID: fmt.Sprint(number), By: "anna", Why: "why", Name: s.names[rng.IntN(len(s.names))]}
	o.What = []Action{Withdraw, Disqualify, BringBack, VoidMatch}[rng.IntN(4)]
	if o.What == VoidMatch {
		for f := range s.Fixtures(s.Stage()) {
			if _, played := s.Result(f.ID); played && rng.IntN(3) == 0 {
				o.Match, o.Try = &f.ID, f.Try
			}
		}
	}
	return o
}
