package server

import (
	"slices"
	"time"

	"blastyard/netorcai"
)

// link is what a game needs of a connection. None of its methods waits.
type link interface {
	// send takes a frame, to be written after those before it. kept: the link goes on using it.
	send(frame []byte) (kept bool)
	// busy tells that something sent has not been taken by the network; the game is told by drained when it has.
	busy() bool
	// allow tells whether the client may speak; one that may not has no right to big messages.
	allow(speak bool)
	// resume lets the link read the next message of a game logic whose last one was held back.
	resume()
	// close closes the connection when all that was sent has been read, or after some time.
	close()
}

// sink takes what is sent to a player in this process.
type sink interface {
	starts(netorcai.GameStarts)
	turn(number int, state []byte)
}

// peer is a client that has logged in.
type peer struct {
	seat      Seat
	link      link
	local     sink // not nil for a player in this process
	connected bool
	noLimit   bool // a turn waits for it beyond TurnTime

	thinking bool // it has not acknowledged its last TURN
	waiting  bool // the newest TURN waits until it may be sent
	lastTurn int  // number of the last TURN sent, -1: none
	sentAt   time.Time

	queued int // place in the game's queue, -1: none
	ack    netorcai.TurnAck
}

// login takes a client in, or kicks it: nil.
func (g *game) login(l link, local sink, m netorcai.Login, remote string) *peer {
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

// list is where the clients of a role other than game logic are kept.
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

// refuses says why a client of the role is not let in, "" if it is.
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

// acknowledged takes a client's TURN_ACK. Its actions must stay as they are until the client's next but one.
// bad is what is wrong with its actions.
func (g *game) acknowledged(p *peer, m netorcai.TurnAck, bad string) {
	switch {
	case !p.connected:
		return
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

// goOn makes the next turn due in fast mode when nobody is left to wait for.
func (g *game) goOn() {
	if g.cfg.Fast && g.phase == playing && !g.asked && !g.blocked && (g.open == 0 || g.overtime && !g.waitsWithoutLimit()) {
		g.nextTurn()
	}
}

// waitsWithoutLimit tells whether someone has still to answer who has no limit.
func (g *game) waitsWithoutLimit() bool {
	return slices.ContainsFunc(g.byID, func(p *peer) bool { return p.noLimit && p.connected && (p.thinking || p.waiting) })
}

// enqueue adds a player's actions to those of the next turn. If older ones of that player still wait, the newer take the
// last place, and those that stood last take the place of the older.
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

// unqueue takes a player's actions out; those that stand last take their place.
func (g *game) unqueue(p *peer) {
	last := len(g.queue) - 1
	g.queue[p.queued] = g.queue[last]
	g.queue[p.queued].queued = p.queued
	g.queue = g.queue[:last]
	g.queueSize -= len(p.ack.Actions)
	p.queued = -1
}

// perAction is more than DO_TURN has for a player beside the actions.
const perAction = 128

// kickLoudest sends the player with the biggest actions away, because DO_TURN would be too big to be sent.
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

// drained is told when a link that was busy no longer is.
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

// failed is told when a client can no longer be read, or has sent what it must not. lost: its connection has ended.
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

// kick sends a client away.
func (g *game) kick(p *peer, reason string) {
	g.cfg.Observer.Kicked(p.seat, reason)
	g.remove(p, reason)
}

// remove tells a client why, closes its connection and frees its place; players of a game that has begun only become
// disconnected.
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

// kickStranger sends someone away who has not logged in.
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
