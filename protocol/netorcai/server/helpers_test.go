//stage:first its tests take long

package server_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"go.uber.org/goleak"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for what must happen.
const patience = time.Minute

// counting is a game logic whose state is the number of turns played and of actions taken.
type counting struct {
	turns, actions int
	wins           int // the winner plus one
	seen           [][]netorcai.PlayerActions
	state          []byte
}

func (l *counting) Init(int, int, int) ([]byte, error) { return []byte(`{"turns":0,"actions":0}`), nil }

func (l *counting) Turn(actions []netorcai.PlayerActions) (int, []byte, error) {
	l.turns++
	l.actions += len(actions)
	kept := make([]netorcai.PlayerActions, len(actions))
	for i, a := range actions {
		kept[i] = a
		kept[i].Actions = append(json.RawMessage(nil), a.Actions...)
	}
	l.seen = append(l.seen, kept)
	l.state = fmt.Appendf(l.state[:0], `{"turns":%d,"actions":%d}`, l.turns, l.actions)
	return l.wins - 1, l.state, nil
}

// running is a server at work.
type running struct {
	t      *testing.T
	s      *server.Server
	addr   string
	result server.Result
	err    error
	done   chan struct{}
	cancel context.CancelFunc
}

func config() server.Config {
	settings := server.DefaultSettings()
	settings.DelayFirstTurn, settings.DelayTurns = server.MinDelay, server.MinDelay
	return server.Config{Settings: settings}
}

func run(t *testing.T, cfg server.Config) *running {
	t.Helper()
	s, err := server.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{t: t, s: s, addr: ln.Addr().String(), done: make(chan struct{}), cancel: cancel}
	go func() {
		defer close(r.done)
		r.result, r.err = s.Serve(ctx, ln)
	}()
	t.Cleanup(func() {
		cancel()
		r.wait()
	})
	return r
}

func (r *running) wait() {
	r.t.Helper()
	select {
	case <-r.done:
	case <-time.After(patience):
		r.t.Fatal("the server does not end")
	}
}

// ends waits until the game has ended as it should.
func (r *running) ends() server.Result {
	r.t.Helper()
	if r.wait(); r.err != nil {
		r.t.Fatalf("Serve: %v", r.err)
	}
	return r.result
}

func (r *running) start() {
	r.t.Helper()
	if err := r.s.Start(); err != nil {
		r.t.Fatalf("Start: %v", err)
	}
}

// ctx ends when the test has waited too long.
func (r *running) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	r.t.Cleanup(cancel)
	return ctx
}

func (r *running) dial() *netorcai.Client {
	r.t.Helper()
	c, err := netorcai.Dial(r.ctx(), r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = c.Close() })
	return c
}

func (r *running) login(nickname string, role netorcai.Role) *netorcai.Client {
	r.t.Helper()
	c := r.dial()
	if err := c.Login(r.ctx(), nickname, role); err != nil {
		r.t.Fatalf("login of %s as %s: %v", nickname, role, err)
	}
	return c
}

// read reads a message of the given type.
func read[M netorcai.Message](r *running, c *netorcai.Client) M {
	r.t.Helper()
	m, err := c.Read(r.ctx())
	if err != nil {
		r.t.Fatalf("read: %v", err)
	}
	got, ok := m.(M)
	if !ok {
		r.t.Fatalf("read %#v, want a %T", m, got)
	}
	return got
}

// kicked reads until the client is kicked.
func (r *running) kicked(c *netorcai.Client) string {
	r.t.Helper()
	for {
		_, err := c.Read(r.ctx())
		var kick *netorcai.KickError
		if errors.As(err, &kick) {
			return kick.Reason
		}
		if err != nil {
			r.t.Fatalf("read: %v, want a KICK", err)
		}
	}
}

func (r *running) ack(c *netorcai.Client, turn int, actions string) {
	r.t.Helper()
	if err := c.SendTurnAck(r.ctx(), turn, json.RawMessage(actions)); err != nil {
		r.t.Fatal(err)
	}
}

// answers plays a player that answers every turn.
type answers struct {
	actions string
	starts  netorcai.GameStarts
	turns   []int
	states  []string
}

func (b *answers) Start(m netorcai.GameStarts) error {
	b.starts = m
	b.starts.InitialGameState = append(json.RawMessage(nil), m.InitialGameState...)
	return nil
}

func (b *answers) Turn(_ context.Context, m netorcai.Turn) (json.RawMessage, error) {
	b.turns = append(b.turns, m.TurnNumber)
	b.states = append(b.states, string(m.GameState))
	return json.RawMessage(b.actions), nil
}

// raw is a client that sends what it likes.
type raw struct {
	*netorcai.Client
	r  *running
	nc net.Conn
}

func (r *running) raw() *raw {
	r.t.Helper()
	nc, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = nc.Close() })
	return &raw{netorcai.NewClient(nc), r, nc}
}

// rawLogin logs in as a client that sends what it likes afterwards.
func (r *running) rawLogin(role netorcai.Role) *raw {
	r.t.Helper()
	c := r.raw()
	if err := c.Login(r.ctx(), "raw", role); err != nil {
		r.t.Fatalf("login as %s: %v", role, err)
	}
	return c
}

// header is a frame's header for content of that many bytes.
func header(size int) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(size)) }

// say sends a frame with the content as it is.
func (c *raw) say(content string) {
	c.r.t.Helper()
	if _, err := c.nc.Write(append(header(len(content)), content...)); err != nil {
		c.r.t.Fatal(err)
	}
}
