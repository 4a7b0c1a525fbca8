// Package verify checks a played event: it plays every kept replay again by the rules, plays matches of built-in bots
// again, and compares the results and standings of the store with those of the log.
package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/internal/worker"
)

// Options say what to check.
type Options struct {
	Event    *event.Event
	Schedule *tournament.Schedule // built from the log; nobody may change it meanwhile
	Store    *store.Store         // the data that the pages show
	Secret   match.Secret         // of the event, by the log; zero: it has none

	// Open opens a stored replay. Missing reports whether an error of Open means that the replay is no longer kept.
	Open    func(hash string) (io.ReadCloser, error)
	Missing func(error) bool

	Jobs     int                   // parallel matches; 0: one for each processor
	Progress func(done, total int) // nil: not called; calls do not overlap
}

// Report has the findings.
type Report struct {
	Matches  int `json:"matches"`  // matches with a result that is not void
	Replays  int `json:"replays"`  // replays that were played again
	Replayed int `json:"replayed"` // matches of built-in bots that were played again without a replay
	Unkept   int `json:"unkept"`   // matches whose replay is no longer kept
	// matches with programs and without a replay: only their results were compared
	Unchecked   int     `json:"unchecked"`
	Faults      []Fault `json:"faults"`
	Fingerprint string  `json:"fingerprint"` // of the results that count
}

// OK reports whether nothing is wrong.
func (r *Report) OK() bool { return len(r.Faults) == 0 }

// Fault is an inconsistency.
type Fault struct {
	ID   tournament.ID `json:"id,omitzero"`    // of a match
	Name string        `json:"name,omitempty"` // of an entrant
	What string        `json:"what"`
}

func (f Fault) String() string {
	if f.Name != "" {
		return f.Name + ": " + f.What
	}
	return "match " + f.ID.String() + ": " + f.What
}

// checker checks one event.
type checker struct {
	Options
	kinds  []*game.Kind
	kind   *game.Kind
	worker *worker.Worker
	pages  chan []tournament.Match

	mu     sync.Mutex
	report *Report
	done   int
	total  int
}

// Run checks an event. The error says why the check failed; problems of the event are in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	c := &checker{Options: o, report: &Report{Faults: []Fault{}}}
	if c.Missing == nil {
		c.Missing = func(error) bool { return false }
	}
	c.kinds = o.Event.Arena().Games
	var err error
	if c.kind, err = game.FindVersion(c.kinds, o.Event.Game, o.Event.Rules); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	if c.worker, err = worker.New(worker.Options{Event: o.Event}); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	defer c.worker.Close()
	counts, err := o.Store.Counts(ctx)
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	c.total = int(counts.Matches)
	if err := c.matches(ctx); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	if err := c.standings(ctx); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	slices.SortStableFunc(c.report.Faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), a.ID.Compare(b.ID))
	})
	return c.report, nil
}

// pageSize is how many matches are read, and played again, together.
const pageSize = 50

// matches checks all matches, several in parallel.
func (c *checker) matches(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.pages = make(chan []tournament.Match)
	var all sync.WaitGroup
	for range cmp.Or(c.Jobs, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for page := range c.pages {
				if err := c.page(ctx, page); err != nil {
					cancel(err)
				}
			}
		})
	}
	err := c.read(ctx)
	close(c.pages)
	all.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// read reads the matches of the store.
func (c *checker) read(ctx context.Context) error {
	q := tournament.Query{Limit: pageSize}
	for {
		page, next, err := c.Store.Matches(ctx, q)
		if err != nil {
			return err
		}
		if len(page) > 0 {
			select {
			case c.pages <- page:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if next == "" {
			return nil
		}
		q.After = next
	}
}

// page checks a page of matches.
func (c *checker) page(ctx context.Context, page []tournament.Match) error {
	var again []*tournament.Match
	var jobs [2][]tournament.Fixture // for each stage
	for i := range page {
		m := &page[i]
		f, ok := c.compare(m)
		switch {
		case !ok:
		case m.Replay != "":
			if err := c.replay(m, f); err != nil {
				return err
			}
		case c.builtins(f) && m.ID.Stage < len(jobs):
			again = append(again, m)
			jobs[m.ID.Stage] = append(jobs[m.ID.Stage], f)
		default:
			c.count(func(r *Report) { r.Unchecked++ })
		}
	}
	for stage, fixtures := range jobs {
		if err := c.playAgain(ctx, stage, fixtures, again); err != nil {
			return err
		}
	}
	c.count(func(r *Report) { r.Matches += len(page) })
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done += len(page); c.Progress != nil {
		c.Progress(c.done, max(c.done, c.total))
	}
	return ctx.Err()
}

func (c *checker) count(f func(*Report)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c.report)
}

func (c *checker) fault(id tournament.ID, format string, args ...any) {
	c.count(func(r *Report) { r.Faults = append(r.Faults, Fault{ID: id, What: fmt.Sprintf(format, args...)}) })
}

// compare compares a match of the store with the schedule, and returns its fixture; ok: they are equal.
func (c *checker) compare(m *tournament.Match) (f tournament.Fixture, ok bool) {
	c.mu.Lock() // a schedule is for one goroutine at a time
	f, known := c.Schedule.Fixture(m.ID)
	r, has := c.Schedule.Result(m.ID)
	c.mu.Unlock()
	switch {
	case !known:
		c.fault(m.ID, "the store has a result of it, and the schedule no such match")
	case !has:
		c.fault(m.ID, "the store has a result of it, and the log none")
	default:
		if what := differ(&m.Result, &r); what != "" {
			c.fault(m.ID, "%s in the store, and otherwise in the log", what)
			return f, false
		}
		return f, true
	}
	return f, false
}

// differ describes the difference between two results of a match that should be equal; "": they are.
func differ(a, b *tournament.Result) string {
	same := func(a, b []int) bool {
		for i := range max(len(a), len(b)) {
			if at(a, i) != at(b, i) {
				return false
			}
		}
		return true
	}
	switch {
	case !slices.Equal(a.Entrants, b.Entrants):
		return fmt.Sprintf("its players are %v", a.Entrants)
	case !slices.Equal(a.Ranks, b.Ranks):
		return fmt.Sprintf("its ranks are %v", a.Ranks)
	case !slices.Equal(a.Scores, b.Scores):
		return fmt.Sprintf("its scores are %v", a.Scores)
	case a.Turns != b.Turns:
		return fmt.Sprintf("it has %d turns", a.Turns)
	case a.State != b.State:
		return "its last state has the hash " + a.State
	case !same(a.Silent, b.Silent) || !same(a.Crashed, b.Crashed):
		return fmt.Sprintf("its silent turns are %v, its crashed ones %v", a.Silent, a.Crashed)
	case !same(a.Late, b.Late) || !same(a.Host, b.Host):
		return fmt.Sprintf("its late turns are %v, of the machine %v", a.Late, a.Host)
	}
	return ""
}

func at(list []int, i int) int {
	if i < len(list) {
		return list[i]
	}
	return 0
}

// builtins reports whether only built-in bots play in a fixture.
func (c *checker) builtins(f tournament.Fixture) bool {
	return !slices.ContainsFunc(f.Entrants, func(e int) bool { return c.builtin(f.ID.Stage, e) == "" })
}

// builtin returns the built-in bot of an entrant; "": it is a program.
func (c *checker) builtin(stage, e int) string {
	c.mu.Lock()
	names := c.Schedule.Entrants(stage)
	c.mu.Unlock()
	if e < 0 || e >= len(names) {
		return ""
	}
	i := slices.IndexFunc(c.Event.Bots, func(b event.Bot) bool { return b.Name == names[e] })
	if i < 0 {
		return ""
	}
	return c.Event.Bots[i].Entrant.Builtin
}

// earlier returns the secret of a fixture by earlier versions of blastyard, in which a match that was played again had
// the secret of its first try.
func (c *checker) earlier(f tournament.Fixture) match.Secret {
	return tournament.BlockSecret(c.Secret, f.ID, 0)
}

// playAgain plays matches of built-in bots again and compares the results.
func (c *checker) playAgain(ctx context.Context, stage int, fixtures []tournament.Fixture,
	found []*tournament.Match) error {
	if len(fixtures) == 0 {
		return nil
	}
	results, err := c.played(ctx, stage, fixtures, func(f tournament.Fixture) match.Secret {
		return tournament.BlockSecret(c.Secret, f.ID, f.Try)
	})
	if err != nil {
		return err
	}
	for i := range results {
		r := &results[i]
		k := slices.IndexFunc(found, func(m *tournament.Match) bool { return m.ID == r.ID })
		what := differ(&found[k].Result, r)
		if what != "" && r.Try > 0 {
			f := slices.IndexFunc(fixtures, func(f tournament.Fixture) bool { return f.ID == r.ID })
			earlier, err := c.played(ctx, stage, fixtures[f:f+1], c.earlier)
			if err != nil {
				return err
			}
			if differ(&found[k].Result, &earlier[0]) == "" {
				what = ""
			}
		}
		if what != "" {
			c.fault(r.ID, "played again it is another match: %s in the store", what)
		}
	}
	c.count(func(r *Report) { r.Replayed += len(results) })
	return nil
}

// played plays matches of built-in bots by some secrets.
func (c *checker) played(ctx context.Context, stage int, fixtures []tournament.Fixture,
	secret func(tournament.Fixture) match.Secret) ([]tournament.Result, error) {
	job := &worker.Job{ID: "verify", Fixtures: fixtures}
	for _, f := range fixtures {
		job.Secrets = append(job.Secrets, secret(f))
		for _, e := range f.Entrants {
			if !slices.ContainsFunc(job.Bots, func(b worker.JobBot) bool { return b.Entrant == e }) {
				name := c.builtin(stage, e)
				job.Bots = append(job.Bots, worker.JobBot{Entrant: e, Name: fmt.Sprint(e), Builtin: name})
			}
		}
	}
	return c.worker.Play(ctx, job, nil)
}

// errReplay is wrapped by errors about the content of a replay.
var errReplay = errors.New("replay")
