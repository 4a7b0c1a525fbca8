package store_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// everything returns the content of all CSV files of a store.
func everything(t *testing.T, s *store.Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range store.CSVFiles() {
		var b strings.Builder
		if err := s.WriteCSV(t.Context(), &b, name); err != nil {
			t.Fatal(err)
		}
		if strings.Count(b.String(), "\n") < 2 {
			t.Errorf("the CSV of %s has no rows: %q", name, b.String())
		}
		all[name] = b.String()
	}
	return all
}

// eventful returns a log with a record of every kind.
func eventful() []store.Logged {
	log := []store.Logged{
		{Seq: 1, Record: tournament.Record{At: 1000, Enter: &tournament.Entry{Name: "Ann", Version: "aa", Number: 1}}},
		{Seq: 2,
			Record: tournament.Record{At: 2000, Enter: &tournament.Entry{Name: "Bob", Version: "b1", Number: 1,
				By: "Bob"}}},
	}
	batch := many(0, 300, 3, 3)
	for i := range batch {
		batch[i].Seq += 2
		batch[i].Record.Results[0].Replay = "0a0b0c0" + string(rune('0'+i))
	}
	log = append(log, batch...)
	return append(log,
		store.Logged{Seq: 10,
			Record: tournament.Record{At: 3000,
				Void: &tournament.Void{ID: tournament.ID{Block: 1}, Why: "the referee said so"}}},
		store.Logged{Seq: 12,
			Record: tournament.Record{At: 4000, Enter: &tournament.Entry{Name: "Bob", Version: "b2", Number: 2,
				By: "Bob"}}},
		store.Logged{Seq: 13, Record: tournament.Record{At: 5000, Leave: &tournament.Leave{Name: "Ann", Why: "tired"}}},
		store.Logged{Seq: 14,
			Record: tournament.Record{At: 6000, Close: &tournament.Close{Stage: 1, Why: "time is up"}}},
	)
}

// filled returns a store that has something in every table.
func filled(t *testing.T) *store.Store {
	t.Helper()
	s := open(t)
	fill(t, s)
	if err := s.AddReplays(t.Context(), 5000, store.Replay{Hash: "0a0b0c00", Size: 10},
		store.Replay{Hash: "ffff", Size: 5}); err != nil {
		t.Fatal(err)
	}
	st := &tournament.Standings{Matches: 7, Entrants: []tournament.Standing{{Rank: 1, Name: "Ann", Strength: 0.5},
		{Rank: 2, Name: "Bob"}}}
	if err := s.AddHistory(t.Context(), 5500, st); err != nil {
		t.Fatal(err)
	}
	return s
}

func fill(t *testing.T, s *store.Store) {
	t.Helper()
	if err := s.SetEntrants(t.Context(), []string{"Ann", "Bob", "Cy"}); err != nil {
		t.Fatal(err)
	}
	for _, l := range eventful() {
		apply(t, s, l)
	}
}

// TestResetAndTheLogAgain: a store that is emptied and filled again from the log has the same content.
func TestResetAndTheLogAgain(t *testing.T) {
	s := filled(t)
	before := everything(t, s)
	if err := s.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.Position(); got != 0 {
		t.Errorf("position %d after the reset, want 0", got)
	}
	if c, err := s.Counts(t.Context()); err != nil || c != (store.Counts{Replays: 2, ReplayBytes: 15}) {
		t.Errorf("counts after the reset: %+v, error %v", c, err)
	}
	fill(t, s)
	if diff := cmp.Diff(before, everything(t, s)); diff != "" {
		t.Error("before -, after +\n" + diff)
	}
}

// TestOpenedAgain: everything is there when the store is opened again, for writing or reading.
func TestOpenedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "event.db")
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	want, err := s.Entrant(t.Context(), "Bob")
	if err != nil {
		t.Fatal(err)
	}
	reader, err := store.OpenReader(path) // while it is open for writing
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for name, s := range map[string]*store.Store{"reader": reader, "again": again} {
		got, err := s.Entrant(t.Context(), "Bob")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: want -, got +\n%s", name, diff)
		}
		if got := s.Position(); got != 14 {
			t.Errorf("%s: position %d, want 14", name, got)
		}
	}
	if err := reader.Apply(t.Context(), eventful()); err == nil {
		t.Error("a store that was opened for reading applied records")
	}
}

// TestOlderStoreIsMigrated: testdata/version1.sql is a store as version 1 wrote it.
func TestOlderStoreIsMigrated(t *testing.T) {
	text, err := os.ReadFile("testdata/version1.sql")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "event.db")
	raw(t, path, string(text))
	if _, err := store.OpenReader(path); !errors.Is(err, store.ErrOlder) {
		t.Errorf("opened for reading: %v, want ErrOlder", err)
	}
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := fullResult()
	got, err := s.Match(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	r.Replay, r.Logs = "", nil // version 1 stored none
	want := &tournament.Match{Result: r, Names: []string{"Cy", "Ann", "Bob"}, Round: 4, Map: "small", Seed: 1<<64 - 1}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error("want -, got +\n" + diff)
	}
	if err := s.AddHistory(t.Context(), 1,
		&tournament.Standings{Entrants: []tournament.Standing{{Name: "Ann"}}}); err != nil {
		t.Errorf("what came with version 2: %v", err)
	}
}

// raw runs SQL on a file.
func raw(t *testing.T, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
}

func TestStoreThatCannotBeOpened(t *testing.T) {
	folder := t.TempDir()
	newer, damaged := filepath.Join(folder, "newer.db"), filepath.Join(folder, "damaged.db")
	raw(t, newer, "PRAGMA user_version = 1000")
	if err := os.WriteFile(damaged, []byte(strings.Repeat("this is no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{newer: store.ErrNewer, damaged: store.ErrDamaged} {
		for name, open := range map[string]func(string) (*store.Store, error){"Open": store.Open,
			"OpenReader": store.OpenReader} {
			if _, err := open(path); !errors.Is(err, want) {
				t.Errorf("%s of %s: %v, want %v", name, filepath.Base(path), err, want)
			}
		}
	}
	if _, err := store.OpenReader(filepath.Join(folder, "none.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := store.Remove(damaged); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(damaged)
	if err != nil {
		t.Fatalf("after Remove: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestABadRecordChangesNothing: a batch is applied as a whole or not at all.
func TestABadRecordChangesNothing(t *testing.T) {
	s := filled(t)
	before := everything(t, s)
	good, bad := fullResult(), fullResult()
	bad.ID.Match, bad.Ranks = 0, []int{1}
	good.Worker = "a text that is new" // it must be new again later
	batch := []store.Logged{
		{Seq: 20, Record: tournament.Record{Results: []tournament.Result{good}}},
		{Seq: 21, Record: tournament.Record{Results: []tournament.Result{bad}}},
	}
	if err := s.Apply(t.Context(), batch); err == nil ||
		!strings.Contains(err.Error(), "ranks has 1 values: expected 3") {
		t.Errorf("error %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Apply(ended, batch[:1]); !errors.Is(err, context.Canceled) {
		t.Errorf("with an ended context: %v", err)
	}
	if diff := cmp.Diff(before, everything(t, s)); diff != "" {
		t.Error("before -, after +\n" + diff)
	}
	apply(t, s, batch[0])
	if got, err := s.Match(t.Context(), good.ID); err != nil || got.Worker != good.Worker || s.Position() != 20 {
		t.Errorf("%+v, error %v, position %d", got, err, s.Position())
	}
	for _, id := range []tournament.ID{{Stage: 64}, {Block: math.MaxInt}, {Match: 1 << 12}, {Block: -1}} {
		r := fullResult()
		r.ID = id
		if err := s.Apply(t.Context(),
			[]store.Logged{{Seq: 30, Record: tournament.Record{Results: []tournament.Result{r}}}}); err == nil {
			t.Errorf("a match with the id %v was applied", id)
		}
	}
}

// TestBackupWhileItIsWritten: a copy is whole, and has the content at one moment of the log.
func TestBackupWhileItIsWritten(t *testing.T) {
	s := open(t)
	log := many(0, 9600, 2, 5)
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := range log {
			if err := s.Apply(testContext, log[i:i+1]); err != nil {
				t.Error(err)
				return
			}
		}
	})
	defer wait.Wait()
	for i := range 3 {
		path := filepath.Join(t.TempDir(), "copy.db")
		if err := s.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		if err := s.Backup(t.Context(), path); !errors.Is(err, fs.ErrExist) {
			t.Errorf("over a file: %v", err)
		}
		copied, err := store.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := copied.Counts(t.Context())
		if want := int64(copied.Position()) * 96; err != nil || counts.Matches != want {
			t.Errorf("copy %d: %d matches, error %v; position %d, so want %d", i, counts.Matches, err,
				copied.Position(), want)
		}
		if err := copied.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestQuestionsWhileItIsWritten: queries are answered meanwhile, and never see half of a batch.
func TestQuestionsWhileItIsWritten(t *testing.T) {
	s := open(t)
	log := many(0, 9600, 2, 5)
	done := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		defer close(done)
		for i := range log {
			if err := s.Apply(testContext, log[i:i+1]); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for range 6 {
		wait.Go(func() {
			for last := int64(-1); ; {
				counts, err := s.Counts(testContext)
				if err != nil || counts.Matches%96 != 0 || counts.Matches < last {
					t.Errorf("%d matches after %d, error %v", counts.Matches, last, err)
					return
				}
				last = counts.Matches
				if _, _, err := s.Matches(testContext, tournament.Query{Newest: true, Limit: 5}); err != nil {
					t.Error(err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	wait.Wait()
}
