package overnetorcai

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"blastyard/arena/harness"
	"blastyard/arena/programs"
	"blastyard/bots/testbot"
	"blastyard/protocol/netorcai"
)

// fakeBot is the command of bots that run on a goroutine of the test and connect as programs do. Tests use them if
// they need a player but no process. "fakebot MODE" does what "testbot MODE" does after its login. "silent" does not
// log in, and "dies slowly" leaves and crashes long after.
const fakeBot = "fakebot"

// fakeProcess stands for the process of a fake bot.
type fakeProcess struct {
	leave func()
	began time.Time
	done  chan struct{}

	mu      sync.Mutex
	stopped bool
	exit    harness.Exit // written before done is closed
}

// startFakes returns a Start function that starts fake bots itself and calls others for all other programs.
func startFakes(others func(context.Context, harness.Command) (programs.Process, error)) func(context.Context, harness.Command) (programs.Process, error) {
	return func(ctx context.Context, c harness.Command) (programs.Process, error) {
		words, err := harness.Split(c.Line)
		if err != nil || words[0] != fakeBot {
			return others(ctx, c)
		}
		ctx, cancel := context.WithCancel(ctx)
		p := &fakeProcess{leave: cancel, began: time.Now(), done: make(chan struct{})}
		go func() {
			defer cancel()
			playFake(ctx, net.JoinHostPort(c.Host, strconv.Itoa(c.Port)), words[1:])
			code := 0
			if words[1] == "dies slowly" {
				time.Sleep(4 * time.Second)
				code = 7
			}
			p.mu.Lock()
			p.exit = harness.Exit{Code: code, Wall: max(1, time.Since(p.began)), Stopped: p.stopped}
			p.mu.Unlock()
			close(p.done)
		}()
		return p, nil
	}
}

// playFake plays a match until the server or the test ends it.
func playFake(ctx context.Context, address string, words []string) {
	if words[0] == "silent" {
		<-ctx.Done()
		return
	}
	c, err := netorcai.Dial(ctx, address)
	if err != nil {
		return
	}
	defer c.Close()
	if err := c.Login(ctx, "tester", netorcai.RolePlayer); err != nil || words[0] == "shy" {
		return
	}
	if words[0] == "dies slowly" { // after its first turn
		for {
			if m, err := c.Read(ctx); err != nil {
				return
			} else if _, is := m.(netorcai.Turn); is {
				return
			}
		}
	}
	_ = testbot.Answer(ctx, c, words)
}

func (p *fakeProcess) Done() <-chan struct{} { return p.done }

func (p *fakeProcess) Exit() (e harness.Exit, ended bool) {
	select {
	case <-p.done:
		return p.exit, true
	default:
		return harness.Exit{}, false
	}
}

func (p *fakeProcess) Stop(time.Duration) error {
	p.mu.Lock()
	p.stopped = true
	p.mu.Unlock()
	p.leave()
	<-p.done
	return nil
}

func (*fakeProcess) HostTime() time.Duration     { return 0 }
func (*fakeProcess) Spent(bool) harness.Spent    { return harness.Spent{} }
func (*fakeProcess) Members() []int              { return nil }
func (*fakeProcess) Tail(int) []string           { return nil }
func (*fakeProcess) Output() harness.OutputStats { return harness.OutputStats{} }

// fakeBotMain makes fakebot a program that exists on PATH. It is never started.
func fakeBotMain() {
	fmt.Fprintln(os.Stderr, "a process was started for", strings.Join(os.Args, " "))
	os.Exit(1)
}
