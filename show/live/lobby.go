package live

import (
	"net"
	"slices"
	"sync"

	"blastyard/game/viewer"
	"blastyard/show/serve"
)

// Wait shows who is there before a match, until it begins. bots is where they connect; none: none is waited for.
func (p *Page) Wait(seats []serve.LobbySeat, bots []string) {
	p.matches.list.SetLobby(serve.NewLobby(seats, bots, p.Addr))
}

// A lobby is who is there when a match on a page has begun and waits for persons before its first turn.
type lobby struct {
	list  *serve.Live
	page  net.Addr // nil: not known
	names []string // by player
	goals []bool   // by player: a person plays

	mu    sync.Mutex
	shown bool
}

func newLobby(list *serve.Live, h *viewer.Header) *lobby {
	l := &lobby{list: list}
	for _, p := range h.Players {
		l.names, l.goals = append(l.names, p.Name), append(l.goals, p.Goal != "")
	}
	return l
}

// tell shows who is absent, by player id; none: nobody is waited for any more.
func (l *lobby) tell(absent []int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case len(absent) > 0:
		seats := make([]serve.LobbySeat, len(l.names))
		for id, name := range l.names {
			missing := slices.Contains(absent, id)
			seats[id] = serve.LobbySeat{Name: name, Joined: !missing, Person: l.goals[id] || missing}
		}
		l.shown = true
		l.list.SetLobby(serve.NewLobby(seats, nil, l.page))
	case l.shown:
		l.shown = false
		l.list.SetLobby(nil)
	}
}
