package arena

import (
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"blastyard/bots/testbot"
	"blastyard/harness"
	"blastyard/stdio"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	firstTime = func(turn time.Duration) time.Duration { // tests of bots that never answer wait for it
		return min(stdio.FirstTime(turn), 5*time.Second)
	}
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // else each program takes a second to end
		panic(err)
	}
	startProcess = startFakes(startProcess)
	testscript.Main(leakChecked{m}, map[string]func(){"testbot": testbot.Main, fakeBot: fakeBotMain})
}

// leakChecked runs the tests and then looks for goroutines that were left behind.
type leakChecked struct{ m *testing.M }

func (l leakChecked) Run() int {
	code := l.m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			return 1
		}
	}
	return code
}
