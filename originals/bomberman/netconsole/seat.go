package netconsole

import (
	"errors"
	"fmt"
	"net"
	"time"

	"blastyard/internal/english"
	"blastyard/rules/bomberman"
)

// seat is a player's place: its name, its port, and its connection if it has one. Only Serve's goroutine uses it.
type seat struct {
	host     *Host
	number   int // from 1
	name     string
	ln       net.Listener
	port     int
	expected time.Time // until then the port accepts the connection of the registered player
	link     *link

	// The following fields are for the game.
	playing   bool
	player    int // from 0
	alive     bool
	answered  bool                // it has sent its command for this round
	command   bomberman.Command   // of this round
	ahead     []bomberman.Command // for the next rounds
	tentative bool                // command answers an old map
	behind    int                 // earlier maps that were not answered in time
	ignored   int                 // ignored messages since the last map
}

// link is a connection to a player's port.
type link struct {
	conn net.Conn
	out  chan outgoing
}

// outgoing is an encoded message.
type outgoing struct {
	kind  Type
	bytes []byte
}

// A player that is maxMaps messages behind misses maps. A player with maxQueue waiting messages is disconnected, as
// is one that sends maxAhead commands ahead or maxIgnored unasked messages.
const (
	maxMaps    = 64
	maxQueue   = 4 * maxMaps
	maxAhead   = 64
	maxIgnored = 256
)

// serve handles a connection to the seat's port. It sends and receives until the connection ends.
func (s *seat) serve(conn net.Conn) {
	defer conn.Close()
	h := s.host
	l := &link{conn: conn, out: make(chan outgoing, maxQueue)}
	var err error
	if !h.call(func() { err = s.attach(l) }) {
		return
	}
	if err != nil {
		b, _ := AppendMessage(nil, Message{CommandFailed, err.Error()})
		_ = conn.SetDeadline(time.Now().Add(h.cfg.WriteTime))
		_, _ = conn.Write(b)
		time.Sleep(h.cfg.Gap)
		return
	}
	h.running.Go(func() { l.write(h.cfg.WriteTime, h.cfg.LingerTime, h.cfg.Gap) })
	d := NewDecoder(conn, maxFromPlayer)
	for {
		m, err := d.Next()
		// After the end, input is read and discarded, because closing with unread input would lose what was sent.
		h.call(func() {
			if s.link != l {
				return
			}
			if err == nil {
				err = s.received(m)
			}
			if err != nil {
				s.drop(err)
			}
		})
		if err != nil {
			return
		}
	}
}

// write sends queued messages, each in its own packet. At the end it closes the sending side and gives the player
// time to read.
func (l *link) write(limit, linger, gap time.Duration) {
	for m := range l.out {
		_ = l.conn.SetWriteDeadline(time.Now().Add(limit))
		if _, err := l.conn.Write(m.bytes); err != nil {
			_ = l.conn.Close() // the reader notices
			continue
		}
		time.Sleep(gap)
	}
	if half, ok := l.conn.(*net.TCPConn); ok {
		_ = half.CloseWrite()
	}
	_ = l.conn.SetReadDeadline(time.Now().Add(linger))
}

// finish ends a connection after the queued messages.
func (l *link) finish() { close(l.out) }

// attach assigns a connection to the seat. The error is the reason of a refusal.
func (s *seat) attach(l *link) error {
	h := s.host
	if s.link != nil {
		return fmt.Errorf("port %d is %s's, who is connected", s.port, s.name)
	}
	if time.Now().After(s.expected) {
		return fmt.Errorf("port %d is for who has just registered", s.port)
	}
	if h.begun && !s.playing {
		return errors.New("the game has begun")
	}
	s.link, s.expected = l, time.Time{}
	s.ahead, s.behind, s.ignored = s.ahead[:0], 0, 0
	if h.game != nil {
		h.logf("round %d: %s has come back from %v", h.game.state.Round(), s.name, l.conn.RemoteAddr())
		s.answered = false
		h.game.welcome(s)
		return nil
	}
	n := h.connected()
	h.logf("player %d, %s, has come from %v; %s connected", s.number, s.name, l.conn.RemoteAddr(),
		english.Count(n, "player"))
	if n == h.cfg.AutoStart {
		return h.start()
	}
	return nil
}

// drop ends a connection after an error.
func (s *seat) drop(err error) {
	_ = s.link.conn.Close()
	s.link.finish()
	s.link, s.ahead = nil, s.ahead[:0]
	if g := s.host.game; g != nil {
		s.host.logf("round %d: %s has dropped: %v", g.state.Round(), s.name, why(err))
	} else {
		s.host.logf("player %d, %s, has left: %v", s.number, s.name, why(err))
	}
}

// send queues a message. A player who is far behind misses maps. A player whose queue cannot hold another message is
// disconnected.
func (s *seat) send(m outgoing) {
	if s.link == nil {
		return
	}
	if m.kind == GameMap && len(s.link.out) >= maxMaps {
		return
	}
	select {
	case s.link.out <- m:
	default:
		s.drop(errors.New("it does not read what is sent to it"))
	}
}

// received processes a message of the player. Commands answer maps one by one: commands sent ahead count for the next
// rounds. After a round that the turn time ended, an answer to an old map does not end the round: until the turn time
// is over, a newer one may replace it. Then the player has caught up, whether it answers each map or only the newest.
func (s *seat) received(m Message) error {
	if m.Type != Command || s.host.game == nil || !s.alive {
		if s.ignored++; s.ignored > maxIgnored {
			return fmt.Errorf("it sends too much, last %.40q", m)
		}
		return nil
	}
	c := commandOf(m.Text)
	switch {
	case s.answered && len(s.ahead) == maxAhead:
		return fmt.Errorf("it has sent more than %d commands ahead", maxAhead)
	case s.answered:
		s.ahead = append(s.ahead, c)
	case s.behind > 0:
		s.behind--
		s.command = c
		s.tentative = true
	default:
		s.answered, s.command = true, c
	}
	return nil
}

// nextRound prepares the seat for the answer to the next map.
func (s *seat) nextRound() {
	s.answered, s.tentative, s.command, s.ignored = false, false, bomberman.Nothing, 0
	if len(s.ahead) > 0 {
		s.answered, s.command = true, s.ahead[0]
		s.ahead = append(s.ahead[:0], s.ahead[1:]...)
	}
}

// overdue is called when the turn time has ended a round.
func (s *seat) overdue() {
	if s.tentative {
		s.behind = 0
	} else {
		s.behind++
	}
}

// owes reports whether the round must wait for the player.
func (s *seat) owes() bool { return s.link != nil && s.playing && s.alive && !s.answered }

// connected is the number of seats with a connection.
func (h *Host) connected() (n int) {
	for _, s := range h.seats {
		if s.link != nil {
			n++
		}
	}
	return n
}

// broadcast encodes a message once and sends it to all.
func (h *Host) broadcast(m Message) {
	out := prepare(m)
	for _, s := range h.seats {
		s.send(out)
	}
}

// prepare encodes a message of ours. None contains the end mark, because names and reasons arrived in messages.
func prepare(m Message) outgoing {
	b, err := AppendMessage(nil, m)
	if err != nil {
		panic(err)
	}
	return outgoing{m.Type, b}
}
