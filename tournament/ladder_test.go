package tournament

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// playBlocks plays this number of blocks of an event that goes on.
func playBlocks(t testing.TB, s *Schedule, blocks int, cost Cost, play func(Fixture) *Result) {
	t.Helper()
	rotations := s.Config(0).Rotations
	for range blocks {
		fs := s.Take(rotations, cost)
		if len(fs) != rotations {
			t.Fatalf("%d fixtures taken, want %d", len(fs), rotations)
		}
		for _, f := range fs {
			if added, err := s.Add(play(f)); err != nil || !added {
				t.Fatalf("%v: added %v, %v", f.ID, added, err)
			}
		}
	}
}

// blocksOf returns the number of counting blocks of each entrant.
func blocksOf(s *Schedule) []int {
	blocks := make([]int, len(s.names))
	for r := range s.counted(0) {
		if r.ID.Match == 0 {
			for _, e := range r.Entrants {
				blocks[e]++
			}
		}
	}
	return blocks
}

func TestLadderPlaysEverybody(t *testing.T) {
	for _, k := range []int{2, 3, 6} {
		s := newSchedule(t, Config{Format: Ladder, Entrants: names(12), Players: k})
		playBlocks(t, s, 300, s.Used, strong)
		blocks := blocksOf(s)
		mean := 300 * k / 12
		if slices.Min(blocks) < mean/3 || slices.Max(blocks) > mean*3 {
			t.Errorf("%d seats: entrants play %v blocks, want about %d", k, blocks, mean)
		}
		met := map[[2]int]bool{}
		for f := range s.Fixtures(0) {
			for i, a := range f.Entrants {
				for _, b := range f.Entrants[:i] {
					met[[2]int{min(a, b), max(a, b)}] = true
				}
			}
		}
		if len(met) < 50 {
			t.Errorf("%d seats: only %d of 66 pairs met", k, len(met))
		}
		first := s.Standings(StandingsOptions{NoStrengths: true}).Entrants[0].Name
		if first != "bot00" && first != "bot01" {
			t.Errorf("%d seats: %s is first, want one of the two strongest", k, first)
		}
	}
}

// TestLadderMatchesAreClose: entrants mostly meet opponents of similar strength.
func TestLadderMatchesAreClose(t *testing.T) {
	s := newSchedule(t, Config{Format: Ladder, Entrants: names(20)})
	always := func(f Fixture) *Result { // the smaller number wins, except against neighbours
		r := strong(f)
		for i, e := range f.Entrants {
			r.Scores[i] = -3*e + int(f.Seed>>(8*f.ID.Match)+uint64(i)*7)%5
		}
		r.Ranks = ranksOf(r.Scores)
		return r
	}
	playBlocks(t, s, 400, nil, always)
	distance := 0
	matches := 0
	for r := range s.counted(0) {
		if r.ID.Block >= 200 {
			distance += max(r.Entrants[0], r.Entrants[1]) - min(r.Entrants[0], r.Entrants[1])
			matches++
		}
	}
	if mean := float64(distance) / float64(matches); mean > 5 { // at random: 7
		t.Errorf("opponents are %.1f places apart, want at most 5", mean)
	}
}

func TestLadderPlacesNewcomers(t *testing.T) {
	s := newSchedule(t, Config{Format: Ladder, Entrants: names(10), Players: 3})
	playBlocks(t, s, 200, s.Used, strong)
	if changed, err := s.Apply(&Record{Enter: &Entry{Name: "newcomer"}}); !changed || err != nil {
		t.Fatal(changed, err)
	}
	if changed, err := s.Apply(&Record{Enter: &Entry{Name: "newcomer", Number: 2}}); changed || err != nil {
		t.Errorf("a new version: changed %v, %v", changed, err)
	}
	l := s.stages[0].plan.(*ladder)
	playBlocks(t, s, 30, s.Used, strong)
	if blocks := blocksOf(s); blocks[10] < 12 {
		t.Errorf("the newcomer played %d of 30 blocks, want 12 or more", blocks[10])
	}
	if l.online.Sigma(10) > 3.5 {
		t.Errorf("the newcomer's sigma is %.2f after 30 blocks", l.online.Sigma(10))
	}
	if got := s.Entrants(0)[10]; got != "newcomer" {
		t.Errorf("entrant 10 is %q", got)
	}
}

// TestLadderSlowBot: a bot that needs 10 s a match gets its share of the machine and no more, so the others play almost
// as many matches in the same machine time as their shares allow.
func TestLadderSlowBot(t *testing.T) {
	for _, k := range []int{2, 4} {
		const n = 8
		s := newSchedule(t, Config{Format: Ladder, Entrants: names(n), Players: k})
		play := func(f Fixture) *Result {
			r := strong(f)
			for i, e := range f.Entrants {
				if r.Used[i] = 50; e == 3 {
					r.Used[i] = 10_000
				}
			}
			return r
		}
		playBlocks(t, s, 4000, s.Used, play)
		total := int64(0)
		for e := range n {
			total += s.Used(e)
		}
		block := int64(10_000 * k)
		if used := s.Used(3); used > total/n+block+slack {
			t.Errorf("%d seats: the slow bot used %d ms of %d, want at most %d and a block", k, used, total, total/n)
		} else if used < block {
			t.Errorf("%d seats: the slow bot used %d ms: it never played", k, used)
		}
		quick := play
		others := newSchedule(t, Config{Format: Ladder, Entrants: names(n), Players: k})
		playBlocks(t, others, 4000, others.Used, func(f Fixture) *Result {
			r := quick(f)
			for i := range r.Used {
				r.Used[i] = 50
			}
			return r
		})
		spent := int64(0)
		for e := range n {
			spent += others.Used(e)
		}
		if most := spent*n/(n-1) + 2*block; total > most {
			t.Errorf("%d seats: 4000 blocks cost %d ms with the slow bot, and %d without: want at most %d", k, total, spent, most)
		}
	}
}

func TestLadderLeave(t *testing.T) {
	s := newSchedule(t, Config{Format: Ladder, Entrants: names(5)})
	playBlocks(t, s, 20, nil, strong)
	fs := s.Take(40, nil)
	var of2 []Fixture
	for _, f := range fs {
		if slices.Contains(f.Entrants, 2) {
			of2 = append(of2, f)
		}
	}
	if len(of2) < 4 {
		t.Fatalf("only %d of 40 matches are of entrant 2", len(of2))
	}
	if added, err := s.Add(strong(of2[0])); !added || err != nil {
		t.Fatal(added, err)
	}
	before, _, _ := s.Count()
	for _, want := range []bool{true, false} {
		if changed, err := s.Apply(&Record{Leave: &Leave{Name: "bot02"}}); changed != want || err != nil {
			t.Errorf("changed %v, %v, want %v", changed, err, want)
		}
	}
	if added, err := s.Add(strong(of2[1])); added || err != nil {
		t.Errorf("a match of who left: added %v, %v", added, err)
	}
	if counted, played, _ := s.Count(); counted != before || played != before {
		t.Errorf("counted %d, played %d, want %d: what is not whole is gone", counted, played, before)
	}
	for _, f := range s.Take(100, nil) {
		if slices.Contains(f.Entrants, 2) {
			t.Errorf("%v is of who left", f.ID)
		}
	}
	if err := s.Enter(Entry{Name: "bot02"}); err != nil {
		t.Fatal(err)
	}
	if fs := s.Take(200, nil); !slices.ContainsFunc(fs, func(f Fixture) bool { return slices.Contains(f.Entrants, 2) }) {
		t.Error("who is back does not play")
	}
	if err := s.Leave("stranger"); !errors.Is(err, ErrEntrant) {
		t.Errorf("error %v", err)
	}
}

func TestLadderBeginsEmpty(t *testing.T) {
	s := newSchedule(t, Config{Format: Ladder, Players: 3, MaxMatches: 10})
	for i, name := range names(3) {
		if fs := s.Take(3, nil); len(fs) != 0 {
			t.Fatalf("%d entrants, and %v can be taken", i, fs)
		}
		if err := s.Enter(Entry{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	playBlocks(t, s, 3, nil, strong)
	if done, why := s.Done(); !done || why == "" {
		t.Errorf("done %v (%q) after 9 of at most 10 matches in threes", done, why)
	}
	if err := s.Enter(Entry{Name: "late"}); !errors.Is(err, ErrEntrant) {
		t.Errorf("a closed ladder: error %v", err)
	}
}

// TestLadderFromItsLog: a ladder that is read from its log equals the ladder that wrote the log, also if taken fixtures
// were lost, and if results of lost blocks come late.
func TestLadderFromItsLog(t *testing.T) {
	sum := 0
	for seed := range uint64(30) {
		c := Config{Format: Ladder, Entrants: names(6), Players: 2 + int(seed%3), Seed: seed, Top: 2,
			Final: &Config{Format: RoundRobin, Players: 2}}
		switch seed % 4 {
		case 1:
			c.MaxMatches = 60
		case 2:
			c.Until = Until{Top: 1, Confidence: 0.6}
		case 3:
			c.Rotations = 1
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		var log []Record
		fold := func() *Schedule {
			s := newSchedule(t, c)
			for i := range log {
				_, _ = s.Apply(&log[i])
			}
			return s
		}
		s := fold()
		var flying []Fixture
		voided := 0
		write := func(r Record) {
			if rng.IntN(4) == 0 {
				s.Fingerprint()
			}
			log = append(log, r)
			_, _ = s.Apply(&log[len(log)-1])
		}
		for step := range 400 {
			flying = append(flying, s.Take(1+rng.IntN(6), s.Used)...)
			switch what := rng.IntN(60); {
			case what == 0: // killed: taken fixtures are forgotten, but may still be played
				s = fold()
			case what == 1:
				write(Record{Enter: &Entry{Name: fmt.Sprint("new", step)}})
			case what == 2:
				write(Record{Leave: &Leave{Name: s.names[rng.IntN(len(s.names))]}})
			case what == 3 && voided < 5:
				if id := (ID{0, rng.IntN(20), 0}); true {
					voided++
					write(Record{Void: &Void{ID: id}})
				}
			case step == 390:
				write(Record{Close: &Close{Why: "enough"}})
			case len(flying) > 0:
				i := rng.IntN(len(flying))
				write(Record{Results: []Result{*strong(flying[i])}})
				if rng.IntN(8) > 0 { // else it will come again
					flying = slices.Delete(flying, i, i+1)
				}
			}
		}
		counted, _, _ := s.Count()
		sum += counted
		if got, want := outcomeOf(fold()), outcomeOf(s); got != want {
			t.Errorf("seed %d: who folds the log has\n%s\nwho wrote it\n%s", seed, got, want)
		}
	}
	if sum < 1000 {
		t.Errorf("only %d matches count in all", sum)
	}
}

// TestLadderEndsBegunBlocks: a ladder that is read from a log in which blocks lack the results of some rotations offers
// those matches and comes to its end, also if the log misses whole blocks between them.
func TestLadderEndsBegunBlocks(t *testing.T) {
	for _, limit := range []int{0, 12} {
		c := Config{Format: Ladder, Entrants: names(5), Rotations: 2, MaxMatches: limit}
		first := newSchedule(t, c)
		fixtures := first.Take(8, nil) // four blocks
		second := newSchedule(t, c)
		for _, i := range []int{0, 4, 7} { // no match of block 1
			if added, err := second.Add(strong(fixtures[i])); !added || err != nil {
				t.Fatalf("result of %v: %v, %v", fixtures[i].ID, added, err)
			}
		}
		missing := []ID{fixtures[1].ID, fixtures[5].ID, fixtures[6].ID}
		taken := second.Take(3, second.Used)
		for i, f := range taken {
			if f.ID != missing[i] {
				t.Errorf("limit %d: match %v is offered, expected %v", limit, f.ID, missing[i])
			}
		}
		if limit == 0 {
			continue
		}
		for i := range taken {
			if _, err := second.Add(strong(taken[i])); err != nil {
				t.Fatal(err)
			}
		}
		playAll(t, second)
		if done, why := second.Done(); !done {
			t.Errorf("the ladder is not over: %q", why)
		}
	}
}
