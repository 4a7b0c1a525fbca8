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

// TellLobby tells the sinks who is there. Each gets a copy of its own.
func (r *Run) TellLobby(l Lobby) {
	for _, s := range r.sinks {
		if s, ok := s.(LobbySink); ok {
			s.Lobby(&Lobby{Addr: l.Addr, Seats: slices.Clone(l.Seats)})
		}
	}
}
