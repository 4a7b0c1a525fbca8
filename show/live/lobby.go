package live

import (
	"net"
	"slices"
	"sync"

	"blastyard/game/viewer"
	"blastyard/internal/waiting"
	"blastyard/internal/website"
	"blastyard/show/serve"
)

// Wait shows who is present before a match, until it begins. bots are the addresses for bots that connect by
// themselves.
func (p *Page) Wait(seats []serve.LobbySeat, bots []string) {
	p.matches.list.SetLobby(serve.NewLobby(seats, bots, p.Addr, p.site))
}

// WaitFor shows what is waited for before a match whose players are not known. The first Begin ends it.
func (p *Page) WaitFor(s waiting.State) {
	l := serve.NewLobby(nil, nil, p.Addr, p.site)
	l.Line = s.Line()
	p.matches.list.SetLobby(l)
}

// A lobby shows which persons are present when a match on a page has begun but waits before its first turn.
type lobby struct {
	list  *serve.Live
	page  net.Addr // nil: not known
	site  *website.Site
	names []string // by player
	goals []bool   // by player: whether it is a person

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

// tell shows which players are absent. Without any, the lobby ends.
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
		l.list.SetLobby(serve.NewLobby(seats, nil, l.page, l.site))
	case l.shown:
		l.shown = false
		l.list.SetLobby(nil)
	}
}
