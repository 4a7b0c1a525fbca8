//go:build unix

package harness

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"blastyard/internal/stage"
)

func TestExit(t *testing.T) {
	for _, c := range []struct {
		bot, want string
		clean     bool
	}{
		{"exit", "exited with 0", true},
		{"crash", "exit code 3", false},
		{"abort", "killed by SIGKILL", false},
	} {
		t.Run(c.bot, func(t *testing.T) {
			e := ended(t, begin(t, c.bot))
			if e.String() != c.want || e.Clean() != c.clean || e.Stopped {
				t.Errorf("got %q, clean %v, stopped %v; want %q, %v, false", e, e.Clean(), e.Stopped, c.want, c.clean)
			}
		})
	}
}

func TestExitString(t *testing.T) {
	windowsCrash := uint32(0xc0000005)
	if strconv.IntSize < 64 {
		windowsCrash = 0 // does not occur
	}
	for want, e := range map[string]Exit{
		"exit code 0xc0000005": {Code: int(windowsCrash)},
		"exit code 255":        {Code: 255},
		"killed by SIGKILL":    {Code: -1, Signal: "SIGKILL"},
	} {
		if e.String() != want && (e.Code != 0 || strconv.IntSize == 64) {
			t.Errorf("got %q, want %q", e, want)
		}
	}
}

func TestUsage(t *testing.T) {
	e := ended(t, begin(t, "busy"))
	if e.Wall < 300*time.Millisecond {
		t.Errorf("ran for %v", e.Wall)
	}
	if used := e.User + e.System; used < 50*time.Millisecond {
		t.Errorf("processor time %v", used)
	}
	if e.MaxRSS < 1<<20 || e.MaxRSS > 1<<31 {
		t.Errorf("max RSS %d bytes", e.MaxRSS)
	}
}

func TestCrashTail(t *testing.T) {
	p := begin(t, "crash")
	ended(t, p)
	want := []string{"trace 58", "trace 59", "\ufffd[31mpanic: boom"}
	if diff := cmp.Diff(want, p.Tail(3)); diff != "" {
		t.Error(diff)
	}
	if n := len(p.Tail(1000)); n != DefaultTailLines {
		t.Errorf("%d lines kept, want %d", n, DefaultTailLines)
	}
}

func TestEnvironmentAndPlaceholders(t *testing.T) {
	p := begin(t, "hello", func(c *Command) {
		c.Words = append(c.Words, "--at={host}:{port}", "{port}")
		c.Port = 4567
	})
	ended(t, p)
	want := []string{"hello localhost 4567 --at=localhost:4567,4567"}
	if diff := cmp.Diff(want, p.tailOf(Stdout, 9)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"one complaint"}, p.Tail(9)); diff != "" {
		t.Error(diff)
	}
}

func TestStdinIsEmpty(t *testing.T) {
	p := begin(t, "stdin")
	ended(t, p)
	if diff := cmp.Diff([]string{"read 0 <nil>"}, p.tailOf(Stdout, 9)); diff != "" {
		t.Error(diff)
	}
}

func TestStop(t *testing.T) {
	for _, c := range []struct {
		bot   string
		grace time.Duration
		want  string
	}{
		{"polite", time.Hour, "exit code 7"},
		{"polite", 0, "killed by SIGKILL"},
		{"stubborn", 50 * time.Millisecond, "killed by SIGKILL"},
		{"closed", time.Hour, "killed by SIGTERM"},
	} {
		t.Run(c.bot, func(t *testing.T) {
			p := begin(t, c.bot)
			if c.bot != "closed" {
				ready(t, p)
			}
			if _, ok := p.Exit(); ok {
				t.Fatal("ended already")
			}
			stopped := make(chan error, 1)
			go func() { stopped <- p.Stop(c.grace) }()
			e := ended(t, p) // long before an hour
			if err := <-stopped; err != nil {
				t.Error(err)
			}
			if e.String() != c.want || !e.Stopped {
				t.Errorf("got %q, stopped %v; want %q", e, e.Stopped, c.want)
			}
			if err := p.Stop(time.Hour); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStopAll: bots are stopped at the same time. Each of these ends only when all have been asked to.
func TestStopAll(t *testing.T) {
	dir := t.TempDir()
	var bots []*Process
	for range 4 {
		bots = append(bots, begin(t, "sociable", func(c *Command) { c.Dir = dir }))
	}
	for _, p := range bots {
		ready(t, p)
	}
	errs := make(chan error, 2)
	for range cap(errs) { // twice at the same time
		go func() { errs <- StopAll(append([]*Process{nil}, bots...), time.Hour) }()
	}
	for _, p := range bots {
		if e := ended(t, p); e.Code != 4 {
			t.Errorf("got %+v", e)
		}
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestContextKills(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p, err := Start(ctx, Command{Words: []string{os.Args[0]}, Env: botEnv("stubborn")})
	if err != nil {
		t.Fatal(err)
	}
	ready(t, p)
	cancel()
	if e := ended(t, p); e.Signal != "SIGKILL" || !e.Stopped {
		t.Errorf("got %+v", e)
	}
	if _, err := Start(ctx, Command{Line: "true"}); !errors.Is(err, context.Canceled) {
		t.Errorf("started with a context that has ended: %v", err)
	}
}

func TestChildrenDie(t *testing.T) {
	kinds := []string{"leave child"}
	if dirExists("/proc/self") {
		kinds = append(kinds, "leave setsid child", "many")
	}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			p := begin(t, kind)
			if e := ended(t, p); !e.Clean() { // it ends although the child holds its pipes
				t.Errorf("got %q", e)
			}
			if len(children(p)) == 0 {
				t.Error("no child")
			}
		})
	}
}

func TestStopKillsChildren(t *testing.T) {
	if !dirExists("/proc/self") {
		t.Skip("only Linux finds children that left the process group")
	}
	for _, kind := range []string{"keep setsid child", "leave daemon"} {
		t.Run(kind, func(t *testing.T) {
			p := begin(t, kind)
			ready(t, p) // printed by the child
			if err := p.Stop(0); err != nil {
				t.Fatal(err)
			}
			if len(children(p)) == 0 {
				t.Error("no child")
			}
		})
	}
}

func TestFloodIsBounded(t *testing.T) {
	var mu sync.Mutex
	var lines, notes int
	p := begin(t, "flood", func(c *Command) {
		c.Limit = 100_000
		c.LogFile = filepath.Join(t.TempDir(), "log")
		c.OnLine = func(l Line) {
			mu.Lock()
			defer mu.Unlock()
			lines++
			if l.Stream == Note {
				notes++
			}
		}
		t.Cleanup(func() {
			b, err := os.ReadFile(c.LogFile)
			if err != nil || len(b) > 101_000 || !strings.HasSuffix(string(b), "the rest is dropped]\n") {
				t.Errorf("log file of %d bytes ends %q, %v", len(b), b[max(0, len(b)-100):], err)
			}
		})
	})
	for out := p.Output(); out.Stdout < 1<<20 || out.Stderr < 1<<20; out = p.Output() {
		time.Sleep(time.Millisecond)
	}
	if err := p.Stop(50 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	out := p.Output()
	if out.Dropped < out.Stdout+out.Stderr-200_000 || out.Err != nil {
		t.Errorf("got %+v", out)
	}
	mu.Lock()
	defer mu.Unlock()
	if notes != 1 || lines > 50_001 {
		t.Errorf("%d lines, %d notes", lines, notes)
	}
	if !slices.Contains(p.Tail(20), "flood") {
		t.Errorf("the last lines are %q", p.Tail(20))
	}
}

// TestFloodIsThrottled: reading a flood slows the bot down, not the arena.
func TestFloodIsThrottled(t *testing.T) {
	stage.Plain(t, "prints hundreds of megabytes")
	for kind, until := range map[string]int64{"flood": floodBurst + floodRate/2, "flood in drops": 100_000} {
		t.Run(kind, func(t *testing.T) {
			began := time.Now()
			p := begin(t, kind)
			var out OutputStats
			for out.Stdout < until {
				time.Sleep(time.Millisecond)
				out = p.Output()
			}
			took := time.Since(began).Seconds()
			if most := int64(floodBurst + took*floodRate + 1<<20); out.Stdout > most || out.Stderr > most {
				t.Errorf("%+v bytes in %.1f s, want %d at most", out, took, most)
			}
			if err := p.Stop(0); err != nil {
				t.Fatal(err)
			}
			e := ended(t, p)
			t.Logf("the bot used %v of %v; %+v", e.User+e.System, e.Wall, p.Output())
		})
	}
}

func TestEndlessLine(t *testing.T) {
	var mu sync.Mutex
	longest := 0
	p := begin(t, "endless line", func(c *Command) {
		c.OnLine = func(l Line) {
			mu.Lock()
			defer mu.Unlock()
			longest = max(longest, len(l.Text))
		}
	})
	for p.Output().Stdout < 1<<20 {
		time.Sleep(time.Millisecond)
	}
	if got := p.tailOf(Stdout, 5); len(got) != 1 || len(got[0]) != maxTailLine+len("…") {
		t.Errorf("the open line: %q", got)
	}
	if err := p.Stop(0); err != nil {
		t.Fatal(err)
	}
	if longest != MaxLine {
		t.Errorf("a line of %d bytes was passed on", longest)
	}
}

func TestLogFileIsNotOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bot.log")
	p := begin(t, "hello", func(c *Command) { c.LogFile = path })
	ended(t, p)
	before, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(before), "hello") || !strings.Contains(string(before), "complaint\n") {
		t.Fatalf("log %q, %v", before, err)
	}
	_, err = Start(t.Context(), Command{Line: "true", LogFile: path})
	if !errors.Is(err, errLogFile) || !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	after, _ := os.ReadFile(path)
	if string(after) != string(before) {
		t.Error("the log file was changed")
	}
}

func TestFailingWriter(t *testing.T) {
	p := begin(t, "flood", func(c *Command) { c.Output = failing{} })
	for p.Output().Stdout < 1<<20 { // it is read nevertheless
		time.Sleep(time.Millisecond)
	}
	if err := p.Output().Err; !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

var errFull = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
