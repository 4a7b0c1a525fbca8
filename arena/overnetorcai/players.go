package overnetorcai

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/arena"
	"blastyard/arena/entrant"
	"blastyard/game"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
)

// join logs a player of this process in for a seat.
func (m *session) join(ctx context.Context, k int, p server.LocalPlayer) error {
	m.logic.joining = k
	p.Nickname, p.Role = entrant.Nicknames(m.lobby.allNames())[k], roleOf(&m.run.Prepared.Seats[k])
	return m.server.Join(ctx, p)
}

// herePlayer is a player of this process at a seat of a match over netorcai.
type herePlayer struct {
	arena.Player                            // set at the start
	view         atomic.Pointer[arena.View] // its own view, if it has one

	mu     sync.Mutex
	turn   int                // the last turn that it missed
	cancel context.CancelFunc // ends its decision; nil: it is not deciding
	fault  error              // why its last wish was refused and that is not reported yet; or nil
}

// missed records that the match goes on without the player's decision for this turn, and ends the decision.
func (p *herePlayer) missed(turn int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn = turn; p.cancel != nil {
		p.cancel()
	}
}

// begin begins a decision. It returns false if it is too late.
func (p *herePlayer) begin(turn int, cancel context.CancelFunc) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cancel = cancel
	return turn > p.turn
}

// refuse records why a wish of the player was refused, or nil.
func (p *herePlayer) refuse(fault error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = fault
}

// takeFault returns why its last wish was refused, and forgets it.
func (p *herePlayer) takeFault() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	fault := p.fault
	p.fault = nil
	return fault
}

// localPlayer returns the player of a seat in this process as a player of the server.
func (m *session) localPlayer(k int) server.LocalPlayer {
	h := &herePlayer{turn: -1}
	m.here[k] = h
	if m.run.Prepared.Seats[k].Kind == arena.BuiltinSeat {
		return m.builtinPlayer(h)
	}
	var first time.Duration
	if t := m.thinker(k); t != nil {
		first = t.Patience(m.run.Prepared.TurnTime())
	}
	return server.LocalPlayer{
		FirstTime: first,
		NoLimit:   m.run.Prepared.Seats[k].Kind == arena.PersonSeat && m.run.Prepared.PersonTime == 0,
		Act: func(ctx context.Context, turn int, _ []byte) []byte {
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			v := h.view.Load()
			if !h.begin(turn, cancel) || !v.Match.Acts(v.Player) {
				return nil
			}
			actions, err := v.Ask(ctx, h)
			h.refuse(err)
			return actions
		},
	}
}

// builtinPlayer returns a built-in bot as a player of the server. All built-in bots share one match.
func (m *session) builtinPlayer(h *herePlayer) server.LocalPlayer {
	var v arena.View
	var a actions
	return server.LocalPlayer{
		Start: func(g netorcai.GameStarts) { v.Player = g.PlayerID },
		Act: func(ctx context.Context, _ int, _ []byte) []byte {
			v.Match = m.shared.Load().Match
			if !v.Match.Acts(v.Player) {
				return nil
			}
			h.Decide(ctx, &v)
			return a.of(v.Match, v.Player)
		},
	}
}

// actions encodes a player's actions as JSON. It alternates between two buffers, because the server may still read
// the previous one.
type actions struct{ last, next []byte }

func (a *actions) of(m game.Match, player int) []byte {
	a.last, a.next = m.AppendActions(a.next[:0], player), a.last
	return a.last
}

// standIn returns a player that does nothing. It takes the seat of a bot that could not.
func standIn() server.LocalPlayer {
	return server.LocalPlayer{Act: func(context.Context, int, []byte) []byte { return nil }}
}
