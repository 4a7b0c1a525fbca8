package harness

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"blastyard/arena/harness/internal/syscalls"
)

// place says for which filter of system calls the bot is.
func (s *botSpec) place() syscalls.Place {
	level := map[SandboxLevel]syscalls.Levels{
		SandboxLimits: syscalls.Limits, SandboxFiles: syscalls.Files, SandboxNamespaces: syscalls.Namespaces,
	}[s.Level]
	return syscalls.Place{
		Level: level, Modes: s.MayChangeModes, Shared: s.User == keepUser && s.Level < SandboxNamespaces,
	}
}

// filterSystemCalls installs the filter for this thread and all that it starts. It cannot be removed. It returns the
// descriptor at which the filter tells refused calls, or -1 if the kernel does not tell them.
func (s *botSpec) filterSystemCalls() (told int, err error) {
	if processor == nil {
		return -1, nil // Reachable says that there is none
	}
	if s.Tell != syscalls.TellNothing {
		const flags = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW
		for _, wait := range []uintptr{unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, 0} { // the first: Linux 5.19
			if told, errno := setFilter(processor.Program(s.place(), s.Tell), flags|wait); errno == 0 {
				return told, nil
			}
		}
	}
	// Without this flag older kernels also turn on protections that slow the bot down.
	filter := processor.Program(s.place(), syscalls.TellNothing)
	_, errno := setFilter(filter, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW)
	if errno == unix.EINVAL {
		_, errno = setFilter(filter, 0)
	}
	if errno != 0 {
		return -1, errno
	}
	return -1, nil
}

func setFilter(filter []unix.SockFilter, flags uintptr) (result int, errno unix.Errno) {
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	fd, _, errno := unix.Syscall(
		unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&program)))
	return int(fd), errno
}
