package series

import (
	"math"
	"slices"
	"testing"

	"blastyard/game/match"
)

// played returns a match of ann and bob. If swapped is set, bob is player 0.
func played(winner string, ann, bob int, swapped bool) *Match {
	m := &Match{Winner: match.NoWinner, Players: []Player{
		{Entrant: 1, Name: "ann", Bot: "builtin:hunter", Score: ann, Finished: true},
		{Entrant: 2, Name: "bob", Score: bob, Finished: true, Late: 2},
	}}
	if swapped {
		slices.Reverse(m.Players)
	}
	for id := range m.Players {
		if m.Players[id].Name == winner {
			m.Winner = id
		}
	}
	return m
}

func TestTable(t *testing.T) {
	var s Sums
	for i, m := range []*Match{
		played("ann", 10, 4, false), played("ann", 12, 4, true), played("bob", 2, 8, false), played("", 5, 5, true),
		played("ann", 11, 4, true), played("ann", 14, 5, false),
	} {
		m.Players[0].Finished = i != 2 // ann crashes
		s.Add(m)
	}
	table := s.Table()
	if table.Played != 6 || len(table.Entrants) != 2 {
		t.Fatalf("%+v", table)
	}
	ann, bob := table.Entrants[0], table.Entrants[1]
	if ann.Name != "ann" || ann.Entrant != 1 || ann.Bot != "builtin:hunter" || ann.Matches != 6 || ann.Wins != 4 ||
		ann.Draws != 1 || ann.Losses != 1 || ann.Mean != 9 || ann.Rank != 1 || ann.Crashes != 1 || ann.Late != 0 {
		t.Errorf("ann: %+v", ann)
	}
	if bob.Name != "bob" || bob.Wins != 1 || bob.Draws != 1 || bob.Losses != 4 || bob.Mean != 5 || bob.Rank != 2 ||
		bob.Late != 12 || bob.Crashes != 0 {
		t.Errorf("bob: %+v", bob)
	}
	if want := []string{Win, Loss, Draw, Win, Win}; !slices.Equal(ann.Last, want) {
		t.Errorf("the last results are %q, expected %q", ann.Last, want)
	}
	// Computed by hand: deviations 1 3 -7 -4 2 5, squares 104, s² = 20.8, s/√6 = 1.8619; t(5) = 2.570582.
	if ann.Low == nil || math.Abs(*ann.Low-(9-4.7861)) > 0.001 || math.Abs(*ann.High-(9+4.7861)) > 0.001 {
		t.Errorf("the interval is %v to %v", ann.Low, ann.High)
	}
}

func TestRanks(t *testing.T) {
	var s Sums
	s.Add(&Match{Winner: match.NoWinner, Players: []Player{
		{Entrant: 1, Name: "a", Score: 3}, {Entrant: 2, Name: "b", Score: 3}, {Entrant: 3, Name: "c", Score: 4},
	}})
	var got []int
	for _, e := range s.Table().Entrants {
		got = append(got, e.Entrant, e.Rank)
		if e.Low != nil || e.High != nil {
			t.Errorf("one match gives an interval: %+v", e)
		}
	}
	if want := []int{3, 1, 1, 2, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("entrants and ranks: %v, expected %v", got, want)
	}
}

// TestNames: names identify unknown entrants. Matches without a common name are no series.
func TestNames(t *testing.T) {
	var s Sums
	add := func(names ...string) {
		m := &Match{Winner: 0}
		for _, n := range names {
			m.Players = append(m.Players, Player{Name: n})
		}
		s.Add(m)
	}
	add("ann", "bob")
	add("cid", "dan")
	if s.Related() {
		t.Error("strangers are a series")
	}
	add("bob", "ann")
	if table := s.Table(); !s.Related() || len(table.Entrants) != 4 || table.Entrants[0].Matches+table.Entrants[1].Matches < 3 {
		t.Errorf("%+v", table)
	}
}
