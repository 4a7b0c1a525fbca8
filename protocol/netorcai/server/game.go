package server

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"blastyard/protocol/netorcai"
)

// Why a game cannot be started, in the words of the prompt.
var (
	ErrNoLogic = errors.New("Cannot start: Game logic not connected") //nolint:staticcheck // the prompt's text
	ErrStarted = errors.New("Game has already been started")          //nolint:staticcheck // the prompt's text
)

type phase byte

const (
	lobby   phase = iota // waiting for logins and the start
	initing              // the game logic was asked for the initial state
	playing
	over
)

// game is the orchestrator: the whole state of a game. It is used by one goroutine and never waits. Its methods tell it
// what happened, and it sends to the links. Invariants:
//   - a peer gets a TURN only when it has acknowledged the one before and its link is not busy, so a link never holds
//     more than GAME_STARTS, one TURN, GAME_ENDS and KICK;
//   - queue contains each player at most once, and only players;
//   - open is the number of connected players that are thinking or that a TURN waits for.
type game struct {
	cfg      Config   // after the start, its Settings stay the same
	shown    Settings // as they were last set
	observed bool     // cfg.Observer is not NopObserver
	debug    bool     // debug lines are logged
	// closing closes the listening socket and returns the error of accepting connections from then on. It is nil if
	// there is no socket.
	closing func() error

	phase  phase
	logins int
	// In order of login. Players that leave before the start are removed. After the start only visualizations are.
	players, specials, visus []*peer
	byID                     []*peer // all players, from the start on
	logic                    *peer   // the game logic, if it is a client

	asked    bool      // the game logic is computing a turn
	due      bool      // the game logic has to be asked for the next turn: the server calls askTurn
	blocked  bool      // due, but the game logic has not taken the last message
	early    []byte    // what a game logic sent before it was asked; it is used as its next answer
	deadline time.Time // when tick has something to do, or zero
	notice   time.Time // when the log says whom the game waits for, or zero
	earliest time.Time // of the next turn, with Pause
	overtime bool      // TurnTime is over; the turn waits only for players without a limit

	queue     []*peer // players whose actions wait for the next DO_TURN
	queueSize int     // bytes of the actions in it
	open      int

	turns  int // answers to DO_TURN so far; the newest TURN has the number turns-1
	winner int
	state  []byte
	err    error // why the game was aborted

	out     turnMail
	actions []netorcai.PlayerActions // scratch
	doTurn  []byte                   // scratch
}

func newGame(cfg Config) *game {
	_, nop := cfg.Observer.(NopObserver)
	return &game{cfg: cfg, shown: cfg.Settings, observed: !nop, debug: debugs(cfg.Log), winner: -1}
}

// start asks the game logic for the initial state.
func (g *game) start() error {
	if g.phase != lobby {
		return ErrStarted
	}
	if g.logic == nil && g.cfg.Logic == nil {
		return ErrNoLogic
	}
	if err := g.dealIDs(); err != nil {
		return err
	}
	g.phase = initing
	g.cfg.Log.Info("Starting game")
	if g.cfg.Logic != nil {
		state, err := g.cfg.Logic.Init(len(g.players), len(g.specials), g.cfg.NbTurnsMax)
		if err != nil {
			g.logicFailed(err.Error())
			return nil
		}
		g.begin(state)
		return nil
	}
	g.deadline = g.cfg.Now().Add(g.cfg.InitTimeout)
	frame, err := netorcai.AppendFrame(nil, netorcai.DoInit{
		NbPlayers: len(g.players), NbSpecialPlayers: len(g.specials), NbTurnsMax: g.cfg.NbTurnsMax,
	})
	if err != nil {
		return err
	}
	g.logSending(netorcai.TypeDoInit, g.logic, frame)
	g.logic.link.send(frame)
	return nil
}

func (g *game) dealIDs() error {
	s, n := len(g.specials), len(g.players)
	g.byID = make([]*peer, s+n)
	if err := g.deal("DealSpecialIDs", g.cfg.DealSpecialIDs, g.specials, 0); err != nil {
		return err
	}
	return g.deal("DealIDs", g.cfg.DealIDs, g.players, s)
}

// deal gives some players their ids, from first on.
func (g *game) deal(name string, ids func(int) []int, players []*peer, first int) error {
	n := len(players)
	deal := ids(n)
	for i, p := range players {
		if len(deal) != n || deal[i] < 0 || deal[i] >= n || g.byID[first+deal[i]] != nil {
			return fmt.Errorf("netorcai server: %s(%d) is %v, expected a permutation of 0 to %d", name, n, deal, n-1)
		}
		p.seat.PlayerID = first + deal[i]
		g.byID[first+deal[i]] = p
	}
	return nil
}

func (g *game) autostart() {
	if !g.cfg.Autostart || g.phase != lobby || g.logic == nil && g.cfg.Logic == nil ||
		len(g.players) != g.cfg.NbPlayersMax || len(g.specials) != g.cfg.NbSpecialPlayersMax ||
		len(g.visus) != g.cfg.NbVisusMax {
		return
	}
	g.cfg.Log.Info("Automatic starting conditions are met")
	if err := g.start(); err != nil {
		g.abort(err)
	}
}

// begin receives the initial state and sends GAME_STARTS.
func (g *game) begin(state []byte) {
	g.phase = playing
	g.deadline = time.Time{}
	g.state = append(g.state[:0], state...)
	for _, p := range g.byID {
		if p.connected {
			g.sendStarts(p)
		}
		if p.firstTime > 0 {
			p.firstBy = g.cfg.Now().Add(p.firstTime)
		}
	}
	for i := len(g.visus) - 1; i >= 0; i-- {
		g.sendStarts(g.visus[i])
	}
	if g.observed {
		g.cfg.Observer.Starting(g.cfg.Settings)
		g.cfg.Observer.Started(g.seats(), g.state)
	}
	if g.cfg.Fast {
		g.due = true
		return
	}
	g.logSleep("first", g.cfg.DelayFirstTurn)
	g.deadline = g.cfg.Now().Add(g.cfg.DelayFirstTurn)
}

func (g *game) seats() []Seat {
	seats := make([]Seat, len(g.byID))
	for i, p := range g.byID {
		seats[i] = p.seat
	}
	return seats
}

// tick does what is due at the time now.
func (g *game) tick(now time.Time) {
	g.tellWait(now)
	if g.deadline.IsZero() || now.Before(g.deadline) {
		return
	}
	g.deadline = time.Time{}
	switch g.phase {
	case initing:
		seconds := strconv.FormatFloat(g.cfg.InitTimeout.Seconds(), 'f', -1, 64)
		g.logicFailed("Did not receive DO_INIT_ACK after " + seconds + " seconds.")
	case playing:
		if g.overtime = g.waitsWithoutLimit(); g.overtime {
			g.deadline = g.nextFirst()
		}
		g.due = !g.overtime
	default: // nothing is due
	}
}

// askTurn asks the game logic for the next turn and sends it the waiting actions.
func (g *game) askTurn() {
	g.due, g.overtime = false, false
	g.deadline, g.notice = time.Time{}, time.Time{}
	if g.logic != nil && g.logic.link.busy() {
		g.blocked = true
		g.expect()
		return
	}
	if g.observed {
		g.reportMissed()
	}
	g.actions = g.actions[:0]
	for _, p := range g.queue {
		g.actions = append(g.actions, netorcai.PlayerActions{
			PlayerID: p.seat.PlayerID, TurnNumber: p.ack.TurnNumber, Actions: p.ack.Actions,
		})
		p.queued = -1
	}
	g.queue, g.queueSize = g.queue[:0], 0
	if g.cfg.Order != nil {
		g.cfg.Order(g.turns, g.actions)
	}
	if g.cfg.Logic != nil {
		g.localTurn()
		return
	}
	frame, err := netorcai.AppendFrame(g.doTurn[:0], netorcai.DoTurn{PlayerActions: g.actions})
	if err != nil {
		g.logicFailed("Cannot send DO_TURN. " + err.Error())
		return
	}
	g.asked = true
	g.expect()
	g.doTurn = frame
	g.logSending(netorcai.TypeDoTurn, g.logic, frame)
	if g.logic.link.send(frame) {
		g.doTurn = nil
	}
	if early := g.early; early != nil {
		g.early = nil
		g.logicSays(g.logic, early)
		g.logic.link.resume()
	}
}

func (g *game) reportMissed() {
	for _, p := range g.byID {
		if g.turns > 0 && p.connected && (p.thinking || p.waiting) {
			g.cfg.Observer.Missed(p.seat, g.turns-1)
		}
	}
}

func (g *game) localTurn() {
	winner, state, err := g.cfg.Logic.Turn(g.actions)
	if err == nil {
		err = netorcai.CheckWinner(winner, len(g.byID))
	}
	if err != nil {
		g.logicFailed(err.Error())
		return
	}
	g.turned(winner, state)
}

// turned receives the result of a turn.
func (g *game) turned(winner int, state []byte) {
	g.asked, g.notice = false, time.Time{}
	g.turns++
	g.winner = winner
	g.state = append(g.state[:0], state...)
	ender, ok := g.cfg.Logic.(Ender)
	if g.turns >= g.cfg.NbTurnsMax || ok && ender.Over() {
		g.finish()
		return
	}
	g.sendTurns()
	if g.observed {
		g.cfg.Observer.TurnSent(g.turns-1, g.state)
	}
	if g.cfg.Pause > 0 {
		g.earliest = g.cfg.Now().Add(g.cfg.Pause)
	}
	switch {
	case !g.cfg.Fast:
		g.logSleep("next", g.cfg.DelayTurns)
		g.deadline = g.cfg.Now().Add(g.cfg.DelayTurns)
	case g.open == 0:
		g.nextTurn()
	case g.cfg.TurnTime > 0:
		g.deadline = g.cfg.Now().Add(max(g.cfg.TurnTime, g.cfg.Pause))
	default:
		g.expect()
	}
}

// nextTurn makes the next turn due in fast mode, at once or after the pause.
func (g *game) nextTurn() {
	if g.cfg.Pause > 0 && g.cfg.Now().Before(g.earliest) {
		g.deadline = g.earliest
		return
	}
	g.due = true
}

// finish ends a game that was played to its end.
func (g *game) finish() {
	frame, err := netorcai.AppendFrame(nil, netorcai.GameEnds{WinnerPlayerID: g.winner, GameState: g.state})
	for _, p := range g.clients() {
		if err == nil {
			g.logSending(netorcai.TypeGameEnds, p, frame)
			p.link.send(frame)
		}
	}
	g.logFinished()
	if g.observed {
		g.cfg.Observer.Ended(g.winner, g.state)
	}
	g.end(netorcai.GameFinished)
}

// logicFailed ends the game because the game logic failed.
func (g *game) logicFailed(reason string) {
	g.err = fmt.Errorf("%w: %s", ErrLogicFailed, reason)
	if g.logic != nil {
		g.kick(g.logic, reason)
	}
	g.cfg.Log.Warn("Game logic failed. Aborting.")
	g.end(kickAbort)
}

// kickAbort is the kick reason for every client when the server stops.
const kickAbort = netorcai.Aborted

// abort ends the game before its end.
func (g *game) abort(err error) {
	if g.phase == over {
		return
	}
	g.err = err
	g.end(kickAbort)
}

func (g *game) end(reason string) {
	g.phase = over
	g.due = false
	g.deadline, g.notice = time.Time{}, time.Time{}
	clients := g.clients()
	if g.logic != nil && g.logic.connected {
		clients = slices.Insert(clients, 0, g.logic)
	}
	if reason == kickAbort {
		g.stopListening()
		if g.closing != nil && len(clients) > 0 {
			g.cfg.Log.Warn("Sending KICK messages to clients")
		}
	}
	for _, p := range clients {
		g.kick(p, reason)
	}
	if reason != kickAbort {
		g.stopListening()
	}
}

// stopListening closes the listening socket. Serve disconnects clients that have connected but not logged in.
func (g *game) stopListening() {
	if g.closing == nil {
		return
	}
	g.cfg.Log.Warn("Closing listening socket.")
	g.cfg.Log.Warn("Could not accept incoming connection. Aborting server.", slog.Any("err", g.closing()))
}

// clients returns the connected players and visualizations in the order in which they logged in.
func (g *game) clients() []*peer {
	var all []*peer
	for _, list := range [][]*peer{g.specials, g.players, g.visus} {
		for _, p := range list {
			if p.connected {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b *peer) int { return cmp.Compare(a.seat.Index, b.seat.Index) })
	return all
}
