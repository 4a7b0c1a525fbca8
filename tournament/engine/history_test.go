package engine

import (
	"testing"
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
