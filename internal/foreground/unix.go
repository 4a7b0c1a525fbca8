//go:build unix

package foreground

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ignoreStops makes a read in the background an error, where it would stop the process.
func ignoreStops() { signal.Ignore(syscall.SIGTTIN) }

// isBackground tells whether f is this process's terminal, and another process group has its foreground.
func isBackground(f *os.File) bool {
	foreground, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && foreground != unix.Getpgrp()
}

// Await waits until this process is in the foreground of the terminal f, or ctx ends. It returns at once where f is not
// the terminal of this process. The system tells nobody of the change, so it looks from time to time.
func Await(ctx context.Context, f *os.File) error {
	if !isBackground(f) {
		return ctx.Err()
	}
	look := time.NewTicker(200 * time.Millisecond)
	defer look.Stop()
	for isBackground(f) {
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
