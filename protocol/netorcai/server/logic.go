package server

import (
	"errors"

	"blastyard/protocol/netorcai"
)

// logicSays receives a message of the game logic. If done is true, data is no longer used and the next message may be
// read.
func (g *game) logicSays(p *peer, data []byte) (done bool) {
	if !p.connected {
		return true
	}
	switch {
	case g.phase == lobby:
		reason := "Received a game logic message but the game has not started"
		if _, err := netorcai.DecodeDoInitAck(data); errors.Is(err, netorcai.ErrNonJSON) {
			reason = g.unreadable(err.Error())
		}
		g.logicFailed(reason)
	case g.phase == initing:
		m, err := netorcai.DecodeDoInitAck(data)
		if err != nil {
			g.logicFailed(g.badAnswer(err))
			break
		}
		g.begin(m.InitialGameState)
	case g.phase == playing && !g.asked:
		// It answers before it is asked. Like the original, we use this message as the answer to the next question.
		g.early = data
		return false
	case g.phase == playing:
		m, err := netorcai.DecodeDoTurnAck(data, len(g.byID))
		if err != nil {
			g.logicFailed(g.badAnswer(err))
			break
		}
		g.logTurned()
		g.turned(m.WinnerPlayerID, m.GameState)
	}
	return true
}

// awaited returns the message type that the game logic has to send next.
func (g *game) awaited() string {
	if g.phase == initing {
		return netorcai.TypeDoInitAck
	}
	return netorcai.TypeDoTurnAck
}

// unreadable returns the kick reason for a message of the game logic that cannot be read.
func (g *game) unreadable(reason string) string {
	if g.phase == lobby {
		return "Game logic error. " + reason
	}
	return "Cannot read " + g.awaited() + ". " + reason
}

func (g *game) badAnswer(err error) string {
	if errors.Is(err, netorcai.ErrNonJSON) {
		return g.unreadable(err.Error())
	}
	return "Invalid " + g.awaited() + " message. " + err.Error()
}
