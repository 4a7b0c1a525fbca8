package train

import (
	"io"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// awakeFor is how long the program stays awake for the next request. A processor that sleeps between two steps loses
// its caches and its clock, on a virtual machine above all, and the next step takes up to twice as long.
const awakeFor = 500 * time.Microsecond

// stayAwake makes a function that waits until there is something to read, or the input has ended, for as long as
// awakeFor. Whoever else wants the processor meanwhile gets it.
func stayAwake(in io.Reader) func() {
	file, ok := in.(syscall.Conn)
	if !ok {
		return func() {}
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return func() {}
	}
	// Raw calls, as the scheduler of Go need not know of calls that do not wait.
	wait := func(fd uintptr) {
		poll := unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
		now := unix.Timespec{}
		for began := time.Now(); time.Since(began) < awakeFor; {
			n, _, _ := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&poll)), 1,
				uintptr(unsafe.Pointer(&now)), 0, 0, 0)
			if n != 0 { // a request, the end, or a signal
				return
			}
			_, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
		}
	}
	return func() { _ = conn.Control(wait) }
}
