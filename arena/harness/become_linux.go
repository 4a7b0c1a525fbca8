package harness

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// A supervisor does its work before the packages that this one does not need are initialised, which in a program that
// has all of blastyard takes longer than the work.
func init() { superviseIfNamed() }

// BecomeBot must be called first in main by a program that starts bots, and in TestMain by its tests. In an ordinary
// process it only records that it was called. In a process that Start has started as a bot's supervisor it does not
// return.
func BecomeBot() {
	superviseIfNamed()
	canBecome.Store(true)
	inherited()
}

// superviseIfNamed does not return in a process that was started as a bot's supervisor.
func superviseIfNamed() {
	if len(os.Args) == 0 || os.Args[0] != supervisorName {
		return
	}
	if err := supervise(); err != nil {
		fmt.Fprintln(os.Stderr, "blastyard: start of a bot:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// inherited prevents this process's own inherited files from being inherited by the programs that it starts.
func inherited() {
	if err := unix.CloseRange(3, ^uint(0)>>1&0x7fffffff, unix.CLOSE_RANGE_CLOEXEC); err == nil {
		return
	}
	names, _ := os.ReadDir("/proc/self/fd") // before Linux 5.11
	for _, n := range names {
		if fd, err := strconv.Atoi(n.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}
