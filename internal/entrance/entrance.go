// Package entrance lets clients into one match and knows by which way each has come: by the public port, or by the port
// that was opened for the program of one seat. So a client's seat is known without a word of its own.
package entrance

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"
)

// Public is the seat of clients that came by the public port.
const Public = -1

// maxOpen is how many connections of one seat may be open at a time, and how many refused ones. More are closed at
// once.
const maxOpen = 16

// How long to wait after a connection could not be accepted: too many open files, say. It passes.
const (
	minRetry = 20 * time.Millisecond
	maxRetry = time.Second
)

// Conn is a connection that was let in.
type Conn struct {
	*net.TCPConn
	Seat    int    // whose port it came by, or Public
	Refusal string // why it must not log in; "": it may

	closed func()
}

// Close closes the connection.
func (c *Conn) Close() error {
	c.closed()
	return c.TCPConn.Close()
}

// Config is how an Entrance behaves. Every field may be left out.
type Config struct {
	// Check says why a connection must not log in, or "". It is called for one connection of a seat at a time.
	Check func(seat int, c *net.TCPConn) (refusal string)
	// Failed is told when a port begins to fail, that is when the system does not let it accept a connection.
	Failed func(seat int, err error)
}

// Entrance is a net.Listener. Its methods may be called from any goroutine.
type Entrance struct {
	cfg     Config
	arrived chan *Conn
	closing chan struct{}
	accepts sync.WaitGroup

	mu     sync.Mutex
	ports  map[int]net.Listener // by seat
	faults map[int]error        // by seat: why its port does not accept connections now
	open   map[count]int        // connections
	closed bool
}

// count is what connections are counted by.
type count struct {
	seat    int
	refused bool
}

// New returns an entrance without any port.
func New(cfg Config) *Entrance {
	return &Entrance{cfg: cfg, arrived: make(chan *Conn), closing: make(chan struct{}), ports: map[int]net.Listener{},
		faults: map[int]error{}, open: map[count]int{}}
}

// Open opens the port of a seat on an address of this machine; port 0 takes any free one. It returns where it listens.
func (e *Entrance) Open(seat int, host string, port int) (*net.TCPAddr, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed || e.ports[seat] != nil {
		return nil, errors.Join(fmt.Errorf("entrance: seat %d: %w", seat, net.ErrClosed), l.Close())
	}
	e.serve(seat, l)
	return l.Addr().(*net.TCPAddr), nil
}

// serve accepts connections for a seat. e.mu is held.
func (e *Entrance) serve(seat int, l net.Listener) {
	e.ports[seat] = l
	e.accepts.Go(func() { e.acceptAll(seat, l) })
}

// CloseSeat closes the port of a seat: its bot has logged in, or never will. Connections stay as they are.
func (e *Entrance) CloseSeat(seat int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.ports[seat]; l != nil {
		_ = l.Close()
		delete(e.ports, seat)
		delete(e.faults, seat)
	}
}

// Fault is why the port of a seat accepts no connections at the moment; nil: it does.
func (e *Entrance) Fault(seat int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.faults[seat]
}

// setFault notes how accepting goes, and reports whether that has changed. A port that was closed has no faults.
func (e *Entrance) setFault(seat int, l net.Listener, err error) (changed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ports[seat] != l {
		return false
	}
	changed = (e.faults[seat] != nil) != (err != nil)
	e.faults[seat] = err
	return changed
}

func (e *Entrance) acceptAll(seat int, l net.Listener) {
	retry := minRetry
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if e.setFault(seat, l, err) && err != nil && e.cfg.Failed != nil {
			e.cfg.Failed(seat, err)
		}
		if err == nil {
			retry = minRetry
			e.Deliver(seat, c)
			continue
		}
		select {
		case <-time.After(retry):
			retry = min(2*retry, maxRetry)
		case <-e.closing:
			return
		}
	}
}

// Deliver lets in a connection that has reached a seat in another way than by a port of ours. It waits until Accept
// takes it.
func (e *Entrance) Deliver(seat int, nc net.Conn) {
	tcp, ok := nc.(*net.TCPConn)
	if !ok {
		_ = nc.Close()
		return
	}
	refusal := ""
	if e.cfg.Check != nil {
		refusal = e.cfg.Check(seat, tcp)
	}
	c := e.admit(seat, tcp, refusal)
	if c == nil {
		_ = tcp.Close()
		return
	}
	select {
	case e.arrived <- c:
	case <-e.closing:
		_ = c.Close()
	}
}

// admit counts a connection; nil: there are too many.
func (e *Entrance) admit(seat int, tcp *net.TCPConn, refusal string) *Conn {
	by := count{seat, refusal != ""}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open[by] >= maxOpen && (seat != Public || by.refused) {
		return nil
	}
	e.open[by]++
	return &Conn{TCPConn: tcp, Seat: seat, Refusal: refusal, closed: sync.OnceFunc(func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.open[by]--
	})}
}

// Accept waits for the next client; it is a *Conn.
func (e *Entrance) Accept() (net.Conn, error) {
	select {
	case c := <-e.arrived:
		return c, nil
	case <-e.closing:
		return nil, net.ErrClosed
	}
}

// Addr is the public address; an empty one where there is no public port.
func (e *Entrance) Addr() net.Addr {
	e.mu.Lock()
	defer e.mu.Unlock()
	if l := e.ports[Public]; l != nil {
		return l.Addr()
	}
	return &net.TCPAddr{}
}

// Close closes all ports. Connections that Accept has returned stay open.
func (e *Entrance) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil
	}
	e.closed = true
	close(e.closing)
	var err error
	for _, l := range e.ports {
		err = errors.Join(err, l.Close())
	}
	clear(e.ports)
	e.mu.Unlock()
	e.accepts.Wait()
	return err
}
