package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blastyard/arena/entrant"
	"blastyard/game/match"
	"blastyard/replay"
	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
	"blastyard/tournament/internal/worker"
)

// files has replays in memory.
type files map[string][]byte

func (f files) Keep(_ context.Context, hash, path string) (err error) {
	f[hash], err = os.ReadFile(path)
	return err
}

func (f files) open(hash string) (io.ReadCloser, error) {
	if f[hash] == nil {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(f[hash])), nil
}

// played is an event of built-in bots that was played to its end.
type played struct {
	Options
	files   files
	results []tournament.Result
	jobs    []store.Logged
}

var secret = match.Secret{0xb1, 0xa5, 7}

// playEvent plays an event with a secret. keep is its rule for replays.
func playEvent(t *testing.T, keep string) *played {
	t.Helper()
	e := &event.Event{Name: "cup", Game: "hexabomb", Turns: 20, Order: "seeded", Sandbox: "off", Keep: event.Keep{Rule: keep},
		Schedule: tournament.Config{Format: tournament.RoundRobin, Seed: 3, Rounds: 2, Maps: []string{"tiny"}}}
	for _, n := range []string{"hunter", "greedy", "random"} {
		e.Bots = append(e.Bots, event.Bot{Name: n, Entrant: entrant.Entrant{Bot: "builtin:" + n, Kind: entrant.Builtin, Builtin: n}})
		e.Schedule.Entrants = append(e.Schedule.Entrants, n)
	}
	p := &played{files: files{}}
	p.Options = Options{Event: e, Secret: secret, Open: p.files.open, Missing: func(err error) bool { return errors.Is(err, fs.ErrNotExist) }}
	p.Schedule = schedule(t, e, nil)
	for seq := uint64(1); ; seq++ {
		job := &worker.Job{Fixtures: p.Schedule.Take(4, nil)}
		if len(job.Fixtures) == 0 {
			break
		}
		for _, f := range job.Fixtures {
			job.Secrets = append(job.Secrets, tournament.BlockSecret(secret, f.ID, f.Try))
		}
		p.play(t, job, seq)
	}
	p.Store = p.newStore(t, p.jobs)
	return p
}

// play plays a job of the event, and logs it.
func (p *played) play(t *testing.T, job *worker.Job, seq uint64) {
	t.Helper()
	w, err := worker.New(worker.Options{Event: p.Event, Replays: p.files, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i, b := range p.Event.Bots {
		job.Bots = append(job.Bots, worker.JobBot{Entrant: i, Number: i, Name: b.Name, Builtin: b.Name})
	}
	results, err := w.Play(t.Context(), job, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range results {
		if _, err := p.Schedule.Add(&results[i]); err != nil {
			t.Fatal(err)
		}
	}
	p.results = append(p.results, results...)
	p.jobs = append(p.jobs, store.Logged{Seq: seq, Record: tournament.Record{Results: results}, Fixtures: job.Fixtures})
}

// schedule returns the schedule of the event with some results.
func schedule(t *testing.T, e *event.Event, results []tournament.Result) *tournament.Schedule {
	t.Helper()
	s, err := tournament.New(e.Schedule)
	if err != nil {
		t.Fatal(err)
	}
	for i := range results {
		if _, err := s.Add(&results[i]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// newStore returns a store with some jobs.
func (p *played) newStore(t *testing.T, jobs []store.Logged) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "event.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.SetEntrants(t.Context(), p.Event.Schedule.Entrants); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(t.Context(), jobs); err != nil {
		t.Fatal(err)
	}
	return s
}

// check runs Verify, and expects faults with these texts in any order.
func (p *played) check(t *testing.T, want ...string) *Report {
	t.Helper()
	r, err := Run(t.Context(), p.Options)
	if err != nil {
		t.Fatal(err)
	}
	if r.OK() != (len(want) == 0) || len(r.Faults) != len(want) {
		t.Errorf("faults %v, want %q", r.Faults, want)
	}
	for _, text := range want {
		if !slices.ContainsFunc(r.Faults, func(f Fault) bool { return strings.Contains(f.String(), text) }) {
			t.Errorf("faults %v, want one with %q", r.Faults, text)
		}
	}
	return r
}

func TestEventThatIsRight(t *testing.T) {
	for keep, count := range map[string]func(*Report) int{
		event.KeepAll:      func(r *Report) int { return r.Replays },
		event.KeepFailures: func(r *Report) int { return r.Replayed },
	} {
		p := playEvent(t, keep)
		var done, total int
		p.Progress = func(d, n int) { done, total = d, n }
		r := p.check(t)
		var text strings.Builder
		if r.WriteText(&text); !strings.HasSuffix(text.String(), "all is as the log has it; fingerprint "+r.Fingerprint+"\n") {
			t.Errorf("%s: %s", keep, text.String())
		}
		if n := len(p.results); n < 12 || r.Matches != n || count(r) != n || r.Fingerprint != p.Schedule.Fingerprint() || done != n || total != n {
			t.Errorf("%s: %+v of %d matches, progress %d of %d", keep, r, n, done, total)
		}
	}
}

// TestWrongReplays: verify finds a replay that was changed, exchanged, cut or lost.
func TestWrongReplays(t *testing.T) {
	p := playEvent(t, event.KeepAll)
	a, b := p.results[0], p.results[3]
	whole := p.files[a.Replay]
	p.files[a.Replay] = p.files[b.Replay]
	p.check(t, "match "+a.ID.String()+": its replay was changed")
	p.files[a.Replay] = whole[:len(whole)/2]
	p.check(t, "match "+a.ID.String()+": its replay")
	p.files[a.Replay] = append(slices.Clone(whole), "\x50\x2a\x4d\x18\x00\x00\x00\x00"...) // a frame without content
	p.check(t, "match "+a.ID.String()+": its replay was changed")
	p.files[a.Replay] = []byte("no replay")
	p.check(t, "match "+a.ID.String()+": its replay cannot be read")
	delete(p.files, a.Replay)
	if r := p.check(t); r.Unkept != 1 || r.Replays != len(p.results)-1 {
		t.Errorf("without a replay: %+v", r)
	}
	p.files[a.Replay] = whole
	p.jobs[0].Record.Results[0].Replay = b.Replay // the result names the replay of another match
	p.Store = p.newStore(t, p.jobs)
	p.check(t, "match "+a.ID.String()+": replay")
}

// TestPlayedAgain: a match that was taken back has a secret of its own try, or that of its first one in a store of before.
// No other secret is right.
func TestPlayedAgain(t *testing.T) {
	for keep, fault := range map[string]string{
		event.KeepAll:      "replay with another secret than that of its block",
		event.KeepFailures: "played again it is another match",
	} {
		for try, want := range map[int][]string{0: nil, 1: nil, 2: {fault}} {
			p := playEvent(t, keep)
			id := p.jobs[1].Record.Results[1].ID
			if _, err := p.Schedule.Void(id, 0); err != nil {
				t.Fatal(err)
			}
			p.jobs = append(p.jobs, store.Logged{Seq: 100, Record: tournament.Record{Void: &tournament.Void{ID: id}}})
			job := &worker.Job{Fixtures: p.Schedule.Take(4, nil), Secrets: []match.Secret{tournament.BlockSecret(secret, id, try)}}
			if len(job.Fixtures) != 1 || job.Fixtures[0].Try != 1 {
				t.Fatalf("taken again: %+v", job.Fixtures)
			}
			p.play(t, job, 101)
			p.Store = p.newStore(t, p.jobs)
			r, err := Run(t.Context(), p.Options)
			if err != nil || len(r.Faults) != len(want) {
				t.Fatalf("%s, by the secret of try %d: %v, %v; want %q", keep, try, r.Faults, err, want)
			}
			for i, f := range r.Faults {
				if f.ID != id || !strings.Contains(f.What, want[i]) {
					t.Errorf("%s, by the secret of try %d: %v, want %q", keep, try, f, want)
				}
			}
		}
	}
}

// TestWrongSecrets: verify finds a replay with another secret than that of its block, and that all matches were played
// with others than those of the event's secret.
func TestWrongSecrets(t *testing.T) {
	p := playEvent(t, event.KeepAll)
	a := &p.jobs[1].Record.Results[1]
	right := tournament.BlockSecret(secret, a.ID, a.Try).String()
	wrong := tournament.BlockSecret(secret, tournament.ID{Block: 99}, 0).String()
	changed := bytes.Replace(p.files[a.Replay], []byte(right), []byte(wrong), 1)
	sum := sha256.Sum256(changed)
	a.Replay = hex.EncodeToString(sum[:])
	p.files[a.Replay] = changed
	p.Store = p.newStore(t, p.jobs)
	p.check(t, "match "+a.ID.String()+": replay with another secret than that of its block")

	for _, other := range []match.Secret{{}, {1}} {
		for keep, what := range map[string]string{
			event.KeepAll: "with another secret", event.KeepFailures: "played again it is another match",
		} {
			p := playEvent(t, keep)
			p.Secret = other
			r, err := Run(t.Context(), p.Options)
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, f := range r.Faults {
				if strings.Contains(f.What, what) {
					found++
				}
			}
			if keep == event.KeepAll && found != len(p.results) || found == 0 {
				t.Errorf("%s, secret %v: %d of %d matches: %v", keep, other, found, len(p.results), r.Faults)
			}
		}
	}
}

// TestWrongResults: verify finds a result in the store that differs from the log, and one that the match cannot have.
func TestWrongResults(t *testing.T) {
	p := playEvent(t, event.KeepFailures)
	right := p.jobs[0].Record.Results[1]
	p.jobs[0].Record.Results[1].Scores = []int{right.Scores[0] + 1, right.Scores[1]}
	p.Store = p.newStore(t, p.jobs)
	p.check(t, "match "+right.ID.String()+": its scores are")

	p = playEvent(t, event.KeepFailures)
	id := p.results[2].ID
	p.results[2].State = strings.Repeat("0", 16) // in the log as well
	for j := range p.jobs {
		for i := range p.jobs[j].Record.Results {
			if r := &p.jobs[j].Record.Results[i]; r.ID == id {
				r.State = p.results[2].State
			}
		}
	}
	p.Schedule, p.Store = schedule(t, p.Event, p.results), p.newStore(t, p.jobs)
	r := p.check(t, "match "+id.String()+": played again it is another match")
	var text strings.Builder
	if r.WriteText(&text); !strings.Contains(text.String(), "FAULT  match "+id.String()+": played again") || strings.Contains(text.String(), "all is") {
		t.Errorf("%s", text.String())
	}
}

// TestEachFieldIsCompared: verify finds each number of a result in which the store differs from the log.
func TestEachFieldIsCompared(t *testing.T) {
	for name, c := range map[string]struct {
		change func(r *tournament.Result)
		want   string
	}{
		"ranks":   {func(r *tournament.Result) { r.Ranks = []int{r.Ranks[0] + 1, r.Ranks[1]} }, "its ranks are"},
		"scores":  {func(r *tournament.Result) { r.Scores = []int{r.Scores[0], r.Scores[1] + 1} }, "its scores are"},
		"turns":   {func(r *tournament.Result) { r.Turns++ }, "it has"},
		"state":   {func(r *tournament.Result) { r.State = strings.Repeat("7", 16) }, "its last state has the hash"},
		"silent":  {func(r *tournament.Result) { r.Silent = []int{0, 1} }, "its silent turns are"},
		"crashed": {func(r *tournament.Result) { r.Crashed = []int{1, 0} }, "its crashed ones"},
		"late":    {func(r *tournament.Result) { r.Late = []int{3, 0} }, "its late turns are [3 0], of the machine []"},
		"host":    {func(r *tournament.Result) { r.Host = []int{0, 2} }, "of the machine [0 2]"},
	} {
		t.Run(name, func(t *testing.T) {
			r := tournament.Result{Entrants: []int{0, 1}, Ranks: []int{1, 2}, Scores: []int{5, 4}, Turns: 20, State: strings.Repeat("1", 16)}
			changed := r
			c.change(&changed)
			if got := differ(&changed, &r); !strings.Contains(got, c.want) {
				t.Errorf("the difference is %q, want %q", got, c.want)
			}
			if got := differ(&r, &changed); got == "" {
				t.Error("the other way there is no difference")
			}
			if got := differ(&changed, &changed); got != "" {
				t.Errorf("a result differs from itself: %q", got)
			}
		})
	}
}

// TestStoreBehindTheLog: verify finds results that the store lost or invented, and standings that do not follow from
// the results.
func TestStoreBehindTheLog(t *testing.T) {
	p := playEvent(t, event.KeepFailures)
	all := p.Schedule
	p.Store = p.newStore(t, p.jobs[:len(p.jobs)-1])
	p.check(t, "store: it has")
	p.Schedule, p.Store = schedule(t, p.Event, p.results[1:]), p.newStore(t, p.jobs)
	p.check(t, "match "+p.results[0].ID.String()+": the store has a result of it, and the log none", "store: it has")

	p.Schedule, p.Store = all, p.newStore(t, p.jobs)
	st := all.Standings(tournament.StandingsOptions{})
	if err := p.Store.AddHistory(t.Context(), 1, st); err != nil {
		t.Fatal(err)
	}
	p.check(t)
	st.Entrants[0].Rank, st.Entrants[1].Rank = 2, 1
	if err := p.Store.AddHistory(t.Context(), 2, st); err != nil {
		t.Fatal(err)
	}
	p.check(t, st.Entrants[0].Name+": the store has rank 2", st.Entrants[1].Name+": the store has rank 1")
}

// TestReplayOfItsResult: a replay is that of a result only if all of them agree, also where the store and the log do.
func TestReplayOfItsResult(t *testing.T) {
	p := playEvent(t, event.KeepAll)
	c := &checker{Options: p.Options, kinds: p.Event.Arena().Games}
	for _, kind := range c.kinds {
		if kind.Name == p.Event.Game {
			c.kind = kind
		}
	}
	m, err := p.Store.Match(t.Context(), p.results[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	read, err := replay.Read(bytes.NewReader(p.files[m.Replay]))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := p.Schedule.Fixture(m.ID)
	if err := c.compareReplay(read, m, f); err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		change func(m *tournament.Match, f *tournament.Fixture)
		want   string
	}{
		"score":   {func(m *tournament.Match, _ *tournament.Fixture) { m.Scores[0]++ }, "ends with the scores"},
		"longer":  {func(m *tournament.Match, _ *tournament.Fixture) { m.Turns++ }, "and the result has"},
		"shorter": {func(m *tournament.Match, _ *tournament.Fixture) { m.Turns-- }, "and the result has"},
		"state":   {func(m *tournament.Match, _ *tournament.Fixture) { m.State = strings.Repeat("0", 16) }, "ends with the state"},
		"names":   {func(m *tournament.Match, _ *tournament.Fixture) { m.Names[0] = "other" }, "expected [\"other\""},
		"seed":    {func(_ *tournament.Match, f *tournament.Fixture) { f.Seed++ }, "with the seed"},
		"seed 2":  {func(_ *tournament.Match, f *tournament.Fixture) { f.Seed-- }, "with the seed"},
		"map":     {func(_ *tournament.Match, f *tournament.Fixture) { f.Map = "other" }, "on the map tiny, expected other"},
	} {
		changed, fixture := *m, f
		changed.Scores, changed.Names = slices.Clone(m.Scores), slices.Clone(m.Names)
		x.change(&changed, &fixture)
		if err := c.compareReplay(read, &changed, fixture); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want one with %q", name, err, x.want)
		}
	}
}

// TestStandingsOfBefore: a store of before, which counted who was withdrawn, holds. One in which others have exchanged
// their ranks does not.
func TestStandingsOfBefore(t *testing.T) {
	st := &tournament.Standings{Entrants: []tournament.Standing{{Name: "b", Rank: 1}, {Name: "c", Rank: 2}, {Name: "d", Rank: 2},
		{Name: "a", Rank: 4, Status: tournament.Withdrawn}}}
	points := func(kept map[string]tournament.PastStanding) map[string]tournament.PastStanding {
		kept["c"] = tournament.PastStanding{Rank: kept["c"].Rank, Points: 0.5}
		return kept
	}
	kept := func(a, b, c, d int) map[string]tournament.PastStanding {
		return map[string]tournament.PastStanding{"a": {Rank: a}, "b": {Rank: b}, "c": {Rank: c}, "d": {Rank: d}}
	}
	for name, x := range map[string]struct {
		kept   map[string]tournament.PastStanding
		faults int
	}{
		"now": {kept(4, 1, 2, 2), 0}, "before": {kept(1, 2, 3, 3), 0}, "before, in the middle": {kept(2, 1, 3, 3), 0},
		"exchanged": {kept(1, 3, 2, 2), 3}, "not equal": {kept(1, 2, 3, 4), 1}, "from an earlier time": {nil, 0},
		"other points": {points(kept(4, 1, 2, 2)), 1},
	} {
		if got := compareStandings(st, x.kept); len(got) != x.faults {
			t.Errorf("%s: %v, want %d faults", name, got, x.faults)
		}
	}
}

func TestEndOfTheContext(t *testing.T) {
	p := playEvent(t, event.KeepFailures)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, p.Options); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
