package checkup

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"blastyard/arena/harness"
	"blastyard/protocol/netorcai"
)

func TestMain(m *testing.M) {
	harness.BecomeBot()
	if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil { // otherwise each program takes a second to end
		panic(err)
	}
	testscript.Main(m, map[string]func(){"testbot": testbot})
}

// testbot plays the tiny game. From turn 3 on it misbehaves as its argument says.
func testbot() {
	mode := os.Args[1]
	if mode == "exit" {
		fmt.Fprintln(os.Stderr, "my last words")
		os.Exit(7)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, err := netorcai.Dial(ctx, os.Getenv("NETORCAI_HOST")+":"+os.Getenv("NETORCAI_PORT"))
	if err == nil {
		err = c.Login(ctx, "tester", netorcai.RolePlayer)
	}
	for err == nil {
		var m netorcai.Message
		if m, err = c.Read(ctx); err != nil {
			break
		}
		turn, ok := m.(netorcai.Turn)
		switch {
		case !ok:
			continue
		case turn.TurnNumber >= 3 && mode == "leave":
			os.Exit(0)
		case turn.TurnNumber >= 3 && mode == "words":
			err = c.SendTurnAck(ctx, turn.TurnNumber, []byte(`["ahead"]`))
		default:
			err = c.SendTurnAck(ctx, turn.TurnNumber, []byte("[1]"))
		}
	}
}
