package engine

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"blastyard/arena/entrant"
	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// A fairCase is an event in which matches of some entrants take longer than those of others.
type fairCase struct {
	name         string
	bots, rounds int
	slow         []int         // entrants
	takes, quick time.Duration // a match with a slow one, and any other
	slots        int           // of its only worker
	ladder       bool

	most float64 // part of the machine's time that the slow ones may have
}

// play returns the result of a match, how long it took, and whether a slow entrant played. The time is that of the slow.
func (c *fairCase) play(f *tournament.Fixture) (r tournament.Result, took time.Duration, slow bool) {
	took = c.quick
	if slow = slices.ContainsFunc(f.Entrants, c.isSlow); slow {
		took = c.takes
	}
	r = fakeResult(f, took)
	for seat, e := range f.Entrants {
		if r.Used[seat] = 1; c.isSlow(e) {
			r.Used[seat] = took.Milliseconds()
		}
	}
	return r, took, slow
}

func (c *fairCase) isSlow(e int) bool { return slices.Contains(c.slow, e) }

// paperNeeds are the keys of the needs of all jobs: with slow entrants, which are programs, and without.
var paperNeeds = []string{worker.Need{}.Key(), worker.Need{Local: true}.Key()}

// A paperSlot is a slot of a worker in simulated time.
type paperSlot struct {
	job   *queuedJob // that it plays; nil: it is idle
	until time.Time
	turn  int // number of jobs that it has played
}

// A paperEngine is an engine without broker, store and log: what it queues goes straight to the slots of a worker, which
// need simulated time to play, and their results go straight to the fold. So no machine is too slow for it.
type paperEngine struct {
	*Engine
	fairCase
	queues map[string][]*queuedJob // what is published and no slot has, by the key of the need
	slots  []paperSlot
	seq    uint64

	slow, others time.Duration // time of matches with results, with a slow entrant and without
	played       int           // number of the latter
}

func newPaperEngine(t *testing.T, c fairCase) *paperEngine {
	t.Helper()
	ev := testEvent(c.bots, c.rounds)
	if c.ladder {
		ev.Schedule = tournament.Config{Format: tournament.Ladder, Seed: 7, Entrants: ev.Schedule.Entrants}
	}
	for _, i := range c.slow {
		b := &ev.Bots[i]
		b.Local, b.Entrant = true, entrant.Entrant{Name: b.Name, Kind: entrant.Program, Command: "bot"}
	}
	e := newEngine(Options{Event: ev, Jobs: c.slots, Log: testLog(t), Now: time.Now}, &folder{identity: identity{First: ev}})
	var err error
	if e.schedule, err = tournament.New(ev.Schedule); err != nil {
		t.Fatal(err)
	}
	return &paperEngine{Engine: e, fairCase: c, queues: map[string][]*queuedJob{}, slots: make([]paperSlot, c.slots)}
}

// dispatch queues jobs, as Engine.dispatch does, and gives them to idle slots, as puller.pull does.
func (p *paperEngine) dispatch() {
	p.workers["paper"] = &knownWorker{hello{Name: "paper", Slots: len(p.slots), Needs: paperNeeds}, time.Now()}
	for jobs := p.makeJobs(); len(jobs) > 0; jobs = p.makeJobs() {
		for _, h := range jobs {
			p.queues[h.key] = append(p.queues[h.key], h)
		}
	}
	for i := range p.slots {
		if s := &p.slots[i]; s.job == nil {
			p.pull(s)
		}
	}
}

func (p *paperEngine) pull(s *paperSlot) {
	for i := range paperNeeds {
		key := paperNeeds[(i+s.turn)%len(paperNeeds)]
		if len(p.queues[key]) == 0 {
			continue
		}
		s.job, p.queues[key] = p.queues[key][0], p.queues[key][1:]
		s.turn++
		s.until = time.Now()
		for i := range s.job.job.Fixtures {
			_, took, _ := p.play(&s.job.job.Fixtures[i])
			s.until = s.until.Add(took)
		}
		return
	}
}

// next lets time pass until a job ends, and folds its results. It returns false if no slot plays.
func (p *paperEngine) next() bool {
	var first *paperSlot
	for i := range p.slots {
		if s := &p.slots[i]; s.job != nil && (first == nil || s.until.Before(first.until)) {
			first = s
		}
	}
	if first == nil {
		return false
	}
	time.Sleep(time.Until(first.until))
	var results []tournament.Result
	for i := range first.job.job.Fixtures {
		r, took, slow := p.play(&first.job.job.Fixtures[i])
		results = append(results, r)
		if slow {
			p.slow += took
		} else {
			p.others, p.played = p.others+took, p.played+1
		}
	}
	p.seq++
	p.apply([]entry{{seq: p.seq, job: first.job.job.ID, rec: &tournament.Record{Results: results}}})
	first.job = nil
	return true
}

// TestSlowBot: entrants whose matches take many times as long as others delay them by no more than their share of the
// machine. In the schedule's own order one of eight would have nine tenths of it.
func TestSlowBot(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []fairCase{
		{name: "one of 8", bots: 8, rounds: 48, slow: []int{0}, takes: 200 * ms, quick: 5 * ms, slots: 2, most: 0.19},
		{name: "the last of 8", bots: 8, rounds: 48, slow: []int{7}, takes: 200 * ms, quick: 5 * ms, slots: 2, most: 0.19},
		{name: "one slot", bots: 8, rounds: 48, slow: []int{0}, takes: 200 * ms, quick: 5 * ms, slots: 1, most: 0.19},
		{name: "8 slots", bots: 8, rounds: 48, slow: []int{0}, takes: 200 * ms, quick: 5 * ms, slots: 8, most: 0.19},
		{name: "two of 8", bots: 8, rounds: 48, slow: []int{2, 5}, takes: 200 * ms, quick: 5 * ms, slots: 2, most: 0.38},
		{name: "one of 16", bots: 16, rounds: 20, slow: []int{3}, takes: 1000 * ms, quick: 10 * ms, slots: 4, most: 0.1},
		{name: "ladder", ladder: true, bots: 8, slow: []int{3}, takes: 200 * ms, quick: 5 * ms, slots: 2, most: 0.19},
		{name: "slower in a ladder", ladder: true, bots: 8, slow: []int{3}, takes: 10_000 * ms, quick: 50 * ms, slots: 2, most: 0.25},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPaperEngine(t, c)
				// Towards the end only slow matches are left, so the test stops before.
				quick := c.bots - len(c.slow)
				enough := quick * (quick - 1) * c.rounds * 2 / 3
				if c.ladder {
					enough = 5000
				}
				for p.dispatch(); p.played < enough && p.next(); p.dispatch() {
				}
				if p.played < enough {
					t.Fatalf("%d matches of the others were played, want %d", p.played, enough)
				}
				share := float64(p.slow) / float64(p.slow+p.others)
				t.Logf("the slow had %v, the others %v in %d matches: %.1f %%", p.slow, p.others, p.played, 100*share)
				if share > c.most {
					t.Errorf("the slow had %.1f %% of the machine, want %.1f %% at most", 100*share, 100*c.most)
				}
			})
		})
	}
}

// TestTimeIsCounted: the time that workers tell comes through the log to where TestSlowBot needs it: to the cost of each
// entrant and to the expected time of its matches. No match is in flight at the end.
func TestTimeIsCounted(t *testing.T) {
	const bots, rounds, matches = 3, 2, 2 * (3 - 1) * 2
	p := &fakePlayer{takes: func(f *tournament.Fixture) time.Duration {
		if slices.Contains(f.Entrants, 0) {
			return 20 * time.Millisecond
		}
		return 4 * time.Millisecond
	}}
	e := open(t, Options{Dir: t.TempDir(), Event: testEvent(bots, rounds), Player: p, Jobs: 2, Grace: time.Minute})
	if err := e.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, want := range []int64{matches * 10, matches/2*10 + matches/2*2, matches/2*10 + matches/2*2} {
		if got := e.cost(i); got != want {
			t.Errorf("entrant %d has used %d ms in %d matches, want %d", i, got, matches, want)
		}
		if e.pending[i] != 0 {
			t.Errorf("entrant %d has %d matches in flight at the end, want none", i, e.pending[i])
		}
	}
	if got := e.took[0]; got != 20*time.Millisecond {
		t.Errorf("a match of entrant 0 takes %v, want 20 ms", got)
	}
	for i := 1; i < bots; i++ {
		if got := e.took[i]; got <= 4*time.Millisecond || got >= 20*time.Millisecond {
			t.Errorf("a match of entrant %d takes %v, want more than 4 and less than 20 ms", i, got)
		}
	}
}

func count(e *Engine) (counted, played, planned int) {
	e.State(func(s *tournament.Schedule) { counted, played, planned = s.Count() })
	return counted, played, planned
}
