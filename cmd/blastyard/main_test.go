package main

import (
	"bytes"
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"blastyard/harness"
	"blastyard/internal/testbot"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	called := os.Args[0]
	testscript.Main(leakChecked{m}, map[string]func(){
		"blastyard": func() {
			if !strings.Contains(called, "testscript-main") { // where it puts what scripts find on the PATH
				os.Args[0] = called // of which it leaves only the last part
			}
			main()
		},
		"netorcai": main,
		"hexabomb": main,
		"testbot":  testbot.Main,
	})
}

// leakChecked runs the tests and then looks for goroutines that were left behind.
type leakChecked struct{ m *testing.M }

func (l leakChecked) Run() int {
	if signal.Ignored(syscall.SIGHUP) { // by nohup; programs that tests start get it as usual
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	code := l.m.Run()
	if code == 0 {
		if err := goleak.Find(goleak.IgnoreTopFunction("os/signal.signal_recv"), goleak.IgnoreTopFunction("os/signal.loop")); err != nil {
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
		env.Setenv("SOURCE", strings.TrimSuffix(root, "/cmd/blastyard"))
		return nil
	}, Cmds: map[string]func(*testscript.TestScript, bool, []string){"noprocess": noProcess}})
}

// run carries out a command line in this process.
func run(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var out, errOut bytes.Buffer
	code = Run(ctx, args, strings.NewReader(stdin), &out, &errOut)
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
