package store_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"

	"pgregory.net/rapid"
)

// TestCountsAsASchedule: whatever arrives in whatever order, also twice, too late or too early, the results that count
// in a store are those that count in a schedule.
func TestCountsAsASchedule(t *testing.T) {
	folder, n := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		names := []string{"Ann", "Bob", "Cy"}
		schedule, err := tournament.New(tournament.Config{Format: tournament.RoundRobin, Entrants: names})
		if err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(filepath.Join(folder, fmt.Sprint(n, ".db")))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var log []store.Logged
		var fixtures []tournament.Fixture
		for f := range schedule.Fixtures(0) {
			fixtures = append(fixtures, f)
		}
		for seq := range rapid.IntRange(1, 40).Draw(t, "records") {
			f := rapid.SampledFrom(fixtures).Draw(t, "fixture")
			try := rapid.SampledFrom([]int{0, 0, 1, 1, 2}).Draw(t, "try")
			l := store.Logged{Seq: uint64(seq + 1)}
			if rapid.IntRange(0, 2).Draw(t, "kind") == 0 {
				l.Record.Void = &tournament.Void{ID: f.ID, Try: try, Why: "why"}
			} else {
				l.Record.Results = []tournament.Result{{ID: f.ID, Try: try, Entrants: f.Entrants, Ranks: []int{1, 2},
					Scores: []int{seq, 0}, Turns: seq, State: fmt.Sprintf("%04x", seq)}}
			}
			log = append(log, l)
			if _, err := schedule.Apply(&l.Record); err != nil {
				continue // refused; the store refuses it by itself
			}
		}
		if err := s.Apply(testContext, log); err != nil {
			t.Fatal(err)
		}
		for _, f := range fixtures {
			want, played := schedule.Result(f.ID)
			got, _, err := s.Matches(testContext, tournament.Query{})
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, m := range got {
				if m.ID != f.ID {
					continue
				}
				if found = true; !played || m.Try != want.Try || m.State != want.State {
					t.Fatalf("%v: the store has try %d with state %s; the schedule: %v, try %d with state %s",
						f.ID, m.Try, m.State, played, want.Try, want.State)
				}
			}
			if played != found {
				t.Fatalf("%v: in the schedule %v, in the store %v", f.ID, played, found)
			}
		}
	})
}
