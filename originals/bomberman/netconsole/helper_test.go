package netconsole

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// soon is the time limit for everything. An idle machine needs milliseconds.
const soon = time.Minute

// stage is a host for a test.
type stage struct {
	*Host
	t      *testing.T
	stop   context.CancelFunc
	ended  chan struct{}
	result *Result // when ended
	err    error

	mu  sync.Mutex
	log []string
}

// newStage starts a host on free ports. The test's cleanup ends it.
func newStage(t *testing.T, cfg Config) *stage {
	t.Helper()
	s := &stage{t: t, ended: make(chan struct{})}
	if cfg.Address == "" {
		cfg.Address = "127.0.0.1:0"
	}
	cfg.Log = func(line string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.log = append(s.log, line)
	}
	var err error
	if s.Host, err = Listen(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	s.stop = cancel
	go func() {
		defer close(s.ended)
		s.result, s.err = s.Serve(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-s.ended
		if t.Failed() {
			t.Log("the host's log:\n" + strings.Join(s.lines(), "\n"))
		}
	})
	return s
}

func (s *stage) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.log...)
}

// logged waits for a line of the log that contains a text.
func (s *stage) logged(text string) {
	s.t.Helper()
	for end := time.Now().Add(soon); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if strings.Contains(strings.Join(s.lines(), "\n"), text) {
			return
		}
	}
	s.t.Fatalf("no %q in the log", text)
}

// finished waits for the end of the game.
func (s *stage) finished() *Result {
	s.t.Helper()
	select {
	case <-s.ended:
	case <-time.After(soon):
		s.t.Fatal("the game does not end")
	}
	if s.err != nil {
		s.t.Fatalf("the host ends with %v", s.err)
	}
	return s.result
}

func (s *stage) start() {
	s.t.Helper()
	if err := s.Start(); err != nil {
		s.t.Fatal(err)
	}
}

// peer is a connection that sends exactly what a test wants.
type peer struct {
	t    testing.TB
	conn net.Conn
	d    *Decoder
}

// dial connects to a port of this machine.
func dial(t testing.TB, port int) *peer {
	t.Helper()
	conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(soon))
	return &peer{t, conn, NewDecoder(conn, maxFromHost)}
}

func (s *stage) dial() *peer {
	s.t.Helper()
	return dial(s.t, s.Addr().(*net.TCPAddr).Port)
}

func (p *peer) send(messages ...Message) {
	p.t.Helper()
	if _, err := p.conn.Write(encode(p.t, messages...)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) receive(kind Type) string {
	p.t.Helper()
	m, err := p.d.Next()
	if err != nil || m.Type != kind {
		p.t.Fatalf("received %.200q, %v; want a message of type %d", m, err, kind)
	}
	return m.Text
}

// until skips messages up to one of a type that contains a text.
func (p *peer) until(kind Type, text string) string {
	p.t.Helper()
	for {
		m, err := p.d.Next()
		if err != nil {
			p.t.Fatalf("waiting for a message of type %d with %q: %v", kind, text, err)
		}
		if m.Type == kind && strings.Contains(m.Text, text) {
			return m.Text
		}
	}
}

// closed waits until the other side has closed the connection.
func (p *peer) closed() {
	p.t.Helper()
	for {
		if _, err := p.d.Next(); err != nil {
			var timeout net.Error
			if errors.As(err, &timeout) && timeout.Timeout() {
				p.t.Fatal("the connection is still open")
			}
			return
		}
	}
}

// register registers and returns the port.
func (s *stage) register(name string) int {
	s.t.Helper()
	p := s.dial()
	p.send(Message{RegisterPlayer, name})
	port, err := strconv.Atoi(p.receive(RegistrationPort))
	if err != nil {
		s.t.Fatal(err)
	}
	p.conn.Close()
	return port
}

// join registers and connects.
func (s *stage) join(name string) *peer {
	s.t.Helper()
	before := s.connectedNow()
	p := dial(s.t, s.register(name))
	for end := time.Now().Add(soon); s.connectedNow() == before; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("%s does not get in", name)
		}
	}
	return p
}

func (s *stage) connectedNow() (n int) {
	s.call(func() { n = s.connected() })
	return n
}
