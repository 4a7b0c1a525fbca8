package tournament

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

func field(names ...string) *Record { return &Record{Clock: &Clock{What: ClockField, Field: names}} }
func starts(stage int) *Record      { return &Record{Clock: &Clock{What: ClockStarts, Stage: stage}} }
func enters(name string) *Record    { return &Record{Enter: &Entry{Name: name, Version: "v"}} }

func apply(t *testing.T, s *Schedule, rec *Record, want bool) {
	t.Helper()
	if changed, err := s.Apply(rec); err != nil || changed != want {
		t.Fatalf("%+v: changed %v, error %v, want %v", rec, changed, err, want)
	}
}

// playOn plays a schedule to where it waits or is over: the lower number wins.
func playOn(t *testing.T, s *Schedule) (played int) {
	t.Helper()
	for {
		list := s.Take(10, nil)
		if len(list) == 0 {
			return played
		}
		for _, f := range list {
			r := &Result{ID: f.ID, Try: f.Try, Entrants: f.Entrants, Turns: 1}
			for _, e := range f.Entrants {
				better := 0
				for _, o := range f.Entrants {
					if o < e {
						better++
					}
				}
				r.Ranks, r.Scores = append(r.Ranks, better+1), append(r.Scores, 10-better)
			}
			if added, err := s.Add(r); err != nil || !added {
				t.Fatalf("%v: %v, %v", f.ID, added, err)
			}
			played++
		}
	}
}

// TestWaits: every format plays nothing before its field and its start are in the log, and then what it plays among
// the same names without waiting.
func TestWaits(t *testing.T) {
	names := []string{"house", "b", "c", "d", "e"}
	for _, f := range []Format{RoundRobin, Swiss, Knockout, Gauntlet, SPRT} {
		t.Run(string(f), func(t *testing.T) {
			who := names
			c := Config{Format: f, Entrants: names[:1], Waits: true, Seed: 3, Test: Test{Elo0: 0, Elo1: 300}}
			if f == SPRT {
				who = names[:2]
			}
			s, err := New(c)
			if err != nil {
				t.Fatal(err)
			}
			if done, _ := s.Done(); done || len(s.Take(1, nil)) != 0 || !s.Gathers() || s.Stage() != -1 {
				t.Fatal("it has begun without a field")
			}
			if _, err := s.Apply(starts(0)); err == nil {
				t.Error("it starts without a field")
			}
			if _, err := s.Apply(field(names[0])); !errors.As(err, new(*ConfigError)) {
				t.Errorf("a field of one: %v", err)
			}
			apply(t, s, enters("gone"), true)
			for _, name := range who[1:] {
				apply(t, s, enters(name), true)
				apply(t, s, enters(name), false) // a new version
			}
			apply(t, s, &Record{Leave: &Leave{Name: "gone"}}, true)
			if got := s.Candidates(); !slices.Equal(got, who) {
				t.Fatalf("candidates are %v", got)
			}
			apply(t, s, field(s.Candidates()...), true)
			apply(t, s, field("house", "gone"), false)
			if _, err := s.Apply(enters("late")); !errors.Is(err, ErrEntrant) {
				t.Errorf("somebody enters after the field was fixed: %v", err)
			}
			if len(s.Take(1, nil)) != 0 || s.Begun(0) || !s.CanBegin(0) {
				t.Error("it plays before its start")
			}
			apply(t, s, starts(0), true)
			apply(t, s, starts(0), false)
			c.Entrants, c.Waits = who, false
			plain, err := New(c)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := playOn(t, s), playOn(t, plain); a != b || a == 0 {
				t.Errorf("%d matches, %d without waiting", a, b)
			}
			got, want := s.Standings(StandingsOptions{}), plain.Standings(StandingsOptions{})
			for i := range want.Entrants {
				if got.Entrants[i].Name != want.Entrants[i].Name || got.Entrants[i].Points != want.Entrants[i].Points {
					t.Errorf("rank %d: %+v, want %+v", i+1, got.Entrants[i], want.Entrants[i])
				}
			}
			if done, _ := s.Done(); !done {
				t.Error("it is not over")
			}
		})
	}
}

// TestLadderWaits: a ladder takes entrants at any time, and plays from its start on.
func TestLadderWaits(t *testing.T) {
	s, err := New(Config{Format: Ladder, Waits: true, MaxMatches: 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c"} {
		apply(t, s, enters(name), true)
	}
	if s.Gathers() || len(s.Take(1, nil)) != 0 {
		t.Error("it plays before its start")
	}
	apply(t, s, field("a"), false) // it has none
	apply(t, s, starts(0), true)
	apply(t, s, enters("d"), true)
	if len(s.Take(4, nil)) == 0 {
		t.Error("it does not play")
	}
}

// TestFinalWaits: a final that waits begins at its start, however late, with who the stage before has put there, also
// when a result of that is taken back.
func TestFinalWaits(t *testing.T) {
	s, err := New(Config{Format: RoundRobin, Entrants: []string{"a", "b", "c", "d"}, Top: 2,
		Final: &Config{Format: Knockout, Waits: true}})
	if err != nil {
		t.Fatal(err)
	}
	if s.CanBegin(1) {
		t.Error("the final can begin at once")
	}
	playOn(t, s)
	if s.Stage() != 0 || !s.Over(0) || !s.CanBegin(1) {
		t.Fatalf("stage %d before the start of the final", s.Stage())
	}
	if done, _ := s.Done(); done {
		t.Error("it is over before the final")
	}
	apply(t, s, starts(1), true)
	if got := s.Entrants(1); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the final is among %v", got)
	}
	apply(t, s, &Record{Void: &Void{ID: ID{}}}, true)
	if s.Stage() != 0 {
		t.Error("the final goes on without the stage before")
	}
	if playOn(t, s) == 0 || s.Stage() != 1 {
		t.Error("the final has not begun again")
	}
}

// TestWaitingConfigs: what is wrong with a Config is said before anybody has entered.
func TestWaitingConfigs(t *testing.T) {
	for _, c := range []struct {
		c  Config
		ok bool
	}{
		{Config{Format: Knockout}, true}, {Config{Format: Swiss, Rounds: 9}, true}, {Config{Format: SPRT, Test: Test{Elo1: 5}}, true},
		{Config{Format: Gauntlet, Heroes: 3}, true}, {Config{Format: RoundRobin, Players: 6}, true},
		{Config{Format: Knockout, Top: 8, Final: &Config{Format: Knockout}}, true},
		{Config{Format: RoundRobin, Until: Until{Top: 3}}, true},
		{Config{Format: Knockout, Rounds: 3}, false}, {Config{Format: Knockout, BestOf: 2}, false},
		{Config{Format: "league"}, false}, {Config{Format: Swiss, Players: 65}, false}, {Config{Format: SPRT}, false},
		{Config{Format: Swiss, Entrants: []string{"a", "a"}}, false},
	} {
		c.c.Waits = true
		if _, err := New(c.c); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.c, err)
		}
	}
}

// TestFieldTwice: whoever comes back before the field is fixed is in it, under the number of before.
func TestFieldTwice(t *testing.T) {
	s, err := New(Config{Format: Knockout, Waits: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c"} {
		apply(t, s, enters(name), true)
	}
	apply(t, s, &Record{Leave: &Leave{Name: "a"}}, true)
	apply(t, s, &Record{Leave: &Leave{Name: "b"}}, true)
	apply(t, s, enters("a"), true)
	if got := fmt.Sprint(s.Candidates()); got != "[a c]" {
		t.Errorf("candidates are %s", got)
	}
	apply(t, s, field("a", "c"), true)
	apply(t, s, starts(0), true)
	for _, f := range s.Take(10, nil) {
		if slices.Contains(f.Entrants, 1) {
			t.Errorf("%v: the one that left plays: %v", f.ID, f.Entrants)
		}
	}
	if playOn(t, s); len(s.Standings(StandingsOptions{}).Entrants) != 2 {
		t.Error("the one that left is in the standings")
	}
}

// TestClocks: what the log says about the clock, record by record.
func TestClocks(t *testing.T) {
	var c Clocks
	for i, s := range []struct {
		what   Moment
		due    int64
		latest int64
		frozen uint64
		hidden bool
	}{
		{ClockReveal, 0, 0, 0, false}, // nothing is hidden yet
		{ClockOpens, 10, 10, 0, false},
		{ClockCloses, 18, 18, 0, false},
		{ClockFreeze, 20, 20, 4, true},
		{ClockFreeze, 21, 21, 4, true}, // it was moved while it was frozen: what is seen stays
		{ClockReveal, 0, 21, 4, false},
		{ClockCloses, 15, 21, 4, false}, // the time of an event never goes back
		{ClockFreeze, 30, 30, 8, true},  // the final has a freeze of its own
		{ClockReveal, 0, 30, 8, false},
	} {
		c.Apply(uint64(i+1), &Record{Clock: &Clock{What: s.what, Due: s.due}})
		c.Apply(uint64(i+1), &Record{Enter: &Entry{Name: "a"}}) // says nothing about it
		if c.Latest != s.latest || c.Frozen != s.frozen || c.Hidden() != s.hidden {
			t.Errorf("after record %d, %s: %+v, hidden %v, want %+v", i+1, s.what, c, c.Hidden(), s)
		}
	}
	if c.Due[ClockCloses] != 18 {
		t.Errorf("closes is %d, want 18", c.Due[ClockCloses])
	}
}
