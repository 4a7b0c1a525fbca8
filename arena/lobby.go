package arena

import (
	"net"
	"slices"
)

// A LobbySink is a Sink that is also told who is present while a match waits for bots that connect by themselves.
// Lobby is called like the other methods, before Begin: once at first, and after each change.
type LobbySink interface {
	Sink
	Lobby(l *Lobby)
}

// A Lobby says who is present before a match, and who is missing.
type Lobby struct {
	Seats []LobbySeat // in the order of the config
	Addr  net.Addr    // where bots connect by themselves
}

// A LobbySeat is a seat before a match.
type LobbySeat struct {
	Name   string
	Joined bool // the bot has logged in, or the person is known to be present
	Person bool
}

// TellLobby tells the sinks who is present. Each sink gets its own copy.
func (r *Run) TellLobby(l Lobby) {
	for _, s := range r.Events.sinks {
		if s, ok := s.(LobbySink); ok {
			s.Lobby(&Lobby{Addr: l.Addr, Seats: slices.Clone(l.Seats)})
		}
	}
}
