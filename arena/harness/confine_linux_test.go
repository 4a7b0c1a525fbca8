package harness

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"blastyard/internal/stage"
)

func init() {
	misbehaviour["call the system"] = func() {
		socket := func(family, kind, protocol int) error {
			fd, err := unix.Socket(family, kind, protocol)
			if err == nil {
				unix.Close(fd)
			}
			return err
		}
		raw := func(call, a, b, c uintptr) error {
			if _, _, errno := unix.RawSyscall(call, a, b, c); errno != 0 {
				return errno
			}
			return nil
		}
		arena := os.Getppid()
		try("limits of its parent", unix.Prlimit(arena, unix.RLIMIT_NOFILE, nil, &unix.Rlimit{}))
		try("priority of another", unix.Setpriority(unix.PRIO_PROCESS, arena, 1))
		try("priority of the user", unix.Setpriority(unix.PRIO_USER, 0, 1))
		try("ptrace", unix.PtraceAttach(arena))
		try("another's memory", raw(unix.SYS_PROCESS_VM_READV, uintptr(arena), 0, 0))
		try("new user namespace", raw(unix.SYS_CLONE, unix.CLONE_NEWUSER, 0, 0))
		try("unshare", raw(unix.SYS_UNSHARE, unix.CLONE_NEWUSER, 0, 0))
		try("mount", unix.Mount("x", "/tmp", "tmpfs", 0, ""))
		try("keys", raw(unix.SYS_KEYCTL, 0, 0, 0))
		try("kernel log", raw(unix.SYS_SYSLOG, 10, 0, 0))
		try("host name", unix.Sethostname([]byte("x")))
		try("io_uring", raw(unix.SYS_IO_URING_SETUP, 1, 0, 0))
		try("memory file", raw(unix.SYS_MEMFD_CREATE, 0, 0, 0))
		try("System V memory", raw(unix.SYS_SHMGET, 0, 4096, 0o1600))
		try("UDP", socket(unix.AF_INET, unix.SOCK_DGRAM, 0))
		try("UDP over IPv6", socket(unix.AF_INET6, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0))
		try("MPTCP", socket(unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP))
		try("Unix socket", socket(unix.AF_UNIX, unix.SOCK_STREAM, 0))
		try("packet socket", socket(unix.AF_PACKET, unix.SOCK_RAW, 0))
		try("netlink", socket(unix.AF_NETLINK, unix.SOCK_RAW, 0))
		try("signal to all", unix.Kill(-1, 0))

		tcp, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
		try("TCP", err)
		try("TCP by name", socket(unix.AF_INET6, unix.SOCK_STREAM, unix.IPPROTO_TCP))
		to := &unix.SockaddrInet4{Port: 1, Addr: [4]byte{127, 0, 0, 1}}
		try("TCP Fast Open", unix.Sendto(tcp, []byte("x"), unix.MSG_FASTOPEN, to))
		try("TCP Fast Open option", unix.SetsockoptInt(tcp, unix.IPPROTO_TCP, unix.TCP_FASTOPEN_CONNECT, 1))
		try("TCP option", unix.SetsockoptInt(tcp, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1))
		try("listening", unix.Listen(tcp, 1))
		_, err = unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		try("socket pair", err)
		_, err = unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
		try("datagram pair", err)
		try("more open files", unix.Prlimit(0, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 600, Max: 600}, nil))
		try("more processes", unix.Prlimit(0, unix.RLIMIT_NPROC, &unix.Rlimit{Cur: 600, Max: 600}, nil))
		try("pages in a pipe", raw(unix.SYS_VMSPLICE, math.MaxUint32, 0, 0))
		try("mode of a file", os.Chmod("/", 0o755))
		try("mode of an open file", raw(unix.SYS_FCHMOD, math.MaxUint32, 0, 0))
		try("owner of a file", os.Chown("/", 0, 0))
		try("attribute of a file", unix.Setxattr("/", "user.x", nil, 0))
		try("time of a file", os.Chtimes("/", time.Now(), time.Now()))
		try("time of an open file", raw(unix.SYS_UTIMENSAT, uintptr(tcp), 0, 0))
		_, err = unix.InotifyInit1(0)
		try("names of files", err)
		try("its own limits", unix.Prlimit(0, unix.RLIMIT_NOFILE, nil, &unix.Rlimit{}))
		try("its own priority", unix.Setpriority(unix.PRIO_PROCESS, 0, 19))
		child := exec.Command(os.Args[0])
		child.Env, child.SysProcAttr = botEnv("exit"), &syscall.SysProcAttr{Setsid: true}
		try("child in a session", child.Run())

		status, _ := os.ReadFile("/proc/self/status")
		for _, line := range strings.Split(string(status), "\n") {
			fmt.Println(strings.Join(strings.Fields(line), " "))
		}
	}
}

func TestSystemCallsAreFiltered(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "call the system", level, func(c *Command) { c.TailLines = 200 })
		if e := ended(t, p); !e.Clean() {
			t.Fatalf("%v: %q", e, p.Tail(20))
		}
		got := p.tailOf(Stdout, maxTailLines)
		const denied, unknown = ": operation not permitted", ": function not implemented"
		for what, why := range map[string]string{
			"limits of its parent": denied, "priority of another": denied, "priority of the user": denied, "ptrace": denied,
			"another's memory": denied, "new user namespace": denied, "unshare": denied, "mount": denied, "keys": denied,
			"kernel log": denied, "host name": denied, "io_uring": unknown, "memory file": unknown, "System V memory": unknown,
			"UDP": denied, "UDP over IPv6": denied, "MPTCP": denied, "Unix socket": denied, "packet socket": denied,
			"datagram pair": denied, "more open files": denied, "more processes": denied, "pages in a pipe": unknown,
			"netlink": denied, "signal to all": denied, "TCP Fast Open": denied, "TCP Fast Open option": denied,
		} {
			if !slices.Contains(got, what+" failed"+why) {
				t.Errorf("%s is not%s", what, why)
			}
		}
		if level < SandboxNamespaces {
			for what, why := range map[string]string{"mode of a file": denied, "mode of an open file": denied,
				"owner of a file": denied, "attribute of a file": denied, "time of a file": denied, "names of files": unknown} {
				if !slices.ContainsFunc(got, func(s string) bool {
					return strings.HasPrefix(s, what+" failed") && strings.HasSuffix(s, why)
				}) {
					t.Errorf("%s is not%s", what, why)
				}
			}
		}
		allowed := []string{"TCP", "TCP by name", "TCP option", "socket pair", "its own limits", "its own priority", "child in a session"}
		if level == SandboxFiles { // an interpreter that belongs to the same user can be opened for reading
			if !slices.Contains(got, "time of an open file failed"+denied) {
				t.Error("it may change the time of a file that it may only read")
			}
		} else {
			allowed = append(allowed, "time of an open file")
		}
		if level >= SandboxNamespaces {
			allowed = append(allowed, "listening", "names of files")
		} else if !slices.Contains(got, "listening failed"+denied) {
			t.Error("it may listen")
		}
		for _, what := range allowed {
			if !slices.Contains(got, what+" succeeded") {
				t.Errorf("%s did not succeed", what)
			}
		}
		none := strings.Repeat("0", 16)
		for _, line := range []string{"CapInh: " + none, "CapPrm: " + none, "CapEff: " + none, "CapAmb: " + none, "NoNewPrivs: 1", "Seccomp: 2"} {
			if !slices.Contains(got, line) {
				t.Errorf("its status has no %q", line)
			}
		}
		if os.Getuid() == 0 && level >= SandboxNamespaces {
			if !slices.Contains(got, "CapBnd: "+none) || slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "Uid: 0 ") }) {
				t.Error("it has root's number, or could get capabilities")
			}
		}
		if t.Failed() {
			t.Logf("%q", got)
		}
	})
}

func init() {
	misbehaviour["fork"] = func() {
		started := 0
		for range 500 {
			cmd := exec.Command("/bin/sleep", "60")
			if cmd.Start() != nil {
				break
			}
			started++
		}
		fmt.Println("started", started)
	}
	misbehaviour["fill the private folder"] = func() {
		try("a large file", os.WriteFile(filepath.Join(os.TempDir(), "large"), make([]byte, 2<<20), 0o600))
		var err error
		for i := 0; i < 500 && err == nil; i++ {
			err = os.WriteFile(filepath.Join(os.TempDir(), fmt.Sprint(i)), nil, 0o600)
		}
		try("many files", err)
	}
	misbehaviour["eat processor"] = func() {
		for { //nolint:staticcheck // until its lifetime ends
		}
	}
}

// TestABuildChangesModes: a build may make its program executable, as linkers do.
func TestABuildChangesModes(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "link", level, func(c *Command) { c.Sandbox.MayChangeModes = true })
		ended(t, p)
		if got := p.tailOf(Stdout, 1); !slices.Equal(got, []string{"executable succeeded"}) {
			t.Errorf("%q, %q", got, p.Tail(9))
		}
	})
}

func init() {
	misbehaviour["link"] = func() {
		program := filepath.Join(os.TempDir(), "program")
		err := os.WriteFile(program, nil, 0o600)
		try("executable", errors.Join(err, os.Chmod(program, 0o700)))
	}
}

func namespacesOnly(t *testing.T) {
	if highest, why := Reachable(); highest < SandboxNamespaces {
		t.Skip(why)
	}
}

func TestABotHasFewProcesses(t *testing.T) {
	namespacesOnly(t)
	p := confined(t, "fork", SandboxNamespaces, func(c *Command) { c.Sandbox.Processes = 100 })
	if e := ended(t, p); e.LeftBehind == 0 || e.LeftBehind > 100 {
		t.Errorf("%d left behind", e.LeftBehind)
	}
	started := 0
	if _, err := fmt.Sscanf(strings.Join(p.tailOf(Stdout, 1), ""), "started %d", &started); err != nil || started < 10 || started > 100 {
		t.Errorf("it started %d processes: %v, %q", started, err, p.Tail(10))
	}
}

func TestThreadsOfOurUserAreCounted(t *testing.T) {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	if n := threadsOfUser(); n < len(threads) || n > 100_000 {
		t.Errorf("%d threads, of which this process has %d", n, len(threads))
	}
}

func TestThePrivateFolderIsBounded(t *testing.T) {
	namespacesOnly(t)
	p := confined(t, "fill the private folder", SandboxNamespaces, func(c *Command) {
		c.Sandbox.ScratchSize, c.Sandbox.ScratchFiles = 1<<20, 100
	})
	ended(t, p)
	for _, line := range p.tailOf(Stdout, 9) {
		if !strings.HasSuffix(line, "no space left on device") {
			t.Error(line)
		}
	}
	if len(p.tailOf(Stdout, 9)) != 2 {
		t.Errorf("%q", p.Tail(9))
	}
}

func TestSandboxEndsABotThatUsesTooMuch(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "eat processor", level, func(c *Command) { c.Sandbox.CPUSeconds = 1 })
		if e := ended(t, p); e.Clean() || e.Stopped || e.Signal == "" {
			t.Errorf("%v after %v of processor time", e, e.User)
		}
	})
}

// TestWhatASandboxCannotStartIsExplained: the messages are the same as without a sandbox.
func TestWhatASandboxCannotStartIsExplained(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "bot")
	if err := os.WriteFile(file, []byte("no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		_, err := Start(t.Context(), Command{Words: []string{file}, Sandbox: &Sandbox{Level: level, Folder: folder}})
		if !errors.Is(err, ErrBadFormat) {
			t.Errorf("got %v, want %v", err, ErrBadFormat)
		}
	})
}

// TestInheritedDescriptorsEndHere: bots do not inherit open files of the arena, even those without close-on-exec.
func TestInheritedDescriptorsEndHere(t *testing.T) {
	fd, err := unix.Dup(2)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		p := confined(t, "list descriptors", level, func(c *Command) {
			if level == SandboxNone {
				c.Sandbox = nil
			}
		})
		ended(t, p)
		if got := p.tailOf(Stdout, 99); len(got) != 1 || got[0] != "0 1 2" {
			t.Errorf("%v: its descriptors are %q, want 0 1 2", level, got)
		}
	}
}

func init() {
	misbehaviour["list descriptors"] = func() {
		runtime.LockOSThread()
		var open []string
		for fd := range 200 { // before Go opens files itself
			if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
				open = append(open, fmt.Sprint(fd))
			}
		}
		fmt.Println(strings.Join(open, " "))
	}
}

// TestAsAnOrdinaryUser: sandboxes of an ordinary user have the same properties as those of root.
func TestAsAnOrdinaryUser(t *testing.T) {
	stage.Plain(t, "starts many programs")
	if os.Getuid() != 0 {
		t.Skip("this is an ordinary user already")
	}
	dir, err := os.MkdirTemp("", "blastyard-user-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	user := 20_000 + os.Getpid()%20_000 // a user id that no other program and no other test run uses
	program := filepath.Join(dir, "test")
	binary, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(program, binary, 0o755), os.Chown(dir, user, user), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-test.run", "WhatABotSees|Filtered|EveryCall|IsHeld|NotTaken|Few|Shared|Private|Outlives|Copy|Copied|Explained|Descriptors|ByItself|ByName|Wrote")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir, "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(user), Gid: uint32(user)}}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}
