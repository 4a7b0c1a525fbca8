package server

import (
	"encoding/json"
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
		reason := "Received a game logic message but the game has not started"
		if !json.Valid(data) {
			reason += ": " + string(netorcai.ErrNonJSON)
		}
		g.logicFailed(g.unreadable(reason))
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

// unreadable is the reason for a game logic that has failed outside of its answers.
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
