package program

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	teststage "blastyard/internal/stage"
)

// installed puts programs into a new folder and returns it.
func installed(t *testing.T, names ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range names {
		if os.Link(self, filepath.Join(dir, name)) == nil {
			continue
		}
		program, err := os.ReadFile(self) // of another file system
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), program, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// ran is a program that has ended.
type ran struct {
	code        int
	out, errOut string
}

// ranWith runs a program with a PATH of its own, and more variables.
func ranWith(t *testing.T, path, program string, args []string, variables ...string) ran {
	t.Helper()
	var out, errOut bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Env = slices.Concat(os.Environ(), []string{"PATH=" + path, "GORACE=atexit_sleep_ms=0"}, variables)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if exit := (&exec.ExitError{}); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

// TestTournamentFound: the program of competitions is found beside this one first, also where a link leads to this one,
// then on the PATH.
func TestTournamentFound(t *testing.T) {
	t.Parallel()
	both, alone, other := installed(t, "blastyard", "blastyard-tournament"), installed(t, "blastyard"), t.TempDir()
	const wrong = "#!/bin/sh\necho \"$0 $1\"\nexit 7\n"
	if err := os.WriteFile(filepath.Join(other, "blastyard-tournament"), []byte(wrong), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "blastyard")
	if err := os.Symlink(filepath.Join(both, "blastyard"), link); err != nil {
		t.Fatal(err)
	}
	args := []string{"tournament", "init", filepath.Join(both, "cup")}
	for _, program := range []string{filepath.Join(both, "blastyard"), link} {
		got := ranWith(t, other, program, args)
		if got.code != 0 || !strings.Contains(got.out, "\n  "+program+" tournament run ") {
			t.Errorf("%s: %+v", program, got)
		}
		if err := os.RemoveAll(filepath.Join(both, "cup")); err != nil {
			t.Fatal(err)
		}
	}
	got := ranWith(t, other, filepath.Join(alone, "blastyard"), args)
	if want := filepath.Join(other, "blastyard-tournament") + " init\n"; got.code != 7 || got.out != want {
		t.Errorf("on the PATH: %+v, expected exit code 7 and %s", got, want)
	}
}

// TestTournamentMissing: one line says what to build. Completion builds nothing.
func TestTournamentMissing(t *testing.T) {
	t.Parallel()
	alone := filepath.Join(installed(t, "blastyard"), "blastyard")
	want := ran{code: 1, errOut: "blastyard tournament: the program blastyard-tournament is neither beside this one nor on the PATH: " +
		"build it in the sources with 'go build ./cmd/blastyard-tournament' and put it there\n"}
	for _, args := range []string{"tournament", "tournament --help", "tournament run cup", "help tournament"} {
		if got := ranWith(t, t.TempDir(), alone, strings.Fields(args)); got != want {
			t.Errorf("%s: %+v", args, got)
		}
	}
	source, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	got := ranWith(t, noTournament(t), alone, strings.Fields("__complete tournament ru"), "BLASTYARD_TEST_SOURCE="+source)
	if got != want {
		t.Errorf("completion: %+v", got)
	}
}

// noTournament is the PATH without the folder in which testscript has put the program.
func noTournament(t *testing.T) string {
	t.Helper()
	var folders []string
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(folder, "blastyard-tournament")); err != nil {
			folders = append(folders, folder)
		}
	}
	return strings.Join(folders, string(filepath.ListSeparator))
}

// TestTournamentBuilt: in a clone the program is built when it is first needed; its exit codes are passed on.
func TestTournamentBuilt(t *testing.T) {
	t.Parallel()
	alone := filepath.Join(installed(t, "blastyard"), "blastyard")
	source, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	got := ranWith(t, noTournament(t), alone, strings.Fields("tournament run"), "BLASTYARD_TEST_SOURCE="+source)
	if got.code != 2 || got.out != "" || !strings.Contains(got.errOut, "blastyard tournament run: 0 arguments, expected one") {
		t.Errorf("%+v", got)
	}
}

// TestTournamentInterrupted: Ctrl-C at a terminal and signals to blastyard reach the program of competitions once; bots
// end with it, and the event goes on later.
func TestTournamentInterrupted(t *testing.T) {
	t.Parallel()
	interrupts := []func(s *ptyScreen){
		func(s *ptyScreen) { s.Type("\x03") },
		func(s *ptyScreen) { s.signal(os.Interrupt) },
		func(s *ptyScreen) { s.signal(syscall.SIGTERM) },
	}
	if !teststage.All() {
		interrupts = interrupts[:1] // the bots take all of a processor
	}
	for i, interrupt := range interrupts {
		dir, mark := t.TempDir(), fmt.Sprintf("MARK-tournament-%d-%d", os.Getpid(), i)
		event := "maps = \"tiny\"\nturns = 60000\nturn_time = \"20s\"\nrounds = 50\n" +
			"[[bot]]\nname = \"walker\"\ncommand = \"testbot hunter " + mark + "\"\n[[bot]]\ncommand = \"builtin:idle\"\n"
		if err := os.WriteFile(filepath.Join(dir, "event.toml"), []byte(event), 0o666); err != nil {
			t.Fatal(err)
		}
		s := startCommand(t, exec.CommandContext(t.Context(), "blastyard", "tournament", "run", dir, "--jobs", "1"))
		for end := time.Now().Add(time.Minute); len(processesWith(mark)) == 0; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("no bot was started\n%s", s.Shown())
			}
		}
		interrupt(s)
		s.Saw("blastyard tournament run: interrupted: ")
		s.exits(1)
		if found := processesWith(mark); len(found) > 0 {
			t.Errorf("still running: %v", found)
		}
	}
}

// signal sends a signal to the process alone.
func (s *ptyScreen) signal(sig os.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}
