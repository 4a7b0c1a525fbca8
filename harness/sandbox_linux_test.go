package harness

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	misbehaviour["confined"] = func() {
		try := func(what string, err error) {
			switch {
			case err == nil:
				fmt.Println(what, "ok")
			case errors.Is(err, os.ErrPermission):
				fmt.Println(what, "denied")
			default:
				fmt.Println(what, err)
			}
		}
		write := func(dir string) error { return os.WriteFile(filepath.Join(dir, "x"), nil, 0o666) }
		try("own folder", write("."))
		try("home", write(os.Getenv("HOME")))
		try("writable", write(os.Getenv("TEST_WRITABLE")))
		try("elsewhere", write(os.Getenv("TEST_SECRET")))
		_, err := os.ReadFile(filepath.Join(os.Getenv("TEST_SECRET"), "secret"))
		try("read elsewhere", err)
		_, err = os.ReadDir("/usr/bin")
		try("system", err)
		_, err = os.Open("/dev/null")
		try("device", err)
		try("write system", write("/usr"))
		for _, port := range []string{"PORT", "OTHER"} {
			c, err := net.Dial("tcp", os.Getenv("TEST_"+port))
			if err == nil {
				c.Close()
			}
			try(port, err)
		}
		var data unix.Rlimit
		try("limit", unix.Getrlimit(unix.RLIMIT_DATA, &data))
		fmt.Println("data", data.Cur)
		try("signal", syscall.Kill(os.Getppid(), 0))
		_, inherited := os.LookupEnv(sandboxVariable)
		fmt.Println("variable", inherited, "argument", os.Args[1])
	}
}

func TestSandboxConfinesABot(t *testing.T) {
	level := sandboxLevel()
	if level < SandboxNetwork {
		t.Skipf("this kernel only gives: %v", level)
	}
	var ports [2]net.Listener
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports[i] = l
	}
	secret, writable := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(secret, "secret"), []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	sandbox, err := NewSandbox(SandboxRequire)
	if err != nil {
		t.Fatal(err)
	}
	sandbox.Writable, sandbox.Memory = []string{writable}, 1<<30
	sandbox.Port = ports[0].Addr().(*net.TCPAddr).Port
	p := begin(t, "confined", func(c *Command) {
		c.Words = append(c.Words, "an argument")
		c.Dir, c.Sandbox = t.TempDir(), sandbox
		c.Env = append(c.Env, "TEST_SECRET="+secret, "TEST_WRITABLE="+writable, "TEST_PORT="+ports[0].Addr().String(), "TEST_OTHER="+ports[1].Addr().String())
	})
	e := ended(t, p)
	want := []string{"own folder ok", "home ok", "writable ok", "elsewhere denied", "read elsewhere denied", "system ok", "device ok",
		"write system denied", "PORT ok", "OTHER denied", "limit ok", "data 1073741824", "signal", "variable false argument an argument"}
	got := p.TailOf(Stdout, MaxTailLines)
	if i := slices.IndexFunc(got, func(s string) bool { return strings.HasPrefix(s, "signal") }); i >= 0 {
		got[i] = "signal" // depends on the version
	}
	if !e.Clean() || !slices.Equal(got, want) {
		t.Errorf("%v\ngot  %q\nwant %q\n%q", e, got, want, p.Tail(10))
	}
}

func TestSandboxOfLimitsOnly(t *testing.T) {
	p := begin(t, "hello", func(c *Command) { c.Sandbox = &Sandbox{Level: SandboxLimits} })
	if e := ended(t, p); !e.Clean() || len(p.TailOf(Stdout, 9)) != 1 {
		t.Errorf("%v: %q, %q", e, p.TailOf(Stdout, 9), p.Tail(9))
	}
}

func TestSandboxEndsABotThatUsesTooMuch(t *testing.T) {
	p := begin(t, "busy", func(c *Command) {
		c.Env = botEnv("eat processor")
		c.Sandbox = &Sandbox{Level: SandboxLimits, CPUSeconds: 1}
	})
	if e := ended(t, p); e.Clean() || e.Stopped || e.Signal == "" {
		t.Errorf("%v after %v of processor time", e, e.User)
	}
}

func init() {
	misbehaviour["eat processor"] = func() {
		for end := time.Now().Add(patience); time.Now().Before(end); {
		}
	}
}

func TestWhatASandboxCannotStartIsExplained(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bot")
	if err := os.WriteFile(file, []byte("no program"), 0o777); err != nil {
		t.Fatal(err)
	}
	p := begin(t, "hello", func(c *Command) { c.Words = []string{file}; c.Sandbox = &Sandbox{Level: SandboxLimits} })
	if e := ended(t, p); e.Code != confinedExit || !strings.Contains(strings.Join(p.Tail(1), ""), "cannot start the bot in its sandbox: "+file+": exec format error") {
		t.Errorf("%v: %q", e, p.Tail(9))
	}
}
