package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/worker"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	mostDeliveries = 10 // of a job: then its matches are queued again in single jobs
	suspicious     = 2  // number of losses of a single match from which on it waits before it is queued again
	stuckWait      = 30 * time.Second
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
		if h := e.out[id]; h != nil {
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
	for id, h := range e.out {
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

// requeue queues the matches of a lost job again, each in a job of its own. A match that was lost several times waits
// longer each time and is reported, because it may be what kills the workers.
func (e *Engine) requeue(h *queuedJob) {
	delete(e.out, h.job.ID)
	e.outByNeed[h.key]--
	e.o.Log.Warn("a job is gone without results; its matches are given out again", "job", h.job.ID, "matches",
		len(h.job.Fixtures))
	for i := range h.job.Fixtures {
		f := &h.job.Fixtures[i]
		if _, played := e.schedule.Result(f.ID); played {
			e.pend(h.job.Fixtures[i:i+1], -1)
			continue
		}
		bots := e.botsOf(f)
		need := e.needOf(bots)
		one := &queuedJob{job: &worker.Job{ID: e.nextJob()}, need: need, key: need.Key(), made: time.Now()}
		e.add(one, f, bots)
		if len(h.job.Fixtures) == 1 {
			one.lost = h.lost + 1
		}
		if one.lost >= suspicious {
			wait := min(time.Duration(one.lost-suspicious+1), 20) * stuckWait
			one.notBefore = time.Now().Add(wait)
			e.o.Log.Error("a match was lost with each worker that played it", "match", f.ID.String(), "times", one.lost,
				"again in", wait)
			e.stuck[f.ID] = one.lost
		}
		e.held = append(e.held, one)
	}
	slices.SortStableFunc(e.held, func(a, b *queuedJob) int { return a.notBefore.Compare(b.notBefore) })
	e.wakeDispatch()
}

// stuckIDs returns the matches that were lost with each worker that played them, in order.
func (e *Engine) stuckIDs() (ids []tournament.ID) {
	for id := range e.stuck {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, tournament.ID.Compare)
	return ids
}
