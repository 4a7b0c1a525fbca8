package harness

import (
	"math"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The filter of system calls. It forbids calls that affect more than the bot: other processes, the kernel, the network
// except TCP, and memory that no limit counts. It is a program for the kernel's packet filter. It checks the number of
// a call and its numeric arguments; it cannot follow pointers.

// verdict is what the filter does with a call that matches a rule.
type verdict uint32

const (
	deny    = verdict(unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM))
	missing = verdict(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)) // programs then work without the call
	pretend = verdict(unix.SECCOMP_RET_ERRNO)                       // do nothing and return 0
)

// argument is a test of an argument of a call. It compares the lower or upper 32 bits, masked, with value; not inverts
// it.
type argument struct {
	index int
	mask  uint32 // 0: all bits
	value uint32
	not   bool
	upper bool
}

// rule is a call that is not allowed if all its tests match.
type rule struct {
	call  uintptr
	tests []argument
	then  verdict
}

const (
	namespaceFlags = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET
	socketTypes = 0xf               // bits of the type of a socket; the others are flags
	everything  = math.MaxUint32    // as a process id: all processes
	quickly     = unix.MSG_FASTOPEN // flag of sendto: connect as well
	fakeInput   = unix.TIOCSTI      // ioctl that types for the user at the terminal
	console     = unix.TIOCLINUX    // the same

	setExtendedFlags = 0x401c5820 // ioctl FS_IOC_FSSETXATTR
)

func is(index int, value uint32) argument    { return argument{index: index, value: value} }
func isNot(index int, value uint32) argument { return argument{index: index, value: value, not: true} }
func has(index int, bits uint32) argument {
	return argument{index: index, mask: bits, value: 0, not: true}
}
func isNotUpper(index int) argument { return argument{index: index, not: true, upper: true} }

// systemCallRules returns the rules of a level, with or without changes of the modes of files below namespaces.
func systemCallRules(level SandboxLevel, modes bool) (rules []rule) {
	for _, call := range deniedCalls {
		rules = append(rules, rule{call, nil, deny})
	}
	for _, call := range missingCalls {
		rules = append(rules, rule{call, nil, missing})
	}
	when := func(call uintptr, tests ...argument) { rules = append(rules, rule{call, tests, deny}) }
	// Where the scheduler groups processes by session, each session has its own share of the processor. A bot has one
	// session and must not create more. Its children need none: they are killed with the bot anyway.
	rules = append(rules, rule{unix.SYS_SETSID, nil, pretend})
	when(unix.SYS_CLONE, has(0, namespaceFlags))
	when(unix.SYS_PRLIMIT64, isNot(0, 0))
	for _, limit := range softLimits { // the hard limits are those of the supervisor
		when(unix.SYS_SETRLIMIT, is(0, uint32(limit)))
		when(unix.SYS_PRLIMIT64, is(1, uint32(limit)), isNot(2, 0)) // the new limit is a pointer that is not nil
		when(unix.SYS_PRLIMIT64, is(1, uint32(limit)), isNotUpper(2))
	}
	when(unix.SYS_SETPRIORITY, isNot(1, 0))
	when(unix.SYS_SETPRIORITY, is(0, unix.PRIO_USER))
	when(unix.SYS_IOCTL, is(1, fakeInput))
	when(unix.SYS_IOCTL, is(1, console))
	when(unix.SYS_KILL, is(0, everything))
	// TCP over IPv4 and IPv6 only, and no connections that Landlock does not see.
	when(unix.SYS_SOCKET, isNot(0, unix.AF_INET), isNot(0, unix.AF_INET6))
	when(unix.SYS_SOCKET, argument{index: 1, mask: socketTypes, value: unix.SOCK_STREAM, not: true})
	when(unix.SYS_SOCKET, isNot(2, 0), isNot(2, unix.IPPROTO_TCP))
	when(unix.SYS_SOCKETPAIR, isNot(0, unix.AF_UNIX))
	// A socket for datagrams can send to others.
	when(unix.SYS_SOCKETPAIR, argument{index: 1, mask: socketTypes, value: unix.SOCK_STREAM, not: true})
	when(unix.SYS_SENDTO, has(3, quickly))
	when(unix.SYS_SENDMSG, has(2, quickly))
	when(unix.SYS_SENDMMSG, has(3, quickly))
	when(unix.SYS_SETSOCKOPT, is(1, unix.IPPROTO_TCP), is(2, unix.TCP_FASTOPEN))
	when(unix.SYS_SETSOCKOPT, is(1, unix.IPPROTO_TCP), is(2, unix.TCP_FASTOPEN_CONNECT))
	if level < SandboxNamespaces { // in namespaces there are only the bot's own threads and its own network
		when(unix.SYS_LISTEN)
		if !modes {
			for _, call := range attributeCalls {
				when(call)
			}
			when(unix.SYS_UTIMENSAT, isNot(1, 0)) // the path is not nil; without a path it is for an open file
			when(unix.SYS_UTIMENSAT, isNotUpper(1))
			when(unix.SYS_IOCTL, is(1, unix.FS_IOC_SETFLAGS))
			when(unix.SYS_IOCTL, is(1, setExtendedFlags))
		}
		for _, call := range watchCalls {
			rules = append(rules, rule{call, nil, missing})
		}
		for _, call := range []uintptr{
			unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
		} {
			when(call, isNot(0, 0))
		}
	}
	return rules
}

// deniedCalls are never allowed, on any processor.
var deniedCalls = append([]uintptr{
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES,
	unix.SYS_IOPRIO_SET,
	unix.SYS_PERF_EVENT_OPEN, unix.SYS_BPF, unix.SYS_USERFAULTFD, unix.SYS_SYSLOG,
	// the system
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_OPEN_TREE_ATTR,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
	unix.SYS_REBOOT, unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_ACCT,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME,
	unix.SYS_ADJTIMEX, unix.SYS_VHANGUP, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_FANOTIFY_INIT,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
}, processorCalls...)

// attributeCalls change the mode, the owner or the attributes of files. Landlock does not restrict them, so an ordinary
// user's bot could take away the files of other bots with them.
var attributeCalls = append([]uintptr{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
}, processorAttributeCalls...)

// watchCalls reveal the names of files in folders that Landlock does not let the bot list.
var watchCalls = append([]uintptr{unix.SYS_INOTIFY_INIT1}, processorWatchCalls...)

// missingCalls fail as on an older kernel. Programs then use another call, which is filtered or limited.
var missingCalls = []uintptr{
	// The filter cannot see the arguments of these calls.
	unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	// Memory outside of the limits.
	unix.SYS_MEMFD_CREATE, unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_VMSPLICE,
}

// Offsets in what the filter looks at, struct seccomp_data.
const (
	offsetCall      = 0
	offsetProcessor = 4
	offsetArguments = 16

	otherNumbers = 0x40000000 // calls from here on are of the x32 ABI, with different numbers
)

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func verdictOf(v uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: v}
}

// filterProgram returns the program for the rules.
func filterProgram(rules []rule) []unix.SockFilter {
	const jumpIfEqual = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	program := []unix.SockFilter{
		load(offsetProcessor),
		{Code: jumpIfEqual, K: processor, Jt: 1},
		verdictOf(uint32(deny)), // a program for another processor, whose calls have different numbers
		load(offsetCall),
		{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, K: otherNumbers, Jf: 1},
		verdictOf(uint32(missing)),
	}
	for _, r := range rules {
		size := 2 // the verdict, and loading the number of the call again for the next rule
		for _, t := range r.tests {
			size += t.size()
		}
		program = append(program, unix.SockFilter{Code: jumpIfEqual, K: uint32(r.call), Jf: uint8(size)})
		for _, t := range r.tests {
			program = append(program, load(t.offset()))
			if t.mask != 0 {
				program = append(program, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: t.mask})
			}
			size -= t.size()
			past := uint8(size - 1) // to the number of the call
			jump := unix.SockFilter{Code: jumpIfEqual, K: t.value}
			if t.not {
				jump.Jt = past
			} else {
				jump.Jf = past
			}
			program = append(program, jump)
		}
		program = append(program, verdictOf(uint32(r.then)), load(offsetCall))
	}
	return append(program, verdictOf(unix.SECCOMP_RET_ALLOW))
}

// offset returns where the tested half of the argument is. All processors with a filter store the lower half first.
func (t argument) offset() uint32 {
	if t.upper {
		return offsetArguments + 8*uint32(t.index) + 4
	}
	return offsetArguments + 8*uint32(t.index)
}

// size returns how many instructions a test takes.
func (t argument) size() int {
	if t.mask != 0 {
		return 3
	}
	return 2
}

// filterSystemCalls installs the filter of a level for this thread and all that it starts. It cannot be removed.
func filterSystemCalls(level SandboxLevel, modes bool) error {
	if processor == 0 {
		return nil // Reachable says that there is none
	}
	filter := filterProgram(systemCallRules(level, modes))
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
