//go:build linux && !((amd64 || arm64) && !race)

package harness

import "syscall"

// sharing would be the flags with which no memory is copied.
const sharing = 0

// vfork is clone. process gets a descriptor of the new process. It returns twice, in both processes.
//
//go:norace
//go:nosplit
func vfork(flags, process uintptr) (child, errno uintptr) {
	child, _, e := syscall.RawSyscall6(syscall.SYS_CLONE, flags, 0, process, 0, 0, 0)
	return child, uintptr(e)
}
