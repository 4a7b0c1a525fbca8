//go:build unix

//stage:first its tests take long

package harness

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"blastyard/internal/leaktest"
)

// botVariable selects the misbehaving bot below that this test binary becomes.
const botVariable = "HARNESS_TEST_BOT"

const (
	// patience is how long a test waits for what should happen soon.
	patience = 2 * time.Minute
	// lifetime is how long a bot runs that does not end by itself.
	lifetime = 8 * time.Minute
)

func TestMain(m *testing.M) {
	BecomeBot()
	if kind := os.Getenv(botVariable); kind != "" {
		time.AfterFunc(lifetime, func() { os.Exit(99) }) // a bot ends in any case
		misbehave(kind)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// misbehaviour holds bots that exist only on some systems.
var misbehaviour = map[string]func(){}

func misbehave(kind string) {
	if f := misbehaviour[kind]; f != nil {
		f()
	}
	switch kind {
	case "exit":
	case "crash":
		for i := range 60 {
			fmt.Fprintln(os.Stderr, "trace", i)
		}
		fmt.Fprint(os.Stderr, "\x1b[31mpanic: boom") // without an end of line
		os.Exit(3)
	case "abort":
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(lifetime)
	case "flood":
		go flood(os.Stderr)
		flood(os.Stdout)
	case "flood in drops":
		for {
			os.Stdout.WriteString("y\n")
		}
	case "endless line":
		for {
			os.Stdout.WriteString(strings.Repeat("x", 100_000))
		}
	case "hello":
		fmt.Println("hello", os.Getenv("NETORCAI_HOST"), os.Getenv("NETORCAI_PORT"), strings.Join(os.Args[1:], ","))
		fmt.Fprintln(os.Stderr, "one complaint")
	case "stdin":
		b, err := io.ReadAll(os.Stdin)
		fmt.Println("read", len(b), err)
	case "closed":
		os.Stdout.Close()
		os.Stderr.Close()
		time.Sleep(lifetime)
	case "polite":
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		fmt.Println("ready")
		<-c
		os.Exit(7)
	case "sociable":
		c := make(chan os.Signal, 1)
		signal.Notify(c, syscall.SIGTERM)
		fmt.Println("ready")
		<-c
		_ = os.WriteFile(fmt.Sprint("asked-", os.Getpid()), nil, 0o600)
		for {
			if asked, _ := filepath.Glob("asked-*"); len(asked) == 4 {
				os.Exit(4)
			}
			time.Sleep(time.Millisecond)
		}
	case "stubborn":
		signal.Ignore(syscall.SIGTERM)
		fmt.Println("ready")
		time.Sleep(lifetime)
	case "busy":
		var used syscall.Rusage
		for began := time.Now(); time.Since(began) < 300*time.Millisecond || used.Utime.Nano() < 60e6; {
			_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
		}
	case "leave child":
		spawn("stubborn", false)
	case "leave setsid child":
		spawn("stubborn", true)
	case "keep setsid child":
		spawn("stubborn", true)
		time.Sleep(lifetime)
	case "leave daemon":
		spawn("leave setsid child", true) // its child has no parent, no session and no environment of the bot
		time.Sleep(lifetime)
	case "many":
		for range 5 {
			spawn("leave setsid child", true)
			spawn("stubborn", false)
		}
	}
}

func flood(w io.Writer) {
	for {
		if _, err := io.WriteString(w, strings.Repeat("y\ny\ny\ny\nflood\n", 100)); err != nil {
			return
		}
	}
}

// spawn starts a child that shares our output, prints its process id and does not wait for it.
func spawn(kind string, setsid bool) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = botEnv(kind)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: setsid}
	if err := cmd.Start(); err != nil {
		fmt.Println("cannot spawn:", err)
		os.Exit(1)
	}
	fmt.Println("child", cmd.Process.Pid)
}

// botEnv makes the test binary a bot that ends at once, even under the race detector, which otherwise sleeps for a
// second.
func botEnv(kind string) []string {
	return []string{botVariable + "=" + kind, "GORACE=atexit_sleep_ms=0"}
}

// begin starts a misbehaving bot. The test's cleanup stops it and checks for processes left behind.
func begin(t *testing.T, kind string, change ...func(*Command)) *Process {
	t.Helper()
	c := Command{Words: []string{os.Args[0]}, Name: kind, Env: botEnv(kind)}
	for _, f := range change {
		f(&c)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*patience)
	p, err := Start(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer leaktest.Verify(t)
		defer cancel()
		if err := p.Stop(0); err != nil {
			t.Error(err)
		}
		for _, pid := range append(children(p), p.Pid()) {
			if alive(pid) {
				t.Errorf("process %d is left", pid)
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	})
	return p
}

// children returns the ids of the processes that the bot says it has started.
func children(p *Process) (pids []int) {
	for _, line := range p.tailOf(Stdout, maxTailLines) {
		if s, ok := strings.CutPrefix(line, "child "); ok {
			pid, _ := strconv.Atoi(s)
			pids = append(pids, pid)
		}
	}
	return pids
}

// alive reports whether a process runs and is not a zombie.
func alive(pid int) bool {
	if pid <= 0 || syscall.Kill(pid, 0) != nil {
		return false
	}
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return !os.IsNotExist(err) || !dirExists("/proc/self")
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if state, ok := strings.CutPrefix(s.Text(), "State:"); ok {
			return !strings.Contains(state, "Z") && !strings.Contains(state, "X")
		}
	}
	return false
}

func dirExists(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

func ended(t *testing.T, p *Process) Exit {
	t.Helper()
	select {
	case <-p.Done():
	case <-time.After(patience):
		t.Fatalf("%s has not ended", p.Name())
	}
	e, ok := p.Exit()
	if !ok {
		t.Fatal("Exit has nothing to say after Done")
	}
	return e
}

// ready waits until the bot, or its child, has printed "ready".
func ready(t *testing.T, p *Process) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if slices.Contains(p.tailOf(Stdout, maxTailLines), "ready") {
			return
		}
	}
	t.Fatalf("%s never printed \"ready\"", p.Name())
}
