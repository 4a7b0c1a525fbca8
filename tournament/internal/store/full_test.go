package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/tournament"
)

// TestNoRoom: a full disk is reported, nothing is lost, and the store continues when there is room again. The test
// limits the pages of the database, which gives the error of a full disk.
func TestNoRoom(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "event.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	limit := func(text string) {
		if _, err := s.write.Exec("PRAGMA max_page_count = " + text); err != nil {
			t.Fatal(err)
		}
	}
	record := func(seq int) []Logged {
		words := strings.Repeat("words ", 500) + string(rune('a'+seq))
		r := tournament.Result{ID: tournament.ID{Block: seq}, Entrants: []int{0, 1}, Ranks: []int{1, 2},
			Scores: []int{0, 0}, Reasons: []string{"crashed", ""}, Words: []string{words, ""}}
		return []Logged{{Seq: uint64(seq), Record: tournament.Record{Results: []tournament.Result{r}}}}
	}
	limit("1") // as few as there are now
	seq := 1
	for ; seq < 100 && err == nil; seq++ {
		err = s.Apply(t.Context(), record(seq))
	}
	last := seq - 2
	if !errors.Is(err, ErrFull) {
		t.Fatalf("error %v, want ErrFull", err)
	}
	if got := s.Position(); got != uint64(last) {
		t.Errorf("position %d, want %d", got, last)
	}
	limit("1000000")
	if err := s.Apply(t.Context(), record(last+1)); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Counts(t.Context()); err != nil || c.Matches != int64(last+1) {
		t.Errorf("%d matches, error %v, want %d", c.Matches, err, last+1)
	}
}
