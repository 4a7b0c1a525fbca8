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

// queuedJob is a job that is in the queue or that a worker plays.
type queuedJob struct {
	job   *worker.Job
	need  worker.Need
	key   string // of the need
	seq   uint64 // position in the stream of jobs; 0: not published yet
	made  time.Time
	since time.Time // of its publication

	lost      int       // how often it disappeared from the queue without results
	notBefore time.Time // earliest time to publish it
}

const (
	perSlot  = 2       // jobs of a need for each slot of the workers that can play it
	mostHeld = 256     // maximum number of jobs that wait for a place at a worker that can play them
	mostKept = 1 << 12 // maximum number of held jobs, also of those that no worker can play
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
	jobs = e.release()
	unplayable, inVain := e.heldInVain()
	for len(jobs) < 64 && len(e.held) < mostKept && len(e.held)-unplayable < mostHeld && e.room("") > 0 &&
		!e.congested() {
		fixtures := e.take(e.chunk())
		if len(fixtures) == 0 {
			break
		}
		for _, h := range e.split(fixtures) {
			if e.room(h.key) > 0 {
				e.note(h)
				jobs = append(jobs, h)
			} else {
				if e.held = append(e.held, h); inVain(h) {
					unplayable++
				}
			}
		}
	}
	return jobs
}

// congested reports whether a job waits that every worker could play, which means that all have enough to do. Then
// makeJobs takes no more fixtures, so that a later choice considers what everybody has used by then.
func (e *Engine) congested() bool {
	return slices.ContainsFunc(e.held, func(h *queuedJob) bool {
		return !time.Now().Before(h.notBefore) && e.slots(h.key) == e.slots("")
	})
}

// take takes fixtures from the schedule. While the time of the matches of some entrant is not known, it takes one
// fixture at a time, so that few matches of a slow bot are in flight before its speed is known.
func (e *Engine) take(most int) (fixtures []tournament.Fixture) {
	step := most
	for i := range e.entrants() {
		if e.took[i] == 0 && !e.schedule.Withdrew(i) {
			step = 1
		}
	}
	for len(fixtures) < most {
		some := e.schedule.Take(min(step, most-len(fixtures)), e.cost)
		if len(some) == 0 {
			break
		}
		e.pend(some, 1)
		fixtures = append(fixtures, some...)
	}
	return fixtures
}

// release returns the held jobs that somebody can play now.
func (e *Engine) release() (jobs []*queuedJob) {
	e.held = slices.DeleteFunc(e.held, func(h *queuedJob) bool {
		if e.room("") <= 0 || e.room(h.key) <= 0 || time.Now().Before(h.notBefore) {
			return false
		}
		e.note(h)
		jobs = append(jobs, h)
		return true
	})
	return jobs
}

// note counts a job as queued.
func (e *Engine) note(h *queuedJob) {
	h.since = time.Now()
	e.out[h.job.ID] = h
	e.outByNeed[h.key]++
}

// room is how many more jobs of a need can be queued; "": of any need. Jobs that no present worker can play take no
// room from others.
func (e *Engine) room(key string) int {
	if key != "" {
		return perSlot*max(1, e.slots(key)) - e.outByNeed[key]
	}
	n := perSlot*max(1, e.slots("")) + 1
	for k, jobs := range e.outByNeed {
		if len(e.outByNeed) == 1 || e.slots(k) > 0 {
			n -= jobs
		}
	}
	return n
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

// split makes jobs of fixtures. The fixtures of a job have the same stage and need, and all jobs take about the same
// time.
func (e *Engine) split(fixtures []tournament.Fixture) (jobs []*queuedJob) {
	var h *queuedJob
	sum, most := time.Duration(0), jobMatches
	if e.meanTook == 0 {
		most = blindMatches
	}
	for i := range fixtures {
		f := &fixtures[i]
		bots := e.botsOf(f)
		need := e.needOf(bots)
		takes := e.expected(f)
		if h == nil || h.key != need.Key() || h.job.Fixtures[0].ID.Stage != f.ID.Stage ||
			len(h.job.Fixtures) >= most || sum+takes > jobTime {
			h = &queuedJob{job: &worker.Job{ID: e.nextJob()}, need: need, key: need.Key(), made: time.Now()}
			jobs, sum = append(jobs, h), 0
		}
		sum += takes
		e.add(h, f, bots)
	}
	return jobs
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
	h := e.out[id]
	if h == nil {
		return
	}
	delete(e.out, id)
	e.outByNeed[h.key]--
	e.pend(h.job.Fixtures, -1)
	var ids []tournament.ID
	for i := range h.job.Fixtures {
		ids = append(ids, h.job.Fixtures[i].ID)
	}
	// Fixtures without a result can be taken again.
	e.schedule.Return(ids...)
}
