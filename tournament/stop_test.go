package tournament

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSPRT: the test accepts a clearly stronger first entrant, rejects a weaker one, and stops at the limit if both are
// equal and the limit is small.
func TestSPRT(t *testing.T) {
	play := func(edge int) func(Fixture) *Result {
		return func(f Fixture) *Result {
			r := strong(f)
			rng := rand.New(rand.NewPCG(f.Seed, uint64(f.ID.Match)))
			for i, e := range f.Entrants {
				r.Scores[i] = rng.IntN(10) + edge*(1-e)
			}
			r.Ranks = ranksOf(r.Scores)
			return r
		}
	}
	for _, tt := range []struct {
		edge, limit int
		why, test   string
	}{
		{3, 4000, "bot00 is stronger than bot01", "stronger"},
		{-3, 4000, "bot00 is not stronger than bot01", "not stronger"},
		{0, 10, "undecided", "undecided"},
	} {
		s := newSchedule(t, Config{Format: SPRT, Entrants: names(2), Test: Test{Elo0: 0, Elo1: 20}, MaxMatches: tt.limit})
		for {
			fs := s.Take(10, nil)
			if len(fs) == 0 {
				break
			}
			for _, f := range fs {
				if added, err := s.Add(play(tt.edge)(f)); !added || err != nil {
					t.Fatal(added, err)
				}
			}
		}
		counted, played, planned := s.Count()
		standings, table := s.Tally(0, false).Tables(StandingsOptions{})
		if !strings.Contains(standings.Why, "LLR") || standings.Test != tt.test {
			t.Errorf("edge %d: standings say %q and %q", tt.edge, standings.Why, standings.Test)
		}
		if first, cell := standings.Entrants[0], table.Cell(0, 1); first.Better != 0 || cell.Better != 0.5 {
			t.Errorf("edge %d: better is %v and %v beside the verdict of the test", tt.edge, first.Better, cell.Better)
		}
		if done, why := s.Done(); !done || !strings.Contains(why, tt.why) {
			t.Errorf("edge %d: done %v, %q, want %q", tt.edge, done, why, tt.why)
		}
		if tt.edge == 0 && counted != tt.limit || tt.edge != 0 && counted >= tt.limit || planned != counted || played < counted {
			t.Errorf("edge %d: counted %d of %d, played %d, limit %d", tt.edge, counted, planned, played, tt.limit)
		}
	}
}

func TestSPRTWithoutLimit(t *testing.T) {
	s := newSchedule(t, Config{Format: SPRT, Entrants: names(2), Test: Test{Elo1: 400}})
	if _, _, planned := s.Count(); planned != 0 {
		t.Errorf("planned %d, want 0: not known", planned)
	}
	fs := s.Take(6, nil)
	n := 0
	for range s.Fixtures(0) {
		n++
	}
	if n != 6 {
		t.Errorf("%d fixtures are known, want the 6 that are taken", n)
	}
	r := strong(fs[0])
	r.ID.Block = 1 << 27
	if _, err := s.Add(r); err == nil {
		t.Error("a block far away was taken in")
	}
}

// TestUntil: an event stops when the first place is certain, and the strongest entrant has it.
func TestUntil(t *testing.T) {
	c := Config{Format: RoundRobin, Entrants: names(4), Rounds: 2000, Until: Until{Top: 1, Confidence: 0.95}}
	s := newSchedule(t, c)
	playAll(t, s)
	counted, _, planned := s.Count()
	if counted == 0 || counted > 12*2000/2 || planned != counted {
		t.Errorf("counted %d of %d, want it to stop early", counted, planned)
	}
	_, why := s.Done()
	standings := s.Standings(StandingsOptions{NoStrengths: true})
	if standings.Entrants[0].Name != "bot00" || !strings.Contains(why, "95 %: bot00") || standings.Why != why {
		t.Errorf("%s is first; %q, %q", standings.Entrants[0].Name, why, standings.Why)
	}
	equal := newSchedule(t, Config{Format: RoundRobin, Entrants: names(3), Rounds: 60, Until: Until{Top: 2}})
	for fs := equal.Take(6, nil); len(fs) > 0; fs = equal.Take(6, nil) {
		for _, f := range fs { // the first seat wins, so all entrants are equal
			r := &Result{ID: f.ID, Entrants: f.Entrants, Ranks: []int{1, 2}, Scores: []int{1, 0}}
			if added, err := equal.Add(r); !added || err != nil {
				t.Fatal(added, err)
			}
		}
	}
	if counted, _, _ := equal.Count(); counted != 360 {
		t.Errorf("counted %d, want all 360: nothing separates them", counted)
	}
}

// TestLadderUntil: ladders that stop when their first is certain to 90 % name the strongest in 9 of 10 cases.
func TestLadderUntil(t *testing.T) {
	const ladders = 50
	right := 0
	for seed := range uint64(ladders) {
		s := newSchedule(t, Config{Format: Ladder, Entrants: names(5), Seed: seed, Until: Until{Top: 1, Confidence: 0.9}})
		for i := 0; ; i++ {
			if done, _ := s.Done(); done {
				break
			}
			if i > 3000 {
				t.Fatal("the ladder does not stop")
			}
			playBlocks(t, s, 1, nil, strong)
		}
		if s.Standings(StandingsOptions{NoStrengths: true}).Entrants[0].Name == "bot00" {
			right++
		}
	}
	t.Logf("%d of %d ladders name the strongest", right, ladders)
	if right < ladders*9/10 {
		t.Errorf("%d of %d ladders name the strongest, want %d", right, ladders, ladders*9/10)
	}
}
