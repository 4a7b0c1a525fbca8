package engine

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
)

// testClock is a clock that a test sets.
type testClock struct{ at atomic.Int64 }

func (c *testClock) now() time.Time    { return time.UnixMilli(c.at.Load()) }
func (c *testClock) set(clock string)  { c.at.Store(onDay(clock).UnixMilli()) }
func setClock(clock string) *testClock { c := new(testClock); c.set(clock); return c }

// onDay is a time of the day of the tests.
func onDay(clock string) time.Time {
	t, err := time.Parse("15:04", clock)
	if err != nil {
		panic(err)
	}
	return t.AddDate(2026, 0, 0)
}

// timedEvent takes its field at 18:00, starts at 19:00, and plays a final at 20:00.
func timedEvent(f tournament.Format) *event.Event {
	e := testEvent(2, 0)
	e.Schedule.Format = f
	e.Schedule.Waits, e.Opens, e.Closes, e.Starts = true, onDay("10:00"), onDay("18:00"), onDay("19:00")
	e.Schedule.Top, e.Schedule.Final = 2, &tournament.Config{Format: tournament.Knockout, Waits: true}
	e.Finals = []event.StageTimes{{Starts: onDay("20:00")}}
	return e
}

func enter(t *testing.T, e *Engine, name string) {
	t.Helper()
	rec := tournament.Record{Enter: &tournament.Entry{Name: name, Number: 1, By: name}}
	if _, err := e.Submit(t.Context(), rec); err != nil {
		t.Fatal(err)
	}
}

// stopQuietly ends a run, which may have ended by itself, when the store has what was played.
func stopQuietly(t *testing.T, e *Engine, stop func() error) {
	t.Helper()
	if err := e.untilStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := stop(); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

// runUntil plays until the event is in this phase.
func runUntil(t *testing.T, e *Engine, phase event.PhaseName) {
	t.Helper()
	stop := runBeside(t, e)
	until(t, "the event is "+string(phase), func() bool { return e.Phase().Name == phase })
	stopQuietly(t, e, stop)
}

// TestClock: an event gathers its field until closes, waits for submissions that came in time, and starts at starts;
// its final waits for its own start. The entrants of the file and the teams play what they would play without waiting.
func TestClock(t *testing.T) {
	for _, f := range []tournament.Format{tournament.RoundRobin, tournament.Swiss, tournament.Knockout, tournament.Gauntlet} {
		t.Run(string(f), func(t *testing.T) {
			clock, dir := setClock("09:00"), t.TempDir()
			var unsettled atomic.Int64
			unsettled.Store(1)
			e := open(t, Options{Dir: dir, Event: timedEvent(f), Player: &fakePlayer{}, Jobs: 2, Now: clock.now})
			e.Settle(func() int { return int(unsettled.Load()) })
			stop := runBeside(t, e)
			if p := e.Phase(); p.Name != event.Soon || p.Submit || p.Next != tournament.ClockOpens {
				t.Errorf("before it opens: %+v", p)
			}
			clock.set("11:00")
			until(t, "it is open", func() bool { return e.Phase().Submit })
			enter(t, e, "a team")
			enter(t, e, "another")
			clock.set("19:30") // also later than starts
			until(t, "the log says that it is closed", func() bool { return has(t, e, tournament.ClockCloses) })
			enter(t, e, "the last")
			if p := e.Phase(); p.Name != event.Closed || p.Submit {
				t.Errorf("while a submission is looked at: %+v", p)
			}
			unsettled.Store(0)
			until(t, "the first stage is over", func() bool { return e.Phase().Name == event.Between })
			clock.set("19:59")
			if done := e.Progress().Done; done {
				t.Error("it is over before its final")
			}
			clock.set("20:00")
			until(t, "the event is over", func() bool { return e.Phase().Name == event.Over })
			stopQuietly(t, e, stop)
			c := timedEvent(f).Schedule
			c.Waits, c.Final.Waits = false, false
			c.Entrants = append(c.Entrants, "a team", "another", "the last")
			fingerprint, matches := undisturbed(t, c)
			checkWhole(t, e, fingerprint, matches)
			o, err := Read(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			defer o.Close()
			if got := o.Schedule.Fingerprint(); got != fingerprint {
				t.Errorf("the store alone has the fingerprint %s, want %s", got, fingerprint)
			}
		})
	}
}

// has reports whether the log has a moment of the clock.
func has(t *testing.T, e *Engine, what tournament.Moment) bool {
	t.Helper()
	return len(moments(t, e.Store(), what)) > 0
}

// moments returns the moments of a kind that a store has.
func moments(t *testing.T, s *store.Store, what tournament.Moment) (found []store.Change) {
	t.Helper()
	all, err := s.Changes(t.Context(), "", 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if c := all[i].Clock; c != nil && c.What == what {
			found = append(found, all[i])
		}
	}
	return found
}

// TestClockRestarts: wherever the process stops, however long it is away, and whatever its clock shows then, the event
// is the same, and each moment is in its log once.
func TestClockRestarts(t *testing.T) {
	t.Parallel()
	c := timedEvent(tournament.Knockout).Schedule
	c.Waits, c.Final.Waits = false, false
	c.Entrants = append(c.Entrants, "a team", "another")
	fingerprint, matches := undisturbed(t, c)
	for i, hours := range [][]string{
		{"11:00", "21:00"}, // it was away at closes, at starts and at the start of the final
		{"11:00", "18:00", "09:00", "19:00", "08:00", "20:00"}, // the clock is set back each time
		{"11:00", "23:00"}, // the clock is set forward
		{"11:00", "17:59", "18:00", "18:00", "18:59", "19:00", "19:00", "20:00"},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			dir, clock := t.TempDir(), new(testClock)
			o := Options{Dir: dir, Event: timedEvent(tournament.Knockout), Player: &fakePlayer{}, Jobs: 2, Now: clock.now,
				Log: testLog(t)}
			for k, hour := range hours {
				clock.set(hour)
				e, err := Open(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				if k == 0 {
					enter(t, e, "a team")
					enter(t, e, "another")
				}
				stop := runBeside(t, e)
				until(t, "the clock has done what is due", func() bool { return settled(e) })
				stopQuietly(t, e, stop)
				if k == len(hours)-1 {
					checkWhole(t, e, fingerprint, matches)
					for _, what := range []tournament.Moment{tournament.ClockOpens, tournament.ClockCloses, tournament.ClockField} {
						if list := moments(t, e.Store(), what); len(list) != 1 {
							t.Errorf("%s is in the log %d times: %+v", what, len(list), list)
						}
					}
				}
				if err := e.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// settled reports whether nothing is due, and nothing is left to play now.
func settled(e *Engine) bool {
	if len(e.dueNow(0)) > 0 {
		return false
	}
	p := e.Phase()
	return p.Name != event.Playing
}

// TestTooFewAtCloses: an event does not begin without a field, says so, and goes on when closes is later.
func TestTooFewAtCloses(t *testing.T) {
	clock, dir := setClock("11:00"), t.TempDir()
	ev := timedEvent(tournament.Knockout)
	ev.Bots, ev.Schedule.Entrants = ev.Bots[:1], ev.Schedule.Entrants[:1]
	o := Options{Dir: dir, Event: ev, Player: &fakePlayer{}, Jobs: 1, Now: clock.now, Log: testLog(t)}
	e, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	stop := runBeside(t, e)
	clock.set("21:00")
	until(t, "it says why it does not begin", func() bool { return e.Progress().Why != "" })
	if p := e.Phase(); p.Name != event.Closed || e.Progress().Played != 0 {
		t.Errorf("%+v", p)
	}
	const want = "it cannot begin with those who are there: entrants is 1: expected 2 or more names; a later closes lets more teams in"
	if got := e.Progress().Why; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if err := errors.Join(stop(), e.Close()); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	later := *ev
	later.Closes, later.Starts = onDay("22:00"), onDay("22:00")
	later.Finals = []event.StageTimes{{Starts: onDay("22:00")}}
	o.Event = &later
	e = open(t, o)
	if !e.Phase().Submit {
		t.Fatal("it is not open again")
	}
	enter(t, e, "a team")
	clock.set("22:00")
	runUntil(t, e, event.Over)
	if got := e.Progress().Played; got == 0 {
		t.Error("nothing was played")
	}
}

// TestStoreOfBefore: a store of an event that has begun without a clock goes on as it was, when the file gets times.
func TestStoreOfBefore(t *testing.T) {
	dir := t.TempDir()
	ev := testEvent(4, 2)
	e, err := Open(t.Context(), Options{Dir: dir, Event: ev, Jobs: -1, Log: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	later := *ev
	later.Closes, later.Schedule.Waits = onDay("23:00"), true
	e = open(t, Options{Dir: dir, Event: &later, Player: &fakePlayer{}, Jobs: 1, Now: setClock("11:00").now})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	fingerprint, matches := undisturbed(t, ev.Schedule)
	checkWhole(t, e, fingerprint, matches)
}

// TestBotsAddedToTheFile: until the field is fixed, the organiser can add bots to the file; afterwards not.
func TestBotsAddedToTheFile(t *testing.T) {
	dir, clock := t.TempDir(), setClock("11:00")
	withBots := func(n int) *event.Event {
		ev := timedEvent(tournament.Knockout)
		more := testEvent(n, 0)
		ev.Bots, ev.Schedule.Entrants = more.Bots, more.Schedule.Entrants
		return ev
	}
	first, err := Open(t.Context(), Options{Dir: dir, Event: withBots(2), Jobs: -1, Now: clock.now, Log: testLog(t)})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	o := Options{Dir: dir, Event: withBots(3), Player: &fakePlayer{}, Jobs: 1, Now: clock.now, Log: testLog(t)}
	second, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	clock.set("18:00")
	runUntil(t, second, event.Ready)
	if list := moments(t, second.Store(), tournament.ClockField); len(list) != 1 || len(list[0].Clock.Field) != 3 {
		t.Errorf("the field is %+v, want three bots", list)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	o.Event = withBots(4)
	if e, err := Open(t.Context(), o); !errors.Is(err, ErrOtherEvent) {
		t.Errorf("a bot was added after the field was fixed: %v", err)
		if err == nil {
			_ = e.Close()
		}
	}
	o.Event = withBots(3) // it is taken out again
	again := open(t, o)
	clock.set("21:00")
	runUntil(t, again, event.Over)
}
