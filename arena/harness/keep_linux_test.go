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
	"syscall"
	"testing"
	"time"
)

// burnt is the processor time that the bot of TestABotIsStartedAgain uses in its first start.
const burnt = 200 * time.Millisecond

func init() {
	// Its words: what it does, a folder that it may read, and the one of its last start.
	misbehaviour["start again"] = func() {
		_, err := os.ReadFile(filepath.Join(os.Args[2], "file"))
		try("its folder", err)
		_, err = os.ReadFile(filepath.Join(os.Args[3], "file"))
		try("the last folder", err)
		_, err = os.Lstat(os.Args[3])
		try("its name", err)
		_, err = os.ReadDir(fmt.Sprintf("/proc/%d/root/", os.Getppid()))
		try("root of its parent", err)
		if entries, err := os.ReadDir(oldRoot); err != nil || len(entries) > 0 {
			try("root of the system", err)
		}
		for _, pid := range processes() {
			fmt.Println("sees", pid)
		}
		if os.Args[1] == "first" {
			var used syscall.Rusage
			for used.Utime.Nano()+used.Stime.Nano() < int64(burnt) {
				_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
			}
			child := exec.Command(os.Args[0])
			child.Env = botEnv("stubborn")
			try("starting a child", child.Start())
		}
		fmt.Println("ready")
		for os.Args[1] == "second" {
			if _, err := os.Stat(filepath.Join(os.Args[2], "go")); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
	// The arena of TestAWaitingSupervisorEndsWithTheArena.
	misbehaviour["arena of a user"] = func() {
		level, _ := strconv.Atoi(os.Getenv("TEST_LEVEL"))
		dir, _ := os.Getwd()
		user, err := sameUser(SandboxLevel(level))
		if err != nil {
			fmt.Println(err)
			return
		}
		p, err := Start(context.Background(), Command{Words: []string{"/bin/true"}, Dir: dir,
			Sandbox: &Sandbox{Level: SandboxLevel(level), Folder: dir, RunAs: user}})
		if err != nil {
			fmt.Println(err)
			return
		}
		<-p.Done()
		fmt.Println(user.kept.cmd.Process.Pid)
		time.Sleep(lifetime)
	}
}

// sameUser returns a user that is not Separate: no other user can reach this program and the folders of a test. The tests
// of package rounds have those.
func sameUser(level SandboxLevel) (*User, error) {
	if level < SandboxNamespaces {
		return &User{slot: &slot{-1, keepUser}}, nil
	}
	return TakeUser(level)
}

// supervisorOf returns the id of a bot's supervisor.
func supervisorOf(p *Process) int { return p.body.(*supervised).cmd.Process.Pid }

// bySameUser returns a function that starts a bot of a user, in the same sandbox each time.
func bySameUser(t *testing.T, level SandboxLevel) (start func(words string, change ...func(*Command)) *Process, user *User) {
	t.Helper()
	user, err := sameUser(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(user.Free)
	own, private := t.TempDir(), t.TempDir()
	return func(words string, change ...func(*Command)) *Process {
		return confined(t, "start again", level, append([]func(*Command){func(c *Command) {
			c.Words, c.TailLines = append(c.Words, strings.Fields(words)...), maxTailLines
			c.Cores = []int{lastProcessor()} // what the bot used is not divided by the number of processors
			c.Dir, c.Sandbox.Folder, c.Sandbox.Private, c.Sandbox.RunAs = own, own, private, user
		}}, change...)...)
	}, user
}

// folderWithFile makes a folder outside of the others, which a bot may read. If possible it is not below its private
// folder, which a bot keeps.
func folderWithFile(t *testing.T, name string) string {
	t.Helper()
	above := t.TempDir()
	if cache, err := os.UserCacheDir(); err == nil && os.MkdirAll(cache, 0o755) == nil {
		if dir, err := os.MkdirTemp(cache, "blastyard-test-"); err == nil {
			t.Cleanup(func() { _ = os.RemoveAll(dir) })
			above = dir
		}
	}
	folder := filepath.Join(above, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestABotIsStartedAgain: the supervisor of a bot's first start also starts it the next time. The bot then finds nothing
// of its last start, and what is told about it is of this start alone.
func TestABotIsStartedAgain(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			start, user := bySameUser(t, level)
			folders := []string{folderWithFile(t, "first"), folderWithFile(t, "second")}
			mayRead := func(folder string) func(*Command) {
				return func(c *Command) { c.Sandbox.Readable = append(c.Sandbox.Readable, folder) }
			}
			p := start("first "+folders[0]+" "+folders[1], mayRead(folders[0]))
			first := ended(t, p)
			seen := p.tailOf(Stdout, maxTailLines)
			if !first.Clean() || first.LeftBehind != 1 || first.User+first.System < burnt || !slices.Contains(seen, "its folder succeeded") {
				t.Fatalf("the first start: %+v, %q", first, seen)
			}
			supervisor := supervisorOf(p)
			for range 2 {
				p = start("second "+folders[1]+" "+folders[0], mayRead(folders[1]))
				if got := supervisorOf(p); got != supervisor {
					t.Errorf("its supervisor is %d, want that of the first start, %d", got, supervisor)
				}
				ready(t, p)
				spent := p.Spent(false)
				if err := os.WriteFile(filepath.Join(folders[1], "go"), nil, 0o644); err != nil {
					t.Fatal(err)
				}
				e := ended(t, p)
				if !e.Clean() || e.LeftBehind != 0 || e.User+e.System >= burnt || spent.Ran >= burnt {
					t.Errorf("the next start: %+v, it had run for %v", e, spent.Ran)
				}
				checkNothingOfBefore(t, level, folders[0], p.tailOf(Stdout, maxTailLines))
			}
			user.Free()
			if alive(supervisor) {
				t.Error("the supervisor is left when the user is free")
			}
		})
	}
}

// checkNothingOfBefore looks at what a bot of "start again" has found in its second start.
func checkNothingOfBefore(t *testing.T, level SandboxLevel, last string, seen []string) {
	t.Helper()
	if !slices.Contains(seen, "its folder succeeded") {
		t.Errorf("its folder of this start is not there: %q", seen)
	}
	if level >= SandboxFiles && slices.Contains(seen, "the last folder succeeded") {
		t.Errorf("it can read its folder of the last start: %q", seen)
	}
	if level >= SandboxLimits && slices.Contains(seen, "root of its parent succeeded") {
		t.Errorf("it sees the files of its supervisor: %q", seen)
	}
	if level < SandboxNamespaces {
		return
	}
	if slices.Contains(seen, "its name succeeded") && !within(privateFolder, last) || slices.Contains(seen, "root of the system succeeded") {
		t.Errorf("it finds what it must not see: %q", seen)
	}
	others := 0
	for _, line := range seen {
		if strings.HasPrefix(line, "sees ") {
			others++
		}
	}
	if others != 2 { // its supervisor and itself
		t.Errorf("it sees %d processes, want 2: %q", others, seen)
	}
}

// TestWhenASupervisorIsNotKept: of a bot that was stopped, and for a start with other limits.
func TestWhenASupervisorIsNotKept(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			start, user := bySameUser(t, level)
			folder := folderWithFile(t, "folder")
			words := "second " + folder + " " + folder
			mayRead := func(c *Command) { c.Sandbox.Readable = append(c.Sandbox.Readable, folder) }
			p := start(words, mayRead)
			ready(t, p)
			if err := p.Stop(0); err != nil {
				t.Fatal(err)
			}
			if user.kept != nil || alive(supervisorOf(p)) {
				t.Error("the supervisor of a bot that was stopped is kept")
			}
			if err := os.WriteFile(filepath.Join(folder, "go"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			p = start(words, mayRead)
			ended(t, p)
			other := start(words, mayRead, func(c *Command) { c.Sandbox.Memory = 3 << 30 })
			ended(t, other)
			if supervisorOf(other) == supervisorOf(p) {
				t.Error("a supervisor with other limits is used")
			}
		})
	}
}

// TestASupervisorThatIsGoneIsReplaced: it waited, and somebody has killed it.
func TestASupervisorThatIsGoneIsReplaced(t *testing.T) {
	start, user := bySameUser(t, SandboxNone)
	folder := folderWithFile(t, "go")
	words := "other " + folder + " " + folder
	p := start(words)
	ended(t, p)
	if user.kept == nil {
		t.Fatal("its supervisor is not kept")
	}
	if err := user.kept.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = user.kept.cmd.Wait() // until its last thread has ended
	again := start(words)
	if e := ended(t, again); !e.Clean() || supervisorOf(again) == supervisorOf(p) {
		t.Errorf("%+v", e)
	}
}

// TestAWaitingSupervisorEndsWithTheArena: also while it waits for the next start of its bot.
func TestAWaitingSupervisorEndsWithTheArena(t *testing.T) {
	highest, _ := Reachable()
	for level := SandboxNone; level <= highest; level++ {
		t.Run(level.String(), func(t *testing.T) {
			arena := exec.Command(os.Args[0])
			arena.Dir = t.TempDir()
			arena.Env = append(os.Environ(), append(botEnv("arena of a user"), fmt.Sprintf("TEST_LEVEL=%d", level),
				"TMPDIR="+t.TempDir())...)
			out, err := arena.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := arena.Start(); err != nil {
				t.Fatal(err)
			}
			var supervisor int
			_, err = fmt.Fscan(out, &supervisor)
			if err != nil || !alive(supervisor) {
				t.Errorf("the supervisor is %d: %v", supervisor, err)
			}
			_ = arena.Process.Kill()
			_ = arena.Wait()
			waitUntil(t, "the supervisor is gone", func() bool { return !alive(supervisor) })
		})
	}
}
