package syscalls

import (
	"math"

	"golang.org/x/sys/unix"
)

// The rules for the arguments of calls. See groups.

func num(number uint32, name string) Value { return Value{number, name} }
func is(arg int, values ...Value) Test     { return Test{Arg: arg, Values: values} }
func not(arg int, values ...Value) Test    { return Test{Arg: arg, Values: values, Not: true} }
func has(arg int, bits uint32, name string) Test {
	return Test{Arg: arg, Mask: bits, Values: []Value{{0, name}}, Not: true}
}
func given(arg int, name string) Test {
	return Test{Arg: arg, Values: []Value{{0, name}}, Nil: true, Not: true}
}

var fcntlRules = []Rule{
	{Tests: []Test{is(1,
		num(unix.F_GETFL, "F_GETFL"), num(unix.F_SETFL, "F_SETFL"), num(unix.F_SETFD, "F_SETFD"),
		num(unix.F_GETFD, "F_GETFD"), num(unix.F_DUPFD_CLOEXEC, "F_DUPFD_CLOEXEC"), num(unix.F_DUPFD, "F_DUPFD"),
		num(unix.F_DUPFD_QUERY, "F_DUPFD_QUERY"), num(unix.F_CREATED_QUERY, "F_CREATED_QUERY"),
		num(unix.F_GETOWN, "F_GETOWN"), num(unix.F_GETSIG, "F_GETSIG"), num(unix.F_GETOWN_EX, "F_GETOWN_EX"),
		num(unix.F_GETLEASE, "F_GETLEASE"),
		num(unix.F_GETPIPE_SZ, "F_GETPIPE_SZ"), num(unix.F_GET_SEALS, "F_GET_SEALS"),
	)}, Then: Allow, Why: "descriptors and their flags"},
	{Tests: []Test{is(1,
		num(unix.F_SETLK, "F_SETLK"), num(unix.F_SETLKW, "F_SETLKW"), num(unix.F_GETLK, "F_GETLK"),
		num(unix.F_OFD_SETLK, "F_OFD_SETLK"), num(unix.F_OFD_SETLKW, "F_OFD_SETLKW"),
		num(unix.F_OFD_GETLK, "F_OFD_GETLK"),
	)}, Then: Allow, Why: "locks: an exclusive one needs a file that is open for writing"},
	{Tests: []Test{is(1, num(unix.F_SETLEASE, "F_SETLEASE"), num(unix.F_NOTIFY, "F_NOTIFY"))}, Then: Refuse,
		Why: "it holds up others who open the file, or watches them"},
	{Tests: []Test{is(1, num(unix.F_SETOWN, "F_SETOWN"), num(unix.F_SETOWN_EX, "F_SETOWN_EX"),
		num(unix.F_SETSIG, "F_SETSIG"))}, Then: Refuse, Why: "signals to any process"},
	{Tests: []Test{is(1, num(unix.F_SETPIPE_SZ, "F_SETPIPE_SZ"))}, Then: Refuse,
		Why: "the kernel counts the memory of pipes for the user"},
}

// Commands of ioctl that golang.org/x/sys has no names for. They are the same on both processors.
const (
	fionread  = 0x541b // the same as TIOCINQ
	fionbio   = 0x5421
	fionclex  = 0x5450
	fioclex   = 0x5451
	fioasync  = 0x5452
	figetbsz  = 2
	tcgets2   = 0x802c542a
	fioqsize  = 0x5460
	fiosetown = 0x8901

	setExtendedFlags = 0x401c5820 // FS_IOC_FSSETXATTR
)

var ioctlRules = []Rule{
	{Tests: []Test{is(1,
		num(unix.TCGETS, "TCGETS"), num(tcgets2, "TCGETS2"), num(unix.TIOCGWINSZ, "TIOCGWINSZ"),
		num(unix.TIOCGPGRP, "TIOCGPGRP"), num(unix.TIOCGSID, "TIOCGSID"), num(unix.TIOCOUTQ, "TIOCOUTQ"),
		num(fionread, "FIONREAD"), num(fionbio, "FIONBIO"), num(fioclex, "FIOCLEX"), num(fionclex, "FIONCLEX"),
		num(fioasync, "FIOASYNC"), num(unix.SIOCATMARK, "SIOCATMARK"), num(figetbsz, "FIGETBSZ"),
		num(fioqsize, "FIOQSIZE"),
	)}, Then: Allow, Why: "is it a terminal, how much is there to read, flags of descriptors"},
	{Tests: []Test{is(1, num(unix.TIOCSTI, "TIOCSTI"), num(unix.TIOCLINUX, "TIOCLINUX"))}, Then: Refuse,
		Why: "it types for the user at the terminal"},
	{Tests: []Test{is(1, num(unix.TCSETS, "TCSETS"), num(unix.TCSETSW, "TCSETSW"), num(unix.TCSETSF, "TCSETSF"))},
		Then: Refuse, Why: "it changes the user's terminal"},
	{Tests: []Test{is(1, num(fiosetown, "FIOSETOWN"), num(unix.SIOCSPGRP, "SIOCSPGRP"))}, Then: Refuse,
		Why: "signals to any process"},
	{Tests: []Test{is(1, num(unix.FS_IOC_SETFLAGS, "FS_IOC_SETFLAGS"), num(setExtendedFlags, "FS_IOC_FSSETXATTR"))},
		Then: Refuse, Why: "attributes of files"},
}

var prctlRules = []Rule{
	{Tests: []Test{is(0,
		num(unix.PR_SET_NAME, "PR_SET_NAME"), num(unix.PR_GET_NAME, "PR_GET_NAME"), num(unix.PR_SET_VMA, "PR_SET_VMA"),
		num(unix.PR_SET_PDEATHSIG, "PR_SET_PDEATHSIG"), num(unix.PR_GET_PDEATHSIG, "PR_GET_PDEATHSIG"),
		num(unix.PR_SET_TIMERSLACK, "PR_SET_TIMERSLACK"), num(unix.PR_GET_TIMERSLACK, "PR_GET_TIMERSLACK"),
		num(unix.PR_SET_THP_DISABLE, "PR_SET_THP_DISABLE"), num(unix.PR_GET_THP_DISABLE, "PR_GET_THP_DISABLE"),
		num(unix.PR_SET_TAGGED_ADDR_CTRL, "PR_SET_TAGGED_ADDR_CTRL"),
		num(unix.PR_GET_TAGGED_ADDR_CTRL, "PR_GET_TAGGED_ADDR_CTRL"),
		num(unix.PR_PAC_RESET_KEYS, "PR_PAC_RESET_KEYS"), num(unix.PR_SVE_GET_VL, "PR_SVE_GET_VL"),
	)}, Then: Allow, Why: "names and settings of its own threads and memory"},
	{Tests: []Test{is(0,
		num(unix.PR_GET_DUMPABLE, "PR_GET_DUMPABLE"), num(unix.PR_GET_KEEPCAPS, "PR_GET_KEEPCAPS"),
		num(unix.PR_GET_SECCOMP, "PR_GET_SECCOMP"), num(unix.PR_CAPBSET_READ, "PR_CAPBSET_READ"),
		num(unix.PR_GET_SECUREBITS, "PR_GET_SECUREBITS"), num(unix.PR_GET_NO_NEW_PRIVS, "PR_GET_NO_NEW_PRIVS"),
		num(unix.PR_SET_NO_NEW_PRIVS, "PR_SET_NO_NEW_PRIVS"), num(unix.PR_GET_AUXV, "PR_GET_AUXV"),
		num(unix.PR_GET_CHILD_SUBREAPER, "PR_GET_CHILD_SUBREAPER"),
		num(unix.PR_SET_CHILD_SUBREAPER, "PR_SET_CHILD_SUBREAPER"),
		num(unix.PR_GET_SPECULATION_CTRL, "PR_GET_SPECULATION_CTRL"),
	)}, Then: Allow, Why: "what it may do, which it knows"},
	{Tests: []Test{is(0, num(unix.PR_SET_DUMPABLE, "PR_SET_DUMPABLE")), is(1, num(1, "1"))}, Then: Allow,
		Why: "as it is already"},
	{Tests: []Test{is(0, num(unix.PR_SET_DUMPABLE, "PR_SET_DUMPABLE"))}, Then: Refuse,
		Why: "it hides from the arena what memory it uses"},
	{Tests: []Test{is(0, num(unix.PR_SCHED_CORE, "PR_SCHED_CORE"),
		num(unix.PR_SET_MEMORY_MERGE, "PR_SET_MEMORY_MERGE"))},
		Then: Refuse, Why: "it makes the kernel work, or takes cores from others"},
}

// Commands of arch_prctl, which only x86 has.
var archRules = []Rule{
	{Tests: []Test{is(0,
		num(0x1001, "ARCH_SET_GS"), num(0x1002, "ARCH_SET_FS"), num(0x1003, "ARCH_GET_FS"), num(0x1004, "ARCH_GET_GS"),
		num(0x1021, "ARCH_GET_XCOMP_SUPP"), num(0x1022, "ARCH_GET_XCOMP_PERM"), num(0x1023, "ARCH_REQ_XCOMP_PERM"),
	)}, Then: Allow, Why: "registers of its own threads"},
}

var fadviseRules = []Rule{
	{Tests: []Test{is(3, num(unix.FADV_DONTNEED, "POSIX_FADV_DONTNEED"))}, Then: Pretend,
		Why: "a rival with the same interpreter would have to read it from the disk"},
}

var madviseRules = []Rule{
	{Tests: []Test{is(2, num(unix.MADV_COLD, "MADV_COLD"), num(unix.MADV_PAGEOUT, "MADV_PAGEOUT"))}, Then: Refuse,
		Why: "a rival with the same interpreter would have to read it from the disk"},
	{Tests: []Test{is(2, num(unix.MADV_MERGEABLE, "MADV_MERGEABLE"), num(unix.MADV_HWPOISON, "MADV_HWPOISON"),
		num(101, "MADV_SOFT_OFFLINE"))}, Then: Refuse, Why: "it makes the kernel work, or takes memory away"},
}

var mmapRules = []Rule{
	{Tests: []Test{has(3, unix.MAP_HUGETLB, "MAP_HUGETLB")}, Then: Refuse,
		Why: "the machine has a bounded number of huge pages for all"},
}

var personalityRules = []Rule{
	{Tests: []Test{is(0, num(0, "PER_LINUX"), num(0x40000, "fixed addresses"), num(math.MaxUint32, "which it is"))},
		Then: Allow, Why: "the usual one"},
}

var cloneRules = []Rule{
	{Tests: []Test{has(0, unix.CLONE_NEWNS|unix.CLONE_NEWCGROUP|unix.CLONE_NEWUTS|unix.CLONE_NEWIPC|
		unix.CLONE_NEWUSER|unix.CLONE_NEWPID|unix.CLONE_NEWNET, "CLONE_NEW…")}, Then: Refuse, Why: "new namespaces"},
}

// deviceRules are for a call whose mode is the given argument.
func deviceRules(mode int) []Rule {
	devices := Test{Arg: mode, Mask: unix.S_IFMT, Values: []Value{{unix.S_IFCHR, "S_IFCHR"}, {unix.S_IFBLK, "S_IFBLK"}}}
	return []Rule{{Tests: []Test{devices}, Then: Refuse, Why: "devices"}}
}

var killRules = []Rule{
	{Tests: []Test{is(0, num(math.MaxUint32, "-1"))}, Then: Refuse, Why: "all processes of the user"},
}

var priorityRules = []Rule{
	{Tests: []Test{not(1, num(0, "itself"))}, Then: Refuse, Why: "another process"},
	{Tests: []Test{is(0, num(unix.PRIO_USER, "PRIO_USER"))}, Then: Refuse, Why: "all processes of the user"},
}

// softLimits are those of whose hard limit the supervisor needs more than the bot; see harness.
var (
	softLimits    = []Value{num(unix.RLIMIT_NPROC, "RLIMIT_NPROC"), num(unix.RLIMIT_NOFILE, "RLIMIT_NOFILE")}
	setlimitRules = []Rule{
		{Tests: []Test{is(0, softLimits...)}, Then: Refuse, Quiet: true, Why: "limits that the arena has more of"},
	}
	prlimitRules = []Rule{
		{Tests: []Test{not(0, num(0, "itself"))}, Then: Refuse, Why: "another process"},
		{Tests: []Test{is(1, softLimits...), given(2, "a new limit")}, Then: Refuse, Quiet: true,
			Why: "limits that the arena has more of"},
	}
)

const socketType = 0xf // the bits of the type of a socket; the others are flags

var streamOnly = Rule{
	Tests: []Test{{Arg: 1, Mask: socketType, Values: []Value{{unix.SOCK_STREAM, "SOCK_STREAM"}}, Not: true}},
	Then:  Refuse, Why: "datagrams and raw sockets",
}

var socketRules = []Rule{
	{Tests: []Test{not(0, num(unix.AF_INET, "AF_INET"), num(unix.AF_INET6, "AF_INET6"))}, Then: Refuse,
		Why: "other families"},
	streamOnly,
	{Tests: []Test{not(2, num(0, "0"), num(unix.IPPROTO_TCP, "IPPROTO_TCP"))}, Then: Refuse,
		Why: "other protocols, which Landlock does not see"},
}

// A socket for datagrams can send to others.
var pairRules = []Rule{
	{Tests: []Test{not(0, num(unix.AF_UNIX, "AF_UNIX"))}, Then: Refuse, Why: "other families"},
	streamOnly,
}

var optionRules = []Rule{
	{Tests: []Test{is(1, num(unix.SOL_SOCKET, "SOL_SOCKET")), is(2,
		num(unix.SO_REUSEADDR, "SO_REUSEADDR"), num(unix.SO_REUSEPORT, "SO_REUSEPORT"),
		num(unix.SO_KEEPALIVE, "SO_KEEPALIVE"), num(unix.SO_LINGER, "SO_LINGER"), num(unix.SO_SNDBUF, "SO_SNDBUF"),
		num(unix.SO_RCVBUF, "SO_RCVBUF"), num(unix.SO_RCVTIMEO_OLD, "SO_RCVTIMEO"),
		num(unix.SO_SNDTIMEO_OLD, "SO_SNDTIMEO"), num(unix.SO_RCVTIMEO_NEW, "SO_RCVTIMEO_NEW"),
		num(unix.SO_SNDTIMEO_NEW, "SO_SNDTIMEO_NEW"), num(unix.SO_RCVLOWAT, "SO_RCVLOWAT"),
		num(unix.SO_BROADCAST, "SO_BROADCAST"), num(unix.SO_OOBINLINE, "SO_OOBINLINE"),
		num(unix.SO_DONTROUTE, "SO_DONTROUTE"), num(unix.SO_PRIORITY, "SO_PRIORITY"),
		num(unix.SO_TIMESTAMP_OLD, "SO_TIMESTAMP"), num(unix.SO_PASSCRED, "SO_PASSCRED"),
	)}, Then: Allow, Why: "the usual options"},
	{Tests: []Test{is(1, num(unix.IPPROTO_TCP, "IPPROTO_TCP")), is(2,
		num(unix.TCP_NODELAY, "TCP_NODELAY"), num(unix.TCP_MAXSEG, "TCP_MAXSEG"), num(unix.TCP_CORK, "TCP_CORK"),
		num(unix.TCP_KEEPIDLE, "TCP_KEEPIDLE"), num(unix.TCP_KEEPINTVL, "TCP_KEEPINTVL"),
		num(unix.TCP_KEEPCNT, "TCP_KEEPCNT"), num(unix.TCP_SYNCNT, "TCP_SYNCNT"), num(unix.TCP_LINGER2, "TCP_LINGER2"),
		num(unix.TCP_DEFER_ACCEPT, "TCP_DEFER_ACCEPT"), num(unix.TCP_WINDOW_CLAMP, "TCP_WINDOW_CLAMP"),
		num(unix.TCP_QUICKACK, "TCP_QUICKACK"), num(unix.TCP_CONGESTION, "TCP_CONGESTION"),
		num(unix.TCP_USER_TIMEOUT, "TCP_USER_TIMEOUT"), num(unix.TCP_NOTSENT_LOWAT, "TCP_NOTSENT_LOWAT"),
	)}, Then: Allow, Why: "the usual options"},
	{Tests: []Test{is(1, num(unix.IPPROTO_TCP, "IPPROTO_TCP")),
		is(2, num(unix.TCP_FASTOPEN, "TCP_FASTOPEN"), num(unix.TCP_FASTOPEN_CONNECT, "TCP_FASTOPEN_CONNECT"))},
		Then: Refuse, Why: "connections that Landlock does not see"},
	{Tests: []Test{is(1, num(unix.IPPROTO_IP, "IPPROTO_IP")),
		is(2, num(unix.IP_TOS, "IP_TOS"), num(unix.IP_TTL, "IP_TTL"), num(unix.IP_MTU_DISCOVER, "IP_MTU_DISCOVER"))},
		Then: Allow, Why: "the usual options; mono sets the last one for every socket, or ends"},
	{Tests: []Test{is(1, num(unix.IPPROTO_IPV6, "IPPROTO_IPV6")), is(2, num(unix.IPV6_V6ONLY, "IPV6_V6ONLY"),
		num(unix.IPV6_TCLASS, "IPV6_TCLASS"), num(unix.IPV6_UNICAST_HOPS, "IPV6_UNICAST_HOPS"),
		num(unix.IPV6_MTU_DISCOVER, "IPV6_MTU_DISCOVER"))},
		Then: Allow, Why: "the usual options"},
}

// fastOpen refuses a call whose flags are the given argument and which connects as well.
func fastOpen(flags int) []Rule {
	return []Rule{{Tests: []Test{has(flags, unix.MSG_FASTOPEN, "MSG_FASTOPEN")}, Then: Refuse,
		Why: "connections that Landlock does not see"}}
}
