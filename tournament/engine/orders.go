package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"
)

// ordered is what the orders of the log say, beyond the schedule.
type ordered struct {
	paused *tournament.Order  // nil: it is not paused
	notice *tournament.Record // the announcement; nil: there is none
	closes time.Time          // when submissions close; zero: as the event's file says
}

// WhyRevoked is the reason why the bot of a team is withdrawn whose tokens the organiser has ended.
const WhyRevoked = "the organiser has revoked the team"

// Order carries out an order of the organiser: it adds it to the log. It returns after schedule and store have it. An
// order whose ID the log has already is done; so it can be repeated safely. A *tournament.OrderError says why it
// cannot be carried out.
func (e *Engine) Order(ctx context.Context, o *tournament.Order) error {
	e.mu.Lock()
	done := e.schedule.Given(o.ID)
	err := e.schedule.Check(o)
	if err == nil {
		err = e.checkOrder(o)
	}
	e.mu.Unlock()
	switch {
	case done:
		return nil
	case err != nil:
		return err
	}
	if o.What == tournament.RollBack {
		if err := e.findVersion(ctx, o); err != nil {
			return err
		}
	}
	rec := tournament.Record{At: time.Now().UnixMilli(), Order: o}
	seq, err := publishRecord(ctx, e.broker.js, e.names, &rec)
	if err == nil {
		err = e.waitFor(ctx, seq)
	}
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.schedule.Given(o.ID) {
		return nil
	}
	if err := e.schedule.Check(o); err != nil { // somebody else was faster
		return err
	}
	return refused("%s was not possible any more", o.What)
}

func refused(format string, args ...any) error {
	return &tournament.OrderError{Why: fmt.Sprintf(format, args...)}
}

// checkOrder checks what the schedule knows nothing of.
func (e *Engine) checkOrder(o *tournament.Order) error {
	paused := e.orders.paused
	switch {
	case o.What == tournament.Pause && paused != nil:
		return refused("it is paused already, by %s: %s", paused.By, paused.Why)
	case o.What == tournament.Resume && paused == nil:
		return refused("it is not paused")
	case o.What == tournament.Reveal && !e.clocks.Hidden():
		return refused("standings are not hidden: freeze has not come, or they were revealed already")
	case o.What == tournament.Extend && e.times().Closes.IsZero():
		return refused("submissions do not close: the event has no closes and no starts")
	case o.What == tournament.Extend && !e.now().Before(time.UnixMilli(o.Until)):
		return refused("that time is over: expected one that is still to come")
	case o.What == tournament.Extend && !e.schedule.Gathers() && e.event.Schedule.Format != tournament.Ladder:
		return refused("the entrants are fixed already: submissions cannot be opened again")
	case o.What == tournament.RollBack && e.event.Schedule.Format != tournament.Ladder:
		if _, played, _ := e.schedule.Count(); played > 0 {
			return refused("the event is a %s that has begun: the bots in it stay as they are", e.event.Schedule.Format)
		}
	}
	return nil
}

// findVersion fills in the hash of the version to which an entrant goes back.
func (e *Engine) findVersion(ctx context.Context, o *tournament.Order) error {
	list, err := e.Versions(ctx, o.Name)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(c store.Change) bool { return c.Number == o.Number })
	if i < 0 {
		return refused("%s has no version %d", o.Name, o.Number)
	}
	o.Version = list[i].Version
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := e.versions[o.Name]; now.Number == o.Number {
		return refused("%s plays with version %d", o.Name, o.Number)
	}
	return nil
}

// Versions returns the entries of an entrant in the log, the oldest first.
func (e *Engine) Versions(ctx context.Context, name string) (list []store.Change, err error) {
	const page = 1000
	for after := uint64(0); ; {
		some, err := e.store.Changes(ctx, name, after, page)
		if err != nil {
			return nil, err
		}
		for _, c := range some {
			if after = c.Seq; c.Kind == "enter" {
				list = append(list, c)
			}
		}
		if len(some) < page {
			return list, nil
		}
	}
}

// Playing returns the version of an entrant that plays now; its By is the team that sent it, "" for the organiser.
func (e *Engine) Playing(name string) tournament.Entry {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.versions[name]
}

// obey does what an order of the log says beyond the schedule. The caller holds e.mu.
func (e *Engine) obey(seq uint64, rec *tournament.Record) {
	o := rec.Order
	switch o.What {
	case tournament.Reveal:
		e.clocks.Apply(seq, &revealed)
		e.hidden.Store(e.clocks.Hidden())
	case tournament.Extend:
		e.orders.closes = time.UnixMilli(o.Until)
	case tournament.Pause:
		e.orders.paused = o
	case tournament.Resume:
		e.orders.paused = nil
	case tournament.Announce:
		if e.orders.notice = rec; o.Why == "" {
			e.orders.notice = nil
		}
	case tournament.RollBack:
		v := e.versions[o.Name]
		v.Name, v.Version, v.Number = o.Name, o.Version, o.Number
		e.versions[o.Name] = v
	case tournament.Withdraw, tournament.Disqualify, tournament.BringBack, tournament.VoidMatch:
		e.dropHeld()
	}
}

// revealed is what an order to reveal the standings is to the clock.
var revealed = tournament.Record{Clock: &tournament.Clock{What: tournament.ClockReveal}}

// dropHeld drops held jobs with fixtures that are not played any more. Their other fixtures can be taken again.
func (e *Engine) dropHeld() {
	e.queue.held = slices.DeleteFunc(e.queue.held, func(h *queuedJob) bool {
		drop := false
		var ids []tournament.ID
		for i := range h.job.Fixtures {
			f := &h.job.Fixtures[i]
			drop = drop || !e.schedule.Wants(f)
			ids = append(ids, f.ID)
		}
		if drop {
			e.pend(h.job.Fixtures, -1)
			e.schedule.Return(ids...)
		}
		return drop
	})
}

// Notice returns the organiser's announcement, and when it was made; "": there is none.
func (e *Engine) Notice() (text string, at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := e.orders.notice; n != nil {
		return n.Order.Why, time.UnixMilli(n.At)
	}
	return "", time.Time{}
}

// Paused returns the order that paused the event; nil: it is not paused.
func (e *Engine) Paused() *tournament.Order {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.orders.paused
}

// isRefusal reports whether an error is about an order rather than about the machine.
func isRefusal(err error) bool {
	var refusal *tournament.OrderError
	return errors.As(err, &refusal) || errors.Is(err, tournament.ErrFixture) || errors.Is(err, tournament.ErrEntrant)
}
