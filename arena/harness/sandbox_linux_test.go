package harness

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// eachLevel runs a test at each level that this system reaches.
func eachLevel(t *testing.T, test func(*testing.T, SandboxLevel)) {
	highest, why := Reachable()
	if highest < SandboxNamespaces {
		t.Logf("this system reaches %v: %s", highest, why)
	}
	for level := SandboxLimits; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) { test(t, level) })
	}
}

// confined starts a bot of this test binary in a sandbox with a folder of its own, which holds a file "own".
func confined(t *testing.T, kind string, level SandboxLevel, change ...func(*Command)) *Process {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "own"), []byte("own"), 0o600); err != nil {
		t.Fatal(err)
	}
	return begin(t, kind, append([]func(*Command){func(c *Command) {
		c.Dir = folder
		c.Sandbox = &Sandbox{Level: level, Folder: folder, Readable: []string{os.Args[0]}}
	}}, change...)...)
}

// try prints the result of an attempt.
func try(what string, err error) {
	if err == nil {
		fmt.Println(what, "succeeded")
		return
	}
	fmt.Println(what, "failed:", err)
}

// machineFiles tell what the machine is or what others do on it; neededFiles are read by interpreters.
var (
	machineFiles = []string{
		"/proc/interrupts", "/proc/diskstats", "/proc/config.gz", "/proc/keys", "/proc/pressure/cpu", "/proc/cmdline",
		"/proc/sys/kernel/random/boot_id", "/etc/machine-id",
	}
	neededFiles = []string{
		"/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/self/status", "/proc/self/maps",
		"/proc/sys/kernel/osrelease", "/proc/sys/vm/overcommit_memory",
	}
)

func init() {
	misbehaviour["look around"] = func() {
		write := func(dir string) error { return os.WriteFile(filepath.Join(dir, "x"), nil, 0o666) }
		_, err := os.ReadFile("own")
		try("reading its folder", err)
		try("writing its folder", write("."))
		try("writing home", write(os.Getenv("HOME")))
		try("writing the temporary folder", write(os.TempDir()))
		try("writing what is writable", write(os.Getenv("TEST_WRITABLE")))
		try("writing elsewhere", write(os.Getenv("TEST_SECRET")))
		_, err = os.ReadFile(filepath.Join(os.Getenv("TEST_SECRET"), "secret"))
		try("reading elsewhere", err)
		_, err = os.ReadDir("/usr/bin")
		try("reading the system", err)
		_, err = os.ReadFile("/etc/passwd")
		try("reading passwd", err)
		shadow, err := os.ReadFile("/etc/shadow")
		if err == nil && len(shadow) == 0 {
			err = errors.New("empty")
		}
		try("reading shadow", err)
		_, err = os.OpenFile("/dev/null", os.O_RDWR, 0)
		try("opening a device", err)
		try("writing the system", write("/usr"))
		_, err = os.ReadFile("/proc/" + os.Getenv("TEST_ARENA") + "/cmdline")
		try("reading the arena's command line", err)
		for _, port := range []string{"PORT", "OTHER"} {
			c, err := net.Dial("tcp", os.Getenv("TEST_"+port))
			try("connecting to "+port, err)
			if err == nil && port == "PORT" {
				_, _ = c.Read(make([]byte, 1)) // until the arena has accepted and closed it
			}
		}
		for _, name := range machineFiles {
			text, err := os.ReadFile(name)
			if err == nil && len(text) == 0 {
				err = errors.New("empty")
			}
			try("reading "+name, err)
		}
		for _, name := range neededFiles {
			_, err = os.ReadFile(name)
			try("reading "+name, err)
		}
		fmt.Printf("the token is %q\n", os.Getenv("TEST_TOKEN"))
	}
}

func TestWhatABotSees(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		t.Setenv("TEST_TOKEN", "token of the organiser")
		secret, writable := t.TempDir(), t.TempDir()
		if err := os.WriteFile(filepath.Join(secret, "secret"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		own, closeOwn := listen(t)
		defer closeOwn()
		other, closeOther := listen(t)
		defer closeOther()
		var accepted atomic.Bool
		p := confined(t, "look around", level, func(c *Command) {
			c.Sandbox.Writable = []string{writable}
			c.Host, c.Port = "127.0.0.1", own
			c.Accept = func(c net.Conn) {
				accepted.Store(true)
				c.Close()
			}
			c.Env = append(c.Env, "TEST_SECRET="+secret, "TEST_WRITABLE="+writable, "TEST_ARENA="+strconv.Itoa(os.Getpid()),
				fmt.Sprint("TEST_PORT=127.0.0.1:", own), fmt.Sprint("TEST_OTHER=127.0.0.1:", other))
		})
		if e := ended(t, p); !e.Clean() {
			t.Fatalf("%v: %q", e, p.Tail(20))
		}
		got := p.tailOf(Stdout, maxTailLines)
		succeeds := func(what string, from SandboxLevel) {
			t.Helper()
			want := level < from
			if slices.Contains(got, what+" succeeded") != want {
				t.Errorf("%s: succeeded is not %v: %q", what, want, got)
			}
		}
		const always, never = SandboxNamespaces + 1, SandboxLimits
		for _, what := range []string{"reading its folder", "writing home", "writing the temporary folder", "writing what is writable",
			"reading the system", "reading passwd", "opening a device", "connecting to PORT"} {
			succeeds(what, always)
		}
		for _, what := range []string{"writing its folder", "writing elsewhere", "reading elsewhere", "connecting to OTHER",
			"reading the arena's command line"} {
			if os.Getuid() == 0 && level == SandboxLimits && !slices.Contains([]string{"connecting to OTHER"}, what) {
				continue // depends on the user of the bot
			}
			succeeds(what, SandboxFiles)
		}
		if level >= SandboxFiles || os.Getuid() != 0 {
			succeeds("reading shadow", never)
			succeeds("writing the system", never)
		}
		if level >= SandboxNamespaces {
			for _, name := range machineFiles {
				succeeds("reading "+name, never)
			}
		}
		for _, name := range neededFiles {
			succeeds("reading "+name, always)
		}
		if !slices.Contains(got, `the token is ""`) {
			t.Errorf("the environment of the arena went to the bot: %q", got)
		}
		if accepted.Load() != (level == SandboxNamespaces) {
			t.Errorf("its connection came to the arena by itself: %v", accepted.Load())
		}
	})
}

// listen opens a port that closes each connection at once.
func listen(t *testing.T) (port int, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var accepting sync.WaitGroup
	accepting.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	})
	return l.Addr().(*net.TCPAddr).Port, func() {
		l.Close()
		accepting.Wait()
	}
}
