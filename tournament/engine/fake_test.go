package engine

import (
	"context"
	"fmt"
	"hash/fnv"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"blastyard/arena/entrant"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/worker"
)

// fakePlayer plays matches without a game. Their results depend on the fixture only.
type fakePlayer struct {
	takes func(f *tournament.Fixture) time.Duration // time of a match; nil: none
	fail  func(ctx context.Context, job *worker.Job) error
	plays atomic.Int64 // number of matches
	most  int64        // after so many matches it begins no other job, until ctx ends; 0: no bound
}

func (p *fakePlayer) Missing(worker.Need) string                { return "" }
func (p *fakePlayer) Abilities(context.Context) event.Abilities { return event.Abilities{} }

func (p *fakePlayer) Play(ctx context.Context, job *worker.Job, progress func(worker.Progress)) ([]tournament.Result,
	error) {
	if p.most > 0 && p.plays.Load() >= p.most {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if p.fail != nil {
		if err := p.fail(ctx, job); err != nil {
			return nil, err
		}
	}
	var results []tournament.Result
	for i := range job.Fixtures {
		f := &job.Fixtures[i]
		took := time.Duration(0)
		if p.takes != nil {
			progress(worker.Progress{Fixture: f.ID})
			took = p.takes(f)
			if err := sleep(ctx, took); err != nil {
				return nil, err
			}
		}
		p.plays.Add(1)
		results = append(results, fakeResult(f, took))
	}
	return results, nil
}

// fakeResult is the result of a fixture, the same each time.
func fakeResult(f *tournament.Fixture, took time.Duration) tournament.Result {
	r := tournament.Result{ID: f.ID, Try: f.Try, Entrants: f.Entrants, Turns: 100, Took: took.Milliseconds(),
		Ended: time.Now().UnixMilli()}
	for i, e := range f.Entrants {
		h := fnv.New64a()
		_, _ = fmt.Fprint(h, f.ID, f.Seed, f.Map, i, e)
		r.Scores = append(r.Scores, int(h.Sum64()%50)+e)
		r.Used = append(r.Used, took.Milliseconds()/int64(len(f.Entrants)))
	}
	for _, s := range r.Scores {
		rank := 1
		for _, o := range r.Scores {
			if o > s {
				rank++
			}
		}
		r.Ranks = append(r.Ranks, rank)
	}
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, f.ID, f.Seed, r.Scores)
	r.State = fmt.Sprintf("%016x", h.Sum64())
	return r
}

// testEvent has n built-in bots that meet in pairs, in this number of rounds.
func testEvent(n, rounds int) *event.Event {
	e := &event.Event{Name: "Test", Game: "hexabomb", Turns: 100, Order: "seeded", Sandbox: "off", Tries: 3,
		Keep:     event.Keep{Rule: event.KeepFailures, Limit: 1 << 30},
		Schedule: tournament.Config{Format: tournament.RoundRobin, Rounds: rounds, Seed: 7}}
	for i := range n {
		name := fmt.Sprintf("bot%02d", i)
		e.Schedule.Entrants = append(e.Schedule.Entrants, name)
		e.Bots = append(e.Bots, event.Bot{Name: name, Entrant: entrant.Entrant{Name: name, Bot: "builtin:random",
			Kind: entrant.Builtin, Builtin: "random"}})
	}
	return e
}

// undisturbed returns the fingerprint of an event that only a schedule plays, with the results of fakePlayer.
func undisturbed(t *testing.T, c tournament.Config) (fingerprint string, matches int) {
	t.Helper()
	s, err := tournament.New(c)
	if err != nil {
		t.Fatal(err)
	}
	for {
		fixtures := s.Take(100, nil)
		if len(fixtures) == 0 {
			break
		}
		for i := range fixtures {
			r := fakeResult(&fixtures[i], 0)
			if added, err := s.Add(&r); err != nil || !added {
				t.Fatalf("match %v: added %v, error %v", r.ID, added, err)
			}
		}
	}
	counted, _, _ := s.Count()
	if done, why := s.Done(); !done || counted == 0 {
		t.Fatalf("the schedule alone is not done: %s, %d matches", why, counted)
	}
	return s.Fingerprint(), counted
}

func testLog(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// open opens an engine; the test closes it when it ends.
func open(t *testing.T, o Options) *Engine {
	t.Helper()
	if o.Log == nil {
		o.Log = testLog(t)
	}
	e, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// checkWhole checks that the schedule and the database have each match of the event exactly once, and no others.
func checkWhole(t *testing.T, e *Engine, fingerprint string, matches int) {
	t.Helper()
	e.State(func(s *tournament.Schedule) {
		counted, played, _ := s.Count()
		if got := s.Fingerprint(); got != fingerprint || counted != matches || played != matches {
			t.Errorf("%d matches count of %d played, fingerprint %s; want %d, %s", counted, played, got, matches,
				fingerprint)
		}
	})
	counts, err := e.Store().Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if counts.Matches != int64(matches) {
		t.Errorf("the database has %d matches, want %d", counts.Matches, matches)
	}
}
