package engine

import (
	"testing"

	"blastyard/tournament"
)

// TestHistory: the database has the ratings over time of an event that was played, up to its end.
func TestHistory(t *testing.T) {
	ev := testEvent(4, 5)
	e := open(t, Options{Dir: t.TempDir(), Event: ev, Player: &fakePlayer{}, Jobs: 2})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := e.Standings()
	for _, row := range want.Entrants {
		got, err := e.Store().History(t.Context(), row.Name)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 0 {
			t.Fatalf("%s has no ratings over time", row.Name)
		}
		if last := got[len(got)-1]; last.Matches != want.Matches || last.Rank != row.Rank || last.Points != row.Points {
			t.Errorf("%s ends with %+v, want %+v after %d matches", row.Name, last, row, want.Matches)
		}
	}
}

// TestSameSnapshot: the standings are not computed again while nothing has happened, unless other ones are asked for.
func TestSameSnapshot(t *testing.T) {
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(4, 1), Player: &fakePlayer{}})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := e.Refresh(tournament.StandingsOptions{})
	if e.Refresh(tournament.StandingsOptions{}) != first {
		t.Error("a second snapshot of the same state was made")
	}
	if e.Refresh(tournament.StandingsOptions{NoFingerprint: true}).Standings().Fingerprint != "" {
		t.Error("a snapshot without a fingerprint has one")
	}
	id := tournament.ID{}
	if _, err := e.Submit(t.Context(), tournament.Record{Void: &tournament.Void{ID: id, Why: "a test"}}); err != nil {
		t.Fatal(err)
	}
	if s := e.Refresh(tournament.StandingsOptions{}); s == first || s.Standings().Matches >= first.Standings().Matches {
		t.Error("a void result is in the snapshot")
	}
}
