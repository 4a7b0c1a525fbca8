//go:build unix

package hexabomb

import (
	"syscall"
	"testing"
	"time"
)

// processTime returns the processor time of this program. On a busy machine it is more meaningful than the time of
// day.
func processTime(tb testing.TB) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
