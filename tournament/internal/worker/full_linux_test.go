package worker

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// smallDisk mounts a disk of this size.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no small disk can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestFullDiskOfAWorker: if a build or a replay fails because the disk is full, the machine is at fault, and the work
// succeeds when there is space.
func TestFullDiskOfAWorker(t *testing.T) {
	dir := smallDisk(t, "16m")
	s := newStore()
	version := s.bot(t, "play", `build = "sh -c 'head -c 1000000 /dev/zero > made.bin'"`)
	sc := set(t, s, func(o *Options) { o.Dir = dir }, version).match(0, 1)
	stuff := filepath.Join(dir, "stuff")
	fill := func() {
		t.Helper()
		if err := os.WriteFile(stuff, make([]byte, 32<<20), 0o600); !errors.Is(err, unix.ENOSPC) {
			t.Fatalf("the disk is not full: %v", err)
		}
	}
	room := func() {
		t.Helper()
		if err := os.Remove(stuff); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	if err := os.Truncate(stuff, 15<<20); err != nil { // room for the archive, but not for the build
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "more"), make([]byte, 900_000), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sc.worker.Play(t.Context(), sc.job, nil); !errors.Is(err, ErrMachine) || !strings.Contains(err.Error(), "space") {
		t.Errorf("a build on a full disk: %v", err)
	}
	room()
	if r := play(t, sc.worker, sc.job)[0]; r.Reasons != nil || r.Replay == "" {
		t.Errorf("with room: %+v", r)
	}
	fill()
	if _, err := sc.worker.Play(t.Context(), sc.job, nil); !errors.Is(err, ErrMachine) {
		t.Errorf("a replay on a full disk: %v", err)
	}
	room()
	if r := play(t, sc.worker, sc.job)[0]; r.Reasons != nil || r.Replay == "" {
		t.Errorf("with room again: %+v", r)
	}
}
