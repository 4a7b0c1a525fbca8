package listeners

import (
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const patience = time.Minute

func newGroup(t *testing.T, cfg Config) *Group {
	t.Helper()
	g := New(cfg)
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

func openSeat(t *testing.T, g *Group, seat int) *net.TCPAddr {
	t.Helper()
	at, err := g.Open(seat, "127.0.0.1", 0)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func dial(t *testing.T, at net.Addr) *net.TCPConn {
	t.Helper()
	c, err := net.DialTimeout("tcp", at.String(), patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*net.TCPConn)
}

// accept returns the next connection.
func accept(t *testing.T, g *Group) *Conn {
	t.Helper()
	c, err := g.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c.(*Conn)
}

// isClosed waits until the other side has closed a connection.
func isClosed(t *testing.T, c net.Conn) {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(patience)) // fails if it is closed already
	var timeout net.Error
	if _, err := c.Read(make([]byte, 1)); err == nil || errors.As(err, &timeout) && timeout.Timeout() {
		t.Errorf("reading gives %v, want the end of the connection", err)
	}
}

func TestSeatIsKnownByThePort(t *testing.T) {
	g := newGroup(t, Config{})
	ports := map[int]*net.TCPAddr{}
	for _, seat := range []int{Public, 0, 7} {
		ports[seat] = openSeat(t, g, seat)
	}
	for _, seat := range []int{7, Public, 0, 7} {
		dial(t, ports[seat])
		if c := accept(t, g); c.Seat != seat || c.Refusal != "" {
			t.Errorf("seat %d, refusal %q; want %d and none", c.Seat, c.Refusal, seat)
		}
	}
	if got := g.Addr().String(); got != ports[Public].String() {
		t.Errorf("the public address is %s, want %s", got, ports[Public])
	}
	g.CloseSeat(7)
	if c, err := net.DialTimeout("tcp", ports[7].String(), patience); err == nil {
		c.Close()
		t.Error("the port of seat 7 is still open")
	}
}

// TestCloseSeatKeepsWhoHasConnected: a client that connected before the port was closed still learns why it must not
// log in.
func TestCloseSeatKeepsWhoHasConnected(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the system does not tell who waits at a port")
	}
	g := newGroup(t, Config{})
	at := openSeat(t, g, 3)
	clients := []net.Conn{dial(t, at), dial(t, at), dial(t, at)} // not accepted, so two wait at the port
	g.CloseSeat(3)
	go func() {
		for {
			c, err := g.Accept()
			if err != nil {
				return
			}
			_, _ = c.Write([]byte{7})
			_ = c.Close()
		}
	}()
	for i, c := range clients {
		_ = c.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.ReadFull(c, make([]byte, 1)); err != nil {
			t.Errorf("client %d: %v", i, err)
		}
	}
}

// ownAddress returns a loopback address for this test. If the system has more than one, no other process uses its
// ports.
func ownAddress() net.IP {
	if runtime.GOOS != "linux" {
		return net.IPv4(127, 0, 0, 1)
	}
	pid := os.Getpid()
	return net.IPv4(127, byte(1+pid>>16%254), byte(pid>>8), byte(1+pid%254))
}

// TestReusedAddress: a client with the same address as an earlier client is not mistaken for it.
func TestReusedAddress(t *testing.T) {
	g := newGroup(t, Config{})
	private, public := openSeat(t, g, 3), openSeat(t, g, Public)
	nc, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: ownAddress()}, Timeout: patience}).Dial("tcp", private.String())
	if err != nil {
		t.Fatal(err)
	}
	first, from := nc.(*net.TCPConn), nc.LocalAddr()
	bot := accept(t, g)
	for _, c := range []*net.TCPConn{first, bot.TCPConn} {
		if err := c.SetLinger(0); err != nil { // the connection leaves no trace
			t.Fatal(err)
		}
	}
	first.Close()
	bot.Close()
	guest, err := (&net.Dialer{LocalAddr: from, Timeout: patience}).Dial("tcp", public.String())
	if err != nil {
		t.Fatal(err)
	}
	defer guest.Close()
	if c := accept(t, g); c.RemoteAddr().String() != from.String() || c.Seat != Public {
		t.Errorf("%v sits at seat %d, want a guest at %v", c.RemoteAddr(), c.Seat, from)
	}
}

// failing is a listener whose first calls of Accept fail.
type failing struct {
	net.Listener
	left atomic.Int32
}

var errNoFiles = errors.New("too many open files")

func (f *failing) Accept() (net.Conn, error) {
	if f.left.Add(-1) >= 0 {
		return nil, errNoFiles
	}
	return f.Listener.Accept()
}

// TestFailingAccept: a port that cannot accept reports it once, stays open, and continues when it can.
func TestFailingAccept(t *testing.T) {
	type failure struct {
		seat int
		err  error
	}
	failures := make(chan failure, 10)
	g := newGroup(t, Config{Failed: func(seat int, err error) { failures <- failure{seat, err} }})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &failing{Listener: l}
	f.left.Store(4)
	g.mu.Lock()
	g.serve(2, f)
	g.mu.Unlock()
	if got := <-failures; got.seat != 2 || !errors.Is(got.err, errNoFiles) {
		t.Errorf("told of %v", got)
	}
	if err := g.Fault(2); !errors.Is(err, errNoFiles) {
		t.Errorf("the fault is %v, want %v", err, errNoFiles)
	}
	dial(t, l.Addr())
	if c := accept(t, g); c.Seat != 2 {
		t.Errorf("seat %d, want 2", c.Seat)
	}
	if err := g.Fault(2); err != nil {
		t.Errorf("the fault is still %v", err)
	}
	if n := len(failures); n != 0 {
		t.Errorf("told of the failure %d times more, want once", n)
	}
}

// TestNothingIsLeftOpen: after Close, opening a port fails, and a waiting client is disconnected.
func TestNothingIsLeftOpen(t *testing.T) {
	g := New(Config{})
	at, err := g.Open(0, ownAddress().String(), 0) // an address on which nobody else takes the closed port
	if err != nil {
		t.Fatal(err)
	}
	waiting := dial(t, at)
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	isClosed(t, waiting)
	if _, err := g.Open(1, "127.0.0.1", at.Port); !errors.Is(err, net.ErrClosed) {
		t.Errorf("opening a port after the end gives %v, want %v", err, net.ErrClosed)
	}
	l, err := net.Listen("tcp", at.String())
	if err != nil {
		t.Fatalf("a listener was left: %v", err)
	}
	l.Close()
	if _, err := g.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("Accept after the end gives %v", err)
	}
}

// TestTooManyConnections: each seat has a limit. Refused connections have their own limit, so they cannot keep a bot
// out.
func TestTooManyConnections(t *testing.T) {
	var refusal atomic.Value
	refusal.Store("not you")
	g := newGroup(t, Config{Check: func(int, *net.TCPConn) string { return refusal.Load().(string) }})
	at := openSeat(t, g, 0)
	for range maxOpen {
		dial(t, at)
		if c := accept(t, g); c.Refusal != "not you" {
			t.Errorf("refusal %q", c.Refusal)
		}
	}
	isClosed(t, dial(t, at))
	refusal.Store("")
	var last *Conn
	for range maxOpen {
		dial(t, at)
		if last = accept(t, g); last.Refusal != "" {
			t.Errorf("refusal %q", last.Refusal)
		}
	}
	isClosed(t, dial(t, at))
	last.Close()
	last.Close() // closing twice counts once
	dial(t, at)
	accept(t, g)
	isClosed(t, dial(t, at))
}

// TestDeliver: a connection may reach a seat without a port of the group.
func TestDeliver(t *testing.T) {
	g := newGroup(t, Config{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client := dial(t, l.Addr())
	nc, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.Deliver(5, nc)
	}()
	c := accept(t, g)
	<-done
	if _, err := client.Write([]byte("x")); err != nil || c.Seat != 5 {
		t.Errorf("seat %d, error %v", c.Seat, err)
	}
	if got := make([]byte, 1); true {
		if _, err := io.ReadFull(c, got); err != nil || got[0] != 'x' {
			t.Errorf("read %q, error %v", got, err)
		}
	}
	a, b := net.Pipe()
	defer a.Close()
	g.Deliver(6, b)
	isClosed(t, a)
}
