package engine

import (
	"errors"
	"testing"

	"blastyard/tournament"
)

// TestRead: a store that is read without its lock has the same state as the engine, also with voided results.
func TestRead(t *testing.T) {
	ev := testEvent(4, 6)
	dir := t.TempDir()
	if _, err := Read(t.Context(), dir); !errors.Is(err, ErrNoStore) || IsStore(dir) {
		t.Errorf("an empty folder: %v", err)
	}
	e := open(t, Options{Dir: dir, Event: ev, Player: &fakePlayer{}, Jobs: 2})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	same := func(what string) {
		t.Helper()
		want := e.Refresh(tournament.StandingsOptions{NoStrengths: true}).Standings()
		o, err := Read(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		if got := o.Schedule.Fingerprint(); got != want.Fingerprint {
			t.Errorf("%s: fingerprint %s, want %s", what, got, want.Fingerprint)
		}
		if counted, _, _ := o.Schedule.Count(); counted != want.Matches || !IsStore(dir) {
			t.Errorf("%s: %d matches, want %d", what, counted, want.Matches)
		}
	}
	same("all is played")
	id := tournament.ID{Block: 1}
	if _, err := e.Submit(t.Context(), tournament.Record{Void: &tournament.Void{ID: id, Why: "a test"}}); err != nil {
		t.Fatal(err)
	}
	same("one match is void")
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	same("it was played again")
}
