package server

import (
	"errors"
	"net/netip"
	"slices"
	"time"
)

// silent are the connections that have not logged in. Their number is limited. For one more, an old one is closed: one
// of the address with the most of them. So no client can keep others out by connecting and sending nothing. The
// server's mutex guards it.
type silent struct {
	order []*conn // in order of acceptance
	at    map[netip.Addr]int
}

// errDisplaced is the kick reason of a connection that is closed to make room.
//
//nolint:staticcheck // a text like those of the protocol
var errDisplaced = errors.New("Too many connections that have not logged in")

func (l *silent) add(c *conn) {
	if l.at == nil {
		l.at = map[netip.Addr]int{}
	}
	l.order = append(l.order, c)
	l.at[c.from]++
}

func (l *silent) remove(c *conn) {
	i := slices.Index(l.order, c)
	if i < 0 {
		return
	}
	l.order = slices.Delete(l.order, i, i+1)
	if l.at[c.from]--; l.at[c.from] == 0 {
		delete(l.at, c.from)
	}
}

// displace removes the oldest connection of the address with the most. It returns nil if there is none.
func (l *silent) displace() *conn {
	most := 0
	for _, n := range l.at {
		most = max(most, n)
	}
	for _, c := range l.order {
		if l.at[c.from] == most {
			l.remove(c)
			return c
		}
	}
	return nil
}

// remoteOf returns what counts as one address: with IPv6, the network of a subscriber.
func remoteOf(remote string) netip.Addr {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	addr := at.Addr().Unmap().WithZone("")
	if addr.Is6() && !addr.IsLoopback() {
		if network, err := addr.Prefix(64); err == nil {
			return network.Addr()
		}
	}
	return addr
}

// makeRoom closes the connection that has to make room for another.
func (s *Server) makeRoom() {
	s.mu.Lock()
	c := s.silent.displace()
	s.mu.Unlock()
	if c != nil {
		c.displaced.Store(true)
		c.setReadDeadline(time.Unix(1, 0)) // wakes its reader
	}
}

// loginOrder is how long the server waits for the first message of a client that was accepted before another.
const loginOrder = 250 * time.Millisecond

// afterEarlier waits until the clients that were accepted shortly before have been read, if they have sent something.
// The system may wake the goroutines of connections in any order, but logins must be in the order of connections.
func (s *Server) afterEarlier(c *conn) {
	for end := time.Now().Add(loginOrder); s.earlierSpeaks(c) && time.Now().Before(end); {
		time.Sleep(loginOrder / 2500)
	}
}

func (s *Server) earlierSpeaks(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := slices.Index(s.silent.order, c) - 1; i >= 0; i-- {
		earlier := s.silent.order[i]
		if c.accepted.Sub(earlier.accepted) > loginOrder {
			return false
		}
		if !earlier.loginDelivered.Load() && (earlier.heard.Load() || earlier.hasInput()) {
			return true
		}
	}
	return false
}
