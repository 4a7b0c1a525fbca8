package submission

import (
	"context"
	"sync"
)

// signal tells Run that a submission may be waiting.
func (in *Inbox) signal() {
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

// Run processes submissions until ctx ends: one of a team at a time, and as many in all as the lanes have slots.
// Submissions that are unfinished when ctx ends wait for the next Run.
func (in *Inbox) Run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	for _, r := range in.untested() { // of an earlier run
		all.Go(func() { in.test(ctx, r) })
	}
	for {
		r, free := in.next(ctx)
		if r == nil {
			return
		}
		all.Go(func() {
			in.handle(ctx, r, free)
			free()
			in.mu.Lock()
			delete(in.active, r.Team)
			in.mu.Unlock()
			in.signal()
			all.Go(func() { in.test(ctx, r) })
		})
	}
}

// next returns the submission that has waited longest among teams without a running one, and the function that frees
// its slot in the first lane; nil when ctx ends.
func (in *Inbox) next(ctx context.Context) (r *Report, free func()) {
	for {
		if r := in.take(); r != nil {
			return r, sync.OnceFunc(func() { in.free(firstLane, r.ID) })
		}
		select {
		case <-in.wake:
		case <-ctx.Done():
			return nil, nil
		}
	}
}

func (in *Inbox) take() *Report {
	in.mu.Lock()
	defer in.mu.Unlock()
	l := &in.lanes[firstLane]
	if len(l.running) == l.slots {
		return nil
	}
	for _, r := range in.waiting() {
		if in.active[r.Team] {
			continue
		}
		in.active[r.Team] = true
		l.run(r.ID)
		r.State, r.Why = Running, "it is being looked at"
		r.Begun++
		return r.clone()
	}
	return nil
}

// handle processes a submission and stores the result. It calls free when the first lane is done with it.
func (in *Inbox) handle(ctx context.Context, r *Report, free func()) {
	if err := in.store(r); err != nil { // the next process must see Begun
		in.fail(r, err)
		return
	}
	in.process(ctx, r, free)
	if ctx.Err() != nil && r.State != Accepted { // the server stops, which is no fault of the submission
		r.State, r.Steps, r.Check, r.Begun = Waiting, []Step{}, nil, r.Begun-1
		r.Why = "the server is stopping; it is looked at when the server runs again"
	}
	if r.State.Final() {
		r.Ended = in.o.Now().UTC()
	}
	if err := in.store(r); err != nil {
		in.fail(r, err)
	}
	in.o.Log.Info("submission", "team", r.Team, "id", r.ID, "state", r.State, "why", r.Why, "version", r.Version)
}

// fail ends a submission that could not be stored. If its file is still the old one, it waits again after a restart.
func (in *Inbox) fail(r *Report, err error) {
	in.o.Log.Error("submission: not stored", "team", r.Team, "id", r.ID, "error", err)
	r.State, r.Ended = Failed, in.o.Now().UTC()
	r.Why = "the server could not store it (is its disk full?): send it again"
	in.mu.Lock()
	in.reports[r.ID] = r.clone()
	in.tell()
	in.mu.Unlock()
}
