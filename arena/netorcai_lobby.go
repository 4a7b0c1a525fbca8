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
	derived  []string // by seat: before anybody has said a name
	said     []string // by seat: at login; "": nothing
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
	l := &lobby{signal: make(chan struct{}, 1), refusals: make([]string, len(r.seats)),
		said: make([]string, len(r.seats))}
	for k := range r.seats {
		l.names = append(l.names, r.seats[k].name)
	}
	l.derived = slices.Clone(l.names)
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

// rename calls the bot of a seat by the name that it gave at login. Where several gave the same, they are numbered by
// their seats, whoever came first: the same match has the same names. A name of which nothing can be seen changes
// nothing.
func (l *lobby) rename(seat int, nickname string) {
	l.mu.Lock()
	defer l.mu.Unlock()
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
