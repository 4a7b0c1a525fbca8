package harness

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"blastyard/arena/harness/internal/syscalls"
)

// none is an argument that names nothing: no descriptor, no process and no address.
const none = math.MaxUint64

// dnAccess is DN_ACCESS, with DN_MULTISHOT.
const dnAccess = -0x7fffffff // 0x80000001 in 32 bits

var allNone = [6]uint64{none, none, none, none, none, none}

// unprobed do not return, or would end the probe, if they are allowed.
var unprobed = strings.Fields(
	"exit exit_group pause fork vfork clone rt_sigreturn alarm set_tid_address arch_prctl close_range mmap")

// unfiltered calls do not come to any filter: they are how the kernel traces programs, and kill who makes them itself.
var unfiltered = []string{"uretprobe", "uprobe"}

// missingArguments answer ENOSYS themselves to arguments that they do not know.
var missingArguments = []string{"futex"}

// probes are the calls with a command, with the commands to try.
func probes() (all []probeOf) {
	add := func(call string, arguments ...[6]uint64) { all = append(all, probeOf{call, arguments}) }
	command := func(call string, at int, from, to uint64) {
		for c := from; c <= to; c++ {
			arguments := allNone
			arguments[at] = c
			add(call, arguments)
		}
	}
	command("fcntl", 1, 0, 2048)
	command("ioctl", 1, 0, 16)
	command("ioctl", 1, 0x5400, 0x54ff)
	command("ioctl", 1, 0x8900, 0x89ff)
	for _, c := range []uint64{unix.TCGETS2, unix.FS_IOC_SETFLAGS, 0x401c5820, unix.FICLONE, unix.FS_IOC_GETFLAGS,
		unix.TIOCGPTN, unix.TIOCSPTLCK, 0xc0185879, 0xc0045877} {
		command("ioctl", 1, c, c)
	}
	command("prctl", 0, 0, 128)
	command("prctl", 0, unix.PR_SET_VMA, unix.PR_SET_VMA)
	command("prctl", 0, unix.PR_SET_PTRACER, unix.PR_SET_PTRACER)
	command("arch_prctl", 0, 0x1000, 0x1030)
	command("arch_prctl", 0, 0x3000, 0x3010)
	command("arch_prctl", 0, 0x5000, 0x5010)
	command("madvise", 2, 0, 128)
	command("fadvise64", 3, 0, 8)
	command("personality", 0, 1, 64)
	command("membarrier", 0, 0, 2)
	for family := range uint64(64) {
		for kind := range uint64(16) {
			for _, protocol := range []uint64{0, unix.IPPROTO_TCP, unix.IPPROTO_UDP, unix.IPPROTO_MPTCP, unix.IPPROTO_SCTP} {
				add("socket", [6]uint64{family, kind, protocol})
			}
			add("socketpair", [6]uint64{family, kind, 0, none})
		}
	}
	for _, level := range []uint64{unix.IPPROTO_IP, unix.SOL_SOCKET, unix.IPPROTO_TCP, unix.IPPROTO_IPV6, 255, 263} {
		for option := range uint64(128) {
			add("setsockopt", [6]uint64{none, level, option, none, none})
		}
	}
	for bit := range 32 {
		add("clone", [6]uint64{1 << bit})
	}
	for limit := range uint64(20) {
		add("prlimit64", [6]uint64{0, limit, none, 0}, [6]uint64{1, limit, 0, 0}, [6]uint64{0, limit, 1 << 32, 0})
		add("setrlimit", [6]uint64{limit, none})
	}
	for kind := range uint64(16) {
		add("mknodat", [6]uint64{none, none, kind << 12, none})
		add("mknod", [6]uint64{none, kind << 12, none})
	}
	add("mmap", [6]uint64{0, 0, 0, unix.MAP_HUGETLB | unix.MAP_PRIVATE | unix.MAP_ANON, none, 0})
	add("utimensat", [6]uint64{none, 0, 0, 0}, [6]uint64{none, 1 << 32, 0, 0}, [6]uint64{none, 1, 0, 0})
	add("kill", [6]uint64{math.MaxUint32, 0})
	add("setpriority", [6]uint64{unix.PRIO_PROCESS, 1, 19}, [6]uint64{unix.PRIO_USER, 0, 19})
	return all
}

type probeOf struct {
	call      string
	arguments [][6]uint64
}

func init() {
	misbehaviour["make every call"] = func() {
		runtime.LockOSThread()
		level, _ := ParseLevel(os.Args[1])
		arena, _ := strconv.Atoi(os.Args[2])
		user := keepUser
		if os.Getuid() != arena {
			user = os.Getuid()
		}
		spec := botSpec{Sandbox: Sandbox{Level: level}, User: user}
		for number := range 1024 {
			probeCall(spec.place(), number, allNone)
		}
		for _, p := range probes() {
			for number := range 512 {
				if processor.Name(number) == p.call {
					for _, arguments := range p.arguments {
						probeCall(spec.place(), number, arguments)
					}
				}
			}
		}
		fmt.Println("done")
	}
}

// probeCall makes a call and prints a line if the kernel does not answer as the table says.
func probeCall(at syscalls.Place, number int, arguments [6]uint64) {
	name := processor.Name(number)
	answer := processor.Decide(at, number, arguments)
	if answer.Verdict == syscalls.Allow && slices.Contains(unprobed, name) || slices.Contains(unfiltered, name) {
		return
	}
	a := arguments
	result, _, errno := unix.RawSyscall6(uintptr(number), uintptr(a[0]), uintptr(a[1]), uintptr(a[2]), uintptr(a[3]),
		uintptr(a[4]), uintptr(a[5]))
	wrong := errno != answer.Errno()
	if answer.Verdict == syscalls.Allow {
		if name == "socket" && errno == 0 {
			unix.Close(int(result))
		}
		wrong = errno == unix.ENOSYS && !slices.Contains(missingArguments, name)
	}
	if wrong {
		fmt.Printf("call %d %s %#x: %v, expected %v\n", number, name, arguments, errno, answer.Verdict)
	}
}

// TestEveryCall makes each call that there can be, and each command of those that have commands, in each level. What
// happens is what the table says.
func TestEveryCall(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "make every call", level, func(c *Command) {
			c.Words = append(c.Words, level.String(), strconv.Itoa(os.Getuid()))
			c.TailLines = 50
		})
		e := ended(t, p)
		if got := p.tailOf(Stdout, 50); !e.Clean() || !slices.Equal(got, []string{"done"}) {
			t.Errorf("%v: %q, %q", e, got, p.tailOf(Stderr, 20))
		}
	})
}

func init() {
	misbehaviour["hold what others need"] = func() {
		f, err := os.Open(os.Args[1])
		if err != nil {
			fmt.Println(err)
			return
		}
		defer f.Close()
		lock := func(kind int16) *unix.Flock_t { return &unix.Flock_t{Type: kind} }
		fcntl := func(command, value int) error {
			_, err := unix.FcntlInt(f.Fd(), command, value)
			return err
		}
		try("lease", fcntl(unix.F_SETLEASE, unix.F_WRLCK))
		try("lease for reading", fcntl(unix.F_SETLEASE, unix.F_RDLCK))
		try("watch", fcntl(unix.F_NOTIFY, dnAccess))
		try("signals", fcntl(unix.F_SETOWN, os.Getppid()))
		try("mode", os.Chmod(os.Args[1], 0))
		try("open mode", f.Chmod(0))
		try("owner", f.Chown(os.Getuid(), os.Getgid()))
		try("time", unix.Futimes(int(f.Fd()), []unix.Timeval{{}, {}}))
		try("attribute", unix.Fsetxattr(int(f.Fd()), "user.x", []byte("x"), 0))
		try("lock", unix.FcntlFlock(f.Fd(), unix.F_SETLK, lock(unix.F_WRLCK)))
		try("open lock", unix.FcntlFlock(f.Fd(), unix.F_OFD_SETLK, lock(unix.F_WRLCK)))
		try("write", unix.Access(os.Args[1], unix.W_OK))
		own, err := os.CreateTemp("", "own")
		try("own file", err)
		try("own lock", unix.FcntlFlock(own.Fd(), unix.F_SETLK, lock(unix.F_WRLCK)))
		try("unlocking", unix.FcntlFlock(own.Fd(), unix.F_SETLK, lock(unix.F_UNLCK)))
		try("own open lock", unix.FcntlFlock(own.Fd(), unix.F_OFD_SETLK, lock(unix.F_WRLCK)))
	}
}

// TestNothingOfTheUserIsHeld: a bot cannot hold up a rival by a file that belongs to the user who runs both, such as an
// interpreter in the home folder.
func TestNothingOfTheUserIsHeld(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		folder := t.TempDir()
		interpreter := folder + "/interpreter"
		if err := os.WriteFile(interpreter, []byte("#!/bin/true\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		p := confined(t, "hold what others need", level, func(c *Command) {
			c.Words = append(c.Words, interpreter)
			c.Sandbox.Readable = append(c.Sandbox.Readable, folder)
			c.TailLines = 50
		})
		ended(t, p)
		got := p.tailOf(Stdout, 50)
		denied := []string{"lease", "lease for reading", "watch", "signals", "lock", "open lock"}
		if level >= SandboxFiles {
			denied = append(denied, "mode", "open mode", "owner", "time", "attribute")
		}
		for _, what := range denied {
			if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, what+" failed: ") }) {
				t.Errorf("%s did not fail: %q", what, got)
			}
		}
		for _, what := range []string{"own file", "own lock", "own open lock"} {
			if !slices.Contains(got, what+" succeeded") {
				t.Errorf("%s did not succeed: %q", what, got)
			}
		}
	})
}

func init() {
	misbehaviour["take what is counted"] = func() {
		timers := 0
		for ; timers < 5000; timers++ {
			if newTimer() != nil {
				break
			}
		}
		fmt.Println("timers", timers)
		var files [2]int
		for unix.Pipe(files[:]) == nil { // up to its limit of open files
			_, _ = unix.FcntlInt(uintptr(files[1]), unix.F_SETPIPE_SZ, 1<<20)
		}
		unix.Close(files[1])
		for { // instances, or up to its limit of open files
			if _, err := unix.InotifyInit1(0); err != nil {
				break
			}
		}
		var context uintptr
		_, _, errno := unix.RawSyscall(unix.SYS_IO_SETUP, 1, uintptr(unsafe.Pointer(&context)), 0)
		fmt.Println("requests", errno)
		fmt.Println("ready")
		select {}
	}
	misbehaviour["need one of each"] = func() {
		try("timer", newTimer())
		var files [2]int
		try("pipe", unix.Pipe(files[:]))
		_, err := unix.Write(files[1], make([]byte, 64<<10))
		try("filling the pipe", err)
		_, err = unix.InotifyInit1(0)
		try("watch", err)
		_, err = unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		try("socket pair", err)
		try("file", os.WriteFile(os.TempDir()+"/file", nil, 0o600))
		child := exec.Command(os.Args[0])
		child.Env = botEnv("exit")
		try("child", child.Run())
	}
}

func newTimer() error {
	var id int32
	event := [8]uint64{0, 1 << 32} // SIGEV_NONE
	_, _, errno := unix.RawSyscall(unix.SYS_TIMER_CREATE, unix.CLOCK_MONOTONIC, uintptr(unsafe.Pointer(&event)),
		uintptr(unsafe.Pointer(&id)))
	if errno != 0 {
		return errno
	}
	return nil
}

// TestCountersAreNotTaken: what the kernel counts for the user or the machine, a bot cannot take from a rival.
func TestCountersAreNotTaken(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		taker := confined(t, "take what is counted", level)
		ready(t, taker)
		got := taker.tailOf(Stdout, 9)
		if !slices.Contains(got, "requests function not implemented") {
			t.Errorf("it may make a context for asynchronous requests: %q", got)
		}
		var timers int
		if _, err := fmt.Sscanf(got[0], "timers %d", &timers); err != nil || timers > 1024 {
			t.Errorf("%q, expected 1024 timers at most: %v", got, err)
		}
		rival := confined(t, "need one of each", level)
		ended(t, rival)
		want := []string{"pipe", "filling the pipe", "socket pair", "file", "child"}
		if timers > 0 { // otherwise nobody has one
			want = append(want, "timer")
		}
		if level >= SandboxNamespaces {
			want = append(want, "watch")
		}
		got = rival.tailOf(Stdout, 9)
		for _, what := range want {
			if !slices.Contains(got, what+" succeeded") {
				t.Errorf("beside one that has taken all it can, %s did not succeed: %q", what, got)
			}
		}
		if err := taker.Stop(0); err != nil {
			t.Error(err)
		}
	})
}

func init() {
	misbehaviour["ask for too much"] = func() {
		for range 3 {
			try("name", unix.Setdomainname([]byte("x")))
		}
		child := exec.Command(os.Args[0])
		child.Env = botEnv("ask for a lease")
		try("child", child.Run())
		_, _, errno := unix.RawSyscall(unix.SYS_CLONE3, 0, 0, 0)
		try("what every program tries", errno)
	}
	misbehaviour["ask for a lease"] = func() { _, _ = unix.FcntlInt(0, unix.F_SETLEASE, unix.F_RDLCK) }
	misbehaviour["ask for ever"] = func() {
		var refused atomic.Int64
		for range 4 {
			go func() {
				for {
					_ = unix.Setdomainname([]byte("x"))
					if refused.Add(1) == 2*maxTold {
						fmt.Println("ready")
					}
				}
			}()
		}
		select {}
	}
}

// TestRefusalsAreTold: the arena tells what the filter has refused to a bot and to its children, and not what every
// program tries.
func TestRefusalsAreTold(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "ask for too much", level)
		e := ended(t, p)
		const want = "the sandbox refused the system calls setdomainname (3 times), fcntl F_SETLEASE (1 time)"
		if !e.Refused.Known || e.Refused.String() != want {
			t.Errorf("known: %v, %q, expected %q; %q", e.Refused.Known, e.Refused, want, p.Tail(20))
		}
	})
}

// TestRefusalsHaveAnEnd: a bot that is refused calls in an endless loop does not keep its supervisor from its work.
func TestRefusalsHaveAnEnd(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "ask for ever", level)
		ready(t, p)
		if err := p.Stop(0); err != nil {
			t.Error(err)
		}
		if e := ended(t, p); len(e.Refused.Calls) != 1 || e.Refused.Calls[0].Times != maxTold {
			t.Errorf("%v", e.Refused)
		}
	})
}
