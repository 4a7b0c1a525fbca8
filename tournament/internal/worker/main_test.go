//stage:first its tests take long

package worker

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"blastyard/arena/entrant"
	"blastyard/arena/harness"
	"blastyard/bots/testbot"
	"blastyard/internal/leaktest"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // otherwise each program takes a second to end
		panic(err)
	}
	testscript.Main(leakChecked{m}, map[string]func(){"testbot": testbot.Main})
}

// leakChecked runs the tests and then checks that no goroutines are left.
type leakChecked struct{ m *testing.M }

func (l leakChecked) Run() int {
	code := l.m.Run()
	if code == 0 {
		if err := leaktest.Find(); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			return 1
		}
	}
	return code
}

// builtins returns an event of hexabomb on the smallest map with these built-in bots.
func builtins(names ...string) *event.Event {
	e := &event.Event{Name: "test", Game: "hexabomb", Turns: 30, Order: "seeded", Sandbox: "off", Tries: 3,
		Schedule: tournament.Config{Format: tournament.RoundRobin, Seed: 1}, Keep: event.Keep{Rule: event.KeepFailures}}
	for _, n := range names {
		e.Bots = append(e.Bots, event.Bot{Name: n, Entrant: entrant.Entrant{Bot: "builtin:" + n, Kind: entrant.Builtin, Builtin: n}})
		e.Schedule.Entrants = append(e.Schedule.Entrants, n)
	}
	return e
}

// jobOf returns a job with all bots of an event and some fixtures.
func jobOf(e *event.Event, fixtures ...tournament.Fixture) *Job {
	j := &Job{ID: "1", Fixtures: fixtures}
	for i, b := range e.Bots {
		j.Bots = append(j.Bots, JobBot{Entrant: i, Number: i, Name: b.Name, Builtin: b.Entrant.Builtin, Local: b.Local})
	}
	return j
}

// fixtureOf returns match i of a block in which some entrants play on the smallest map.
func fixtureOf(i int, entrants ...int) tournament.Fixture {
	return tournament.Fixture{ID: tournament.ID{Match: i}, Map: "tiny", Seed: uint64(100 + i), Entrants: entrants}
}

// open returns a worker; the test closes it when it ends.
func open(t *testing.T, o Options) *Worker {
	t.Helper()
	w, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// play plays a job that must succeed.
func play(t *testing.T, w *Worker, j *Job) []tournament.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	results, err := w.Play(ctx, j, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != len(j.Fixtures) {
		t.Fatalf("%d results of %d matches", len(results), len(j.Fixtures))
	}
	return results
}

var errTest = errors.New("the test says so")
