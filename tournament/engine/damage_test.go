package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stopped plays an event until so many matches are in its log, stops, and returns how many results it has: a few more,
// for p plays no other job from then on.
func stopped(t *testing.T, dir string, o Options, p *fakePlayer, matches int) int {
	t.Helper()
	o.Dir, o.Log, o.Player, o.Jobs, o.Grace = dir, testLog(t), p, 2, time.Millisecond
	e, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	_, before, planned := count(e)
	if p.most = int64(matches - before); matches == planned {
		p.most = 0
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	watching := make(chan error, 1)
	go func() {
		watching <- e.waitUntil(ctx, func() bool { _, played, _ := e.schedule.Count(); return played >= matches })
		cancel()
	}()
	if err := e.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	<-watching
	must(t, e.untilStored(t.Context()))
	_, played, _ := count(e)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return played
}

// logFile returns the file of the log in a store.
func logFile(t *testing.T, dir string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "jetstream", "jetstream", "*", "streams", "*_log", "msgs", "1.blk"))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	return list[0]
}

// flip changes 8 bytes of a file.
func flip(t *testing.T, path string, at func(size int) int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		data[at(len(data))+i] ^= 0xff
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := errors.Join(os.RemoveAll(to), os.CopyFS(to, os.DirFS(from))); err != nil {
		t.Fatal(err)
	}
}

// TestLostLog: an event whose log has lost records is not played again in silence. It says what is missing and changes
// nothing; --accept goes on without playing a match again that the database has.
func TestLostLog(t *testing.T) {
	t.Parallel()
	ev := testEvent(4, 20)
	want, matches := undisturbed(t, ev.Schedule)
	whole := t.TempDir()
	early := stopped(t, whole, Options{Event: ev}, &fakePlayer{}, matches/4)
	older := filepath.Join(t.TempDir(), "older")
	copyFolder(t, whole, older)
	had := stopped(t, whole, Options{Event: ev}, &fakePlayer{}, matches/2)
	if early == 0 || had <= early || had >= matches {
		t.Fatalf("the test needs a part of the matches: %d, then %d of %d", early, had, matches)
	}
	for what, c := range map[string]struct {
		damage func(dir string)
		since  string // of the message
	}{
		"its files were deleted": {func(dir string) { must(t, os.RemoveAll(filepath.Join(dir, "jetstream"))) }, "from its start"},
		"8 bytes in the middle":  {func(dir string) { flip(t, logFile(t, dir), func(n int) int { return n / 2 }) }, "after 20"},
		"8 bytes at the end":     {func(dir string) { flip(t, logFile(t, dir), func(n int) int { return n - 40 }) }, "after 20"},
		"8 bytes at the start":   {func(dir string) { flip(t, logFile(t, dir), func(int) int { return 30 }) }, "from its start"},
		"cut": {func(dir string) {
			info, err := os.Stat(logFile(t, dir))
			must(t, err)
			must(t, os.Truncate(logFile(t, dir), info.Size()/2))
		}, "after 20"},
		"an older log": {func(dir string) { copyFolder(t, filepath.Join(older, "jetstream"), filepath.Join(dir, "jetstream")) }, "after 20"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			dir, ev := filepath.Join(t.TempDir(), "store"), testEvent(4, 20) // Open completes the event
			copyFolder(t, whole, dir)
			c.damage(dir)
			for _, rebuild := range []bool{false, true} {
				_, err := Open(t.Context(), Options{Dir: dir, Event: ev, Jobs: -1, Rebuild: rebuild, Log: testLog(t)})
				var lost *LostError
				if !errors.As(err, &lost) || lost.Had != had || lost.Has > had ||
					!strings.Contains(err.Error(), c.since) || !strings.Contains(err.Error(), "--accept") {
					t.Fatalf("rebuild %v: %v, %+v", rebuild, err, lost)
				}
			}
			p := &fakePlayer{}
			if played := stopped(t, dir, Options{Event: ev, Accept: true}, p, matches); played != matches {
				t.Errorf("%d of %d matches were played", played, matches)
			}
			if n := int(p.plays.Load()); n != matches-had {
				t.Errorf("%d matches were played, want %d: the database had the others", n, matches-had)
			}
			checkWhole(t, open(t, Options{Dir: dir, Event: ev, Jobs: -1}), want, matches)
			if aside, err := filepath.Glob(filepath.Join(dir, "event.before-*.db")); err != nil || len(aside) != 1 {
				t.Errorf("the database of before: %v, %v", aside, err)
			}
		})
	}
}

// TestOlderDatabase: a database that is older than the log, or missing, is brought up to date without a word.
func TestOlderDatabase(t *testing.T) {
	ev := testEvent(4, 20)
	want, matches := undisturbed(t, ev.Schedule)
	dir := t.TempDir()
	stopped(t, dir, Options{Event: ev}, &fakePlayer{}, matches/4)
	before, err := os.ReadFile(filepath.Join(dir, databaseFile))
	must(t, err)
	stopped(t, dir, Options{Event: ev}, &fakePlayer{}, matches)
	for what, put := range map[string]func() error{
		"older":   func() error { return os.WriteFile(filepath.Join(dir, databaseFile), before, 0o600) },
		"missing": func() error { return os.Remove(filepath.Join(dir, databaseFile)) },
	} {
		for _, suffix := range []string{"-wal", "-shm"} {
			if err := os.Remove(filepath.Join(dir, databaseFile+suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
		must(t, put())
		e, err := Open(t.Context(), Options{Dir: dir, Event: ev, Jobs: -1})
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		checkWhole(t, e, want, matches)
		must(t, e.Close())
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
