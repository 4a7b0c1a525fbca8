package main

import (
	"errors"
	"fmt"
	"net"
	"slices"

	"blastyard/harness"
	"blastyard/internal/listeners"
	"blastyard/internal/plain"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
)

// Why a client is not let in, in the manner of the server's own words.
const (
	deniedTaken    = "LOGIN denied: The bot of this port has logged in already"
	deniedRival    = "LOGIN denied: This port is for another bot"
	deniedNoSeat   = "LOGIN denied: No seat is free for a bot that connects by itself"
	deniedNickname = "LOGIN denied: Nothing of the nickname can be seen"
)

// openPorts opens the public port, to which bots connect that were started elsewhere. Each program later gets its own.
func (t *servedMatch) openPorts() error {
	t.ports = listeners.New(listeners.Config{Check: t.checkPeer, Failed: func(seat int, err error) {
		who := "the port for bots that connect by themselves"
		if seat != listeners.Public {
			who = t.plan.seats[seat].name
		}
		t.out.note("%s: cannot accept a connection, trying again: %v", who, err)
	}})
	if t.plan.wait == 0 && t.plan.port == 0 {
		return nil
	}
	if _, err := t.ports.Open(listeners.Public, t.plan.host, t.plan.port); err != nil {
		return errors.Join(fmt.Errorf("--port %d: %w", t.plan.port, err), t.ports.Close())
	}
	return nil
}

// guestAddress is where bots connect that are started elsewhere.
func (t *servedMatch) guestAddress() string {
	at, ok := t.ports.Addr().(*net.TCPAddr)
	if !ok || !at.IP.IsUnspecified() {
		return t.ports.Addr().String()
	}
	return fmt.Sprintf("port %d of this machine", at.Port)
}

// checkPeer refuses a connection that a bot has made to a port of another one, as far as the system tells who has made
// it. With a sandbox no process but the bot's own has a reason to connect to its port; without one a bot may be
// something that starts elsewhere, such as a container. Bots with networks of their own cannot come to another's port
// at all.
func (t *servedMatch) checkPeer(seat int, c *net.TCPConn) (refusal string) {
	if t.plan.apart() {
		return ""
	}
	if seat != listeners.Public {
		<-t.ready[seat]
		if t.bots[seat] == nil {
			return deniedRival
		}
		own := listeners.HeldBy(c, t.bots[seat].Members())
		if own == listeners.HeldByThem {
			return ""
		}
		if own == listeners.HeldByOthers && t.plan.box != nil {
			return deniedRival
		}
	}
	for k, ready := range t.ready {
		if ready == nil || k == seat {
			continue
		}
		select {
		case <-ready:
		default:
			continue // it does not run yet
		}
		if t.bots[k] != nil && listeners.HeldBy(c, t.bots[k].Members()) == listeners.HeldByThem {
			t.out.note("%s: tried to log in at the port of another bot", t.plan.seats[k].name)
			return deniedRival
		}
	}
	return ""
}

// admit says why a client must not log in, or "": each port takes one login, in the role of its seat.
func (r *referee) admit(s server.Seat) string {
	c, ok := s.Conn.(*listeners.Conn)
	switch {
	case !ok:
		return deniedNoSeat
	case c.Refusal != "":
		return c.Refusal
	case c.Seat != listeners.Public:
		if want := r.plan.seats[c.Seat].role(); s.Role != want {
			return fmt.Sprintf("LOGIN denied: This port is for the role '%s'", want)
		}
		if r.taken(c.Seat) {
			return deniedTaken
		}
	case s.Role == netorcai.RoleVisualization:
	case s.Role != netorcai.RolePlayer || r.freeGuest() < 0:
		return deniedNoSeat
	case !plain.Visible(s.Nickname):
		return deniedNickname
	}
	return ""
}

// taken tells whether somebody plays for a seat.
func (r *referee) taken(seat int) bool {
	for _, k := range r.clients {
		if k == seat {
			return true
		}
	}
	return false
}

// freeGuest is the first free seat for a bot that connects by itself, or -1.
func (r *referee) freeGuest() int {
	for _, k := range r.guests {
		if !r.taken(k) {
			return k
		}
	}
	return -1
}

// seatFor is the seat of a client that was let in; -1: none, it only watches.
func (r *referee) seatFor(s server.Seat) int {
	c, ok := s.Conn.(*listeners.Conn)
	switch {
	case !s.Role.IsPlayer():
		return -1
	case !ok: // a player of this process names its seat
		return slices.IndexFunc(r.plan.seats, func(x seat) bool { return x.name == s.Nickname })
	case c.Seat != listeners.Public:
		return c.Seat
	default:
		return r.freeGuest()
	}
}

// turnedAway says why a client was not let in. Who has been sent away too often is no longer spoken of.
func (r *referee) turnedAway(s server.Seat, reason string) {
	c, ok := s.Conn.(*listeners.Conn)
	if !ok {
		return
	}
	who := s.RemoteAddress
	if c.Seat != listeners.Public {
		who = r.plan.seats[c.Seat].name
		r.mu.Lock()
		r.refusals[c.Seat] = reason
		r.mu.Unlock()
	}
	if r.away[c.Seat]++; r.away[c.Seat] <= maxRefusalsShown {
		r.out.note("%s: not let in: %s", who, reason)
	}
}

// whyRefused is what the last client of a seat was told that was not let in, as an end of a sentence.
func (r *referee) whyRefused(seat int) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if reason := r.refusals[seat]; reason != "" {
		return "; it was not let in: " + reason
	}
	return ""
}

// portFault is why the port of a seat takes no connections, where that is so: then the bot is not to blame for not
// coming.
func (t *servedMatch) portFault(k int) error {
	if err := t.ports.Fault(k); err != nil {
		return fmt.Errorf("%w: %s: its port cannot accept connections: %w", harness.ErrHost, t.plan.seats[k].name, err)
	}
	return nil
}
