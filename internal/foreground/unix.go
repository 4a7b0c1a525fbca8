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

// ignoreStops makes a read in the background fail instead of stopping the process.
func ignoreStops() { signal.Ignore(syscall.SIGTTIN) }

// isBackground reports whether f is the terminal of this process, and another process group is in its foreground.
func isBackground(f *os.File) bool {
	foreground, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && foreground != unix.Getpgrp()
}

// Await waits until this process is in the foreground of the terminal f, or ctx ends. It returns at once if f is not
// the terminal of this process. The system does not report the change, so Await checks from time to time.
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
