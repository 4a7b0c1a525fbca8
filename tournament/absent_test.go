package tournament

import (
	"slices"
	"strings"
	"testing"
)

// give applies an order at once.
func give(t *testing.T, s *Schedule, what Action, name string) {
	t.Helper()
	id := string(what) + name
	for s.Given(id) {
		id += "again"
	}
	changed, err := s.Apply(&Record{Order: &Order{ID: id, What: what, Name: name, By: "anna", Why: "it left"}})
	if err != nil || !changed {
		t.Fatalf("%s %s: %v, %v", what, name, changed, err)
	}
}

// playSome plays the next n fixtures of a schedule, in its order.
func playSome(t *testing.T, s *Schedule, n int) {
	t.Helper()
	for range n {
		list := s.Take(1, nil)
		if len(list) == 0 {
			t.Fatal("nothing is left to play")
		}
		if _, err := s.Add(strong(list[0])); err != nil {
			t.Fatal(err)
		}
	}
}

// playRest plays a schedule to its end, and returns its fixtures.
func playRest(t *testing.T, s *Schedule) (played []Fixture) {
	t.Helper()
	for {
		list := s.Take(1, nil)
		if len(list) == 0 {
			break
		}
		played = append(played, list[0])
		if _, err := s.Add(strong(list[0])); err != nil {
			t.Fatal(err)
		}
	}
	if done, why := s.Done(); !done {
		t.Fatalf("it is not done: %s", why)
	}
	return played
}

// rowOf returns the standing of an entrant.
func rowOf(s *Schedule, name string) Standing {
	list := s.Standings(StandingsOptions{Stage: s.Stage(), NoStrengths: true}).Entrants
	return list[slices.IndexFunc(list, func(e Standing) bool { return e.Name == name })]
}

func meets(f Fixture, s *Schedule, name string) bool {
	return slices.ContainsFunc(f.Entrants, func(e int) bool { return s.names[e] == name })
}

// TestWithdrawRoundRobin: who leaves before half of its matches is taken out of the standings of all; who leaves later
// keeps its results, and so do its opponents. It comes back to the matches that are left.
func TestWithdrawRoundRobin(t *testing.T) {
	c := Config{Format: RoundRobin, Entrants: names(4), Rounds: 1, Rotations: 1} // 6 matches, 3 of each
	early := newSchedule(t, c)
	playSome(t, early, 2) // the first round: each has one of three
	give(t, early, Withdraw, "bot03")
	for _, f := range playRest(t, early) {
		if meets(f, early, "bot03") {
			t.Errorf("match %v is played with who has left", f.ID)
		}
	}
	if r := rowOf(early, "bot03"); r.Matches != 0 || r.Status != Withdrawn || r.Why != "it left" {
		t.Errorf("who left early has %+v", r)
	}
	for _, name := range names(3) {
		if r := rowOf(early, name); r.Matches != 2 {
			t.Errorf("%s has %d matches that count, want those against the two others", name, r.Matches)
		}
	}
	late := newSchedule(t, c)
	playSome(t, late, 4) // each has two of three
	give(t, late, Withdraw, "bot03")
	before := late.Fingerprint()
	playRest(t, late)
	if r := rowOf(late, "bot03"); r.Matches != 2 {
		t.Errorf("who left late has %d matches, want 2", r.Matches)
	}
	if late.Fingerprint() == before {
		t.Error("nothing was played after it")
	}
	back := newSchedule(t, c)
	playSome(t, back, 2)
	give(t, back, Withdraw, "bot03")
	give(t, back, BringBack, "bot03")
	playRest(t, back)
	whole := newSchedule(t, c)
	playRest(t, whole)
	if back.Fingerprint() != whole.Fingerprint() {
		t.Error("who came back at once makes a difference")
	}
}

// TestWithdrawSwiss: who leaves keeps its results and is paired no more; an opponent whose block was not complete has a
// bye.
func TestWithdrawSwiss(t *testing.T) {
	s := newSchedule(t, Config{Format: Swiss, Entrants: names(6), Rounds: 4, Rotations: 1})
	playSome(t, s, 4) // three of the first round, one of the second
	var left Fixture
	for f := range s.Fixtures(0) {
		if _, played := s.Result(f.ID); !played {
			left = f
		}
	}
	gone, other := s.names[left.Entrants[0]], s.names[left.Entrants[1]]
	give(t, s, Withdraw, gone)
	for _, f := range playRest(t, s) {
		if meets(f, s, gone) {
			t.Errorf("%v is paired with who has left", f.ID)
		}
	}
	if r := rowOf(s, gone); r.Matches != 1 || r.Status != Withdrawn {
		t.Errorf("who left has %+v", r)
	}
	if r := rowOf(s, other); r.Byes < 1 {
		t.Errorf("its opponent has %d byes", r.Byes)
	}
	give(t, s, BringBack, gone)
	if done, _ := s.Done(); !done {
		t.Error("an event that is over begins again")
	}
}

// TestReturnToSwiss: who comes back is paired from the next round on, and the rounds that were paired meanwhile stay.
func TestReturnToSwiss(t *testing.T) {
	s := newSchedule(t, Config{Format: Swiss, Entrants: names(6), Rounds: 5, Rotations: 1})
	playSome(t, s, 3)
	give(t, s, Withdraw, "bot05")
	playSome(t, s, 2) // the rest of the second round
	missed := slices.Collect(s.Fixtures(0))
	give(t, s, BringBack, "bot05")
	now := slices.Collect(s.Fixtures(0))
	if len(now) < len(missed) {
		t.Errorf("%d of %d blocks are left", len(now), len(missed))
	}
	later := 0
	for _, f := range playRest(t, s) {
		if meets(f, s, "bot05") {
			later++
		}
	}
	if later == 0 {
		t.Error("it is not paired any more")
	}
}

// TestWithdrawKnockout: the opponent of who leaves goes on; who comes back at once plays its pairing.
func TestWithdrawKnockout(t *testing.T) {
	c := Config{Format: Knockout, Entrants: names(4), BestOf: 1, Rotations: 1, NoThird: true}
	s := newSchedule(t, c)
	give(t, s, Withdraw, "bot00")
	rest := playRest(t, s)
	final := s.Rounds(0)[1].Pairings[0]
	if !slices.ContainsFunc(final.Places, func(p Place) bool { return p.Name == "bot03" }) {
		t.Errorf("the final is %+v, want the opponent bot03 in it", final)
	}
	if len(rest) != 2 {
		t.Errorf("%d matches were played, want the other semi-final and the final", len(rest))
	}
	if r := rowOf(s, "bot00"); r.Rank < 3 || r.Status != Withdrawn {
		t.Errorf("who left has %+v", r)
	}
	s = newSchedule(t, c)
	give(t, s, Withdraw, "bot00")
	give(t, s, BringBack, "bot00")
	playRest(t, s)
	whole := newSchedule(t, c)
	playRest(t, whole)
	if s.Fingerprint() != whole.Fingerprint() {
		t.Error("who came back at once makes a difference")
	}
}

// TestWithdrawLadder: who leaves keeps its results, and gets no match until it is brought back, also with a new version.
func TestWithdrawLadder(t *testing.T) {
	s := newSchedule(t, Config{Format: Ladder, Entrants: names(4), Rotations: 1, MaxMatches: 60})
	playSome(t, s, 20)
	give(t, s, Disqualify, "bot00")
	before := rowOf(s, "bot00")
	if err := s.Enter(Entry{Name: "bot00", Version: "ff", Number: 2}); err != nil {
		t.Fatal(err)
	}
	playSome(t, s, 20)
	if now := rowOf(s, "bot00"); now.Matches != before.Matches || now.Rank != 4 || now.Status != Disqualified {
		t.Errorf("who was disqualified has %+v, had %d matches", now, before.Matches)
	}
	give(t, s, BringBack, "bot00")
	playRest(t, s)
	if now := rowOf(s, "bot00"); now.Matches <= before.Matches || now.Status != Takes {
		t.Errorf("who came back has %+v", now)
	}
}

// TestDisqualified: who is disqualified is behind all others and makes no difference to their order; before a final its
// place is another's.
func TestDisqualified(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(5), Rounds: 1, Rotations: 1, Top: 2,
		Final: &Config{Format: RoundRobin, Rounds: 1}})
	playSome(t, s, 9) // all but one
	best := s.Standings(StandingsOptions{NoStrengths: true}).Entrants
	give(t, s, Disqualify, best[0].Name)
	playRest(t, s)
	if finalists := s.Entrants(1); slices.Contains(finalists, best[0].Name) || len(finalists) != 2 {
		t.Errorf("the final is between %q", finalists)
	}
	list := s.Standings(StandingsOptions{NoStrengths: true}).Entrants
	if last := list[len(list)-1]; last.Name != best[0].Name || last.Rank != 5 || last.Status != Disqualified {
		t.Errorf("the last one is %+v", last)
	}
	if list[0].Rank != 1 {
		t.Errorf("the first one has rank %d", list[0].Rank)
	}
}

// TestWithdrawSPRT: a test without one of its sides ends undecided.
func TestWithdrawSPRT(t *testing.T) {
	s := newSchedule(t, Config{Format: SPRT, Entrants: names(2), Test: Test{Elo1: 10}})
	playSome(t, s, 4)
	give(t, s, Withdraw, "bot01")
	if done, why := s.Done(); !done || !strings.Contains(why, "bot01 is withdrawn: it left") {
		t.Errorf("done %v: %s", done, why)
	}
}

// TestAllLeave: an event from which everybody withdraws is over, in all formats but a ladder, which waits for others.
func TestAllLeave(t *testing.T) {
	for name, c := range someConfigs() {
		s := newSchedule(t, c)
		playSome(t, s, 2)
		for _, e := range s.Entrants(0) {
			give(t, s, Withdraw, e)
		}
		if list := s.Take(1, nil); len(list) != 0 {
			t.Errorf("%s: %v is played", name, list)
		}
		if done, _ := s.Done(); !done {
			t.Errorf("%s: it is not over", name)
		}
	}
}

// TestRefusedOrders: what is impossible is refused with a reason, and changes nothing.
func TestRefusedOrders(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: append(names(3), "Team Ann"), Rounds: 1})
	playSome(t, s, 2)
	zero, later := ID{}, ID{Block: 2}
	before := outcomeOf(s)
	for want, o := range map[string]Order{
		"none of this event":                 {What: Withdraw, Name: "somebody"},
		"did you mean bot02?":                {What: Withdraw, Name: "Bot02"},
		"did you mean 'Team Ann'?":           {What: Withdraw, Name: "team ann"},
		"takes part":                         {What: BringBack, Name: "bot00"},
		"has no result that counts":          {What: VoidMatch, Match: &later},
		"match 0.0 has no result that count": {What: VoidMatch, Match: &zero, Try: 1},
		"expected a match":                   {What: VoidMatch},
		"expected an id":                     {What: "explode"},
		"too long":                           {What: Announce, Why: strings.Repeat("x", maxWhy+1)},
	} {
		o.ID = want
		changed, err := s.Apply(&Record{Order: &o})
		if changed || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, %v, want %q", o, changed, err, want)
		}
	}
	if after := outcomeOf(s); after != before {
		t.Errorf("got %s, want %s", after, before)
	}
}

// TestWithdrawBetween: who leaves after a stage is over and before its final begins is no finalist; its results in the
// first stage stay, without a place. Who leaves while entrants are gathered is not in the field.
func TestWithdrawBetween(t *testing.T) {
	s := newSchedule(t, Config{Format: RoundRobin, Entrants: names(4), Rotations: 1, Top: 2,
		Final: &Config{Format: RoundRobin, Rotations: 1, Waits: true}})
	playSome(t, s, 6)
	best := s.Standings(StandingsOptions{NoStrengths: true}).Entrants
	give(t, s, Withdraw, best[0].Name)
	if r := rowOf(s, best[0].Name); r.Matches != 3 || r.Wins == 0 || r.Rank != 4 {
		t.Errorf("who left between has %+v", r)
	}
	if _, err := s.Apply(&Record{Clock: &Clock{What: ClockStarts, Stage: 1}}); err != nil {
		t.Fatal(err)
	}
	if got, want := s.Entrants(1), []string{best[1].Name, best[2].Name}; !slices.Equal(got, want) {
		t.Errorf("the final is between %q, want %q", got, want)
	}
	s = newSchedule(t, Config{Format: Swiss, Entrants: names(4), Rounds: 2, Waits: true})
	give(t, s, Disqualify, "bot01")
	give(t, s, Withdraw, "bot02")
	give(t, s, BringBack, "bot02")
	if got, want := s.Candidates(), []string{"bot00", "bot02", "bot03"}; !slices.Equal(got, want) {
		t.Errorf("the field would be %q, want %q", got, want)
	}
}
