package submission

import (
	"context"
	"sync"
)

// signal tells Run that a submission may be waiting.
func (d *Desk) signal() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Run processes submissions until ctx ends: one of a team at a time, and Options.Builds in all. Submissions that are
// unfinished when ctx ends wait for the next Run.
func (d *Desk) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	slots := make(chan struct{}, d.o.Builds)
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		r := d.next(ctx)
		if r == nil {
			return
		}
		all.Go(func() {
			defer func() { <-slots }()
			d.handle(ctx, r)
			d.mu.Lock()
			delete(d.active, r.Team)
			d.mu.Unlock()
			d.signal()
			all.Go(func() { d.test(ctx, r) })
		})
	}
}

// next returns the submission that has waited longest among teams without a running one; nil when ctx ends.
func (d *Desk) next(ctx context.Context) *Report {
	for {
		if r := d.take(); r != nil {
			return r
		}
		select {
		case <-d.wake:
		case <-ctx.Done():
			return nil
		}
	}
}

func (d *Desk) take() *Report {
	d.mu.Lock()
	defer d.mu.Unlock()
	var first *Report
	for _, r := range d.reports {
		if r.State == Waiting && !d.active[r.Team] && (first == nil || r.ID < first.ID) {
			first = r
		}
	}
	if first == nil {
		return nil
	}
	d.active[first.Team] = true
	first.State, first.Why = Running, "it is being looked at"
	first.Begun++
	return first.clone()
}

// handle processes a submission and stores the result.
func (d *Desk) handle(ctx context.Context, r *Report) {
	if err := d.store(r); err != nil { // the next process must see Begun
		d.fail(r, err)
		return
	}
	d.process(ctx, r)
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
func (d *Desk) fail(r *Report, err error) {
	d.o.Log.Error("submission: not stored", "team", r.Team, "id", r.ID, "error", err)
	r.State, r.Ended = Failed, d.o.Now().UTC()
	r.Why = "the server could not store it (is its disk full?): send it again"
	d.mu.Lock()
	d.reports[r.ID] = r.clone()
	d.tell()
	d.mu.Unlock()
}
