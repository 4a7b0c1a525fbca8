package server

import (
	"slices"
	"time"
	"unicode/utf8"

	"blastyard/protocol/netorcai"
)

// link is what a game needs from a connection. None of its methods waits.
type link interface {
	// send sends a frame after those before it. If it returns kept, the link still uses the frame.
	send(frame []byte) (kept bool)
	// busy reports whether the network has not taken everything yet. When it has, the link calls drained of the game.
	busy() bool
	// allow reports whether the client may speak. A client that may not must not send big messages.
	allow(speak bool)
	// resume lets the link read the next message of a game logic, if it waits for that.
	resume()
	// close closes the connection when the client has received everything, or after some time.
	close()
}

// recipient receives what is sent to a player in this process.
type recipient interface {
	starts(netorcai.GameStarts)
	turn(number int, state []byte)
}

// peer is a client that has logged in.
type peer struct {
	seat      Seat
	link      link
	local     recipient // nil unless the player is in this process
	connected bool
	noLimit   bool          // TurnTime does not apply to it
	firstTime time.Duration // see LocalPlayer
	firstBy   time.Time     // TurnTime does not apply to it before, as long as it has not answered; or zero

	thinking bool // it has not acknowledged its last TURN
	waiting  bool // the newest TURN waits until it may be sent
	lastTurn int  // number of the last TURN sent, or -1
	sentAt   time.Time

	queued int // index in the game's queue, or -1
	ack    netorcai.TurnAck
}

// login accepts a client, or kicks it and returns nil.
func (g *game) login(l link, local recipient, m netorcai.Login, remote string) *peer {
	seat := Seat{Index: g.logins, PlayerID: -1, Nickname: m.Nickname, Role: m.Role, RemoteAddress: remote}
	if c, ok := l.(*conn); ok {
		seat.Conn = c.nc
	}
	reason := g.refuses(m.Role)
	if reason == "" && seat.Conn != nil && g.cfg.Admit != nil {
		reason = g.cfg.Admit(seat)
	}
	if reason != "" {
		g.kickStranger(l, seat, reason)
		return nil
	}
	p := &peer{
		seat:  seat,
		link:  l,
		local: local, connected: true, lastTurn: -1, queued: -1,
	}
	g.logins++
	if m.Role == netorcai.RoleGameLogic {
		g.logic = p
	} else {
		list := g.list(m.Role)
		*list = append(*list, p)
	}
	g.logAccepted(p)
	if frame, err := netorcai.AppendFrame(nil, netorcai.LoginAck{Version: netorcai.Version}); err == nil {
		l.send(frame)
	}
	if g.phase == playing {
		g.sendStarts(p) // a visualization: it joins at the newest state
	}
	g.cfg.Observer.LoggedIn(p.seat)
	g.autostart()
	return p
}

// list returns where the clients of a role other than game logic are kept.
func (g *game) list(role netorcai.Role) *[]*peer {
	switch role {
	case netorcai.RolePlayer:
		return &g.players
	case netorcai.RoleSpecialPlayer:
		return &g.specials
	default:
		return &g.visus
	}
}

// refuses returns why a client of the role is not accepted, or "".
func (g *game) refuses(role netorcai.Role) string {
	if g.phase != lobby && role != netorcai.RoleVisualization {
		return "LOGIN denied: Game has been started"
	}
	most, who := g.cfg.NbPlayersMax, "players"
	switch role {
	case netorcai.RoleGameLogic:
		if g.logic != nil || g.cfg.Logic != nil {
			return "LOGIN denied: A game logic is already logged in"
		}
		return ""
	case netorcai.RoleSpecialPlayer:
		most, who = g.cfg.NbSpecialPlayersMax, "special players"
	case netorcai.RoleVisualization:
		most, who = g.cfg.NbVisusMax, "visus"
	default: // an ordinary player
	}
	if len(*g.list(role)) >= most {
		return "LOGIN denied: Maximum number of " + who + " reached"
	}
	return ""
}

// acknowledged receives a client's TURN_ACK. Its actions must stay valid until the client's next but one. bad is the
// defect of its actions, or "".
func (g *game) acknowledged(p *peer, m netorcai.TurnAck, bad string) {
	if !p.connected {
		return
	}
	g.logAck(p)
	switch {
	case m.TurnNumber != p.lastTurn:
		g.kick(p, wrongTurn(m.TurnNumber, p.lastTurn))
		return
	case bad != "":
		g.kick(p, bad)
		return
	case !p.thinking:
		g.kick(p, notThinking)
		return
	}
	p.firstBy = time.Time{}
	if p.seat.Role.IsPlayer() {
		if g.observed {
			g.cfg.Observer.Acted(p.seat, m.TurnNumber, g.cfg.Now().Sub(p.sentAt), m.TurnNumber != g.turns-1)
		}
		if g.enqueue(p, m); !p.connected {
			return
		}
	}
	p.link.allow(false)
	g.mark(p, false, p.waiting)
	g.sendWaiting(p)
	g.goOn()
}

// goOn makes the next turn due in fast mode if no player has still to answer.
func (g *game) goOn() {
	if g.cfg.Fast && g.phase == playing && !g.asked && !g.blocked &&
		(g.open == 0 || g.overtime && !g.waitsWithoutLimit()) {
		g.nextTurn()
	}
}

// waitsWithoutLimit reports whether a player without a limit has still to answer.
func (g *game) waitsWithoutLimit() bool {
	return slices.ContainsFunc(g.byID, func(p *peer) bool {
		return (p.noLimit || g.cfg.Now().Before(p.firstBy)) && p.connected && (p.thinking || p.waiting)
	})
}

// nextFirst is when the time for a first answer is over, for the next of the players that have not answered yet, or
// zero.
func (g *game) nextFirst() (next time.Time) {
	for _, p := range g.byID {
		if p.connected && g.cfg.Now().Before(p.firstBy) && (next.IsZero() || p.firstBy.Before(next)) {
			next = p.firstBy
		}
	}
	return next
}

// enqueue adds a player's actions to those of the next turn. If older actions of the player still wait, the newer ones
// go to the end of the queue, and the last entry takes the place of the older ones.
func (g *game) enqueue(p *peer, m netorcai.TurnAck) {
	if p.queued >= 0 {
		g.unqueue(p)
	}
	p.ack = m
	p.queued = len(g.queue)
	g.queue = append(g.queue, p)
	g.queueSize += len(m.Actions)
	for g.queueSize > 0 && (g.queueSize > g.cfg.MaxActions || g.queueSize+len(g.byID)*perAction >= netorcai.MaxSize) {
		g.kickLoudest()
	}
}

// unqueue removes a player's actions. The last entry takes their place.
func (g *game) unqueue(p *peer) {
	last := len(g.queue) - 1
	g.queue[p.queued] = g.queue[last]
	g.queue[p.queued].queued = p.queued
	g.queue = g.queue[:last]
	g.queueSize -= len(p.ack.Actions)
	p.queued = -1
}

// perAction is an upper bound on what DO_TURN has for a player besides the actions.
const perAction = 128

// kickLoudest kicks the player with the biggest actions, because DO_TURN would be too big to send.
func (g *game) kickLoudest() {
	loudest := g.queue[0]
	for _, p := range g.queue {
		if len(p.ack.Actions) > len(loudest.ack.Actions) {
			loudest = p
		}
	}
	g.unqueue(loudest)
	if loudest.connected {
		g.kick(loudest, "Invalid TURN_ACK received. The actions of all players together are too big")
	}
}

// drained is called when a link that was busy no longer is.
func (g *game) drained(p *peer) {
	if p == nil || !p.connected || g.phase != playing {
		return
	}
	if p == g.logic && g.blocked {
		g.blocked = false
		g.due = true
	}
	g.sendWaiting(p)
}

// mark sets what a client is doing.
func (g *game) mark(p *peer, thinking, waiting bool) {
	was, is := p.thinking || p.waiting, thinking || waiting
	p.thinking, p.waiting = thinking, waiting
	if was == is || !p.seat.Role.IsPlayer() {
		return
	}
	if is {
		g.open++
	} else {
		g.open--
	}
}

// failed is called when a client can no longer be read, or has sent something invalid. lost is true if its connection
// has ended.
func (g *game) failed(p *peer, reason string, lost bool) {
	if !p.connected {
		return
	}
	if p == g.logic {
		g.logicFailed(g.unreadable(reason))
		return
	}
	if lost {
		g.cfg.Observer.Left(p.seat, reason)
		g.remove(p, reason)
		return
	}
	g.kick(p, reason)
}

// kick kicks a client.
func (g *game) kick(p *peer, reason string) {
	g.cfg.Observer.Kicked(p.seat, reason)
	g.remove(p, reason)
}

// remove tells a client why it is removed, closes its connection and frees its place. Players of a game that has begun
// are only marked as disconnected.
func (g *game) remove(p *peer, reason string) {
	g.farewell(p.link, p.seat, reason)
	g.mark(p, false, false)
	p.connected = false
	g.out.infosKnown = false
	switch {
	case p == g.logic:
		if g.phase == lobby {
			g.logic = nil
		}
	case g.phase == lobby || g.phase != over && p.seat.Role == netorcai.RoleVisualization:
		list := g.list(p.seat.Role)
		if i := slices.Index(*list, p); i >= 0 {
			*list = slices.Delete(*list, i, i+1)
		}
	}
	g.goOn()
}

// kickStranger kicks a client that has not logged in.
func (g *game) kickStranger(l link, who Seat, reason string) {
	who.Index, who.PlayerID = -1, -1
	g.cfg.Observer.Kicked(who, reason)
	g.farewell(l, who, reason)
}

func (g *game) farewell(l link, who Seat, reason string) {
	g.logKick(who, reason)
	if frame, err := netorcai.AppendFrame(nil, netorcai.Kick{Reason: shorten(reason)}); err == nil {
		l.send(frame)
	}
	l.close()
}

// shorten shortens a reason, which may quote what a client sent, to a size that can be sent.
func shorten(reason string) string {
	const most = 4096
	if len(reason) <= most {
		return reason
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(reason[cut]) {
		cut--
	}
	return reason[:cut] + "…"
}
