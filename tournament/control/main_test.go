//stage:unraced its tests play whole events
//stage:first its tests take long

package control

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"blastyard/arena/harness"
	"blastyard/bots/testbot"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // otherwise each program takes a second to end
		panic(err)
	}
	testscript.Main(m, programs)
}

// programs are what this test program can be started as.
var programs = map[string]func(){"testbot": testbot.Main, "organiser": organiser, "spy": spy}

// organiser runs as a program that plays an event, for tests that kill it.
func organiser() {
	p := Play{Path: os.Args[1], Quiet: true, Out: io.Discard, Notes: os.Stderr}
	if err := p.Run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
