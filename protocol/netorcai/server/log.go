package server

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/netip"
	"time"

	"blastyard/protocol/netorcai"
)

// The texts and keys of the log are those of the original, because scripts read them.
const (
	keyAddress  = "remote address"
	keyNickname = "nickname"
	keyPlayer   = "playerID"
)

// address is a client's address in the log: text, or an object in JSON.
type address string

// MarshalJSON writes {"IP":"127.0.0.1","Port":4242,"Zone":""}. Other addresses are written as text.
func (a address) MarshalJSON() ([]byte, error) {
	at, err := netip.ParseAddrPort(string(a))
	if err != nil {
		return json.Marshal(string(a))
	}
	return json.Marshal(struct {
		IP   string
		Port uint16
		Zone string
	}{at.Addr().WithZone("").String(), at.Port(), at.Addr().Zone()})
}

func remoteAddress(a string) slog.Attr { return slog.Any(keyAddress, address(a)) }

// logAccepted logs a login.
func (g *game) logAccepted(p *peer) {
	who := []any{slog.String(keyNickname, p.seat.Nickname), remoteAddress(p.seat.RemoteAddress)}
	switch p.seat.Role {
	case netorcai.RoleGameLogic:
		g.cfg.Log.Info("Game logic accepted", who...)
	case netorcai.RoleVisualization:
		g.cfg.Log.Info("New visualization accepted", append(who, slog.Int("visu count", len(g.visus)))...)
	default:
		special := p.seat.Role == netorcai.RoleSpecialPlayer
		g.cfg.Log.Info("New player accepted", append(who, slog.Int("player count", len(g.players)),
			slog.Int("special player count", len(g.specials)), slog.Bool("special", special))...)
	}
}

// logFinished logs the winner.
func (g *game) logFinished() {
	if g.winner < 0 || g.winner >= len(g.byID) {
		g.cfg.Log.Info(netorcai.GameFinished + " (no winner!)")
		return
	}
	w := g.byID[g.winner].seat
	g.cfg.Log.Info(netorcai.GameFinished, slog.String("winner nickname", w.Nickname),
		slog.Int("winner player ID", w.PlayerID), slog.String("winner remote address", w.RemoteAddress))
}

// logKick logs who is kicked, and why.
func (g *game) logKick(who Seat, reason string) {
	g.cfg.Log.Warn("Kicking client", slog.String(keyNickname, who.Nickname), slog.String("reason", reason),
		remoteAddress(who.RemoteAddress))
}

// logSending logs what is sent to a client, except KICK and LOGIN_ACK.
func (g *game) logSending(messageType string, p *peer, frame []byte) {
	if !g.debug {
		return
	}
	to := " to client"
	if p == g.logic {
		to = " to game logic"
	}
	content := bytes.TrimSuffix(frame[netorcai.HeaderSize:], []byte("\n"))
	g.cfg.Log.Debug("Sending "+messageType+to, slog.String(keyNickname, p.seat.Nickname),
		remoteAddress(p.seat.RemoteAddress), slog.String("content", string(content)))
}

func (g *game) logSleep(which string, d time.Duration) {
	if g.debug {
		g.cfg.Log.Debug("Sleeping before "+which+" turn", slog.Float64("duration (ms)", milliseconds(d)))
	}
}

// logTurn logs that there is a new TURN for a client, which may have to wait.
func (g *game) logTurn(p *peer) {
	if g.debug {
		g.cfg.Log.Debug("Client received a new TURN (from GL goroutine)", slog.Int(keyPlayer, p.seat.PlayerID))
	}
}

// logAck logs a TURN_ACK that could be read.
func (g *game) logAck(p *peer) {
	if g.debug {
		g.cfg.Log.Debug("Client received a TURN_ACK (from socket)", slog.Int(keyPlayer, p.seat.PlayerID))
	}
}

// logTurned logs the game logic's answer to a DO_TURN.
func (g *game) logTurned() {
	if g.debug {
		g.cfg.Log.Debug("GL received a new DO_TURN_ACK (from socket)")
	}
}

func debugs(log *slog.Logger) bool {
	return log != nil && log.Enabled(context.Background(), slog.LevelDebug)
}

// logConnected logs a new connection.
func (c *conn) logConnected() {
	if c.s.debug {
		c.s.cfg.Log.Debug("New connection", remoteAddress(c.remote))
	}
}

// logReceived logs a message. The nickname is empty before the login.
func (c *conn) logReceived(content []byte) {
	if c.s.debug {
		c.s.cfg.Log.Debug("New message received", slog.String(keyNickname, c.login.Nickname), remoteAddress(c.remote),
			slog.Int("content size", len(content)), slog.String("content", string(content)))
	}
}

// logUnreceived logs why there is no first message.
func (c *conn) logUnreceived(err error) {
	if c.s.debug {
		c.s.cfg.Log.Debug("Cannot receive client first message", slog.Any("err", err))
	}
}
