package harness

import (
	"os"
	"sync"
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
		Bound: s.Cores != nil,
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
		filter := givenFilter()
		if filter == nil {
			filter = processor.Program(s.place(), s.Tell)
		}
		for _, wait := range []uintptr{unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, 0} { // the first: Linux 5.19
			if told, errno := setFilter(filter, flags|wait); errno == 0 {
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

// filters are the filters that this process has made, as files, because making one takes longer than installing it.
var filters struct {
	sync.Mutex
	files map[filterKey]*os.File
}

type filterKey struct {
	place syscalls.Place
	tell  syscalls.Tell
}

const instruction = int(unsafe.Sizeof(unix.SockFilter{}))

// filterAsFile returns a file with the filter that tells refused calls. It stays open. The file is empty if there is no
// such filter.
func (s *botSpec) filterAsFile() (*os.File, error) {
	key := filterKey{s.place(), s.Tell}
	filters.Lock()
	defer filters.Unlock()
	if f := filters.files[key]; f != nil {
		return f, nil
	}
	fd, err := unix.MemfdCreate("filter", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), "filter")
	if processor != nil && s.Level > SandboxNone && s.Tell != syscalls.TellNothing {
		program := processor.Program(key.place, key.tell)
		_, err = f.Write(unsafe.Slice((*byte)(unsafe.Pointer(&program[0])), len(program)*instruction))
	}
	const sealed = unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL
	if err == nil {
		_, err = unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, sealed)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	if filters.files == nil {
		filters.files = map[filterKey]*os.File{}
	}
	filters.files[key] = f
	return f, nil
}

// givenFilter returns the filter that the arena has handed to this process, or nil.
func givenFilter() []unix.SockFilter {
	var st unix.Stat_t
	if unix.Fstat(filterFile, &st) != nil || st.Size <= 0 || int(st.Size)%instruction != 0 {
		return nil
	}
	filter := make([]unix.SockFilter, int(st.Size)/instruction)
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&filter[0])), int(st.Size))
	if n, err := unix.Pread(filterFile, bytes, 0); err != nil || n != len(bytes) {
		return nil
	}
	return filter
}
