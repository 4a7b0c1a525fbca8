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

// filterSystemCalls installs the filter for this thread and all that it starts. It cannot be removed.
func (s *botSpec) filterSystemCalls() error {
	if processor == nil {
		return nil // Reachable says that there is none
	}
	filter := processor.Program(s.place(), false)
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	// Without this flag older kernels also turn on protections that slow the bot down.
	for _, flags := range []uintptr{unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, 0} {
		_, _, errno := unix.Syscall(
			unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&program)))
		if errno == 0 {
			return nil
		}
		if errno != unix.EINVAL || flags == 0 {
			return errno
		}
	}
	return nil
}
