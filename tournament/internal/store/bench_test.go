package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"
)

// many returns records of jobs with n matches, numbered from the given one, in blocks of seats matches; entrants
// rotate.
func many(from, n, seats, entrants int) (batch []store.Logged) {
	const perJob = 96
	for first := from; first < from+n; first += perJob {
		l := store.Logged{Seq: uint64(first/perJob + 1)}
		for i := first; i < min(first+perJob, from+n); i++ {
			block, match := i/seats, i%seats
			f := tournament.Fixture{ID: tournament.ID{Block: block, Match: match}, Round: block / 100, Map: "default",
				Seed: uint64(block) * 7919}
			r := tournament.Result{ID: f.ID, Turns: 100, State: "0123456789abcdef", Took: 3, Worker: "local",
				Ended: 1_700_000_000_000 + int64(i)}
			for p := range seats {
				r.Entrants = append(r.Entrants, (block+(p+match)%seats)%entrants)
				r.Ranks = append(r.Ranks, 1+(p*5+block)%seats)
				r.Scores = append(r.Scores, (p*31+block)%90)
				r.Used = append(r.Used, 1)
				r.Versions = append(r.Versions, "0f"+strconv.Itoa(10+r.Entrants[p]))
			}
			if i%50 == 0 {
				r.Reasons = make([]string, seats)
				r.Words = make([]string, seats)
				r.Reasons[0], r.Words[0] = "crashed", fmt.Sprintf("panic: index %d out of range", i%1000)
			}
			f.Entrants = r.Entrants
			l.Record.Results = append(l.Record.Results, r)
			l.Fixtures = append(l.Fixtures, f)
		}
		batch = append(batch, l)
	}
	return batch
}

func names(n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprintf("entrant %d", i))
	}
	return all
}

// BenchmarkApply10k applies 10,000 results of six players.
func BenchmarkApply10k(b *testing.B) {
	for _, seats := range []int{2, 6} {
		for _, jobs := range []int{1, 10} { // jobs in a transaction
			b.Run(fmt.Sprintf("seats=%d/jobs=%d", seats, jobs), func(b *testing.B) {
				batch := many(0, 10_000/96*96, seats, 24)
				for i := 0; b.Loop(); i++ {
					s, err := store.Open(filepath.Join(b.TempDir(), "event.db"))
					if err != nil {
						b.Fatal(err)
					}
					for rest := batch; len(rest) > 0; {
						n := min(jobs, len(rest))
						if err := s.Apply(b.Context(), rest[:n]); err != nil {
							b.Fatal(err)
						}
						rest = rest[n:]
					}
					if err := s.Close(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkMillion queries a store with 1,000,000 results of six players.
func BenchmarkMillion(b *testing.B) {
	const entrants = 24
	path := filepath.Join(b.TempDir(), "event.db")
	s, err := store.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if err := s.SetEntrants(b.Context(), names(entrants)); err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	for from := 0; from < 1_000_000; from += 96 * 20 {
		if err := s.Apply(b.Context(), many(from, 96*20, 6, entrants)); err != nil {
			b.Fatal(err)
		}
	}
	file, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("filled in %v, %d bytes a result", time.Since(began).Round(time.Second), file.Size()/1_000_000)
	round := 1600
	for _, q := range []struct {
		name string
		q    tournament.Query
	}{
		{"first", tournament.Query{}},
		{"newest", tournament.Query{Newest: true}},
		{"middle", tournament.Query{After: "83000.1"}},
		{"entrant", tournament.Query{Entrant: "entrant 7"}},
		{"entrant newest", tournament.Query{Entrant: "entrant 7", Newest: true}},
		{"two", tournament.Query{Entrant: "entrant 7", Against: "entrant 3", Newest: true}},
		{"crashed", tournament.Query{Reason: "crashed", Newest: true}},
		{"entrant crashed", tournament.Query{Entrant: "entrant 7", Reason: "crashed"}},
		{"any", tournament.Query{Reason: tournament.AnyReason, Newest: true}},
		{"round", tournament.Query{Round: &round}},
		{"round of entrant", tournament.Query{Round: &round, Entrant: "entrant 7"}},
		{"marked, there are none", tournament.Query{Marked: true}},
		{"void, there are none", tournament.Query{Void: true}},
		{"name", tournament.Query{Text: "ANT 7"}},
		{"words", tournament.Query{Text: "index 950 out", Newest: true}},
		{"words, there are none", tournament.Query{Text: "no such words"}},
	} {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := s.Matches(b.Context(), q.q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("Entrant", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Entrant(b.Context(), "entrant 7"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Counts", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Counts(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
}
