package arena

import (
	"context"
	"sync"
	"sync/atomic"

	"blastyard/entrant"
	"blastyard/game"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
	"blastyard/viewer"
)

// join lets a player of this process log in for a seat.
func (m *netorcaiMatch) join(ctx context.Context, k int, p server.LocalPlayer) error {
	m.logic.joining = k
	p.Nickname, p.Role = entrant.Nicknames(m.lobby.allNames())[k], m.seats[k].role()
	return m.server.Join(ctx, p)
}

// builtinPlayer is a built-in bot as a player of the server.
func (m *netorcaiMatch) builtinPlayer(k int) server.LocalPlayer {
	var player int
	var a actions
	return server.LocalPlayer{
		Start: func(g netorcai.GameStarts) { player = g.PlayerID },
		Act: func(context.Context, int, []byte) []byte {
			state := m.shared.Load().Match
			if !state.Acts(player) {
				return nil
			}
			m.builtin[k].Act(state)
			return a.of(state, player)
		},
	}
}

// actions gives what a player asks for as JSON, each time in another buffer than before, which the server may still
// read.
type actions struct{ last, next []byte }

func (a *actions) of(m game.Match, player int) []byte {
	a.last, a.next = m.AppendActions(a.next[:0], player), a.last
	return a.last
}

// standIn takes the seat of a bot that could not: it does nothing.
func (m *netorcaiMatch) standIn(int) server.LocalPlayer {
	return server.LocalPlayer{Act: func(context.Context, int, []byte) []byte { return nil }}
}

// choice is what a person may choose from in a turn. The match is its own, to choose in.
type choice struct {
	match   game.Match
	choices viewer.Choices
}

// seatedPerson is a person at a seat of a match over netorcai.
type seatedPerson struct {
	Person
	asked atomic.Pointer[choice]

	mu     sync.Mutex
	turn   int                // the last turn that it has missed
	cancel context.CancelFunc // ends its choice; nil: it has none
}

// missed tells that the match goes on to the turn after this one: there is nothing left to choose for it.
func (p *seatedPerson) missed(turn int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn = turn; p.cancel != nil {
		p.cancel()
	}
}

// begin begins a choice; false: it is too late for it.
func (p *seatedPerson) begin(turn int, cancel context.CancelFunc) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel = cancel
	return turn > p.turn
}

// personPlayer is a person as a player of the server.
func (m *netorcaiMatch) personPlayer(k int) server.LocalPlayer {
	p := &seatedPerson{Person: m.Prepared.persons[k], turn: -1}
	m.persons[k] = p
	var player int
	return server.LocalPlayer{
		NoLimit: m.personTime == 0,
		Start: func(g netorcai.GameStarts) {
			player = g.PlayerID
			p.Sit(player)
		},
		Act: func(ctx context.Context, turn int, _ []byte) []byte {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			c := p.asked.Load()
			if !p.begin(turn, cancel) || !c.match.Acts(player) {
				return nil
			}
			c.match.Choose(player, p.Choose(ctx, c.choices))
			return c.match.AppendActions(nil, player)
		},
	}
}
