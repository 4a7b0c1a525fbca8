package engine

import (
	"context"
	"sync"
	"testing"
	"time"

	"blastyard/arena/entrant"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"
)

// slowPlayer plays matches that take long only with entrant 0, and records what it plays.
type slowPlayer struct {
	mu     sync.Mutex
	slow   time.Duration // total time of matches of entrant 0
	others time.Duration // total time of all other matches
	left   int           // matches of the others until done is called
	done   func()        // called when left is 0
}

const slowMatch, quickMatch = 200 * time.Millisecond, 5 * time.Millisecond

func (p *slowPlayer) Missing(worker.Need) string                { return "" }
func (p *slowPlayer) Abilities(context.Context) event.Abilities { return event.Abilities{} }

func (p *slowPlayer) Play(ctx context.Context, job *worker.Job, _ func(worker.Progress)) (results []tournament.Result,
	err error) {
	for i := range job.Fixtures {
		f := &job.Fixtures[i]
		takes, seat := quickMatch, -1
		for at, entrant := range f.Entrants {
			if entrant == 0 {
				takes, seat = slowMatch, at
			}
		}
		if err := sleep(ctx, takes); err != nil {
			return nil, err
		}
		r := fakeResult(f, takes)
		for at := range r.Used {
			r.Used[at] = 1
			if at == seat {
				r.Used[at] = takes.Milliseconds()
			}
		}
		results = append(results, r)
		p.mu.Lock()
		if seat >= 0 {
			p.slow += takes
		} else if p.others += takes; true {
			if p.left--; p.left == 0 {
				p.done()
			}
		}
		p.mu.Unlock()
	}
	return results, nil
}

// TestSlowBot: a bot whose matches take 40 times as long as others delays them by no more than its share of the
// machine. In the schedule's own order it would have nine tenths of the machine.
func TestSlowBot(t *testing.T) {
	const bots, rounds = 8, 48
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	others := bots*rounds*(bots-1) - 2*(bots-1)*rounds
	// Towards the end only slow matches are left, so the test stops before.
	p := &slowPlayer{left: others * 2 / 3, done: cancel}
	ev := testEvent(bots, rounds)
	ev.Bots[0].Local, ev.Bots[0].Entrant = true, entrant.Entrant{Name: "bot00", Kind: entrant.Program, Command: "bot"}
	e := open(t, Options{Dir: t.TempDir(), Event: ev, Player: p, Jobs: 2, Grace: time.Minute})
	if _, _, planned := count(e); planned != bots*(bots-1)*rounds {
		t.Fatalf("%d matches are planned, want %d", planned, bots*(bots-1)*rounds)
	}
	err := e.Run(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left > 0 {
		t.Fatalf("%d matches of the others are missing: %v", p.left, err)
	}
	share := float64(p.slow) / float64(p.slow+p.others)
	t.Logf("until the others had played two thirds, the slow bot had %v, the others %v: %.0f %%",
		p.slow, p.others, 100*share)
	// Allow 1.5 times its share of one in eight, and the matches that start before its speed is known.
	if share > 0.3 {
		t.Errorf("the slow bot had %.0f %% of the machine, want 30 %% at most", 100*share)
	}
}

func count(e *Engine) (counted, played, planned int) {
	e.State(func(s *tournament.Schedule) { counted, played, planned = s.Count() })
	return counted, played, planned
}
