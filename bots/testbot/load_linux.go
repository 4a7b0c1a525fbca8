package testbot

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// timers returns a function that waits for timers of 20 µs. Those of Go are no shorter than a millisecond.
func timers() func() {
	runtime.LockOSThread() // the precision is that of a thread
	fatal(unix.Prctl(unix.PR_SET_TIMERSLACK, 1, 0, 0, 0))
	wait := unix.NsecToTimespec(20_000)
	return func() {
		for range 1000 {
			_ = unix.Nanosleep(&wait, nil)
		}
	}
}
