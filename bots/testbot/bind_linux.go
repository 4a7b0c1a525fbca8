package testbot

import (
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// Processor is the number of one that this process may use.
func Processor() (int, error) {
	var own unix.CPUSet
	if err := unix.SchedGetaffinity(0, &own); err != nil {
		return 0, err
	}
	n := 0
	for !own.IsSet(n) {
		n++
	}
	return n, nil
}

// bind starts this program anew, on one processor.
func bind(processor string, args []string) {
	runtime.LockOSThread() // the limit is that of a thread, and what it executes inherits it
	n, err := strconv.Atoi(processor)
	fatal(err)
	var set unix.CPUSet
	set.Set(n)
	fatal(unix.SchedSetaffinity(0, &set))
	self, err := os.Executable()
	fatal(err)
	fatal(unix.Exec(self, args, os.Environ()))
}

// compute takes processor time of this thread, in milliseconds.
func compute(milliseconds string) {
	n, err := strconv.Atoi(milliseconds)
	fatal(err)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	clock := func() (ms int64) {
		var t unix.Timespec
		fatal(unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t))
		return t.Nano() / 1e6
	}
	for end := clock() + int64(n); clock() < end; {
		spin()
	}
}
