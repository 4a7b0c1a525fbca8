//stage:unraced its tests start many programs and play many matches
//stage:first its tests take longest

package program

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"go.uber.org/goleak"

	"blastyard/arena/harness"
	"blastyard/bots/testbot"
	"blastyard/cmd/internal/command"
	"blastyard/cmd/internal/competitions"
	"blastyard/game/lightcycles"
	"blastyard/game/tinygame"
	"blastyard/internal/leaktest"
	"blastyard/internal/sources"
	teststage "blastyard/internal/stage"
	"blastyard/show/lab/module"
	"blastyard/show/lab/module/moduletest"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	called := os.Args[0]
	testscript.Main(leakChecked{m}, map[string]func(){
		"blastyard": func() {
			if !strings.Contains(called, "testscript-main") { // where it puts what scripts find on the PATH
				os.Args[0] = called // of which it leaves only the last part
			}
			sources.Root = cmp.Or(os.Getenv("BLASTYARD_TEST_SOURCE"), sources.Root)
			Main()
		},
		"blastyard-tournament": tournamentMain(called),
		"blastyard tournament": tournamentMain(called), // as blastyard calls it
		"blastyard-race":       func() { Main(tinygame.Kind(), lightcycles.Kind()) },
		"netorcai":             func() { Main() },
		"hexabomb":             func() { Main() },
		"testbot":              testbot.Main,
	})
}

// tournamentMain is what cmd/blastyard-tournament does.
func tournamentMain(called string) func() {
	return func() {
		if strings.Contains(called, "testscript-main") {
			called = os.Args[0]
		}
		command.Main(competitions.New(called, ""), os.Args[1:])
	}
}

// allCommands are those of both programs: the commands of competitions are in the place of the one that starts their
// program. What holds for all commands is checked with it.
func allCommands() *cobra.Command { return withTournament(newRootCommand()) }

// withTournament puts the commands of competitions into their place, if the root has one for them.
func withTournament(root *cobra.Command) *cobra.Command {
	for _, c := range root.Commands() {
		if c.Name() == "tournament" {
			root.RemoveCommand(c)
			root.AddCommand(competitions.New("blastyard tournament", ""))
		}
	}
	return root
}

// leakChecked runs the tests and then looks for goroutines that were left behind.
type leakChecked struct{ m *testing.M }

func (l leakChecked) Run() int {
	if signal.Ignored(syscall.SIGHUP) { // by nohup; programs that tests start get it as usual
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	code := l.m.Run()
	if code == 0 {
		if err := leaktest.Find(goleak.IgnoreTopFunction("os/signal.signal_recv"), goleak.IgnoreTopFunction("os/signal.loop")); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			return 1
		}
	}
	return code
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(env *testscript.Env) error {
		env.Setenv("GORACE", "atexit_sleep_ms=0") // else each program takes a second to end
		root, err := os.Getwd()
		if err != nil {
			return err
		}
		env.Setenv("SOURCE", strings.TrimSuffix(root, "/cmd/program"))
		return nil
	}, Cmds: map[string]func(*testscript.TestScript, bool, []string){"noprocess": noProcess, "exits": exits, "module": labModule}, Condition: wanted})
}

// wanted is the condition "all" of scripts: every test is wanted. What follows `[!all] stop` belongs to make test-all.
func wanted(condition string) (bool, error) {
	if condition != "all" {
		return false, fmt.Errorf("unknown condition %q", condition)
	}
	return teststage.All(), nil
}

// run carries out a command line of either program in this process.
func run(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errOut bytes.Buffer
	code = command.Run(ctx, allCommands(), rewritten(args), strings.NewReader(stdin), &out, &errOut)
	return code, out.String(), errOut.String()
}

// noProcess fails if a process runs whose command line holds the given word: noprocess WORD.
func noProcess(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: noprocess WORD")
	}
	if found := processesWith(args[0]); len(found) > 0 {
		ts.Fatalf("still running: %v", found)
	}
}

// labModule gives a script the laboratory's module, which otherwise is built from the sources: module.
func labModule(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: module")
	}
	m, err := moduletest.Get()
	folder := ts.MkAbs(".module")
	if err == nil {
		err = m.Write(folder)
	}
	ts.Check(err)
	ts.Setenv(module.Variable, folder)
}

// exits runs a program that must end with an exit code: exits CODE PROGRAM [ARG...].
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || strconv.Itoa(exit.ExitCode()) != args[0] {
		ts.Fatalf("%v, expected exit code %s", err, args[0])
	}
}

// processesWith are the command lines of running processes that hold a word; nil where the system does not tell.
func processesWith(word string) (found []string) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		line, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if text := strings.ReplaceAll(string(line), "\x00", " "); err == nil && strings.Contains(text, word) {
			found = append(found, text)
		}
	}
	return found
}
