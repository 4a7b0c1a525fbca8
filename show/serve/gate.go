package serve

import (
	"net"
	"sync"

	"blastyard/internal/website"
)

// Limits of what is open at the same time. A class or an audience behind one address stays below them.
const (
	maxConns          = 4096 // connections
	maxConnsAddress   = 2048 // connections from one address
	maxStreams        = 2048 // event streams
	maxStreamsAddress = 1024 // event streams of one address
)

// A gate bounds the connections of a listener.
type gate struct {
	net.Listener
	site  *website.Site
	conns *Crowd
}

// Bounded returns a listener with a bounded number of open connections, in all and from one address: see Crowd. Those
// of trusted proxies, which are of many readers, are bounded in all only, and never closed for others.
func Bounded(l net.Listener, site *website.Site) net.Listener {
	return &gate{Listener: l, site: site, conns: NewCrowd(maxConns, maxConnsAddress)}
}

// Accept implements net.Listener.
func (c *gate) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		remote := conn.RemoteAddr().String()
		end := func() { conn.Close() } //nolint:errcheck // it is not needed any more
		if c.site.TrustsRemote(remote) {
			end = nil
		}
		if p := c.conns.Enter(website.Network(remote), end); p != nil {
			return &member{Conn: conn, place: p, leave: sync.OnceFunc(func() { c.conns.Leave(p) })}, nil
		}
		conn.Close() //nolint:errcheck // nothing was sent on it
	}
}

// member is a connection that was let in.
type member struct {
	net.Conn
	place *Place
	leave func()
}

// Read implements net.Conn.
func (m *member) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	if n > 0 {
		m.place.Active()
	}
	return n, err
}

// Close implements net.Conn.
func (m *member) Close() error {
	m.leave()
	return m.Conn.Close()
}
