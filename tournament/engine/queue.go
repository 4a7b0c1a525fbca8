package engine

import (
	"slices"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
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

// slotsOf says how many slots of the workers that are present can play jobs of a need; "": of any need.
type slotsOf func(key string) int

// queue decides which jobs go out, to whom and when. It does no input or output, reads no clock and starts nothing: the
// engine carries out what it says.
//
// Promises, which TestQueue checks:
//  1. each job that came in is held or out until its results are there, it is lost, or it is dropped;
//  2. of each need at most perSlot jobs for each slot are out, but at least that of one slot;
//  3. no job goes out before its time, and a match that was lost with each worker waits longer each time;
//  4. a job that nothing hinders goes out: none waits for jobs that no worker can play.
type queue struct {
	held   []*queuedJob // in the order in which they go out
	out    map[string]*queuedJob
	byNeed map[string]int        // number of jobs that are out, by the key of their need
	stuck  map[tournament.ID]int // matches that were lost with each worker: how often
}

func newQueue() queue {
	return queue{out: map[string]*queuedJob{}, byNeed: map[string]int{}, stuck: map[tournament.ID]int{}}
}

// put takes a new job. It reports whether the job goes out now; otherwise it is held.
func (q *queue) put(h *queuedJob, now time.Time, slots slotsOf) (out bool) {
	if q.room(h.key, slots) <= 0 {
		q.held = append(q.held, h)
		return false
	}
	q.send(h, now)
	return true
}

// release returns the held jobs that go out now.
func (q *queue) release(now time.Time, slots slotsOf) (jobs []*queuedJob) {
	q.held = slices.DeleteFunc(q.held, func(h *queuedJob) bool {
		if q.room("", slots) <= 0 || q.room(h.key, slots) <= 0 || now.Before(h.notBefore) {
			return false
		}
		q.send(h, now)
		jobs = append(jobs, h)
		return true
	})
	return jobs
}

// send counts a job as out.
func (q *queue) send(h *queuedJob, now time.Time) {
	h.since = now
	q.out[h.job.ID] = h
	q.byNeed[h.key]++
}

// room is how many more jobs of a need can go out; "": of any need. Where there are several needs, jobs that no present
// worker can play take no room from others.
func (q *queue) room(key string, slots slotsOf) int {
	if key != "" {
		return perSlot*max(1, slots(key)) - q.byNeed[key]
	}
	n := perSlot*max(1, slots("")) + 1
	for k, jobs := range q.byNeed {
		if len(q.byNeed) == 1 || slots(k) > 0 {
			n -= jobs
		}
	}
	return n
}

// congested reports whether a job waits that every worker could play, which means that all have enough to do.
func (q *queue) congested(now time.Time, slots slotsOf) bool {
	return slices.ContainsFunc(q.held, func(h *queuedJob) bool {
		return !now.Before(h.notBefore) && slots(h.key) == slots("")
	})
}

// remove removes a job that is out, and returns it; nil: it is not.
func (q *queue) remove(id string) *queuedJob {
	h := q.out[id]
	if h == nil {
		return nil
	}
	delete(q.out, id)
	q.byNeed[h.key]-- // a need stays known: see room
	return h
}

// retry holds a job of one match instead of a job that was lost. A match that was lost several times, alone in its job,
// waits longer each time, because it may be what kills the workers. retry returns how long it waits.
func (q *queue) retry(lost, one *queuedJob, now time.Time) (wait time.Duration) {
	if len(lost.job.Fixtures) == 1 {
		one.lost = lost.lost + 1
	}
	if one.lost >= suspicious {
		wait = min(time.Duration(one.lost-suspicious+1), mostWaits) * stuckWait
		one.notBefore = now.Add(wait)
		q.stuck[one.job.Fixtures[0].ID] = one.lost
	}
	q.held = append(q.held, one)
	slices.SortStableFunc(q.held, func(a, b *queuedJob) int { return a.notBefore.Compare(b.notBefore) })
	return wait
}

// all returns all jobs without results.
func (q *queue) all() []*queuedJob {
	jobs := slices.Clone(q.held)
	for _, h := range q.out {
		jobs = append(jobs, h)
	}
	return jobs
}

// forget forgets all jobs, but not which matches were lost.
func (q *queue) forget() {
	q.held = nil
	clear(q.out)
	clear(q.byNeed)
}

// portion is what a part of the work of an event is made of.
type portion struct {
	fixture tournament.Fixture
	bots    []worker.JobBot
	need    worker.Need
	takes   time.Duration // expected
}

// cut cuts work into the portions of jobs. Those of a job have the same stage and need, are at most this many, and take
// together about jobTime at most, unless one alone takes longer.
func cut(work []portion, most int) (jobs [][]portion) {
	from, sum := 0, time.Duration(0)
	for i := range work {
		p, first := &work[i], &work[from]
		if i > from && (p.need.Key() != first.need.Key() || p.fixture.ID.Stage != first.fixture.ID.Stage ||
			i-from >= most || sum+p.takes > jobTime) {
			jobs, from, sum = append(jobs, work[from:i]), i, 0
		}
		sum += p.takes
	}
	if len(work) > 0 {
		jobs = append(jobs, work[from:])
	}
	return jobs
}

// inSteps takes up to this many fixtures with take, which is given how many. While the time of the matches of some
// entrant is not known, it takes one fixture at a time, so that few matches of a slow bot are in flight before its
// speed is known: each choice considers those before it.
func inSteps(most int, known bool, take func(most int) []tournament.Fixture) (fixtures []tournament.Fixture) {
	step := most
	if !known {
		step = 1
	}
	for len(fixtures) < most {
		some := take(min(step, most-len(fixtures)))
		if len(some) == 0 {
			break
		}
		fixtures = append(fixtures, some...)
	}
	return fixtures
}
