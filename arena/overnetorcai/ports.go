package overnetorcai

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"slices"
	"syscall"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/listeners"
	"blastyard/internal/plain"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// The reasons why a client is refused, in the style of the server's own messages.
const (
	deniedTaken    = "LOGIN denied: The bot of this port has logged in already"
	deniedRival    = "LOGIN denied: This port is for another bot"
	deniedNoSeat   = "LOGIN denied: No seat is free for a bot that connects by itself"
	deniedNickname = "LOGIN denied: Nothing of the nickname can be seen"
)

// openPorts opens the public port, where any client may connect, and a port for each program.
func (m *session) openPorts() error {
	m.ports = listeners.New(listeners.Config{Check: m.checkPeer, Failed: func(k int, err error) {
		seat, who := arena.NoSeat, "the port for bots that connect by themselves"
		if k != listeners.Public {
			seat, who = k, m.lobby.name(k)
		}
		m.run.Events.Note(seat, false, "%s: cannot accept a connection, trying again: %v", who, err)
	}})
	c := &m.run.Prepared.Config
	isGuest := func(s arena.Seated) bool { return s.Kind == arena.GuestSeat }
	if c.Port == 0 && !slices.ContainsFunc(m.run.Prepared.Seats, isGuest) {
		return nil
	}
	if _, err := m.ports.Open(listeners.Public, cmp.Or(c.Host, loopback), c.Port); err != nil {
		if lookup := (*net.DNSError)(nil); errors.As(err, &lookup) {
			return &arena.ConfigError{Field: "host", Value: c.Host, Err: err}
		}
		if errors.Is(err, syscall.EADDRNOTAVAIL) {
			return &arena.ConfigError{Field: "host", Value: c.Host, Err: err}
		}
		return &arena.ConfigError{Field: "port", Value: fmt.Sprint(c.Port), Err: err}
	}
	return nil
}

const loopback = "127.0.0.1"

func (m *session) closePorts() error {
	if m.ports == nil {
		return nil
	}
	return m.ports.Close()
}

// openPort opens the port of a seat's program, and returns its number.
func (m *session) openPort(k int) (int, error) {
	at, err := m.ports.Open(k, loopback, 0)
	if err != nil {
		return 0, fmt.Errorf("%w: no port for %s: %w", harness.ErrHost, m.lobby.name(k), err)
	}
	return at.Port, nil
}

// closePort closes the port of a seat's program, because that has logged in or never will.
func (m *session) closePort(k int) {
	if m.programs[k] != nil {
		m.ports.CloseSeat(k)
	}
}

// checkPeer refuses a connection of a bot to the port of another bot, if the system reveals the connecting process.
// In a sandbox only the bot's own processes have a reason to connect to its port. Without a sandbox a bot may connect
// from elsewhere, for example from a container. Bots with a network of their own cannot reach another port.
func (m *session) checkPeer(seat int, c *net.TCPConn) (refusal string) {
	if m.run.Prepared.Apart() {
		return ""
	}
	if seat != listeners.Public {
		p := m.programs[seat]
		<-p.ready
		if p.process == nil {
			return deniedRival
		}
		own := listeners.HeldBy(c, p.process.Members())
		if own == listeners.HeldByThem {
			return ""
		}
		if own == listeners.HeldByOthers && m.run.Prepared.Sandbox != nil {
			return deniedRival
		}
	}
	for k, p := range m.programs {
		if p == nil || k == seat || !p.begun.Load() {
			continue
		}
		<-p.ready // it may have connected before its process ids are known
		if p.process != nil && listeners.HeldBy(c, p.process.Members()) == listeners.HeldByThem {
			m.run.Events.Note(k, false, "%s: tried to log in at the port of another bot", m.lobby.name(k))
			return deniedRival
		}
	}
	return ""
}

// admit returns why a client must not log in, or "". Each port accepts one login, in the role of its seat.
func (l *logic) admit(s server.Seat) string {
	c, ok := s.Conn.(*listeners.Conn)
	switch {
	case s.Conn == nil: // a player of this process
		if l.taken(l.joining) {
			return deniedTaken
		}
	case !ok:
		return deniedNoSeat
	case c.Refusal != "":
		return c.Refusal
	case c.Seat != listeners.Public:
		if want := roleOf(&l.run.Prepared.Seats[c.Seat]); s.Role != want {
			return fmt.Sprintf("LOGIN denied: This port is for the role '%s'", want)
		}
		if l.taken(c.Seat) {
			return deniedTaken
		}
	case s.Role == netorcai.RoleVisualization:
	case l.freeGuest(s.Role) < 0:
		return deniedNoSeat
	case !plain.Visible(s.Nickname):
		return deniedNickname
	}
	return ""
}

// roleOf returns the role in which the bot of a seat logs in.
func roleOf(s *arena.Seated) netorcai.Role {
	if s.Special {
		return netorcai.RoleSpecialPlayer
	}
	return netorcai.RolePlayer
}

// taken reports whether a seat has a player.
func (l *logic) taken(seat int) bool {
	for _, k := range l.clients {
		if k == seat {
			return true
		}
	}
	return false
}

// freeGuest returns the first free seat for a bot of a role that connects by itself, or -1.
func (l *logic) freeGuest(role netorcai.Role) int {
	for k := range l.run.Prepared.Seats {
		if s := &l.run.Prepared.Seats[k]; s.Kind == arena.GuestSeat && roleOf(s) == role && !l.taken(k) {
			return k
		}
	}
	return -1
}

// seatFor returns the seat of a client that was admitted, or -1 if it only watches.
func (l *logic) seatFor(s server.Seat) int {
	c, ok := s.Conn.(*listeners.Conn)
	switch {
	case !s.Role.IsPlayer():
		return -1
	case !ok: // a player of this process
		return l.joining
	case c.Seat != listeners.Public:
		return c.Seat
	default:
		return l.freeGuest(s.Role)
	}
}

// maxTurnedAway limits how many refused clients of a port are reported.
const maxTurnedAway = 3

// turnedAway reports why a client was refused, up to maxTurnedAway times for each port.
func (l *logic) turnedAway(s server.Seat, reason string) {
	c, ok := s.Conn.(*listeners.Conn)
	if !ok {
		return
	}
	seat, who := arena.NoSeat, s.RemoteAddress
	if c.Seat != listeners.Public {
		seat, who = c.Seat, l.lobby.name(c.Seat)
		l.lobby.refused(c.Seat, reason)
	}
	if l.away[c.Seat]++; l.away[c.Seat] <= maxTurnedAway {
		l.run.Events.Note(seat, false, "%s: not let in: %s", who, reason)
	}
}
