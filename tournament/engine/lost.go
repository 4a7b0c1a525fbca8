package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"blastyard/tournament"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	mostDeliveries = 10 // of a job: then its matches are queued again in single jobs
	suspicious     = 2  // number of losses of a single match from which on it waits before it is queued again
	stuckWait      = 30 * time.Second
	mostWaits      = 20 // of stuckWait: a match waits no longer than that
)

// reconcile is the interval at which dispatch looks for lost jobs, and the minimum age of a lost job.
func (e *Engine) reconcile() time.Duration { return e.o.AckWait / 6 }

// findLost looks for jobs that disappeared from the queue without results: the broker lost them, or too many workers
// were lost with them. It queues their matches again one by one.
func (e *Engine) findLost(ctx context.Context) error {
	gone, err := e.goneJobs(ctx)
	if err != nil || len(gone) == 0 {
		return ignoreTransient(err)
	}
	// A worker removes its job from the queue after its results are in the log. So the log already has the results of
	// all jobs that are gone and were played.
	stream, err := e.broker.js.Stream(ctx, e.names.log())
	if err != nil {
		return ignoreTransient(err)
	}
	last := stream.CachedInfo().State.LastSeq
	if err := e.waitUntil(ctx, func() bool { return e.seq >= last }); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range gone {
		if h := e.queue.out[id]; h != nil {
			e.requeue(h)
		}
	}
	return nil
}

// ignoreTransient drops errors that can disappear by themselves, because dispatch looks again later. It wraps others.
func ignoreTransient(err error) error {
	if err == nil || isTransient(err) {
		return nil
	}
	return wrapFull(fmt.Errorf("engine: looking for lost jobs: %w", err))
}

// goneJobs returns the jobs that were queued a while ago and are no longer in the queue.
func (e *Engine) goneJobs(ctx context.Context) (gone []string, err error) {
	type candidate struct {
		id  string
		seq uint64
	}
	var old []candidate
	e.mu.Lock()
	for id, h := range e.queue.out {
		if h.seq > 0 && time.Since(h.since) > e.reconcile() {
			old = append(old, candidate{id, h.seq})
		}
	}
	e.mu.Unlock()
	if len(old) == 0 {
		return nil, nil
	}
	stream, err := e.broker.js.Stream(ctx, e.names.jobs())
	if err != nil {
		return nil, err
	}
	for _, c := range old {
		_, err := stream.GetMsg(ctx, c.seq)
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			gone = append(gone, c.id)
		case err != nil:
			return gone, err
		}
	}
	return gone, nil
}

// requeue queues the matches of a lost job again, each in a job of its own, and reports those that were lost often.
func (e *Engine) requeue(h *queuedJob) {
	e.queue.remove(h.job.ID)
	e.o.Log.Warn("a job is gone without results; its matches are given out again", "job", h.job.ID, "matches",
		len(h.job.Fixtures))
	for i := range h.job.Fixtures {
		f := &h.job.Fixtures[i]
		if _, played := e.schedule.Result(f.ID); played {
			e.pend(h.job.Fixtures[i:i+1], -1)
			continue
		}
		bots := e.botsOf(f)
		one := e.jobOf([]portion{{fixture: *f, bots: bots, need: e.needOf(bots)}})
		if wait := e.queue.retry(h, one, time.Now()); wait > 0 {
			e.o.Log.Error("a match was lost with each worker that played it", "match", f.ID.String(), "times", one.lost,
				"again in", wait)
		}
	}
	e.wakeDispatch()
}

// stuckIDs returns the matches that were lost with each worker that played them, in order.
func (e *Engine) stuckIDs() (ids []tournament.ID) {
	for id := range e.queue.stuck {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, tournament.ID.Compare)
	return ids
}
