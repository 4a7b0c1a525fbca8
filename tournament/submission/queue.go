package submission

import (
	"context"
	"sync"
)

// signal tells Run that a submission may be waiting.
func (d *Inbox) signal() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Run processes submissions until ctx ends: one of a team at a time, and as many in all as the lanes have slots.
// Submissions that are unfinished when ctx ends wait for the next Run.
func (d *Inbox) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	for _, r := range d.untested() { // of an earlier run
		all.Go(func() { d.test(ctx, r) })
	}
	for {
		r, free := d.next(ctx)
		if r == nil {
			return
		}
		all.Go(func() {
			d.handle(ctx, r, free)
			free()
			d.mu.Lock()
			delete(d.active, r.Team)
			d.mu.Unlock()
			d.signal()
			all.Go(func() { d.test(ctx, r) })
		})
	}
}

// next returns the submission that has waited longest among teams without a running one, and the function that frees
// its slot in the first lane; nil when ctx ends.
func (d *Inbox) next(ctx context.Context) (r *Report, free func()) {
	for {
		if r := d.take(); r != nil {
			return r, sync.OnceFunc(func() { d.free(firstLane, r.ID) })
		}
		select {
		case <-d.wake:
		case <-ctx.Done():
			return nil, nil
		}
	}
}

func (d *Inbox) take() *Report {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := &d.lanes[firstLane]
	if len(l.running) == l.slots {
		return nil
	}
	for _, r := range d.waiting() {
		if d.active[r.Team] {
			continue
		}
		d.active[r.Team] = true
		l.run(r.ID)
		r.State, r.Why = Running, "it is being looked at"
		r.Begun++
		return r.clone()
	}
	return nil
}

// handle processes a submission and stores the result. It calls free when the first lane is done with it.
func (d *Inbox) handle(ctx context.Context, r *Report, free func()) {
	if err := d.store(r); err != nil { // the next process must see Begun
		d.fail(r, err)
		return
	}
	d.process(ctx, r, free)
	if ctx.Err() != nil && r.State != Accepted { // the server stops, which is no fault of the submission
		r.State, r.Steps, r.Check, r.Begun = Waiting, []Step{}, nil, r.Begun-1
		r.Why = "the server is stopping; it is looked at when the server runs again"
	}
	if r.State.Final() {
		r.Ended = d.o.Now().UTC()
	}
	if err := d.store(r); err != nil {
		d.fail(r, err)
	}
	d.o.Log.Info("submission", "team", r.Team, "id", r.ID, "state", r.State, "why", r.Why, "version", r.Version)
}

// fail ends a submission that could not be stored. If its file is still the old one, it waits again after a restart.
func (d *Inbox) fail(r *Report, err error) {
	d.o.Log.Error("submission: not stored", "team", r.Team, "id", r.ID, "error", err)
	r.State, r.Ended = Failed, d.o.Now().UTC()
	r.Why = "the server could not store it (is its disk full?): send it again"
	d.mu.Lock()
	d.reports[r.ID] = r.clone()
	d.tell()
	d.mu.Unlock()
}
