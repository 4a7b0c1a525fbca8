package overnetorcai

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/arena/internal/listeners"
	"blastyard/protocol/netorcai"
)

// lobby records what is known of the players before the start. Its methods may be called from any goroutine.
type lobby struct {
	signal chan struct{} // something is queued

	mu       sync.Mutex
	queue    []lobbyEvent
	names    []string          // by seat
	derived  []string          // by seat: default names
	said     []string          // by seat: names declared at login; "": none
	refusals []string          // by seat: why the last refused client of its port was refused
	conns    []*listeners.Conn // by seat: connection of its player; nil: none yet, or a player of this process
}

// lobbyEvent is a change that the seating waits for.
type lobbyEvent struct {
	seat    int
	in      bool // logged in; otherwise gone again
	local   bool // a player of this process
	address string
	says    string // the name that it declared at login; "": it has a given name
	at      time.Time
	why     string // why it has left
}

func newLobby(r *arena.Run) *lobby {
	l := &lobby{signal: make(chan struct{}, 1), refusals: make([]string, len(r.Prepared.Seats)),
		said: make([]string, len(r.Prepared.Seats)), conns: make([]*listeners.Conn, len(r.Prepared.Seats))}
	for k := range r.Prepared.Seats {
		l.names = append(l.names, r.Prepared.Seats[k].Name)
	}
	l.derived = slices.Clone(l.names)
	return l
}

// add queues a change. A name that a bot declares is in use at once.
func (l *lobby) add(e lobbyEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.says != "" {
		l.rename(e.seat, e.says)
	}
	l.queue = append(l.queue, e)
	select {
	case l.signal <- struct{}{}:
	default: // a signal is pending already
	}
}

// take returns the queued changes and the resulting names of all seats.
func (l *lobby) take() (queue []lobbyEvent, names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue, l.queue = l.queue, nil
	return queue, slices.Clone(l.names)
}

// name returns the current name of a seat's bot.
func (l *lobby) name(seat int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.names[seat]
}

// allNames returns the current names of all bots, by seat.
func (l *lobby) allNames() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.names)
}

// rename gives the bot of a seat the name that it declared at login. If several bots declare the same name, they are
// numbered by seat, so the names do not depend on the order of login. A name without printable characters changes
// nothing. The lobby is locked.
func (l *lobby) rename(seat int, nickname string) {
	l.said[seat] = nickname
	taken := map[string]bool{}
	for k, said := range l.said {
		if said == "" {
			taken[l.derived[k]] = true
		}
	}
	for k, said := range l.said {
		if said != "" {
			l.names[k] = cmp.Or(entrant.Free(said, taken), l.derived[k])
			taken[l.names[k]] = true
		}
	}
}

func (l *lobby) refused(seat int, reason string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refusals[seat] = reason
}

// whyRefused says why the last refused client of a seat was refused, as the end of a sentence.
func (l *lobby) whyRefused(seat int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refusals[seat] == "" {
		return ""
	}
	return "; it was not let in: " + l.refusals[seat]
}

func (l *lobby) connected(seat int, c *listeners.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[seat] = c
}

// unfinished describes an incomplete message of a seat's player, or returns "".
func (l *lobby) unfinished(seat int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.conns[seat]
	if c == nil {
		return ""
	}
	switch have, want := c.Unfinished(); {
	case have == 0:
		return ""
	case want == 0:
		return fmt.Sprintf("its last message was not complete: %d of the %d bytes of its length came", have,
			netorcai.HeaderSize)
	default:
		return fmt.Sprintf("its last message was not complete: %d of %d bytes came", have-netorcai.HeaderSize,
			want-netorcai.HeaderSize)
	}
}

// tellLobby tells the sinks who is present, if the match waits for players from outside and something has changed.
func (m *session) tellLobby() {
	if !slices.ContainsFunc(m.run.Prepared.Seats, func(s arena.Seated) bool { return s.Kind == arena.GuestSeat }) {
		return
	}
	seats := make([]arena.LobbySeat, len(m.run.Prepared.Seats))
	for k := range m.run.Prepared.Seats {
		s := &m.run.Prepared.Seats[k]
		here := s.Kind == arena.BuiltinSeat || s.Kind == arena.PersonSeat || s.Kind == arena.PlayerSeat
		seats[k] = arena.LobbySeat{Name: m.run.Result.Seats[k].Name, Person: s.Kind == arena.PersonSeat,
			Joined: !m.waiting[k] || here}
		if p, ok := s.Player.(arena.Joiner); ok {
			seats[k].Joined = p.Joined()
		}
	}
	if slices.Equal(seats, m.heard) {
		return
	}
	m.heard = seats
	m.run.TellLobby(arena.Lobby{Addr: m.ports.Addr(), Seats: seats})
}
