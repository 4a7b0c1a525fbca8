//stage:first its tests take long

package arena_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/arenatest"
	"blastyard/arena/overnetorcai"
	"blastyard/arena/overrounds"
	"blastyard/arena/programs"
	"blastyard/bots/testbot"
	"blastyard/internal/leaktest"
	"blastyard/protocol/stdio"
)

// ownArena returns an arena with all games and shorter waits for bots that never answer.
func ownArena() *arena.Arena {
	times := programs.Times{
		First: func(turn time.Duration) time.Duration { return min(stdio.FirstTime(turn), 5*time.Second) },
		Exit:  3 * time.Second, // some bots leave the match and keep running
	}
	a := arenatest.Arena()
	a.Transports = []arena.Transport{&overnetorcai.Transport{Times: times}, &overrounds.Transport{Times: times}}
	return a
}

// playOnce plays a match in ownArena.
func playOnce(ctx context.Context, c arena.Config, sinks ...arena.Sink) (*arena.Result, error) {
	return ownArena().Play(ctx, c, sinks...)
}

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // otherwise each program takes a second to end
		panic(err)
	}
	testscript.Main(leakChecked{m}, map[string]func(){"testbot": testbot.Main})
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
