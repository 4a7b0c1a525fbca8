package rounds

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestMoveFileBecomesAPipe: a process left behind by a bot may replace the move file by a pipe just when the arena
// opens it. The arena does not wait for a writer.
func TestMoveFileBecomesAPipe(t *testing.T) {
	dir := t.TempDir()
	move, pipe := filepath.Join(dir, MoveFile), filepath.Join(dir, "pipe")
	if err := os.WriteFile(move, []byte("5"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	swap := func() error {
		return unix.Renameat2(unix.AT_FDCWD, move, unix.AT_FDCWD, pipe, unix.RENAME_EXCHANGE)
	}
	if err := swap(); err != nil {
		t.Skip("this file system cannot exchange two files:", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				_ = swap()
			}
		}
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		for range 20_000 {
			_, _, _ = readMove(root)
		}
	}()
	select {
	case <-read:
	case <-time.After(time.Minute):
		t.Error("it waits for somebody to write into the pipe")
	}
	close(stop)
	<-stopped
	for waits := true; waits; { // opening the pipe for writing would end a wait
		for _, name := range []string{move, pipe} {
			if f, err := os.OpenFile(name, os.O_RDWR, 0); err == nil {
				defer f.Close()
			}
		}
		select {
		case <-read:
			waits = false
		case <-time.After(10 * time.Millisecond):
		}
	}
}
