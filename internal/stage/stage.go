// Package stage tells which tests run: `make test` runs the everyday ones, `make test-all` (BLASTYARD_TEST=all) all of
// them. Comments that begin with //stage: in a test file choose how `make test` runs the tests of its package:
//
//	//stage:unraced WHY   without the race detector, though the package starts goroutines
//	//stage:raced WHY     with it, though others start the goroutines
//	//stage:first WHY     before the others, for they take longest
package stage

import (
	"os"
	"testing"
)

// All reports whether every test is wanted, however long it takes.
func All() bool { return os.Getenv("BLASTYARD_TEST") == "all" }

// Only skips the test, with why in the message, unless every test is wanted.
func Only(t testing.TB, why string) {
	t.Helper()
	if !All() {
		t.Skip(why + "; BLASTYARD_TEST=all runs it")
	}
}

// Plain skips the test, with why in the message, where the race detector watches, unless every test is wanted.
// `make test` also runs the tests that call it without the race detector.
func Plain(t testing.TB, why string) {
	t.Helper()
	if Raced && !All() {
		t.Skip(why + "; it runs without the race detector, or with BLASTYARD_TEST=all")
	}
}
