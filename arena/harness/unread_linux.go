package harness

import (
	"os"

	"golang.org/x/sys/unix"
)

// unread returns how many bytes a pipe holds; -1: it is closed.
func unread(pipe *os.File) (n int) {
	n = -1
	if c, err := pipe.SyscallConn(); err == nil {
		_ = c.Control(func(fd uintptr) {
			if held, err := unix.IoctlGetInt(int(fd), unix.TIOCINQ); err == nil {
				n = held
			}
		})
	}
	return n
}
