package site_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
)

// TestOrdersWhileHidden: while standings are hidden, spectators read what the organiser announces and whom it
// disqualifies, but not which results it takes back: these matches are hidden.
func TestOrdersWhileHidden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "event.toml")
	if err := os.WriteFile(path, []byte(frozenCup), 0o600); err != nil {
		t.Fatal(err)
	}
	ev, err := event.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var clock atomic.Int64
	clock.Store(time.Date(2026, 1, 1, 18, 0, 0, 0, time.UTC).UnixMilli())
	s := serveEvent(t, filepath.Join(t.TempDir(), "store"), ev, func() time.Time { return time.UnixMilli(clock.Load()) })
	defer s.close()
	s.playUntil(t, func() bool { return s.source.Snapshot().Phase.Frozen && s.engine.Progress().Played > 0 })
	var played tournament.ID
	s.engine.State(func(e *tournament.Schedule) {
		for f := range e.Fixtures(0) {
			if _, is := e.Result(f.ID); is {
				played = f.ID
			}
		}
	})
	for i, o := range []tournament.Order{{What: tournament.VoidMatch, Match: &played, Why: "a secret"},
		{What: tournament.Disqualify, Name: "idle", Why: "it sleeps"}, {What: tournament.Announce, Why: "the last hour"}} {
		o.ID, o.By = string(rune('a'+i)), "anna"
		if err := s.engine.Order(t.Context(), &o); err != nil {
			t.Fatal(err)
		}
	}
	wait(t, func() bool { return s.source.Snapshot().Notice.Text == "the last hour" })
	c := &crawler{t: t, pages: s.pages}
	for _, address := range []string{"/orders", "/api/orders", "/"} {
		body := c.get(address)
		if strings.Contains(body, "a secret") {
			t.Errorf("%s tells which result was taken back", address)
		}
		if !strings.Contains(body, "the last hour") || address != "/" && !strings.Contains(body, "it sleeps") {
			t.Errorf("%s does not tell of the rest: %.600s", address, body)
		}
	}
}
