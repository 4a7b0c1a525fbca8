package arena

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"blastyard/entrant"
)

// lobby is what is known of the players before the start. Its methods may be called from any goroutine.
type lobby struct {
	signal chan struct{} // something is queued

	mu       sync.Mutex
	queue    []lobbyEvent
	names    []string // by seat
	refusals []string // by seat: what the last client of its port was told that was not let in
}

// lobbyEvent is a change that the one who seats the bots waits for.
type lobbyEvent struct {
	seat     int
	in       bool // logged in; else gone again
	local    bool // a player of this process
	nickname string
	address  string
	at       time.Time
	why      string // it is gone
}

func newLobby(r *run) *lobby {
	l := &lobby{signal: make(chan struct{}, 1), refusals: make([]string, len(r.seats))}
	for k := range r.seats {
		l.names = append(l.names, r.seats[k].name)
	}
	return l
}

func (l *lobby) add(e lobbyEvent) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, e)
	select {
	case l.signal <- struct{}{}:
	default: // it is signalled already
	}
}

func (l *lobby) take() []lobbyEvent {
	l.mu.Lock()
	defer l.mu.Unlock()
	queue := l.queue
	l.queue = nil
	return queue
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

// rename calls the bot of a seat by the name that it gave at login, with a number where another bot has that name. A
// name of which nothing can be seen changes nothing.
func (l *lobby) rename(seat int, nickname string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := map[string]bool{}
	for k, other := range l.names {
		taken[other] = taken[other] || k != seat
	}
	l.names[seat] = cmp.Or(entrant.Free(nickname, taken), l.names[seat])
	return l.names[seat]
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
