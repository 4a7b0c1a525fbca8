// Package listeners gathers the connections of the several ports of one match: a public port, and one for each seat's
// program. The port at which a client connects tells its seat, so the client need not say it.
package listeners

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"
)

// Public is the seat of clients that connected to the public port.
const Public = -1

// maxOpen is how many connections of one seat may be open at a time. Refused connections are counted separately, up to
// the same number. Any further connection is closed at once.
const maxOpen = 16

// After Accept fails, for example because too many files are open, it is tried again: first after minRetry, then after
// twice the time, up to maxRetry.
const (
	minRetry = 20 * time.Millisecond
	maxRetry = time.Second
)

// Conn is a connection that was accepted.
type Conn struct {
	*net.TCPConn
	Seat    int    // the seat whose port it came to, or Public
	Refusal string // why it must not log in; "" if it may

	closed func()
	frames frames
}

// Close closes the connection.
func (c *Conn) Close() error {
	c.closed()
	return c.TCPConn.Close()
}

// Config configures a Group. Every field may be left out.
type Config struct {
	// Check returns why a connection must not log in, or "" if it may. It is never called for two connections of the
	// same seat at the same time.
	Check func(seat int, c *net.TCPConn) (refusal string)
	// Failed is called when a port begins to fail, that is when the system returns an error instead of a connection.
	Failed func(seat int, err error)
}

// Group is a net.Listener for the connections of several ports. Its methods may be called from any goroutine.
type Group struct {
	cfg     Config
	arrived chan *Conn
	closing chan struct{}
	accepts sync.WaitGroup

	mu     sync.Mutex
	ports  map[int]net.Listener        // by seat
	faults map[int]error               // by seat: why its port does not accept connections now
	open   map[count]int               // connections
	queued map[net.Listener][]net.Conn // connections of closed ports that were not accepted yet
	closed bool
}

// count is a key for counting connections.
type count struct {
	seat    int
	refused bool
}

// New returns a group without any port.
func New(cfg Config) *Group {
	return &Group{cfg: cfg, arrived: make(chan *Conn), closing: make(chan struct{}), ports: map[int]net.Listener{},
		faults: map[int]error{}, open: map[count]int{}, queued: map[net.Listener][]net.Conn{}}
}

// Open opens the port of a seat at an address of this machine and returns the address. Port 0 means any free port.
func (g *Group) Open(seat int, host string, port int) (*net.TCPAddr, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || g.ports[seat] != nil {
		return nil, errors.Join(fmt.Errorf("listeners: seat %d: %w", seat, net.ErrClosed), l.Close())
	}
	g.serve(seat, l)
	return l.Addr().(*net.TCPAddr), nil
}

// serve accepts connections for a seat. g.mu is held.
func (g *Group) serve(seat int, l net.Listener) {
	g.ports[seat] = l
	g.accepts.Go(func() { g.acceptAll(seat, l) })
}

// CloseSeat closes the port of a seat, because its bot has logged in or never will. Its connections stay open. Accept
// still returns connections that were waiting at the port, which the system would otherwise reset.
func (g *Group) CloseSeat(seat int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if l := g.ports[seat]; l != nil {
		g.queued[l] = queue(l)
		_ = l.Close()
		delete(g.ports, seat)
		delete(g.faults, seat)
	}
}

// Fault returns why the port of a seat cannot accept connections at the moment, or nil if it can.
func (g *Group) Fault(seat int) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.faults[seat]
}

// setFault records whether a port can accept connections, and reports whether that has changed. A closed port has no
// fault.
func (g *Group) setFault(seat int, l net.Listener, err error) (changed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ports[seat] != l {
		return false
	}
	changed = (g.faults[seat] != nil) != (err != nil)
	g.faults[seat] = err
	return changed
}

func (g *Group) acceptAll(seat int, l net.Listener) {
	retry := minRetry
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			for _, c := range g.takeQueued(l) {
				g.Deliver(seat, c)
			}
			return
		}
		if g.setFault(seat, l, err) && err != nil && g.cfg.Failed != nil {
			g.cfg.Failed(seat, err)
		}
		if err == nil {
			retry = minRetry
			g.Deliver(seat, c)
			continue
		}
		select {
		case <-time.After(retry):
			retry = min(2*retry, maxRetry)
		case <-g.closing:
			return
		}
	}
}

// takeQueued returns the connections that were waiting at a closed port.
func (g *Group) takeQueued(l net.Listener) []net.Conn {
	g.mu.Lock()
	defer g.mu.Unlock()
	list := g.queued[l]
	delete(g.queued, l)
	return list
}

// Deliver adds a connection that reached a seat some other way, not through a port of this group. It returns after
// Accept has taken the connection.
func (g *Group) Deliver(seat int, nc net.Conn) {
	tcp, ok := nc.(*net.TCPConn)
	if !ok {
		_ = nc.Close()
		return
	}
	refusal := ""
	if g.cfg.Check != nil {
		refusal = g.cfg.Check(seat, tcp)
	}
	c := g.admit(seat, tcp, refusal)
	if c == nil {
		_ = tcp.Close()
		return
	}
	select {
	case g.arrived <- c:
	case <-g.closing:
		_ = c.Close()
	}
}

// admit counts a connection. It returns nil if there are too many.
func (g *Group) admit(seat int, tcp *net.TCPConn, refusal string) *Conn {
	by := count{seat, refusal != ""}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open[by] >= maxOpen && (seat != Public || by.refused) {
		return nil
	}
	g.open[by]++
	return &Conn{TCPConn: tcp, Seat: seat, Refusal: refusal, closed: sync.OnceFunc(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.open[by]--
	})}
}

// Accept waits for the next connection. It is a *Conn.
func (g *Group) Accept() (net.Conn, error) {
	select {
	case c := <-g.arrived:
		return c, nil
	case <-g.closing:
		return nil, net.ErrClosed
	}
}

// Addr returns the public address. It is empty if there is no public port.
func (g *Group) Addr() net.Addr {
	g.mu.Lock()
	defer g.mu.Unlock()
	if l := g.ports[Public]; l != nil {
		return l.Addr()
	}
	return &net.TCPAddr{}
}

// Close closes all ports. Connections that Accept has returned stay open.
func (g *Group) Close() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil
	}
	g.closed = true
	close(g.closing)
	var err error
	for _, l := range g.ports {
		err = errors.Join(err, l.Close())
	}
	clear(g.ports)
	g.mu.Unlock()
	g.accepts.Wait()
	return err
}
