package train

import (
	"io"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// awakeFor is how long the program stays awake for the next request. A processor that sleeps between two steps loses
// its caches and its clock frequency, mainly on a virtual machine, and the next step takes up to twice as long.
const awakeFor = 500 * time.Microsecond

// stayAwake returns a function that waits until the input can be read or has ended, for at most awakeFor. It yields the
// processor to others meanwhile.
func stayAwake(in io.Reader) func() {
	file, ok := in.(syscall.Conn)
	if !ok {
		return func() {}
	}
	conn, err := file.SyscallConn()
	if err != nil {
		return func() {}
	}
	// Raw calls, because the scheduler of Go need not know about calls that do not block.
	wait := func(fd uintptr) {
		poll := unix.PollFd{Fd: int32(fd), Events: unix.POLLIN}
		now := unix.Timespec{}
		for began := time.Now(); time.Since(began) < awakeFor; {
			n, _, _ := unix.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(&poll)), 1,
				uintptr(unsafe.Pointer(&now)), 0, 0, 0)
			if n != 0 { // a request, the end of the input, or a signal
				return
			}
			_, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
		}
	}
	return func() { _ = conn.Control(wait) }
}
