package filelock

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain: the test binary started again with a file takes its lock, says so, and holds it until it is killed.
func TestMain(m *testing.M) {
	file := os.Getenv("FILELOCK_TEST")
	if file == "" {
		os.Exit(m.Run())
	}
	if _, err := Try(file, Exclusive); err != nil {
		os.Stdout.WriteString(err.Error())
		os.Exit(1)
	}
	os.Stdout.WriteString("x")
	time.Sleep(time.Minute)
}

func TestKinds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lock")
	take := func(kind Kind, want error) *Lock {
		t.Helper()
		l, err := Try(file, kind)
		if !errors.Is(err, want) {
			t.Fatalf("shared %v: error %v, want %v", kind, err, want)
		}
		return l
	}
	a, b := take(Shared, nil), take(Shared, nil)
	take(Exclusive, ErrLocked)
	for _, l := range []*Lock{a, b} {
		if err := l.Unlock(); err != nil {
			t.Fatal(err)
		}
	}
	c := take(Exclusive, nil)
	take(Shared, ErrLocked)
	take(Exclusive, ErrLocked)
	if err := c.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := take(Shared, nil).Unlock(); err != nil {
		t.Fatal(err)
	}
}

// TestTheLockOfAKilledProcess: it ends with the process; who waits for it gets it then.
func TestTheLockOfAKilledProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lock")
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "FILELOCK_TEST="+file)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = other.Process.Kill()
		_ = other.Wait()
	}()
	if said := make([]byte, 1); true {
		if _, err := out.Read(said); err != nil || said[0] != 'x' {
			t.Fatalf("the other process said %q, %v", said, err)
		}
	}
	if _, err := Try(file, Shared); !errors.Is(err, ErrLocked) {
		t.Fatalf("error %v, want that it is locked", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Wait(ended, file, Shared, "", func(string) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	got, lines := make(chan error, 1), make(chan string, 1)
	told := func(line string) { lines <- line }
	go func() {
		l, err := Wait(t.Context(), file, Exclusive, "which holds it", told)
		if err == nil {
			err = l.Unlock()
		}
		got <- err
	}()
	if line := <-lines; !strings.HasPrefix(line, "waiting for another process on this machine, which holds it, since ") {
		t.Errorf("it says %q", line)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Error(err)
	}
}
