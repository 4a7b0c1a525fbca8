package harness

import (
	"errors"
	"io"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// At SandboxFiles a bot may read its own entry in /proc; Mono, for example, does not run without it. Landlock can be
// told so only when the process is there, and a restriction can no longer be changed. So the process itself completes
// the rules, restricts itself by them, and executes the bot. Package syscall can do nothing between fork and exec, and
// to execute this program once more for it takes longer than all the rest.

//go:linkname beforeFork syscall.runtime_BeforeFork
func beforeFork()

//go:linkname afterFork syscall.runtime_AfterFork
func afterFork()

//go:linkname afterForkInChild syscall.runtime_AfterForkInChild
func afterForkInChild()

// forked is what a new process does before it is the bot. All is prepared before the fork, because after it the process
// has only this thread, and nothing of the runtime works.
type forked struct {
	path, dir  *byte
	argv, envv []*byte
	stdin      uintptr
	user       uintptr // of the bot, and its group; ^0: that of this process
	parent     uintptr // the id of this process

	rules int     // a ruleset of Landlock, to which only the process's own entry is missing
	self  ownRule // for it
	entry *byte   // its path

	errors int // where it tells which step has failed, and why
}

const pathBeneath = 1 // LANDLOCK_RULE_PATH_BENEATH

// ownRule is struct landlock_path_beneath_attr.
type ownRule struct {
	rights uint64
	file   int32
}

// A step is what a new process was doing when it failed.
type step uint32

const (
	stepProcess step = iota
	stepLandlock
	stepProgram
)

// forkRestricted starts a bot at SandboxFiles, whose ruleset is given, and waits until the process runs the bot's
// program. It returns its id, and a descriptor of it or -1.
func (s *botSpec) forkRestricted(rules int, stdin uintptr) (pid, process int, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, -1, failed("a pipe", err)
	}
	defer r.Close()
	f := &forked{stdin: stdin, user: ^uintptr(0), parent: uintptr(os.Getpid()), rules: rules, errors: int(w.Fd())}
	if s.User != keepUser {
		f.user = uintptr(s.User)
	}
	f.self.rights = readRights
	strings := map[string]**byte{s.Path: &f.path, s.Dir: &f.dir, "/proc/self": &f.entry}
	for text, to := range strings {
		if *to, err = syscall.BytePtrFromString(text); err != nil {
			return 0, -1, failed("", syscall.EINVAL)
		}
	}
	f.argv, err = syscall.SlicePtrFromStrings(s.Args)
	if err == nil {
		f.envv, err = syscall.SlicePtrFromStrings(s.Env)
	}
	if err != nil {
		return 0, -1, failed("", syscall.EINVAL)
	}
	fd := int32(-1)
	child, errno := f.fork(&fd)
	w.Close()
	runtime.KeepAlive(f)
	if errno != 0 {
		return 0, -1, failed("starting the bot's process", errno)
	}
	var told [8]byte
	switch _, err = io.ReadFull(r, told[:]); {
	case errors.Is(err, io.EOF): // the bot's program runs, which has closed the pipe
		return int(child), int(fd), nil
	case err != nil:
		return 0, -1, failed("restricting the bot", err)
	}
	_, _ = syscall.Wait4(int(child), nil, 0, nil)
	failure := *(*[2]uint32)(unsafe.Pointer(&told))
	return 0, -1, step(failure[0]).failed(syscall.Errno(failure[1]))
}

func (s step) failed(errno syscall.Errno) error {
	switch s {
	case stepLandlock:
		return failed("Landlock", errno)
	case stepProgram:
		return failed("", errno)
	case stepProcess:
	}
	return failed("starting the bot's process", errno)
}

// fork starts the new process. process gets a descriptor of it.
//
//go:norace
func (f *forked) fork(process *int32) (child uintptr, errno syscall.Errno) {
	syscall.ForkLock.Lock()
	defer syscall.ForkLock.Unlock()
	beforeFork()
	child, errno = f.clone(process)
	afterFork()
	return child, errno
}

// clone returns in the old process only.
//
//go:noinline
//go:norace
//go:nosplit
func (f *forked) clone(process *int32) (child uintptr, errno syscall.Errno) {
	const flags = uintptr(syscall.SIGCHLD) | unix.CLONE_PIDFD | sharing
	child, failed := vfork(flags, uintptr(unsafe.Pointer(process)))
	if failed != 0 || child != 0 { // at once: the new process has used this frame
		return child, syscall.Errno(failed)
	}
	afterForkInChild()
	what, errno := f.become()
	failure := [2]uint32{uint32(what), uint32(errno)}
	_, _, _ = syscall.RawSyscall(syscall.SYS_WRITE, uintptr(f.errors), uintptr(unsafe.Pointer(&failure)),
		unsafe.Sizeof(failure))
	for {
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT, 253, 0, 0)
	}
}

// become turns this new process into the bot. It returns only if that failed.
//
//go:norace
//go:nosplit
func (f *forked) become() (what step, errno syscall.Errno) {
	if errno = f.settle(); errno != 0 {
		return stepProcess, errno
	}
	if errno = f.restrict(); errno != 0 {
		return stepLandlock, errno
	}
	_, _, errno = syscall.RawSyscall(syscall.SYS_EXECVE, uintptr(unsafe.Pointer(f.path)),
		uintptr(unsafe.Pointer(&f.argv[0])), uintptr(unsafe.Pointer(&f.envv[0])))
	return stepProgram, errno
}

// settle does what package syscall does for a new process, in its order.
//
//go:norace
//go:nosplit
func (f *forked) settle() (errno syscall.Errno) {
	if _, _, errno = syscall.RawSyscall(syscall.SYS_SETPGID, 0, 0, 0); errno != 0 {
		return errno
	}
	if f.user != ^uintptr(0) {
		if _, _, errno = syscall.RawSyscall(syscall.SYS_SETGROUPS, 0, 0, 0); errno != 0 {
			return errno
		}
		if _, _, errno = syscall.RawSyscall(syscall.SYS_SETGID, f.user, 0, 0); errno != 0 {
			return errno
		}
		if _, _, errno = syscall.RawSyscall(syscall.SYS_SETUID, f.user, 0, 0); errno != 0 {
			return errno
		}
	}
	const ends = unix.PR_SET_PDEATHSIG
	if _, _, errno = syscall.RawSyscall(syscall.SYS_PRCTL, ends, uintptr(unix.SIGKILL), 0); errno != 0 {
		return errno
	}
	if parent, _, _ := syscall.RawSyscall(syscall.SYS_GETPPID, 0, 0, 0); parent != f.parent {
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT, 253, 0, 0) // it has just ended, and takes this process along
	}
	if _, _, errno = syscall.RawSyscall(syscall.SYS_CHDIR, uintptr(unsafe.Pointer(f.dir)), 0, 0); errno != 0 {
		return errno
	}
	if f.stdin != 0 {
		_, _, errno = syscall.RawSyscall(syscall.SYS_DUP3, f.stdin, 0, 0)
	}
	return errno
}

// restrict completes the rules, and restricts this process by them.
//
//go:norace
//go:nosplit
func (f *forked) restrict() (errno syscall.Errno) {
	at := unix.AT_FDCWD
	entry, _, errno := syscall.RawSyscall6(syscall.SYS_OPENAT, uintptr(at), uintptr(unsafe.Pointer(f.entry)),
		unix.O_PATH|unix.O_CLOEXEC, 0, 0, 0)
	if errno != 0 {
		return errno
	}
	f.self.file = int32(entry)
	if _, _, errno = syscall.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(f.rules), pathBeneath,
		uintptr(unsafe.Pointer(&f.self)), 0, 0, 0); errno != 0 {
		return errno
	}
	_, _, errno = syscall.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(f.rules), 0, 0)
	return errno
}
