//stage:unraced its tests fill databases

package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func open(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "odd name %20?#.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// testContext is for tests that have no t.Context.
var testContext = context.Background()

func apply(t *testing.T, s *store.Store, batch ...store.Logged) {
	t.Helper()
	if err := s.Apply(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// fullResult returns a result with all its fields set.
func fullResult() tournament.Result {
	return tournament.Result{
		ID: tournament.ID{Stage: 1, Block: 12, Match: 3}, Entrants: []int{2, 0, 1}, Versions: []string{"aa", "", "bb"},
		Ranks: []int{1, 3, 2}, Scores: []int{30, -4, 7}, Reasons: []string{"finished", "crashed",
			"finished"}, Late: []int{0, 5, 2},
		Host: []int{0, 0, 2}, Refused: []int{1, 0, 0}, Turns: 100, State: "00ff12", Used: []int64{10, 20,
			30}, Took: 99, Voids: 1,
		Marked: true, Words: []string{"", "panic: out of ideas\x00\n",
			""}, Replay: "0badcafe", Logs: []string{"", "10c0", "10c1"}, Worker: "this machine", Ended: 1_700_000_000_123,
	}
}

func TestAResultComesBackWhole(t *testing.T) {
	s := open(t)
	if err := s.SetEntrants(t.Context(), []string{"Ann", "Bob", "Cy"}); err != nil {
		t.Fatal(err)
	}
	r := fullResult()
	r.Silent, r.Crashed = []int{0, 2, 0}, []int{0, 0, 1}
	apply(t, s, store.Logged{Seq: 7, Record: tournament.Record{Results: []tournament.Result{r}},
		Fixtures: []tournament.Fixture{{ID: r.ID, Round: 4, Map: "small", Seed: 1<<64 - 1, Entrants: r.Entrants}}})
	got, err := s.Match(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := &tournament.Match{Result: r, Names: []string{"Cy", "Ann", "Bob"}, Round: 4, Map: "small", Seed: 1<<64 - 1}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error("want -, got +\n" + diff)
	}
	if got := s.Position(); got != 7 {
		t.Errorf("position %d, want 7", got)
	}
	if _, err := s.Match(t.Context(), tournament.ID{Block: 12, Match: 3}); !errors.Is(err, store.ErrNoMatch) {
		t.Errorf("a match of another stage: %v, want ErrNoMatch", err)
	}
}
