package serve

import (
	"net"
	"net/netip"
	"sync"
)

// Bounds of what is open at a time. A class or an audience behind one address fits.
const (
	maxConns        = 4096 // connections
	maxConnsAddress = 2048 // connections from one address
	maxStreams      = 2048 // event streams
)

// A gate bounds the connections of a listener: one that is too many is closed at once.
type gate struct {
	net.Listener
	most, mostAddress int

	mu      sync.Mutex
	open    int
	address map[netip.Addr]int
}

// Bounded returns a listener that closes at once connections that are too many, in all or from one address.
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

// addressOf is where a connection comes from; of IPv6 the network of 64 bits, which one machine may have for itself.
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

// member is a connection that was let in.
type member struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (m *member) Close() error {
	m.leave()
	return m.Conn.Close()
}
