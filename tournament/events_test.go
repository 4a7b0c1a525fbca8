package tournament

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	teststage "blastyard/internal/stage"
)

// someConfigs has small events of all formats.
func someConfigs() map[string]Config {
	return map[string]Config{
		"round robin":       {Format: RoundRobin, Entrants: names(5), Rounds: 2},
		"free for all":      {Format: RoundRobin, Entrants: names(7), Players: 3, Rounds: 6, Seed: 4},
		"rotations":         {Format: RoundRobin, Entrants: names(6), Players: 4, Rounds: 9, Rotations: 1},
		"gauntlet":          {Format: Gauntlet, Entrants: names(6), Players: 3, Heroes: 2, Rounds: 3},
		"until":             {Format: RoundRobin, Entrants: names(4), Rounds: 60, Until: Until{Top: 1}},
		"sprt":              {Format: SPRT, Entrants: names(2), Test: Test{Elo0: 0, Elo1: 100}, MaxMatches: 600},
		"swiss":             {Format: Swiss, Entrants: names(7), Rounds: 4},
		"swiss of threes":   {Format: Swiss, Entrants: names(10), Players: 3, Rounds: 4},
		"knockout":          {Format: Knockout, Entrants: names(6), BestOf: 3},
		"knockout of fours": {Format: Knockout, Entrants: names(9), Players: 4, Rotations: 2},
		"swiss, then knockout": {Format: Swiss, Entrants: names(8), Rounds: 3, Top: 4,
			Final: &Config{Format: Knockout}},
		"final": {Format: RoundRobin, Entrants: names(6), Top: 3,
			Final: &Config{Format: RoundRobin, Rounds: 2}},
		"final of a gauntlet": {Format: Gauntlet, Entrants: names(5), Top: 2, Rounds: 2,
			Final: &Config{Format: SPRT, Test: Test{Elo1: 50}, MaxMatches: 100}},
	}
}

// outcomeOf returns the part of an event that must not depend on the way in which it was played.
func outcomeOf(s *Schedule) string {
	counted, _, planned := s.Count()
	done, why := s.Done()
	var finalists []string
	for stage := 1; stage < s.Stages(); stage++ {
		finalists = append(finalists, s.Entrants(stage)...)
	}
	all := FingerprintOf(s.names, func(yield func(*Result) bool) {
		for stage := range s.stages {
			for r := range s.counted(stage) {
				if !yield(r) {
					return
				}
			}
		}
	})
	if kept := s.Fingerprint(); kept != all {
		return "the fingerprint is " + kept + ", but over all results it is " + all
	}
	for stage := range s.stages {
		fresh := newTally(s.configs[stage].Format, len(s.stages[stage].who))
		fresh.addBlocks(s, stage, 0, math.MaxInt)
		fresh = fresh.clone() // without what only adding needs
		if kept := s.sums(stage).clone(); !reflect.DeepEqual(kept, fresh) {
			return fmt.Sprintf("the sums of stage %d are %+v, but over all results they are %+v", stage, kept, fresh)
		}
	}
	return fmt.Sprintf("%d of %d, done %v: %s; final %v; %s", counted, planned, done, why, finalists, s.Fingerprint())
}

// TestOrderDoesNotMatter: an event ends the same whatever the order of its results, however often a result is repeated,
// whatever fixtures are returned, and wherever the event is restarted from its results.
func TestOrderDoesNotMatter(t *testing.T) {
	for name, c := range someConfigs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plain := newSchedule(t, c)
			playAll(t, plain)
			want := outcomeOf(plain)
			if counted, _, _ := plain.Count(); counted == 0 {
				t.Fatal("nothing was played")
			}
			runs := 20
			if !teststage.All() {
				runs = 5
			}
			for seed := range runs {
				if got := outcomeOf(playWildly(t, c, rand.New(rand.NewPCG(uint64(seed), 0)))); got != want {
					t.Fatalf("seed %d: got  %s\nwant %s", seed, got, want)
				}
			}
		})
	}
}

// playWildly plays an event to its end in a random order, with everything that can happen on the way.
func playWildly(t *testing.T, c Config, rng *rand.Rand) *Schedule {
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	restarts := 3
	var flying []Fixture
	var results []Result
	for {
		flying = append(flying, s.Take(1+rng.IntN(9), func(e int) int64 { return int64(e) * 1000 })...)
		if done, _ := s.Done(); done {
			return s
		}
		if len(flying) == 0 {
			t.Fatal("nothing can be taken, but the event is not done")
		}
		i := rng.IntN(len(flying))
		f := flying[i]
		flying = slices.Delete(flying, i, i+1)
		switch what := rng.IntN(12); {
		case what == 0:
			s.Return(f.ID)
		case what == 1 && restarts > 0: // restart from the results in a random order
			restarts--
			rng.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
			if s, err = New(c); err != nil {
				t.Fatal(err)
			}
			flying = nil
			if _, err := s.Apply(&Record{Results: results}); err != nil {
				t.Fatal(err)
			}
		default:
			r := strong(f)
			results = append(results, *r)
			if added, err := s.Add(r); err != nil || !added {
				t.Fatalf("%v: added %v, %v", f.ID, added, err)
			}
			if rng.IntN(3) == 0 {
				s.Tally(0, true)
			}
			if added, err := s.Add(r); err != nil || added {
				t.Fatalf("%v again: added %v, %v", f.ID, added, err)
			}
		}
	}
}

// TestVoid: a voided result does not count, its fixture comes again with the next try, and the event ends as if the
// second result had been the only one.
func TestVoid(t *testing.T) {
	for name, c := range someConfigs() {
		t.Run(name, func(t *testing.T) {
			s := newSchedule(t, c)
			playAll(t, s)
			var voided []ID
			for stage := range s.Stages() {
				of := 0
				for f := range s.Fixtures(stage) {
					if f.ID.Match == 0 && of < 2 {
						voided = append(voided, f.ID)
						of++
					}
				}
			}
			again := newSchedule(t, c)
			for _, id := range voided {
				again.tries[id] = 1 // as if it had been void before it was played
			}
			playAll(t, again)
			for _, id := range voided {
				if changed, err := s.Void(id, 0); err != nil || !changed {
					t.Fatalf("%v: changed %v, %v", id, changed, err)
				}
				if changed, err := s.Void(id, 0); err != nil || changed {
					t.Fatalf("%v again: changed %v, %v", id, changed, err)
				}
				if added, err := s.Add(&Result{ID: id, Entrants: []int{0, 1}, Ranks: []int{1, 2}, Scores: []int{2, 1}}); added {
					t.Fatalf("%v: a result of the earlier try was added (%v)", id, err)
				}
				if _, ok := s.Result(id); ok {
					t.Fatalf("%v still has a result", id)
				}
			}
			for stage := range s.Stages() {
				for r := range s.counted(stage) {
					if slices.Contains(voided, ID{r.ID.Stage, r.ID.Block, 0}) {
						t.Errorf("%v counts", r.ID)
					}
				}
			}
			if done, _ := s.Done(); done {
				t.Error("the event is done without the matches that were void")
			}
			playAll(t, s)
			if got, want := outcomeOf(s), outcomeOf(again); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestClose(t *testing.T) {
	for name, c := range someConfigs() {
		t.Run(name, func(t *testing.T) {
			s := newSchedule(t, c)
			fs := s.Take(5, nil)
			if len(fs) < 5 { // a bracket begins with few fixtures
				c.Rotations = 0
				s = newSchedule(t, c)
				fs = s.Take(5, nil)
			}
			for _, f := range fs[:3] {
				if _, err := s.Add(strong(f)); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Close(0, "noon"); err != nil {
				t.Fatal(err)
			}
			rotations := s.Config(0).Rotations
			if counted, played, _ := s.Count(); counted != 3/rotations*rotations || played != counted {
				t.Errorf("counted %d, played %d: want the whole blocks among 3 matches", counted, played)
			}
			if added, err := s.Add(strong(fs[len(fs)-1])); added || err != nil {
				t.Errorf("after the end: added %v, %v", added, err)
			}
			if s.Stages() == 1 {
				if done, why := s.Done(); !done || why != "noon" {
					t.Errorf("done %v: %q", done, why)
				}
			} else if s.Stage() != 1 || len(s.Entrants(1)) != c.Top {
				t.Errorf("stage %d with %v: want the final", s.Stage(), s.Entrants(1))
			}
			id := fs[0].ID
			if counted, _, _ := s.Count(); counted == 0 {
				return
			}
			if changed, err := s.Void(id, 0); !changed || err != nil {
				t.Fatal(changed, err)
			}
			again := s.Take(10, nil)
			if len(again) != 1 || again[0].ID != id || again[0].Try != 1 {
				t.Errorf("taken %v: want only the match that was void", again)
			}
			if added, err := s.Add(strong(again[0])); !added || err != nil {
				t.Error(added, err)
			}
		})
	}
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(2)})
	if err := s.Close(1, ""); err == nil || !strings.Contains(err.Error(), "stage 1") {
		t.Errorf("error %v", err)
	}
}

func TestEnterAndLeaveOfOthers(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(2)})
	if err := s.Enter(Entry{Name: "bot01", Version: "new"}); err != nil {
		t.Errorf("a new version: %v", err)
	}
	if err := s.Enter(Entry{Name: "other"}); !errors.Is(err, ErrEntrant) {
		t.Errorf("a new entrant: error %v", err)
	}
	if err := s.Leave("bot01"); !errors.Is(err, ErrEntrant) {
		t.Errorf("leave: error %v", err)
	}
}

// TestVoidAtAnyTime: results are voided while others are played, so that later rounds and finals change. The event ends
// as if the last result of each fixture had been the only one.
func TestVoidAtAnyTime(t *testing.T) {
	for name, c := range someConfigs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runs := uint64(12)
			if !teststage.All() {
				runs = 3
			}
			for seed := range runs {
				s := playWithVoids(t, c, rand.New(rand.NewPCG(seed, 5)))
				clean := newSchedule(t, c)
				clean.tries = maps.Clone(s.tries)
				playAll(t, clean)
				if got, want := outcomeOf(s), outcomeOf(clean); got != want {
					t.Fatalf("seed %d: got  %s\nwant %s", seed, got, want)
				}
			}
		})
	}
}

// playWithVoids plays an event to its end. On the way it voids results and restarts from the log.
func playWithVoids(t *testing.T, c Config, rng *rand.Rand) *Schedule {
	s := newSchedule(t, c)
	var log []Record
	write := func(r Record) {
		log = append(log, r)
		if _, err := s.Apply(&log[len(log)-1]); err != nil && !errors.Is(err, ErrFixture) { // results of other pairings
			t.Fatal(err)
		}
	}
	var flying []Fixture
	for voids, kills := 6, 2; ; {
		if rng.IntN(3) == 0 {
			s.Tally(0, true)
		}
		flying = append(flying, s.Take(1+rng.IntN(9), nil)...)
		done, _ := s.Done()
		switch what := rng.IntN(20); {
		case voids > 0 && len(log) > 0 && (what < 2 || done):
			voids--
			r := log[rng.IntN(len(log))].Results
			if len(r) > 0 {
				write(Record{Void: &Void{ID: r[0].ID, Try: s.tries[r[0].ID]}})
			}
		case done:
			return s
		case what == 2 && kills > 0:
			kills--
			s, flying = newSchedule(t, c), nil
			for i := range log {
				_, _ = s.Apply(&log[i])
			}
		case len(flying) == 0:
			t.Fatal("nothing can be taken, but the event is not done")
		default:
			i := rng.IntN(len(flying))
			write(Record{Results: []Result{*strong(flying[i])}})
			s.Return(flying[i].ID) // as an engine does with a job that is played, whether its results counted or not
			flying = slices.Delete(flying, i, i+1)
		}
	}
}
