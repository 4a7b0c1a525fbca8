package overnetorcai

import (
	"context"
	"fmt"
	"time"

	"blastyard/arena/programs"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
	"blastyard/stdio"
)

// Why a bot is sent away, in the words of netorcai's server.
const (
	tooBig      = "Received message size is too big"
	notThinking = "Received a TURN_ACK but the client state is not THINKING"
)

// stdioPlayer is a bot that plays over its standard input and output, as a player of the server.
func (m *session) stdioPlayer(k int) server.LocalPlayer {
	p := m.programs[k]
	limit := m.TurnTime()
	first := m.times.First(limit)
	return server.LocalPlayer{
		FirstTime: first,
		Start: func(g netorcai.GameStarts) {
			b := programs.Begin(m.Run, k, g.PlayerID, limit, first, g.InitialGameState)
			b.Players, b.SpecialPlayers = g.NbPlayers+g.NbSpecialPlayers, g.NbSpecialPlayers
			b.Turns = g.NbTurnsMax
			p.bot.Tell(b.Append(nil))
		},
		Answer: func(ctx context.Context, turn int, state []byte) ([]byte, error) {
			actions, err := askActions(ctx, p.bot, turn, state)
			if err != nil && ctx.Err() == nil {
				p.bot.Close() // nothing follows
			}
			if p.login == 0 && err == nil {
				p.login = max(1, time.Since(p.start))
			}
			return actions, err
		},
	}
}

// askActions asks a bot for the actions of a turn.
func askActions(ctx context.Context, bot *stdio.Bot, turn int, state []byte) ([]byte, error) {
	if f := bot.Stray(); f != nil {
		return nil, unasked(f)
	}
	a, err := bot.Ask(ctx, stdio.AppendTurn(nil, turn, state))
	if err != nil {
		if f := bot.Stray(); f != nil && ctx.Err() == nil { // it has gone, and this is why
			return nil, unasked(f)
		}
		return nil, hasLeft{err}
	}
	if a.TooLong {
		return nil, a.Fault(tooBig, fmt.Sprintf("which has more than %d bytes", stdio.MaxLine))
	}
	if _, err := netorcai.CheckActions(a.Text); err != nil {
		return nil, programs.Spoken(a.Fault(err.Error(), "expected a list of actions"))
	}
	return a.Text, nil
}

// unasked is the fault of a line that the bot was not asked for.
func unasked(f *stdio.Fault) error {
	f.What = notThinking
	return programs.Spoken(f)
}

// hasLeft is an error of a bot that is no longer there.
type hasLeft struct{ error }

func (hasLeft) Is(target error) bool { return target == server.ErrGone }

// endTalks tells the bots that play over their standard input and output that the match is over; err is why it did not
// come to its end.
func (m *session) endTalks(err error) {
	for _, p := range m.programs {
		if p == nil || p.bot == nil {
			continue
		}
		if err == nil && m.Match != nil {
			p.bot.Tell(stdio.AppendEnd(nil, m.Winner(), m.Match.AppendState(nil)))
		}
		p.bot.Close()
	}
}
