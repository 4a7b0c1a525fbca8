package message

import (
	"cmp"
	"fmt"

	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
	"blastyard/replay"
)

// netorcaiForm writes what a netorcai server sends.
type netorcaiForm struct{}

func (netorcaiForm) message(m *Message, t *Teller, next *replay.Turn, over bool) {
	switch {
	case t.turn == 0:
		m.Kind = Starts
		t.add(m, t.starts())
		if len(t.header.State) > 0 && t.header.Delays == nil {
			m.Notes = append(m.Notes, "the replay does not say how long the server waited: its milliseconds are 0 here")
		}
	case over:
		m.Kind = Ends
		t.add(m, netorcai.GameEnds{WinnerPlayerID: t.board.winner(), GameState: t.board.state()})
	case t.missed && moveOf(next, t.player) == nil:
		m.Notes = append(m.Notes, "it got no TURN here: it had not answered an earlier one yet")
	default:
		m.Kind = Turn
		t.add(m, netorcai.Turn{TurnNumber: t.turn - 1, GameState: t.board.state()})
		t.answer(m, next)
	}
}

// encoder is a message of the protocol netorcai.
type encoder interface{ AppendJSON(b []byte) []byte }

// add appends an encoded message to the texts of m.
func (t *Teller) add(m *Message, e encoder) {
	name := fmt.Sprintf("turn%d-player%d-%s.json", t.turn, t.player, names[m.Kind])
	m.Sent = append(m.Sent, Text{name, e.AppendJSON(nil)})
}

var names = map[Kind]string{Starts: "GAME_STARTS", Turn: "TURN", Ends: "GAME_ENDS"}

// starts returns the GAME_STARTS message.
func (t *Teller) starts() netorcai.GameStarts {
	h := t.header
	g := netorcai.GameStarts{PlayerID: t.player, InitialGameState: t.board.state(),
		NbTurnsMax: cmp.Or(h.Turns, t.board.lastTurn(), server.MaxTurns)}
	for _, p := range h.Players {
		if p.Special {
			g.NbSpecialPlayers++
		} else {
			g.NbPlayers++
		}
	}
	if d := h.Delays; d != nil {
		g.BeforeFirstTurn, g.BetweenTurns = d.FirstTurn, d.Turns
	}
	return g
}

// answer sets the answer of the bot.
func (t *Teller) answer(m *Message, next *replay.Turn) {
	move := moveOf(next, t.player)
	switch {
	case next == nil:
		m.Notes = append(m.Notes, "no turn after this one is known, so the answer is not")
		return
	case move == nil:
		m.Notes = append(m.Notes, "it gave no answer that counted in the next turn")
		return
	case len(move.Actions) == 0:
		m.Notes = append(m.Notes, "what it asked for was not kept: it was too much")
		return
	case t.missed && move.Micros == 0:
		m.Notes = append(m.Notes, "the answer that counted in the next turn is one to an earlier TURN: it was late")
	}
	name := fmt.Sprintf("turn%d-player%d-actions.json", t.turn, t.player)
	m.Answer = &Text{name, move.Actions}
}
