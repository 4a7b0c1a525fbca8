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

// lobby is what is known of the players before the start. Its methods may be called from any goroutine.
type lobby struct {
	signal chan struct{} // something is queued

	mu       sync.Mutex
	queue    []lobbyEvent
	names    []string          // by seat
	derived  []string          // by seat: before anybody has said a name
	said     []string          // by seat: at login; "": nothing
	refusals []string          // by seat: what the last client of its port was told that was not let in
	conns    []*listeners.Conn // by seat: of its player; nil: none yet, or a player of this process
}

// lobbyEvent is a change that the one who seats the bots waits for.
type lobbyEvent struct {
	seat    int
	in      bool // logged in; else gone again
	local   bool // a player of this process
	address string
	says    string // the name that it gave at login; "": it has one that was set
	at      time.Time
	why     string // it is gone
}

func newLobby(r *arena.Run) *lobby {
	l := &lobby{signal: make(chan struct{}, 1), refusals: make([]string, len(r.Seats)),
		said: make([]string, len(r.Seats)), conns: make([]*listeners.Conn, len(r.Seats))}
	for k := range r.Seats {
		l.names = append(l.names, r.Seats[k].Name)
	}
	l.derived = slices.Clone(l.names)
	return l
}

// add queues a change. A name that a bot has said is its own at once.
func (l *lobby) add(e lobbyEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.says != "" {
		l.rename(e.seat, e.says)
	}
	l.queue = append(l.queue, e)
	select {
	case l.signal <- struct{}{}:
	default: // it is signalled already
	}
}

// take takes what is queued, and what the bots of all seats are called after that.
func (l *lobby) take() (queue []lobbyEvent, names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue, l.queue = l.queue, nil
	return queue, slices.Clone(l.names)
}

// name is what the bot of a seat is called.
func (l *lobby) name(seat int) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.names[seat]
}

// allNames are what the bots of all seats are called.
func (l *lobby) allNames() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.names)
}

// rename calls the bot of a seat by the name that it gave at login. Where several gave the same, they are numbered by
// their seats, whoever came first: the same match has the same names. A name of which nothing can be seen changes
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

// whyRefused is what the last client of a seat was told that was not let in, as an end of a sentence.
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

// unfinished tells of a message of a seat's player that did not come to its end; "": there is none.
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

// tellLobby tells the sinks who is there, as far as it has been heard, where anybody from outside is waited for and it
// is news.
func (m *session) tellLobby() {
	if !slices.ContainsFunc(m.Seats, func(s arena.Seated) bool { return s.Kind == arena.GuestSeat }) {
		return
	}
	seats := make([]arena.LobbySeat, len(m.Seats))
	for k := range m.Seats {
		s := &m.Seats[k]
		here := s.Kind == arena.BuiltinSeat || s.Kind == arena.PersonSeat || s.Kind == arena.PlayerSeat
		seats[k] = arena.LobbySeat{Name: m.Result.Seats[k].Name, Person: s.Kind == arena.PersonSeat,
			Joined: !m.waiting[k] || here}
		if p, ok := s.Player.(arena.Joiner); ok {
			seats[k].Joined = p.Joined()
		}
	}
	if slices.Equal(seats, m.heard) {
		return
	}
	m.heard = seats
	m.TellLobby(arena.Lobby{Addr: m.ports.Addr(), Seats: seats})
}
