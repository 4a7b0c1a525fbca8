package harness

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// withWord lists the living processes whose command line contains a word.
func withWord(word string) (pids []int) {
	for _, pid := range processes() {
		line, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		if st, ok := readStat(pid); ok && st.alive && strings.Contains(string(line), "\x00"+word+"\x00") {
			pids = append(pids, pid)
		}
	}
	return pids
}

func init() {
	// The arena of TestNothingOutlivesTheArena starts a bot with children and waits to be killed.
	misbehaviour["arena"] = func() {
		level, _ := strconv.Atoi(os.Getenv("TEST_LEVEL"))
		c := Command{Words: []string{os.Args[0], os.Args[1]}, Env: botEnv("leave daemons")}
		if level > 0 {
			dir, err := os.Getwd()
			if err != nil {
				fmt.Println(err)
				return
			}
			c.Sandbox = &Sandbox{Level: SandboxLevel(level), Folder: dir, Readable: []string{os.Args[0]}}
		}
		if _, err := Start(context.Background(), c); err != nil {
			fmt.Println(err)
			return
		}
		time.Sleep(lifetime)
	}
	// The children have sessions of their own and no environment of the bot, and their parents have ended.
	misbehaviour["leave daemons"] = func() {
		for range 3 {
			spawnWith("leave a grandchild")
		}
		time.Sleep(lifetime)
	}
	misbehaviour["leave a grandchild"] = func() { spawnWith("stubborn") }
}

// spawnWith starts a child in its own session, with our word in its command line.
func spawnWith(kind string) {
	cmd := exec.Command(os.Args[0], os.Args[1])
	cmd.Env = botEnv(kind)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestNothingOutlivesTheArena: if the arena is killed without a chance to clean up, no bot, no child of a bot and no
// private folder remains.
func TestNothingOutlivesTheArena(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			word := fmt.Sprintf("word-%d-%v", os.Getpid(), level)
			temporary := t.TempDir()
			arena := exec.Command(os.Args[0], word)
			arena.Dir = t.TempDir()
			arena.Env = append(os.Environ(), append(botEnv("arena"), fmt.Sprintf("TEST_LEVEL=%d", level), "TMPDIR="+temporary)...)
			arena.Stdout, arena.Stderr = os.Stderr, os.Stderr
			if err := arena.Start(); err != nil {
				t.Fatal(err)
			}
			const family = 1 + 1 + 3 // the arena, the bot, the grandchildren
			waitUntil(t, "the bot's children run", func() bool { return len(withWord(word)) >= family })
			if err := arena.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = arena.Wait()
			waitUntil(t, "all of them are gone", func() bool { return len(withWord(word)) == 0 })
			waitUntil(t, "the private folder is gone", func() bool {
				left, _ := filepath.Glob(filepath.Join(temporary, scratchPrefix+"*", "bot-*"))
				return len(left) == 0
			})
		})
	}
}

// leavesDaemons returns a bot with our word that is not started yet.
func leavesDaemons(t *testing.T, level SandboxLevel, word string) *supervised {
	t.Helper()
	c := Command{Words: []string{os.Args[0], word}, Dir: t.TempDir(), Env: botEnv("leave daemons")}
	c.Sandbox = &Sandbox{Level: level, Folder: c.Dir, Readable: []string{os.Args[0]}}
	body, err := newBody(c, os.Args[0], c.Words)
	if err != nil {
		t.Fatal(err)
	}
	return body.(*supervised)
}

// TestNothingOutlivesAnArenaThatNeverListened: the arena is gone before the supervisor can report that the bot runs.
// The test stops the supervisor as soon as the bot exists, so that the bot's children start first if possible.
func TestNothingOutlivesAnArenaThatNeverListened(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			for i := range 8 {
				word := fmt.Sprintf("unheard-%d-%v-%d", os.Getpid(), level, i)
				s := leavesDaemons(t, level, word)
				if err := s.launch(os.Stderr, os.Stderr); err != nil {
					t.Fatal(err)
				}
				s.control.Close()
				_ = s.cmd.Wait()
				waitUntil(t, "all of them are gone", func() bool { return len(withWord(word)) == 0 })
				s.release()
			}
		})
	}
}

func waitUntil(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never came about that %s", what)
		}
	}
}

// TestABotEndsWithItsSupervisor: if the supervisor is killed, the bot and the children in its session end too.
func TestABotEndsWithItsSupervisor(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			word := fmt.Sprintf("watched-%d-%v", os.Getpid(), level)
			p := confined(t, "keep a child", level, func(c *Command) { c.Words = append(c.Words, word) })
			waitUntil(t, "the bot's child runs", func() bool { return len(withWord(word)) == 2 })
			if err := syscall.Kill(p.body.(*supervised).cmd.Process.Pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			if e := ended(t, p); e.Signal != "SIGKILL" || e.Stopped {
				t.Errorf("%+v", e)
			}
			waitUntil(t, "the child is gone", func() bool { return len(withWord(word)) == 0 })
		})
	}
}

func init() {
	misbehaviour["keep a child"] = func() {
		cmd := exec.Command(os.Args[0], os.Args[1])
		cmd.Env = botEnv("stubborn")
		if err := cmd.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		time.Sleep(lifetime)
	}
}

func TestABotMayEndByItself(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p := confined(t, "polite", level)
		ready(t, p)
		if err := p.Stop(patience); err != nil {
			t.Fatal(err)
		}
		if e := ended(t, p); e.String() != "exit code 7" || !e.Stopped {
			t.Errorf("%+v", e)
		}
	})
}

func TestAbandonedPrivateFoldersAreRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	abandoned := filepath.Join(os.TempDir(), scratchPrefix+"1")
	deep := filepath.Join(abandoned, "bot-1", "closed", "deep")
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(abandoned, scratchLock), filepath.Join(deep, "file")} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(deep), 0); err != nil {
		t.Fatal(err)
	}
	scratches.looked = sync.Once{}
	first, err := newScratch()
	if err != nil {
		t.Fatal(err)
	}
	defer first.remove()
	if _, err := os.Lstat(abandoned); !os.IsNotExist(err) {
		t.Errorf("the folder of a process that is gone: %v", err)
	}
	removeAbandoned() // as another process does
	if _, err := os.Lstat(first.path); err != nil {
		t.Errorf("a folder in use was removed: %v", err)
	}
	folder := filepath.Dir(first.path)
	first.remove()
	if _, err := os.Lstat(folder); !os.IsNotExist(err) {
		t.Errorf("our own folder after the last bot: %v", err)
	}
}

func TestParseStat(t *testing.T) {
	const rest = " 5 41 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1000 200"
	for stat, want := range map[string]procStat{
		"42 (bot) S" + rest:         {42, 5, 41, 42, true, 150 * time.Millisecond, "987654"},
		"42 (a) R (b c) Z" + rest:   {42, 5, 41, 42, false, 150 * time.Millisecond, "987654"},
		"42 (bot) X" + rest:         {42, 5, 41, 42, false, 150 * time.Millisecond, "987654"},
		"42 (a) S 1 (b\n) S" + rest: {42, 5, 41, 42, true, 150 * time.Millisecond, "987654"},
	} {
		if got, ok := parseStat(42, stat); !ok || got != want {
			t.Errorf("%q: got %+v, %v", stat, got, ok)
		}
	}
	for _, stat := range []string{"", "42 (bot) S 5 42"} {
		if got, ok := parseStat(42, stat); ok {
			t.Errorf("%q: got %+v", stat, got)
		}
	}
	if st, ok := readStat(os.Getpid()); !ok || st.parent != os.Getppid() || !st.alive {
		t.Errorf("of this process: %+v, %v", st, ok)
	}
}

// TestNothingOutlivesAStoppedSupervisor: the bot has stopped its supervisor. When the arena asks for the end, the
// supervisor continues, kills everything, and reports how the bot ended.
func TestNothingOutlivesAStoppedSupervisor(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			word := fmt.Sprintf("stopped-%d-%v", os.Getpid(), level)
			p := confined(t, "leave daemons", level, func(c *Command) { c.Words = append(c.Words, word) })
			waitUntil(t, "the bot's children run", func() bool { return len(withWord(word)) == 1+3 })
			s := p.body.(*supervised)
			s.patience = time.Hour
			if err := syscall.Kill(s.cmd.Process.Pid, syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			p.kill()
			if e := ended(t, p); e.Signal != "SIGKILL" || !e.Stopped || e.Wall == 0 {
				t.Errorf("%+v", e)
			}
			if left := withWord(word); len(left) > 0 {
				t.Errorf("%d processes are left", len(left))
			}
		})
	}
}

// TestNothingOutlivesAForcedEnd: the supervisor gets no processor, as on an overloaded machine. So the arena kills
// everything itself.
func TestNothingOutlivesAForcedEnd(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			word := fmt.Sprintf("forced-%d-%v", os.Getpid(), level)
			p := confined(t, "leave daemons", level, func(c *Command) { c.Words = append(c.Words, word) })
			waitUntil(t, "the bot's children run", func() bool { return len(withWord(word)) == 1+3 })
			s := p.body.(*supervised)
			if err := syscall.Kill(s.cmd.Process.Pid, syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			s.force()
			ended(t, p)
			waitUntil(t, "all of them are gone", func() bool { return len(withWord(word)) == 0 })
		})
	}
}

// TestNothingOutlivesACancelledStart: the arena cancels the start of a bot.
func TestNothingOutlivesACancelledStart(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			for i := range 4 {
				word := fmt.Sprintf("cancelled-%d-%v-%d", os.Getpid(), level, i)
				s := leavesDaemons(t, level, word)
				ctx, cancel := context.WithCancel(context.Background())
				began := time.Now()
				go func() { // so late that the bot has children, if the arena is not told earlier that it runs
					for len(withWord(word)) < i && time.Since(began) < time.Second {
					}
					cancel()
				}()
				if err := s.start(ctx, nil, os.Stderr, os.Stderr); err == nil {
					<-ctx.Done()
					s.kill()
					s.wait(func() bool { return true }, func(Exit) {})
				}
				waitUntil(t, "all of them are gone", func() bool { return len(withWord(word)) == 0 })
			}
		})
	}
}

// TestNothingOutlivesASupervisorThatWasKilledEarly: the bot kills its supervisor before that can report that the bot
// runs.
func TestNothingOutlivesASupervisorThatWasKilledEarly(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		word := fmt.Sprintf("early-%d-%v", os.Getpid(), level)
		s := leavesDaemons(t, level, word)
		if err := s.launch(os.Stderr, os.Stderr); err != nil {
			t.Fatal(err)
		}
		_, file, err := receive(s.control) // as if the report had not been sent
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		waitUntil(t, "the bot's children run", func() bool { return len(withWord(word)) == 1+3 })
		if err := s.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := s.begin(t.Context()); err == nil {
			t.Error("it began")
		}
		waitUntil(t, "all of them are gone", func() bool { return len(withWord(word)) == 0 })
	})
}

func init() {
	misbehaviour["kill its supervisor"] = func() {
		for _, err := os.Stat("go"); err != nil; _, err = os.Stat("go") { // until the arena knows that the bot runs
			time.Sleep(time.Millisecond)
		}
		for range 4 {
			cmd := exec.Command("sh", os.Args[2], os.Args[1], "0")
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := cmd.Start(); err != nil {
				fmt.Println(err)
			}
		}
		supervisor := os.Getppid()
		fmt.Println(syscall.Kill(supervisor, syscall.SIGSTOP), syscall.Kill(supervisor, syscall.SIGKILL))
		fmt.Println("ready")
		time.Sleep(lifetime)
	}
}

// TestNothingOutlivesABotThatKillsItsSupervisor: the bot first stops the supervisor, and it keeps starting processes
// that start another and end.
func TestNothingOutlivesABotThatKillsItsSupervisor(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		word := fmt.Sprintf("orphan-%d-%v", os.Getpid(), level)
		p := confined(t, "kill its supervisor", level, func(c *Command) {
			script := filepath.Join(c.Dir, "again.sh")
			if err := os.WriteFile(script, []byte("[ $2 -lt 5000 ] && sh \"$0\" \"$1\" $(($2+1)) &\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			c.Words = append(c.Words, word, script)
		})
		if err := os.WriteFile(filepath.Join(p.body.(*supervised).command.Dir, "go"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		waitUntil(t, "it has tried, or has ended with its supervisor", func() bool {
			_, over := p.Exit()
			return over || slices.Contains(p.tailOf(Stdout, 9), "ready")
		})
		if err := p.Stop(0); err != nil {
			t.Error(err)
		}
		if left := withWord(word); len(left) > 0 {
			t.Errorf("%d processes are left", len(left))
		}
	})
}
