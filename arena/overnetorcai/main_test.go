package overnetorcai

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/overrounds"
	"blastyard/arena/programs"
	"blastyard/bots/testbot"
	"blastyard/game/games"
	"blastyard/internal/leaktest"
	"blastyard/protocol/stdio"
)

// times are limits for tests: the wait for bots that never answer is short.
var times = programs.Times{First: func(turn time.Duration) time.Duration {
	return min(stdio.FirstTime(turn), 5*time.Second)
}}

// testArena returns an arena that also starts fake bots.
func testArena() *arena.Arena {
	return &arena.Arena{Games: games.All(), Transports: []arena.Transport{
		&Transport{Times: times, Start: startFakes(startProcess)}, &overrounds.Transport{Times: times},
	}}
}

// play plays a match in testArena.
func play(ctx context.Context, c arena.Config, sinks ...arena.Sink) (*arena.Result, error) {
	return testArena().Play(ctx, c, sinks...)
}

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // otherwise each program takes a second to end
		panic(err)
	}
	testscript.Main(leakChecked{m}, map[string]func(){"testbot": testbot.Main, fakeBot: fakeBotMain})
}

// leakChecked runs the tests and then looks for goroutines that they left behind.
type leakChecked struct{ m *testing.M }

func (l leakChecked) Run() int {
	code := l.m.Run()
	if code == 0 {
		if err := leaktest.Find(); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			return 1
		}
	}
	return code
}

// newAsker returns an asker like that of testArena.
func newAsker() *asker {
	return (&Transport{Times: times, Start: startFakes(startProcess)}).Asker(nil).(*asker)
}
