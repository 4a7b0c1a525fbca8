package engine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/worker"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a disk of some megabytes. This needs root.
func smallDisk(t *testing.T, size string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill fills a disk except for some bytes.
func fill(t *testing.T, path string, leave int64) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	free, err := freeSpace(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 4096)
	for n := free - leave; n > 0; n -= int64(len(block)) {
		if _, err := f.Write(block[:min(n, int64(len(block)))]); errors.Is(err, unix.ENOSPC) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestNearlyFullDisk: an event waits while its disk is nearly full, says so, and continues when there is room. Only jobs
// that were given out before are played meanwhile.
func TestNearlyFullDisk(t *testing.T) {
	disk := smallDisk(t, "96m")
	ev := testEvent(4, 30)
	want, matches := undisturbed(t, ev.Schedule)
	full := make(chan struct{})
	p := &fakePlayer{}
	p.fail = func(ctx context.Context, _ *worker.Job) error {
		if p.plays.Load() > 0 {
			select {
			case <-full:
			case <-ctx.Done():
			}
		}
		return ctx.Err()
	}
	e := open(t, Options{Dir: filepath.Join(disk, "store"), Event: ev, Jobs: 1, Player: p})
	stop := runBeside(t, e)
	until(t, "some matches are played", func() bool { return e.Progress().Played > 0 })
	fill(t, filepath.Join(disk, "filler"), leastSpace/2)
	until(t, "it waits", func() bool { return strings.Contains(e.Progress().Why, "nearly full") })
	close(full)
	until(t, "what was given out is played", func() bool {
		e.mu.Lock()
		defer e.mu.Unlock()
		return len(e.queue.out) == 0
	})
	if p := e.Progress(); p.Done || p.Played == matches {
		t.Fatalf("it is done already: %+v", p)
	}
	if err := os.Remove(filepath.Join(disk, "filler")); err != nil {
		t.Fatal(err)
	}
	until(t, "it is done", func() bool { return !e.running.Load() })
	if err := stop(); err != nil {
		t.Error(err)
	}
	checkWhole(t, e, want, matches)
}

// TestFullDisk: an event whose disk is full says so. It continues after room is made, by itself or, if the broker could
// not write, after a restart.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t, "48m")
	ev := testEvent(6, 40)
	want, matches := undisturbed(t, ev.Schedule)
	o := Options{Dir: filepath.Join(disk, "store"), Event: ev, Jobs: 1, LeastSpace: 1, AckWait: testAckWait,
		Grace: time.Second, Player: &fakePlayer{takes: func(*tournament.Fixture) time.Duration { return 5 * time.Millisecond }}}
	e := open(t, o)
	stop := runBeside(t, e)
	until(t, "some matches are played", func() bool { return e.Progress().Played > 0 })
	filler := filepath.Join(disk, "filler")
	fill(t, filler, 16384)
	waits := func() bool { return strings.Contains(e.Progress().Why, "nearly full") }
	until(t, "it waits, or has ended", func() bool { return waits() || !e.running.Load() })
	other := o
	other.Dir = filepath.Join(disk, "other")
	if _, err := Open(t.Context(), other); !errors.Is(err, ErrFull) {
		t.Errorf("opening another store on a full disk: %v, want ErrFull", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	until(t, "it goes on, or has ended", func() bool { return !waits() || !e.running.Load() })
	until(t, "it is done, or has failed", func() bool { return !e.running.Load() })
	err := stop()
	if err != nil && !strings.Contains(err.Error(), "broker") && !errors.Is(err, ErrFull) {
		t.Fatalf("the run ends with %v, want ErrFull or no error", err)
	}
	if err != nil {
		t.Logf("the run ended with %v", err)
		if err := e.Close(); err != nil {
			t.Log(err)
		}
		e = open(t, o)
		if err := e.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	checkWhole(t, e, want, matches)
}

// TestBrokerFails: if the broker cannot write any more, the run ends and says why.
func TestBrokerFails(t *testing.T) {
	for full, want := range map[bool]string{true: ErrFull.Error(),
		false: "the broker has failed: Filestore [x] Critical write error: I/O"} {
		o := Options{Dir: t.TempDir(), Event: testEvent(2, 1), Jobs: -1}
		if full {
			o.LeastSpace = 1 << 62
		}
		e := open(t, o)
		stop := runBeside(t, e)
		e.broker.lines.Errorf("Filestore [%s] Critical write error: %s", "x", "I/O")
		until(t, "the run has ended", func() bool { return !e.running.Load() })
		if err := stop(); err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, ErrFull) != full {
			t.Errorf("full=%v: the run ends with %v, want %q", full, err, want)
		}
	}
}
