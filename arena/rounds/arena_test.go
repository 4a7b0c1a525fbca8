//go:build unix

package rounds

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"blastyard/arena/harness"
	"blastyard/internal/stage"
	"blastyard/rules/bomberman"
)

// TestBotsRunInTurn: with one job a bot starts when the one before it has ended. With two jobs two bots run at once.
func TestBotsRunInTurn(t *testing.T) {
	tb := newTestMatch(t, Config{}, testBot(t, "alone"), testBot(t, "alone"), testBot(t, "alone"))
	t.Setenv("ROUNDS_LOCK", filepath.Join(t.TempDir(), "lock"))
	for i, o := range tb.round() {
		if o.Command != bomberman.Up {
			t.Errorf("player %d: %q %q", i, o.Why, o.Errors)
		}
	}
	if runtime.NumCPU() < 2 {
		return
	}
	tb = newTestMatch(t, Config{Jobs: 2}, testBot(t, "meets another"), testBot(t, "meets another"))
	t.Setenv("ROUNDS_LOCK", t.TempDir())
	for i, o := range tb.round() {
		if o.Command != bomberman.Up {
			t.Errorf("with two jobs, player %d: %q %q", i, o.Why, o.Errors)
		}
	}
}

func TestJobsAreNoMoreThanProcessors(t *testing.T) {
	for jobs, want := range map[int]int{0: 1, 1: 1, 2: min(2, runtime.NumCPU()), 5000: runtime.NumCPU()} {
		r, err := NewRunner(Config{Jobs: jobs})
		if err != nil || r.Jobs() != want {
			t.Errorf("jobs %d are %d, %v, want %d", jobs, r.Jobs(), err, want)
		}
	}
}

// TestTimeWithoutAProcessorIsNotTheBots: a bot that exceeds its limit by the clock is late only if the machine is not
// to blame.
func TestTimeWithoutAProcessorIsNotTheBots(t *testing.T) {
	bot := testBot(t, "good when told")
	tb := newTestMatch(t, Config{Limit: time.Second, Kill: time.Second}, bot)
	tb.runner.waited = func(*harness.Process) time.Duration { // called when its time is over, before it is killed
		if err := os.WriteFile(filepath.Join(bot.Dir, "told"), nil, 0o666); err != nil {
			t.Error(err)
		}
		return time.Hour
	}
	o := tb.round()[0]
	if o.Command != bomberman.Left || o.Late || o.Host || o.Exit.Stopped || o.Waited == 0 {
		t.Errorf("%+v", o)
	}
	if log := tb.read("0", "A", "log.txt"); !strings.Contains(log, " without a processor do not count)") {
		t.Errorf("log.txt:\n%s", log)
	}
	// A bot that never ends is killed nevertheless, and that is the machine's fault.
	limit := 500 * time.Millisecond // more than what the start of the bot computes, on a busy machine too
	tb = newTestMatch(t, Config{Limit: limit, Kill: limit}, testBot(t, "late"))
	tb.runner.waited = func(*harness.Process) time.Duration { return time.Hour }
	if o = tb.round()[0]; o.Command != bomberman.Nothing || !o.Late || !o.Host || !strings.HasPrefix(o.Why, "the machine gave it no processor for ") {
		t.Errorf("%+v", o)
	}
	// A short wait is no excuse.
	tb = newTestMatch(t, Config{Limit: limit, Kill: limit}, testBot(t, "late"))
	tb.runner.waited = func(*harness.Process) time.Duration { return time.Millisecond }
	if o = tb.round()[0]; !o.Late || o.Host {
		t.Errorf("%+v", o)
	}
}

// TestAFailureOfTheArenaIsNoBots: if the arena cannot write its folder, the round returns an error and no bot is to
// blame.
func TestAFailureOfTheArenaIsNoBots(t *testing.T) {
	tb := newTestMatch(t, Config{}, testBot(t, "good"), testBot(t, "good"))
	if err := tb.folders.Begin(tb.state, &tb.text, tb.players, tb.keys); err != nil {
		t.Fatal(err)
	}
	broken := fmt.Errorf("%w: no space left on device", harness.ErrHost)
	ran := 0
	out, err := tb.runner.Round(t.Context(), tb.folders, []Entry{
		{Bot: tb.bots[0], Key: 'A', Done: func(*Outcome) error { ran++; return broken }},
		{Bot: tb.bots[1], Key: 'B', Done: func(*Outcome) error { ran++; return nil }},
	})
	if !errors.Is(err, harness.ErrHost) || ran != 1 || out[1].Started || out[0].Why != "" || out[1].Why != "" {
		t.Errorf("%v; %d ran; %+v", err, ran, out)
	}
	// A file in place of the match's folder is a bot's doing. The folder is created again.
	if err := errors.Join(os.RemoveAll(tb.folders.Dir()), os.WriteFile(tb.folders.Dir(), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := tb.folders.Begin(tb.state, &tb.text, tb.players, tb.keys); err != nil {
		t.Error(err)
	}
}

// TestAFullDiskIsNoBots: if the arena cannot write a file, that is a failure of the arena. Another process plays this
// match, with a limit of 0 for the size of its files.
func TestAFullDiskIsNoBots(t *testing.T) {
	const played = "ROUNDS_FULL_DISK"
	if os.Getenv(played) == "" {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestAFullDiskIsNoBots$", "-test.v")
		cmd.Env = append(os.Environ(), played+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil || !bytes.Contains(out, []byte("--- PASS: TestAFullDiskIsNoBots")) {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	tb := newTestMatch(t, Config{})
	if err := tb.folders.Begin(tb.state, &tb.text, tb.players, tb.keys); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = 0
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"a player's log":   tb.folders.EndPlayer(0, 'A', []byte("log")),
		"the engine's log": tb.folders.End(0, []byte("log"), tb.state, &tb.text, nil),
		"the next round":   tb.folders.Begin(tb.state, &tb.text, tb.players, tb.keys),
	} {
		if !errors.Is(err, harness.ErrHost) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestABotThatFillsItsFolderIsNotRunAnyMore: the arena does not clean a bot's own folder, but the folder cannot grow
// for ever.
func TestABotThatFillsItsFolderIsNotRunAnyMore(t *testing.T) {
	stage.Plain(t, "looks at tens of thousands of files")
	for _, kind := range []string{"fills its folder", "many files of its own"} {
		tb := newTestMatch(t, Config{}, testBot(t, kind), testBot(t, "good"))
		for n, command := range []bomberman.Command{bomberman.Up, bomberman.Nothing, bomberman.Nothing} {
			out := tb.round()
			if out[0].Command != command || out[0].Started != (n == 0) || out[1].Command != bomberman.Down {
				t.Errorf("%s, round %d: %+v, %+v", kind, n, out[0], out[1])
			}
			log := tb.read(strconv.Itoa(n), "A", "log.txt")
			if !strings.Contains(log, "it has added more than 256 MiB or 10000 files to its folder and is not run any more\n") {
				t.Errorf("%s, round %d: log.txt:\n%s", kind, n, log)
			}
		}
	}
}
