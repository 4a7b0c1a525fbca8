package netconsole

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"blastyard/internal/errortext"
	"blastyard/internal/letters"
	"blastyard/internal/plain"
	"blastyard/internal/waiting"
	"blastyard/rules/bomberman"
)

const (
	maxName       = 64  // characters
	maxFromPlayer = 256 // UTF-16 units of a text
	maxAttempts   = 8   // to register, on one connection
)

// greet serves a connection to the port for registrations.
func (h *Host) greet(conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(h.ctx, func() { _ = conn.Close() })()
	// The deadline applies to everything on this connection.
	_ = conn.SetDeadline(time.Now().Add(h.cfg.RegisterTime))
	d := NewDecoder(conn, maxFromPlayer)
	for attempt := 1; attempt <= maxAttempts; attempt++ {
		m, err := d.Next()
		if err == nil && m.Type != RegisterPlayer {
			err = &FormatError{fmt.Sprintf("its type is %d, expected %d, a player's registration", m.Type,
				RegisterPlayer)}
		}
		if err != nil {
			h.call(func() { h.logf("%v has not registered: %v", conn.RemoteAddr(), why(err)) })
			return
		}
		var answer Message
		if !h.call(func() { answer = h.register(m.Text, conn.RemoteAddr()) }) {
			return
		}
		b, _ := AppendMessage(nil, answer)
		if _, err := conn.Write(b); err != nil {
			return
		}
		if attempt == maxAttempts {
			time.Sleep(h.cfg.Gap) // before closing
		}
		if answer.Type == RegistrationPort {
			// The player closes first, so that it certainly receives the answer.
			_, _ = io.Copy(io.Discard, conn)
			return
		}
	}
}

// register returns the answer to a registration: a port, or the reason of a refusal.
func (h *Host) register(text string, from net.Addr) Message {
	name := strings.TrimSpace(text)
	err := checkName(name)
	var s *seat
	if err == nil {
		s, err = h.seatFor(name)
	}
	if err != nil {
		h.logf("%v: %.*q is refused: %v", from, maxName, name, err)
		// The name in the text cannot contain the end mark, because it was decoded.
		return Message{CommandFailed, err.Error()}
	}
	s.name = name
	s.expected = time.Now().Add(h.cfg.RegisterTime)
	s.awaited(s.expected)
	return Message{RegistrationPort, strconv.Itoa(s.port)}
}

// awaited says after a moment that the player of a seat is waited for, and frees the seat if it does not connect in
// time.
func (s *seat) awaited(until time.Time) {
	h := s.host
	still := func(do func()) func() {
		return func() {
			h.call(func() {
				if s.link == nil && s.expected.Equal(until) {
					do()
				}
			})
		}
	}
	if h.cfg.RegisterTime > waiting.Moment {
		time.AfterFunc(waiting.Moment, still(func() {
			h.logf("%s", waiting.Registered(s.number, s.name, s.port, h.cfg.RegisterTime).Line())
		}))
	}
	time.AfterFunc(h.cfg.RegisterTime, still(func() {
		h.logf("player %d, %s, has registered and not connected to port %d within %v: its seat is free", s.number,
			s.name, s.port, h.cfg.RegisterTime)
		if !h.begun {
			s.name = ""
		}
	}))
}

// checkName refuses names that would damage the pictures.
func checkName(name string) error {
	if n := letters.Count(name); n < 1 || n > maxName {
		return fmt.Errorf("the name has %d characters, expected 1 to %d", n, maxName)
	}
	if plain.Line(name) != name {
		return fmt.Errorf("the name %q has unprintable characters", name)
	}
	return nil
}

// seatFor returns the seat of the player of that name. Before the start that may be a new or a free one.
func (h *Host) seatFor(name string) (*seat, error) {
	for _, s := range h.seats {
		if h.begun && !s.playing {
			continue // it left before the start
		}
		if s.name == name && s.link != nil {
			return nil, fmt.Errorf("the name %q is taken, and its player is connected", name)
		}
		if s.name == name {
			return s, nil
		}
	}
	if h.begun {
		return nil, fmt.Errorf("the game has begun, without %q", name)
	}
	for _, s := range h.seats {
		if s.link == nil && time.Now().After(s.expected) {
			return s, nil
		}
	}
	if len(h.seats) == bomberman.MaxPlayers {
		return nil, fmt.Errorf("there are %d players, no more can play", bomberman.MaxPlayers)
	}
	return h.newSeat(len(h.seats) + 1)
}

// newSeat opens the port of player number i, from 1.
func (h *Host) newSeat(i int) (*seat, error) {
	host, _, err := net.SplitHostPort(h.cfg.Address)
	if err != nil {
		return nil, err
	}
	port := 0
	if h.cfg.PlayerPort > 0 {
		port = h.cfg.PlayerPort + i
	}
	ln, err := h.listen.Listen(h.ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil && port > 0 {
		h.logf("player %d gets another port: %v", i, err)
		ln, err = h.listen.Listen(h.ctx, "tcp", net.JoinHostPort(host, "0"))
	}
	if err != nil {
		return nil, fmt.Errorf("no port for player %d: %w", i, err)
	}
	s := &seat{host: h, number: i, ln: ln, port: ln.Addr().(*net.TCPAddr).Port}
	h.seats = append(h.seats, s)
	h.running.Go(func() { h.accept(ln, s.serve) })
	return s, nil
}

// why says in a few words why a connection has ended.
func why(err error) string {
	var timeout net.Error
	var op *net.OpError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "the other side has closed it"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "it was silent for too long"
	case errors.As(err, &op):
		return op.Err.Error()
	default:
		return errortext.Text(err)
	}
}
