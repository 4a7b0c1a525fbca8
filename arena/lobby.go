package arena

import (
	"net"
	"slices"
)

// A LobbySink is a Sink that also hears who is there while a match waits for bots that connect by themselves. Lobby is
// called as the other methods are, before Begin: at first, and whenever somebody has come or gone.
type LobbySink interface {
	Sink
	Lobby(l *Lobby)
}

// A Lobby is who is there before a match, and who is missing.
type Lobby struct {
	Seats []LobbySeat // by seat of the config
	Addr  net.Addr    // where bots connect by themselves
}

// A LobbySeat is a seat before a match.
type LobbySeat struct {
	Name   string
	Joined bool // the bot has logged in; a person, where that is known, is there
	Person bool
}

// tellLobby tells the sinks who is there, as far as it has been heard, where anybody from outside is waited for and it
// is news.
func (m *netorcaiMatch) tellLobby() {
	if !slices.ContainsFunc(m.seats, func(s seat) bool { return s.guest() }) {
		return
	}
	l := &Lobby{Addr: m.ports.Addr(), Seats: make([]LobbySeat, len(m.seats))}
	for k := range m.seats {
		s := &m.seats[k]
		l.Seats[k] = LobbySeat{Name: m.result.Seats[k].Name, Person: s.person,
			Joined: !m.waiting[k] || s.builtin != "" || s.person}
		if p, ok := m.Prepared.persons[k].(interface{ Joined() bool }); ok {
			l.Seats[k].Joined = p.Joined()
		}
	}
	if slices.Equal(l.Seats, m.heard) {
		return
	}
	m.heard = l.Seats
	for _, s := range m.sinks {
		if s, ok := s.(LobbySink); ok {
			s.Lobby(&Lobby{Addr: l.Addr, Seats: slices.Clone(l.Seats)})
		}
	}
}
