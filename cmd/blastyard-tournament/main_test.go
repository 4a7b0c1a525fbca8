//stage:first its tests take long

package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"blastyard/arena/harness"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	testscript.Main(m, map[string]func(){"blastyard-tournament": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(env *testscript.Env) error {
		env.Setenv("GORACE", "atexit_sleep_ms=0") // else each program takes a second to end
		return nil
	}, Cmds: map[string]func(*testscript.TestScript, bool, []string){"replace": replace}})
}

// replace is the command "replace OLD NEW FILE": OLD stands in the file once.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace OLD NEW FILE")
	}
	name := ts.MkAbs(args[2])
	text, err := os.ReadFile(name)
	ts.Check(err)
	if n := strings.Count(string(text), args[0]); n != 1 {
		ts.Fatalf("%q stands %d times in %s", args[0], n, args[2])
	}
	ts.Check(os.WriteFile(name, []byte(strings.Replace(string(text), args[0], args[1], 1)), 0o600))
}
