package serve

import (
	"net"
	"net/netip"
	"sync"

	"blastyard/internal/website"
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
	site              *website.Site

	mu      sync.Mutex
	open    int
	address map[netip.Addr]int
}

// Bounded returns a listener that closes at once connections that are too many, in all or from one address. Those of
// trusted proxies, which are of many readers, are bounded in all only.
func Bounded(l net.Listener, site *website.Site) net.Listener {
	c := newGate(l)
	c.site = site
	return c
}

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
		remote := conn.RemoteAddr().String()
		from := website.Network(remote)
		if c.enter(from, c.site.TrustsRemote(remote)) {
			return &member{Conn: conn, leave: sync.OnceFunc(func() { c.leave(from) })}, nil
		}
		conn.Close() //nolint:errcheck // nothing was sent on it
	}
}

func (c *gate) enter(from netip.Addr, trusted bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open >= c.most || c.address[from] >= c.mostAddress && !trusted {
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
