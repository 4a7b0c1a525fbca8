package server

import (
	"strconv"
	"time"

	"blastyard/protocol/netorcai"
)

// turnMail holds the newest TURN as it is sent. It is encoded once for all players and once for all visualizations,
// when the first of them gets it.
type turnMail struct {
	player, visu turnFrame
	infos        []netorcai.PlayerInfo
	infosKnown   bool
}

// turnFrame is an encoded TURN. Its buffer is reused, unless a link still uses it.
type turnFrame struct {
	frame []byte
	turn  int // the number of its TURN plus one, or 0
	kept  bool
}

// newestTurn returns the newest TURN for clients of the role, and where to record that a link still uses it.
func (g *game) newestTurn(role netorcai.Role) (*turnFrame, error) {
	f := &g.out.player
	var infos []netorcai.PlayerInfo
	if !role.IsPlayer() {
		f, infos = &g.out.visu, g.infos()
	}
	if f.turn == g.turns {
		return f, nil
	}
	if f.kept {
		f.frame, f.kept = nil, false
	}
	turn := netorcai.Turn{TurnNumber: g.turns - 1, GameState: g.state, PlayersInfo: infos}
	frame, err := netorcai.AppendFrame(f.frame[:0], turn)
	if err != nil {
		return nil, err
	}
	f.frame, f.turn = frame, g.turns
	return f, nil
}

// infos returns the players for visualizations.
func (g *game) infos() []netorcai.PlayerInfo {
	if !g.out.infosKnown {
		g.out.infos = g.out.infos[:0]
		for _, p := range g.byID {
			g.out.infos = append(g.out.infos, netorcai.PlayerInfo{
				PlayerID: p.seat.PlayerID, Nickname: p.seat.Nickname,
				RemoteAddress: p.seat.RemoteAddress, IsConnected: p.connected,
			})
		}
		g.out.infosKnown = true
		g.out.visu.turn = 0
	}
	return g.out.infos
}

// sendStarts sends GAME_STARTS with the newest state.
func (g *game) sendStarts(p *peer) {
	m := netorcai.GameStarts{
		PlayerID: p.seat.PlayerID, NbPlayers: len(g.players), NbSpecialPlayers: len(g.specials),
		NbTurnsMax: g.cfg.NbTurnsMax, BeforeFirstTurn: milliseconds(g.cfg.DelayFirstTurn),
		BetweenTurns: milliseconds(g.cfg.DelayTurns), InitialGameState: g.state,
	}
	if !p.seat.Role.IsPlayer() {
		m.PlayersInfo = g.infos()
	}
	if p.local != nil {
		m.InitialGameState = append([]byte(nil), g.state...)
		p.local.starts(m)
		return
	}
	frame, err := netorcai.AppendFrame(nil, m)
	if err != nil {
		g.kick(p, "Cannot send GAME_STARTS. "+err.Error())
		return
	}
	g.logSending(netorcai.TypeGameStarts, p, frame)
	p.link.send(frame)
}

// sendTurns sends the newest TURN to every client that may get it. For the others it waits.
func (g *game) sendTurns() {
	now := g.cfg.Now()
	for _, p := range g.byID {
		if p.connected {
			g.offerTurn(p, now)
		}
	}
	for i := len(g.visus) - 1; i >= 0; i-- { // backwards, because a client that cannot be sent to is removed
		g.offerTurn(g.visus[i], now)
	}
}

func (g *game) offerTurn(p *peer, now time.Time) {
	g.logTurn(p)
	if p.thinking || p.link.busy() {
		g.mark(p, p.thinking, true)
		return
	}
	g.sendTurn(p, now)
}

// sendWaiting sends the waiting TURN to a client that may get it now.
func (g *game) sendWaiting(p *peer) {
	if p.waiting && !p.thinking && !p.link.busy() {
		g.sendTurn(p, g.cfg.Now())
	}
}

func (g *game) sendTurn(p *peer, now time.Time) {
	g.mark(p, true, false)
	p.lastTurn, p.sentAt = g.turns-1, now
	p.link.allow(true)
	if p.local != nil {
		p.local.turn(p.lastTurn, g.state)
		return
	}
	f, err := g.newestTurn(p.seat.Role)
	if err != nil {
		g.kick(p, "Cannot send TURN. "+err.Error())
		return
	}
	g.logSending(netorcai.TypeTurn, p, f.frame)
	if p.link.send(f.frame) {
		f.kept = true
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// notThinking is the kick reason for a TURN_ACK without a TURN.
const notThinking = "Received a TURN_ACK but the client state is not THINKING"

func wrongTurn(got, want int) string {
	return "Invalid TURN_ACK received. Invalid value (turn_number=" + strconv.Itoa(got) +
		"): expecting " + strconv.Itoa(want)
}
