package engine

import (
	"context"
	"fmt"
	"time"

	"blastyard/internal/errortext"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// The clock of an event: the coordinator compares the event's times with its own clock, and writes to the log what has
// come. From then on the log decides: a clock that is set back, or a process that was down, changes nothing.

// clockEvery is how often the clock is looked at: the machine may be suspended, and its clock may be set.
const clockEvery = time.Second

// Now returns the time of the event: that of the coordinator's clock, or the newest time of which the log says that it
// has come.
func (e *Engine) Now() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.now()
}

// now is Now. The caller holds e.mu.
func (e *Engine) now() time.Time {
	now := e.o.Now()
	if latest := time.UnixMilli(e.clocks.Latest); latest.After(now) {
		return latest
	}
	return now
}

// Times returns the times that the clock goes by now.
func (e *Engine) Times() event.Times {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.times()
}

// times is Times: those of the event's file, with what the organiser has ordered. The caller holds e.mu.
func (e *Engine) times() event.Times { return timesBy(e.event, e.orders.closes) }

// timesBy returns the times of an event whose submissions close at another time; zero: at that of its file.
func timesBy(ev event.Event, closes time.Time) event.Times {
	if at := ev.Times().Closes; !closes.IsZero() && !at.IsZero() {
		ev.Closes = closes.In(at.Location())
	}
	return ev.Times()
}

// Phase returns where the event stands in its time.
func (e *Engine) Phase() event.Phase {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.phase()
}

// phase is Phase. The caller holds e.mu.
func (e *Engine) phase() event.Phase {
	times := e.times()
	return times.Phase(e.now(), &e.clocks, e.schedule, e.event.Schedule.Format == tournament.Ladder)
}

// Settle sets the function that says how many submissions that came in time are still looked at: the field of the
// event waits for them. nil: there are none. It is called without locks of the engine.
func (e *Engine) Settle(unsettled func() int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.unsettled = unsettled
}

// followClock does what the clock says, until ctx ends.
func (e *Engine) followClock(ctx context.Context) error {
	for {
		for more := true; more; {
			var err error
			if more, err = e.tick(ctx); err != nil {
				return err
			}
		}
		e.mu.Lock()
		wait := e.progressed.wait()
		e.mu.Unlock()
		timer := time.NewTimer(clockEvery)
		select {
		case <-wait:
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		timer.Stop()
	}
}

// tick writes to the log what has come. It reports whether it wrote anything.
func (e *Engine) tick(ctx context.Context) (wrote bool, err error) {
	e.mu.Lock()
	gathers, ask := e.schedule.Gathers(), e.unsettled
	e.mu.Unlock()
	unsettled := 0
	if gathers && ask != nil {
		// If the log says by now that submissions are closed, none can begin any more.
		unsettled = ask()
	}
	for _, rec := range e.dueNow(unsettled) {
		if _, err := e.Submit(ctx, rec); err != nil {
			return wrote, err
		}
		wrote = true
	}
	return wrote, nil
}

// dueNow returns the records that the clock makes now.
func (e *Engine) dueNow(unsettled int) (records []tournament.Record) {
	e.mu.Lock()
	defer e.mu.Unlock()
	times, now := e.times(), e.now()
	due, _, why := times.Due(now, &e.clocks, e.schedule, unsettled)
	e.late = why
	for i := range due {
		records = append(records, tournament.Record{Clock: &due[i]})
	}
	stage := e.schedule.Stage()
	ends := times.Stage(max(stage, 0)).Ends
	if event.Passed(now, ends) && e.schedule.Begun(stage) && !e.schedule.Ended(stage) {
		records = append(records, tournament.Record{Close: &tournament.Close{Stage: stage,
			Why: "it ended at " + ends.Format(time.RFC1123)}})
	}
	return records
}

// lateWhy says why an event does not begin whose time has come; "": it is not late. The caller holds e.mu.
func (e *Engine) lateWhy() string {
	if e.late == nil || !e.schedule.Gathers() {
		return ""
	}
	return fmt.Sprintf("it cannot begin with those who are there: %s; a later closes lets more teams in",
		errortext.Text(e.late))
}
