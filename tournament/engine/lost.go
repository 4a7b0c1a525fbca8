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
	mostDeliveries = 10 // of a job: then it is taken from the queue, and given out again in single matches
	suspicious     = 2  // losses of a single match from which on it waits before it is given out again
	stuckWait      = 30 * time.Second
)

// reconcile is how often to look for lost jobs, and how old those are.
func (e *Engine) reconcile() time.Duration { return e.o.AckWait / 6 }

// findLost looks for jobs that are gone from the queue without results: the broker lost them, or too many workers that
// had them were lost. Their matches are given out again, one by one.
func (e *Engine) findLost(ctx context.Context) error {
	gone, err := e.goneJobs(ctx)
	if err != nil || len(gone) == 0 {
		return passingOr(err)
	}
	// A worker takes its job from the queue after its results are in the log. So those of all jobs that are gone are in
	// the log as it is now.
	stream, err := e.broker.js.Stream(ctx, e.names.log())
	if err != nil {
		return passingOr(err)
	}
	last := stream.CachedInfo().State.LastSeq
	if err := e.waitUntil(ctx, func() bool { return e.seq >= last }); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range gone {
		if h := e.out[id]; h != nil {
			e.again(h)
		}
	}
	return nil
}

// passingOr swallows errors that may go away: the next turn tries again.
func passingOr(err error) error {
	if err == nil || passing(err) {
		return nil
	}
	return full(fmt.Errorf("engine: looking for lost jobs: %w", err))
}

// goneJobs are the jobs that were given out a while ago and are no longer in the queue.
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

// again gives the matches of a lost job out again, each in a job of its own. One that was lost several times waits
// longer each time, and is told of: perhaps it is what ends the workers.
func (e *Engine) again(h *given) {
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
		one := &given{job: &worker.Job{ID: e.nextJob()}, need: need, key: need.Key()}
		one.add(f, bots)
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
	slices.SortStableFunc(e.held, func(a, b *given) int { return a.notBefore.Compare(b.notBefore) })
	e.kick()
}

// stuckIDs are the matches that were lost with each worker that played them, in order.
func (e *Engine) stuckIDs() (ids []tournament.ID) {
	for id := range e.stuck {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, tournament.ID.Compare)
	return ids
}
