package engine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/worker"

	"github.com/nats-io/nats.go/jetstream"
)

// dispatch makes jobs and queues them until ctx ends.
func (e *Engine) dispatch(ctx context.Context) error {
	tick := time.NewTicker(e.reconcile())
	defer tick.Stop()
	for {
		for {
			jobs := e.makeJobs()
			if len(jobs) == 0 {
				break
			}
			for _, h := range jobs {
				if err := e.giveOut(ctx, h); err != nil {
					return err
				}
			}
		}
		if err := e.allUnplayable(); err != nil {
			return err
		}
		select {
		case <-e.dispatchWake:
		case <-tick.C:
			if err := e.findLost(ctx); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// wakeDispatch makes dispatch check whether there is something to do.
func (e *Engine) wakeDispatch() {
	select {
	case e.dispatchWake <- struct{}{}:
	default:
	}
}

// makeJobs takes as many fixtures from the schedule as the workers have room for, and returns the jobs to publish.
func (e *Engine) makeJobs() (jobs []*queuedJob) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.paused != "" || e.orders.paused != nil {
		return nil
	}
	q, now := &e.queue, time.Now()
	jobs = q.release(now, e.slots)
	unplayable, inVain := e.heldInVain()
	// While all have enough to do, it takes no more fixtures, so that a later choice considers what everybody has used
	// by then.
	for len(jobs) < 64 && len(q.held) < mostKept && len(q.held)-unplayable < mostHeld && q.room("", e.slots) > 0 &&
		!q.congested(now, e.slots) {
		fixtures := e.take(e.chunk())
		if len(fixtures) == 0 {
			break
		}
		for _, h := range e.split(fixtures) {
			if q.put(h, now, e.slots) {
				jobs = append(jobs, h)
			} else if inVain(h) {
				unplayable++
			}
		}
	}
	return jobs
}

// take takes fixtures from the schedule.
func (e *Engine) take(most int) []tournament.Fixture {
	known := true
	for i := range e.entrants() {
		known = known && (e.took[i] != 0 || e.schedule.Withdrew(i))
	}
	return inSteps(most, known, func(most int) []tournament.Fixture {
		some := e.schedule.Take(most, e.cost)
		e.pend(some, 1)
		return some
	})
}

// chunk is how many fixtures to take at a time: about the work of one job. At the end of an event it is small enough
// that all slots have work.
func (e *Engine) chunk() int {
	n := blindMatches
	if e.meanTook > 0 {
		n = int(jobTime / e.meanTook)
	}
	if _, played, planned := e.schedule.Count(); planned > 0 {
		n = min(n, (planned-played)/(2*perSlot*max(1, e.slots("")))+1)
	}
	return min(max(n, 1), jobMatches)
}

// split makes jobs of fixtures.
func (e *Engine) split(fixtures []tournament.Fixture) (jobs []*queuedJob) {
	work := make([]portion, len(fixtures))
	for i := range fixtures {
		bots := e.botsOf(&fixtures[i])
		work[i] = portion{fixtures[i], bots, e.needOf(bots), e.expected(&fixtures[i])}
	}
	most := jobMatches
	if e.meanTook == 0 {
		most = blindMatches
	}
	for _, part := range cut(work, most) {
		jobs = append(jobs, e.jobOf(part))
	}
	return jobs
}

// jobOf makes a job of portions with the same need.
func (e *Engine) jobOf(part []portion) *queuedJob {
	need := part[0].need
	h := &queuedJob{job: &worker.Job{ID: e.nextJob()}, need: need, key: need.Key(), made: time.Now()}
	for i := range part {
		e.add(h, &part[i].fixture, part[i].bots)
	}
	return h
}

func (e *Engine) nextJob() string {
	e.jobs++
	return e.life + "x" + strconv.FormatUint(e.jobs, 36)
}

// add adds a fixture to a job, with the secret of its block.
func (e *Engine) add(h *queuedJob, f *tournament.Fixture, bots []worker.JobBot) {
	h.job.Fixtures = append(h.job.Fixtures, *f)
	if !e.secret.IsZero() {
		h.job.Secrets = append(h.job.Secrets, tournament.BlockSecret(e.secret, f.ID, f.Try))
	}
	for _, b := range bots {
		if !slices.ContainsFunc(h.job.Bots, func(o worker.JobBot) bool { return o.Number == b.Number }) {
			h.job.Bots = append(h.job.Bots, b)
		}
	}
}

// botsOf returns the bots of a fixture in their current versions.
func (e *Engine) botsOf(f *tournament.Fixture) []worker.JobBot {
	names := e.entrants()
	bots := make([]worker.JobBot, 0, len(f.Entrants))
	for _, i := range f.Entrants {
		b := worker.JobBot{Entrant: i, Number: i, Name: names[i]}
		if o := e.organisers[b.Name]; o != nil {
			b.Builtin, b.Local = o.Entrant.Builtin, o.Local
		}
		if v, entered := e.versions[b.Name]; entered && v.Version != "" {
			b.Version, b.Builtin, b.Local, b.Submitted = v.Version, "", false, v.By != ""
		}
		bots = append(bots, b)
	}
	return bots
}

func (e *Engine) isBuiltin(entrant int) bool {
	name := e.entrants()[entrant]
	o := e.organisers[name]
	return o != nil && o.Entrant.Builtin != "" && e.versions[name].Version == ""
}

// giveOut publishes a job. It waits while the broker cannot accept it.
func (e *Engine) giveOut(ctx context.Context, h *queuedJob) error {
	if err := e.makeConsumer(ctx, h); err != nil {
		return err
	}
	data, err := encode(h.job)
	if err != nil {
		return fmt.Errorf("engine: job %s: %w", h.job.ID, err)
	}
	var seq uint64
	err = retry(ctx, func() error {
		ack, err := e.broker.js.Publish(ctx, e.names.job(h.key), data)
		if err == nil {
			seq = ack.Sequence
		}
		return err
	})
	if err != nil {
		return wrapFull(fmt.Errorf("engine: job %s: %w", h.job.ID, err))
	}
	e.mu.Lock()
	h.seq = seq
	e.mu.Unlock()
	return e.broker.conn.Publish(e.names.wake(), []byte(h.key))
}

// makeConsumer creates the queue of a need, from which workers that can play it pull.
func (e *Engine) makeConsumer(ctx context.Context, h *queuedJob) error {
	e.mu.Lock()
	_, there := e.needs[h.key]
	e.mu.Unlock()
	if there {
		return nil
	}
	c := jetstream.ConsumerConfig{Durable: h.key, FilterSubject: e.names.job(h.key),
		AckPolicy: jetstream.AckExplicitPolicy,
		AckWait:   e.o.AckWait, MaxDeliver: -1, MaxAckPending: 10_000, MemoryStorage: e.broker.embedded != nil}
	err := retry(ctx, func() error {
		_, err := e.broker.js.CreateOrUpdateConsumer(ctx, e.names.jobs(), c)
		return err
	})
	if err != nil {
		return wrapFull(fmt.Errorf("engine: queue %s: %w", h.key, err))
	}
	e.mu.Lock()
	e.needs[h.key] = h.need
	e.mu.Unlock()
	return nil
}

// finished removes a job whose results are in the log.
func (e *Engine) finished(id string) {
	h := e.queue.remove(id)
	if h == nil {
		return
	}
	e.pend(h.job.Fixtures, -1)
	var ids []tournament.ID
	for i := range h.job.Fixtures {
		ids = append(ids, h.job.Fixtures[i].ID)
	}
	// Fixtures without a result can be taken again.
	e.schedule.Return(ids...)
}
