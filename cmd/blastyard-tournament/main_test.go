package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"blastyard/harness"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	testscript.Main(m, map[string]func(){"blastyard-tournament": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Setup: func(env *testscript.Env) error {
		env.Setenv("GORACE", "atexit_sleep_ms=0") // else each program takes a second to end
		return nil
	}})
}
