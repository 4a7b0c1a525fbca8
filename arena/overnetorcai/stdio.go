package overnetorcai

import (
	"context"
	"errors"

	"blastyard/arena"
	"blastyard/protocol/netorcai/server"
	"blastyard/protocol/stdio"
)

// stdioPlayer returns a bot that plays over its standard input and output as a player of the server. The line of a
// turn is made from the server's current state. A late answer counts in the turn after.
func (m *session) stdioPlayer(k int) server.LocalPlayer {
	bot := m.programs[k].bot
	return server.LocalPlayer{
		FirstTime: bot.Patience(m.run.Prepared.TurnTime()),
		Answer: func(ctx context.Context, turn int, state []byte) ([]byte, error) {
			actions, err := bot.Ask(ctx, stdio.AppendTurn(nil, turn, state, m.choices(k)))
			if err != nil && ctx.Err() == nil {
				bot.Close() // no turn follows
			}
			if fault := (*stdio.Fault)(nil); err != nil && !errors.As(err, &fault) {
				err = hasLeft{err}
			}
			return actions, err
		},
	}
}

// choices returns what the bot of a seat can do, in a game whose bots are told.
func (m *session) choices(k int) []byte {
	if able := m.programs[k].able.Load(); able != nil {
		return *able
	}
	return nil
}

// list lists what the bots can do. Nobody else may use the match meanwhile.
func (m *session) list() {
	if m.run.Prepared.Kind.StateOnly || m.run.Over() {
		return
	}
	for _, p := range m.programs {
		if p != nil && p.bot != nil {
			able := p.bot.Choices(m.run.Match)
			p.able.Store(&able)
		}
	}
}

// hasLeft is the error of a bot that has left.
type hasLeft struct{ error }

func (hasLeft) Is(target error) bool { return target == server.ErrGone }

// thinker returns the arena.Thinker of a seat, or nil.
func (m *session) thinker(k int) arena.Thinker {
	if p := m.programs[k]; p != nil && p.bot != nil {
		return p.bot
	}
	t, _ := m.run.Prepared.Seats[k].Player.(arena.Thinker)
	return t
}
