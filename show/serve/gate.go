package serve

import (
	"net"
	"net/netip"
	"sync"
)

// Limits of what is open at the same time. A class or an audience behind one address stays below them.
const (
	maxConns        = 4096 // connections
	maxConnsAddress = 2048 // connections from one address
	maxStreams      = 2048 // event streams
)

// A gate limits the connections of a listener. It closes excess connections at once.
type gate struct {
	net.Listener
	most, mostAddress int

	mu      sync.Mutex
	open    int
	address map[netip.Addr]int
}

// Bounded returns a listener that closes excess connections at once, in total or from one address.
func Bounded(l net.Listener) net.Listener { return newGate(l) }

func newGate(l net.Listener) *gate {
	return &gate{Listener: l, most: maxConns, mostAddress: maxConnsAddress, address: map[netip.Addr]int{}}
}

// Accept implements net.Listener.
func (c *gate) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := addressOf(conn)
		if c.enter(from) {
			return &member{Conn: conn, leave: sync.OnceFunc(func() { c.leave(from) })}, nil
		}
		conn.Close() //nolint:errcheck // nothing was sent on it
	}
}

func (c *gate) enter(from netip.Addr) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open >= c.most || c.address[from] >= c.mostAddress {
		return false
	}
	c.open++
	c.address[from]++
	return true
}

func (c *gate) leave(from netip.Addr) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	if c.address[from]--; c.address[from] == 0 {
		delete(c.address, from)
	}
}

// addressOf returns the peer address of a connection. For IPv6 it is the 64-bit network, which one machine may own.
func addressOf(c net.Conn) netip.Addr {
	ap, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil {
		return netip.Addr{}
	}
	a := ap.Addr().Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			a = p.Addr()
		}
	}
	return a
}

// member is an admitted connection.
type member struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (m *member) Close() error {
	m.leave()
	return m.Conn.Close()
}
