package server

import (
	"errors"

	"blastyard/netorcai"
)

// logicSays takes a message of the game logic. done: data is no longer needed, and the next message may be read.
func (g *game) logicSays(p *peer, data []byte) (done bool) {
	if !p.connected {
		return true
	}
	switch {
	case g.phase == lobby:
		g.kick(p, "Received a game logic message but the game has not started")
	case g.phase == initing:
		m, err := netorcai.DecodeDoInitAck(data)
		if err != nil {
			g.logicFailed(g.badAnswer(err))
			break
		}
		g.begin(m.InitialGameState)
	case g.phase == playing && !g.asked:
		// It answers before it is asked. The original reads that when it has asked; so do we.
		g.early = data
		return false
	case g.phase == playing:
		m, err := netorcai.DecodeDoTurnAck(data, len(g.byID))
		if err != nil {
			g.logicFailed(g.badAnswer(err))
			break
		}
		g.turned(m.WinnerPlayerID, m.GameState)
	}
	return true
}

// awaited is the message type that the game logic has to send next.
func (g *game) awaited() string {
	if g.phase == initing {
		return netorcai.TypeDoInitAck
	}
	return netorcai.TypeDoTurnAck
}

func (g *game) badAnswer(err error) string {
	if errors.Is(err, netorcai.ErrNonJSON) {
		return "Cannot read " + g.awaited() + ". " + err.Error()
	}
	return "Invalid " + g.awaited() + " message. " + err.Error()
}
