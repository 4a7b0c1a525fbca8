package message

import (
	"fmt"
	"strings"
	"time"

	"blastyard/arena/entrant"
	"blastyard/game/moves"
	"blastyard/protocol/stdio"
	"blastyard/replay"
	"blastyard/rules/bomberman/wire"
)

// stdioForm writes the lines of a bot that plays over its standard input and output.
type stdioForm struct {
	rounds *roundsForm // for 2016-Bomberman; nil: another game
}

// SpeakStdio makes the teller write the lines of a bot that plays over its standard input and output.
func (t *Teller) SpeakStdio() {
	f := stdioForm{}
	if r, ok := t.form.(roundsForm); ok {
		f.rounds = &r
	}
	t.form = f
}

// speaksStdio reports whether a bot is known to have played over its standard input and output.
func speaksStdio(bot string) bool { return strings.HasPrefix(bot, entrant.StdioPrefix) }

func (f stdioForm) message(m *Message, t *Teller, next *replay.Turn, over bool) {
	state, alive, first := t.board.state(), true, 1
	if f.rounds != nil {
		first = 0
		if p, ok := t.board.(*played); ok {
			s := p.roundState()
			state, alive = f.rounds.text.AppendState(nil, s), s.Player(t.player).Alive
		}
	}
	add := func(kind Kind, what string, line []byte) {
		m.Kind = kind
		m.Sent = append(m.Sent, Text{fmt.Sprintf("turn%d-player%d-%s.json", t.turn, t.player, what), line})
	}
	if t.turn == 0 {
		add(Starts, "start", f.begin(t, state).Append(nil))
	}
	switch {
	case over:
		add(Ends, "end", stdio.AppendEnd(nil, t.board.winner(), state))
	case t.turn < first:
	case !alive:
		m.Notes = append(m.Notes, "its player was dead: it got no line")
	case t.missed && moveOf(next, t.player) == nil:
		m.Notes = append(m.Notes, "it got no line here: it had not answered an earlier one yet")
	default:
		add(Turn, "turn", stdio.AppendTurn(nil, t.turn-first, state, t.choices()))
		t.answer(m, next)
	}
}

// choices returns what the player can do, in a game whose programs are told. Recorded states do not show it.
func (t *Teller) choices() []byte {
	p, ok := t.board.(*played)
	if !ok || !t.told {
		return nil
	}
	return moves.Append(nil, p.Match, t.player)
}

// begin returns the message for the start of the match.
func (f stdioForm) begin(t *Teller, state []byte) *stdio.Begin {
	h := t.header
	g := t.starts()
	limit := time.Duration(h.Limit) * time.Millisecond
	b := &stdio.Begin{Game: h.Game, Player: t.player, Name: h.Players[t.player].Name,
		Players: g.NbPlayers + g.NbSpecialPlayers, SpecialPlayers: g.NbSpecialPlayers, Turns: g.NbTurnsMax,
		TurnTime: limit, FirstTime: stdio.FirstTime(limit), State: state}
	if f.rounds != nil {
		b.Key, b.Name = wire.Key(t.player), f.rounds.text.Names[t.player]
	}
	return b
}
