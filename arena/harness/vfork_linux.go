//go:build linux && (amd64 || arm64) && !race

package harness

import "golang.org/x/sys/unix"

// sharing are the flags of clone with which the new process works in the memory of this one, which waits until it has
// executed a program or ended: no memory is copied. Package syscall starts programs in the same way.
const sharing = unix.CLONE_VM | unix.CLONE_VFORK

// vfork is clone. process gets a descriptor of the new process. It returns twice, in both processes.
//
//go:noescape
func vfork(flags, process uintptr) (child, errno uintptr)
