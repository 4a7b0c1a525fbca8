package engine

import (
	"slices"
	"strings"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

// TestExtend: submissions close when the organiser says, also after a restart, and whoever left before then is not in
// the field. When the field is fixed, it is too late.
func TestExtend(t *testing.T) {
	clock, dir := setClock("12:00"), t.TempDir()
	o := Options{Dir: dir, Event: timedEvent(tournament.RoundRobin), Player: &fakePlayer{}, Jobs: 1, Now: clock.now,
		Log: testLog(t)}
	e, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	until := onDay("18:30").UnixMilli()
	give := func(e *Engine, order tournament.Order) error { order.By = "anna"; return e.Order(t.Context(), &order) }
	if err := give(e, tournament.Order{ID: "0", What: tournament.Extend, Until: onDay("11:00").UnixMilli()}); err == nil ||
		!strings.Contains(err.Error(), "still to come") {
		t.Errorf("a time that is over: %v", err)
	}
	if err := give(e, tournament.Order{ID: "1", What: tournament.Extend, Until: until, Why: "rain"}); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = open(t, o)
	if got := e.Times().Closes; got.UnixMilli() != until {
		t.Fatalf("after a restart they close at %v", got)
	}
	enter(t, e, "ann")
	enter(t, e, "bob")
	if err := give(e, tournament.Order{ID: "2", What: tournament.Disqualify, Name: "ann", Why: "cheated"}); err != nil {
		t.Fatal(err)
	}
	clock.set("18:10")
	if p := e.Phase(); p.Name != event.Open || !p.Submit {
		t.Errorf("ten minutes later: %+v", p)
	}
	clock.set("18:40")
	runUntil(t, e, event.Ready)
	e.State(func(s *tournament.Schedule) {
		if got := fieldOf(s); slices.Contains(got, "ann") || !slices.Contains(got, "bob") {
			t.Errorf("the field is %q", got)
		}
	})
	err = give(e, tournament.Order{ID: "3", What: tournament.Extend, Until: onDay("18:50").UnixMilli()})
	if err == nil || !strings.Contains(err.Error(), "fixed already") {
		t.Errorf("when the field is fixed: %v", err)
	}
}

// TestRevealByOrder: standings that are hidden are shown again at once, and that cannot be done twice.
func TestRevealByOrder(t *testing.T) {
	clock := setClock("12:00")
	ev := testEvent(4, 2)
	ev.Freeze = onDay("13:00")
	e := open(t, Options{Dir: t.TempDir(), Event: ev, Player: &fakePlayer{}, Jobs: 1, Now: clock.now})
	reveal := func(id string) error {
		return e.Order(t.Context(), &tournament.Order{ID: id, What: tournament.Reveal, By: "anna"})
	}
	if err := reveal("0"); err == nil || !strings.Contains(err.Error(), "not hidden") {
		t.Errorf("before they are hidden: %v", err)
	}
	clock.set("13:01")
	stop := runBeside(t, e)
	until(t, "they are hidden", e.Hidden)
	if err := reveal("1"); err != nil || e.Hidden() {
		t.Errorf("hidden %v, %v", e.Hidden(), err)
	}
	if err := reveal("2"); err == nil {
		t.Error("revealed a second time")
	}
	stopQuietly(t, e, stop)
	off, err := Read(t.Context(), e.folder.path)
	if err != nil {
		t.Fatal(err)
	}
	if off.Clocks.Hidden() {
		t.Error("whoever reads the store still hides them")
	}
	if err := off.Close(); err != nil {
		t.Error(err)
	}
}

// fieldOf lists who has a match in the first stage.
func fieldOf(s *tournament.Schedule) (names []string) {
	all := s.Entrants(0)
	for f := range s.Fixtures(0) {
		for _, e := range f.Entrants {
			if !slices.Contains(names, all[e]) {
				names = append(names, all[e])
			}
		}
	}
	return names
}
