//go:build unix

package hexabomb

import (
	"syscall"
	"testing"
	"time"
)

// processTime is the processor time that this program has used. On a busy machine it tells more than the time of day.
func processTime(tb testing.TB) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
