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

// times are those of the tests: bots that never answer are not waited for as long.
var times = programs.Times{First: func(turn time.Duration) time.Duration {
	return min(stdio.FirstTime(turn), 5*time.Second)
}}

// testArena is an arena that also starts fake bots.
func testArena() *arena.Arena {
	return &arena.Arena{Games: games.All(), Transports: []arena.Transport{
		&Transport{Times: times, Start: startFakes(startProcess)}, &overrounds.Transport{Times: times},
	}}
}

// play plays a match in such an arena.
func play(ctx context.Context, c arena.Config, sinks ...arena.Sink) (*arena.Result, error) {
	return testArena().Play(ctx, c, sinks...)
}

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // else each program takes a second to end
		panic(err)
	}
	testscript.Main(leakChecked{m}, map[string]func(){"testbot": testbot.Main, fakeBot: fakeBotMain})
}

// leakChecked runs the tests and then looks for goroutines that were left behind.
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

// newAsker is an asker as the arena of the tests has it.
func newAsker() *asker {
	return (&Transport{Times: times, Start: startFakes(startProcess)}).Asker(nil).(*asker)
}
