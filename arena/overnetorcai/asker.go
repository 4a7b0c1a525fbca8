// Package overnetorcai plays matches over netorcai: programs connect to a netorcai server in this process, and
// players of this process take part directly.
package overnetorcai

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/listeners"
	"blastyard/arena/programs"
	"blastyard/game"
	"blastyard/protocol/netorcai/server"
)

// Transport starts programs that talk netorcai, or use their standard input and output. The zero value is ready for
// use.
type Transport struct {
	// Times are the limits of a program's life.
	Times programs.Times

	// Start starts a program. By default it starts a process.
	Start func(context.Context, harness.Command) (programs.Process, error)
}

// Protocol implements arena.Transport.
func (*Transport) Protocol() game.Protocol { return game.Netorcai }

// Check implements arena.Transport.
func (*Transport) Check(*arena.Config) error { return nil }

// Read implements arena.Transport. It returns "": a program declares its name when it logs in.
func (*Transport) Read(*arena.Seated) (string, error) { return "", nil }

// Asker implements arena.Transport.
func (t *Transport) Asker(*arena.Prepared) arena.Asker {
	a := &asker{times: t.Times.WithDefaults(), startProcess: t.Start}
	if a.startProcess == nil {
		a.startProcess = startProcess
	}
	return a
}

// startProcess starts a program as a process.
func startProcess(ctx context.Context, c harness.Command) (programs.Process, error) {
	p, err := harness.Start(ctx, c)
	if err != nil {
		return nil, err // not p: an interface that holds a nil pointer is not nil
	}
	return p, nil
}

// asker asks the players of matches with programs or people over netorcai. A netorcai server on its own goroutine
// seats the players and collects their actions. It requests each state over a channel (see logic). So there is one
// turn loop, and the sinks are called on its goroutine.
type asker struct {
	times        programs.Times
	startProcess func(context.Context, harness.Command) (programs.Process, error)
	session      *session // nil: between matches
}

// session is one match over netorcai. Unless stated otherwise, its fields belong to the goroutine of the match.
type session struct {
	run          *arena.Run
	times        programs.Times
	startProcess func(context.Context, harness.Command) (programs.Process, error)
	lobby        *lobby // safe for any goroutine
	logic        *logic
	ports        *listeners.Group
	server       *server.Server  // nil: not started
	serving      context.Context //nolint:containedctx // of the server
	cancel       context.CancelFunc
	asks         <-chan serverAsk // closed when the server has ended
	failed       error            // why the server ended; set before asks is closed

	waiting  map[int]bool             // seats that are not taken yet
	heard    []arena.LobbySeat        // who is present, as the sinks were told last
	replaced map[int]arena.SeatResult // seats that a stand-in took
	programs []*program               // by seat; nil: no program
	over     time.Time                // the end of the match
	exits    chan int                 // seats whose programs have ended
	watchers sync.WaitGroup           // goroutines that watch programs
	failures []chan arena.Failure     // by seat: why its program left the match; at most one value
	ended    chan struct{}            // closed when the server has ended
	here     []*herePlayer            // by seat: the player in this process; nil: none
	shared   atomic.Pointer[gameBox]  // the state for built-in bots; they only read it
	budgets  []budget                 // by seat; set at the start
	json     []byte                   // the state as JSON

	unmeasure func() // ends the measurement of how late the machine is
}

// gameBox wraps a match so that a pointer to it exists.
type gameBox struct{ game.Match }

func (a *asker) Seat(ctx context.Context, r *arena.Run) error {
	m := a.newSession(r)
	a.session = m
	if err := m.openPorts(); err != nil {
		return err
	}
	if err := m.serve(ctx); err != nil {
		return err
	}
	deadline := time.NewTimer(m.times.Login)
	defer deadline.Stop()
	if err := m.seatAll(ctx); err != nil {
		return cmpContext(ctx, err)
	}
	if err := m.start(ctx, deadline.C); err != nil {
		return cmpContext(ctx, err)
	}
	return m.begin()
}

func (a *asker) newSession(r *arena.Run) *session {
	n := len(r.Prepared.Seats)
	m := &session{run: r, times: a.times, startProcess: a.startProcess, waiting: map[int]bool{},
		replaced: map[int]arena.SeatResult{}, programs: make([]*program, n), exits: make(chan int, n),
		ended: make(chan struct{}), here: make([]*herePlayer, n), budgets: make([]budget, n),
		failures: make([]chan arena.Failure, n), unmeasure: func() {}}
	for k := range r.Prepared.Seats {
		m.failures[k] = make(chan arena.Failure, 1)
		if r.Prepared.Seats[k].Kind == arena.ProgramSeat {
			m.programs[k] = &program{ready: make(chan struct{})}
		}
	}
	if r.Limit = r.Prepared.TurnTime(); !r.Prepared.Programs() { // built-in bots have no time limit
		r.Limit = r.Prepared.PersonTime
	}
	m.lobby = newLobby(r)
	m.logic = newLogic(m)
	return m
}

// maxViewers is how many viewers may connect to a match.
const maxViewers = 64

// serve starts the server. The match starts later.
func (m *session) serve(ctx context.Context) error {
	turns := m.run.Prepared.MaxTurns
	if turns == 0 {
		first, err := m.run.Restart()
		if err != nil {
			return err
		}
		if turns = first.LastTurn(); turns == 0 {
			turns = server.MaxTurns
		}
	}
	s, err := server.New(server.Config{
		Settings: server.Settings{NbTurnsMax: turns, NbPlayersMax: len(m.run.Prepared.Seats) - m.run.Prepared.Specials,
			NbSpecialPlayersMax: m.run.Prepared.Specials, NbVisusMax: maxViewers},
		Fast: true, TurnTime: m.run.Prepared.TurnTime(), Pause: time.Duration(m.run.Prepared.Config.Pause),
		Logic: m.logic, Observer: m.logic, Admit: m.logic.admit,
		DealIDs: m.logic.dealOrdinary, DealSpecialIDs: m.logic.dealSpecial, Ready: m.logic.ready,
		MaxActions: serverBytes,
	})
	if err != nil {
		return err
	}
	ctx, m.cancel = context.WithCancel(ctx)
	m.serving = ctx
	asks := m.logic.asks
	m.server, m.asks = s, asks
	go func() {
		defer close(asks)
		_, m.failed = s.Serve(ctx, m.ports)
	}()
	return nil
}

// start starts the match when all players are present. If one leaves at that moment, start waits for it or replaces
// it as before, so the match begins with all its players.
func (m *session) start(ctx context.Context, deadline <-chan time.Time) error {
	for {
		if err := m.gather(ctx, deadline); err != nil {
			return err
		}
		if err := m.startServer(ctx); !errors.Is(err, errMissing) {
			return err
		}
	}
}

// startServer starts the match on the server and waits for the server's first request.
func (m *session) startServer(ctx context.Context) error {
	started := make(chan error, 1)
	go func() { started <- m.server.Start() }()
	for {
		select {
		case _, ok := <-m.asks:
			if !ok {
				return m.whyEnded(ctx)
			}
			return nil
		case err := <-started:
			if err != nil && !errors.Is(err, server.ErrEnded) {
				return err
			}
			started = nil // the server has ended, which closes asks
		case <-m.run.Events.Signal():
			m.run.Events.Deliver()
		}
	}
}

// begin begins the match.
func (m *session) begin() error {
	first, err := m.run.Restart()
	if err != nil {
		return err
	}
	m.run.Start(first)
	if m.run.Prepared.Programs() && m.run.Prepared.TurnTime() > 0 {
		m.unmeasure = m.logic.referee.machine.Use()
	}
	for k, id := range m.run.IDs {
		_, characters := first.Living(id)
		m.budgets[k] = newBudget(first.Players(), characters)
		if h := m.here[k]; h != nil {
			if h.Player, err = m.run.InProcess(k, first); err != nil {
				return err
			}
		}
	}
	for k := range m.run.Prepared.Seats {
		if t := m.thinker(k); t != nil {
			t.Begin(m.run, k, m.run.Prepared.TurnTime())
		}
	}
	m.answer()
	return nil
}

// answer sends the state to the server.
func (m *session) answer() {
	shared := false
	for k, h := range m.here {
		switch {
		case h == nil:
		case m.run.Prepared.Seats[k].Kind == arena.BuiltinSeat:
			shared = true
		default:
			h.view.Store(m.run.View(m.run.Result.Seats[k].Player, m.run.Match.Clone()))
		}
	}
	m.list()
	if shared {
		m.shared.Store(&gameBox{m.run.Match.Clone()})
	}
	m.json = m.run.Match.AppendState(m.json[:0])
	m.logic.answers <- serverAnswer{winner: m.run.Winner(), state: m.json, over: m.run.Over()}
}

func (a *asker) Ask(ctx context.Context, r *arena.Run) error {
	m := a.session
	ask, ok := arena.Await(r, m.asks)
	if !ok {
		return m.whyEnded(ctx)
	}
	for _, p := range ask.moves {
		actions := []byte(p.Actions)
		if m.overBudget(p.PlayerID, actions) {
			actions = nil
		}
		r.MoveSent(p.PlayerID, actions, m.logic.took[p.PlayerID], m.logic.late[p.PlayerID])
		if h := m.here[r.Players[p.PlayerID].Seat]; h != nil {
			if err := h.takeFault(); err != nil {
				r.Exceed(p.PlayerID, 1, err.Error())
			}
		}
	}
	clear(m.logic.took)
	m.takeFailures()
	r.TakeLeft()
	return nil
}

func (*asker) Settle(*arena.Run) error { return nil }

func (a *asker) Played(*arena.Run) error {
	a.session.answer()
	return nil
}

// whyEnded returns why the server ended before the match did.
func (m *session) whyEnded(ctx context.Context) error {
	if err := cmpContext(ctx, m.failed); err != nil {
		return err
	}
	return errors.New("arena: the netorcai server has ended before the match")
}

// cmpContext returns the error of ctx if that has ended, or else err.
func cmpContext(ctx context.Context, err error) error {
	return cmp.Or(ctx.Err(), err)
}

func (a *asker) Dismiss(_ context.Context, r *arena.Run, err error) error {
	m := a.session
	a.session = nil
	if m == nil {
		return nil
	}
	if m.server != nil {
		defer m.cancel()
		if err != nil {
			m.breakOff()
		}
		for {
			if _, ok := arena.Await(r, m.asks); !ok {
				break
			}
			if err == nil { // the match was over before its first turn
				m.answer()
				continue
			}
			m.breakOff() // the server waits for an answer that will not come
		}
	}
	m.unmeasure()
	close(m.ended)
	for k := range m.run.Prepared.Seats {
		if t := m.thinker(k); t != nil {
			t.End(r, err)
		}
	}
	m.endPrograms()
	m.complete()
	return errors.Join(m.failed, m.closePorts())
}

// breakOff stops the server before the end of the match.
func (m *session) breakOff() {
	m.logic.breakOff()
	m.cancel()
}

func (*asker) Close() {}
