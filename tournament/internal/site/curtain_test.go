package site_test

import (
	"sync/atomic"
	"testing"

	"blastyard"
	"blastyard/arena"
	"blastyard/show/serve"
	"blastyard/tournament"
	"blastyard/tournament/internal/site"
)

// TestCurtain: a match that is being watched when standings are hidden is gone from the list, and stands still for those
// who have it open: neither its turns nor its end are shown until the organiser reveals them.
func TestCurtain(t *testing.T) {
	l := site.NewLive()
	var hidden atomic.Bool
	site.HideLive(l, hidden.Load)
	f := tournament.Fixture{ID: tournament.ID{Block: 1}, Entrants: []int{0, 1}}
	c := arena.Config{Map: "tiny", Turns: 10, Seed: 2, Seats: []arena.Seat{{Bot: "builtin:hunter"}, {Bot: "builtin:greedy"}}}
	turn, open := 0, ""
	sinks := append(l.Sinks(f), &onTurn{f: func() {
		if turn++; turn == 4 {
			open = site.LiveID(l, f.ID)
			hidden.Store(true)
		}
	}})
	if _, err := blastyard.Play(t.Context(), c, sinks...); err != nil {
		t.Fatal(err)
	}
	if open == "" {
		t.Fatal("it could not be watched before it was hidden")
	}
	if list := serve.ListOf(l.Catalog()); len(list) != 0 {
		t.Errorf("the list has %+v", list)
	}
	if m, err := l.Catalog().Open(open); err == nil {
		t.Errorf("match %s can be opened", m.ID())
	}
	changed := l.Catalog().(serve.Changer).Changed()
	hidden.Store(false)
	list := serve.ListOf(l.Catalog())
	if len(list) != 1 || !list[0].Live || list[0].Turn >= 10 || len(list[0].Scores) != 0 {
		t.Fatalf("those who had it open saw %+v", list)
	}
	site.ShowLive(l)
	select {
	case <-changed:
	default:
		t.Error("readers of the list are not told")
	}
	wait(t, func() bool {
		list := serve.ListOf(l.Catalog())
		return len(list) == 1 && !list[0].Live && len(list[0].Scores) == 2
	})
}
