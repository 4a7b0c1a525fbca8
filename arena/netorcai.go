package arena

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/game"
	"blastyard/internal/listeners"
	"blastyard/match"
	"blastyard/netorcai/server"
)

// netorcaiDecider decides for matches in which programs play over netorcai. A netorcai server seats the players and
// collects their actions, on a goroutine of its own. It asks for each state over a channel (see netorcaiLogic). So
// there is one turn loop, and the sinks are called on its goroutine.
type netorcaiDecider struct {
	worker *worker
	match  *netorcaiMatch // nil: between matches
}

func newNetorcaiDecider(w *worker) *netorcaiDecider { return &netorcaiDecider{worker: w} }

// netorcaiMatch is one match over netorcai. Its fields belong to the goroutine of the match but for those that say
// otherwise.
type netorcaiMatch struct {
	*run
	worker  *worker
	lobby   *lobby // any goroutine
	logic   *netorcaiLogic
	ports   *listeners.Group
	server  *server.Server  // nil: it was not started
	serving context.Context //nolint:containedctx // of the server
	cancel  context.CancelFunc
	asks    <-chan serverAsk // closed when the server has ended
	failed  error            // why the server ended; set before asks is closed

	waiting  map[int]bool            // seats that are not taken yet
	heard    []LobbySeat             // what the sinks heard last of who is there
	replaced map[int]SeatResult      // seats that a stand-in had to take
	programs []*program              // by seat; nil: it has none
	over     time.Time               // the end of the match
	exits    chan int                // seats whose program has ended
	watchers sync.WaitGroup          // of the programs
	failures []chan failure          // by seat of a program: why it has left the match, once
	ended    chan struct{}           // closed when the server has ended
	builtin  []game.Bot              // by seat; set at the start
	shared   atomic.Pointer[gameBox] // the state for built-in bots, which nobody plays on
	persons  []*seatedPerson         // by seat; nil: no person
	budgets  []budget                // by seat; set at the start
	json     []byte                  // the state
}

// gameBox holds a match where a pointer is needed.
type gameBox struct{ game.Match }

func (d *netorcaiDecider) seat(ctx context.Context, r *run) error {
	m := newNetorcaiMatch(d.worker, r)
	d.match = m
	if err := m.openPorts(); err != nil {
		return err
	}
	if err := m.serve(ctx); err != nil {
		return err
	}
	deadline := time.NewTimer(LoginTime)
	defer deadline.Stop()
	if err := m.seatAll(ctx); err != nil {
		return cmpContext(ctx, err)
	}
	if err := m.start(ctx, deadline.C); err != nil {
		return cmpContext(ctx, err)
	}
	return m.begin()
}

func newNetorcaiMatch(w *worker, r *run) *netorcaiMatch {
	n := len(r.seats)
	m := &netorcaiMatch{run: r, worker: w, waiting: map[int]bool{}, replaced: map[int]SeatResult{},
		programs: make([]*program, n), exits: make(chan int, n),
		ended: make(chan struct{}), builtin: make([]game.Bot, n), persons: make([]*seatedPerson, n),
		budgets: make([]budget, n), failures: make([]chan failure, n)}
	for k := range r.seats {
		m.failures[k] = make(chan failure, 1)
		if r.seats[k].isProgram() {
			m.programs[k] = &program{ready: make(chan struct{})}
		}
	}
	if r.limit = r.turnTime(); !r.Programs() { // built-in bots are not timed
		r.limit = r.personTime
	}
	m.lobby = newLobby(r)
	m.logic = newNetorcaiLogic(m)
	return m
}

// maxViewers is how many viewers may connect to a match.
const maxViewers = 64

// serve starts the server, without the match.
func (m *netorcaiMatch) serve(ctx context.Context) error {
	turns := m.maxTurns
	if turns == 0 {
		first, err := m.worker.restart(m.seed, len(m.seats))
		if err != nil {
			return err
		}
		if turns = first.LastTurn(); turns == 0 {
			turns = server.MaxTurns
		}
	}
	s, err := server.New(server.Config{
		Settings: server.Settings{NbTurnsMax: turns, NbPlayersMax: len(m.seats) - m.specials,
			NbSpecialPlayersMax: m.specials, NbVisusMax: maxViewers},
		Fast: true, TurnTime: m.turnTime(), Pause: time.Duration(m.Config.Pause),
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

// start starts the match when everybody is there. Who leaves at that very moment is waited for or replaced as before:
// the match begins with all its players.
func (m *netorcaiMatch) start(ctx context.Context, deadline <-chan time.Time) error {
	for {
		if err := m.gather(ctx, deadline); err != nil {
			return err
		}
		if err := m.startServer(ctx); !errors.Is(err, errMissing) {
			return err
		}
	}
}

// startServer starts the match on the server, until that asks for it.
func (m *netorcaiMatch) startServer(ctx context.Context) error {
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
			started = nil // where the server has ended, asks is closed
		case <-m.signal:
			m.deliver()
		}
	}
}

// begin begins the match.
func (m *netorcaiMatch) begin() error {
	first, err := m.worker.restart(m.seed, len(m.seats))
	if err != nil {
		return err
	}
	m.run.start(first)
	for k, id := range m.ids {
		_, characters := first.Living(id)
		m.budgets[k] = newBudget(first.Players(), characters)
		if name := m.seats[k].builtin; name != "" {
			if m.builtin[k], err = first.Bot(name, id, match.PlayerSeed(m.seed, id)); err != nil {
				return err
			}
		}
	}
	m.answer()
	return nil
}

// answer gives the server the state.
func (m *netorcaiMatch) answer() {
	shared := false
	for k := range m.seats {
		shared = shared || m.builtin[k] != nil
		if p := m.persons[k]; p != nil {
			p.asked.Store(&choice{m.match.Clone(), m.match.Choices(m.result.Seats[k].Player, m.status)})
		}
	}
	if shared {
		m.shared.Store(&gameBox{m.match.Clone()})
	}
	m.json = m.match.AppendState(m.json[:0])
	m.logic.answers <- serverAnswer{winner: m.winner(), state: m.json, over: m.run.over()}
}

func (d *netorcaiDecider) decide(ctx context.Context, r *run) error {
	m := d.match
	ask, ok := await(r.events, m.asks)
	if !ok {
		return m.whyEnded(ctx)
	}
	for _, p := range ask.moves {
		actions := []byte(p.Actions)
		if m.overBudget(p.PlayerID, actions) {
			actions = nil
		}
		r.moveSent(p.PlayerID, actions, m.logic.took[p.PlayerID])
		r.moves[p.PlayerID].late = m.logic.late[p.PlayerID]
	}
	clear(m.logic.took)
	m.takeFailures()
	r.tellGivenUp()
	return nil
}

func (*netorcaiDecider) settle(*run) error { return nil }

func (d *netorcaiDecider) played(*run) error {
	d.match.answer()
	return nil
}

// whyEnded is why the server has ended before the match.
func (m *netorcaiMatch) whyEnded(ctx context.Context) error {
	if err := cmpContext(ctx, m.failed); err != nil {
		return err
	}
	return errors.New("arena: the netorcai server has ended before the match")
}

// cmpContext is the error of a context that has ended, else err.
func cmpContext(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func (d *netorcaiDecider) dismiss(_ context.Context, r *run, err error) error {
	m := d.match
	d.match = nil
	if m == nil {
		return nil
	}
	if m.server != nil {
		defer m.cancel()
		if err != nil {
			m.breakOff()
		}
		for {
			if _, ok := await(r.events, m.asks); !ok {
				break
			}
			if err == nil { // the match was over before its first turn
				m.answer()
				continue
			}
			m.breakOff() // it waits for an answer that will not come
		}
	}
	close(m.ended)
	m.endTalks(err)
	m.endPrograms()
	m.complete()
	return errors.Join(m.failed, m.closePorts())
}

// breakOff ends the server before the end of the match.
func (m *netorcaiMatch) breakOff() {
	m.logic.breakOff()
	m.cancel()
}

func (*netorcaiDecider) close() {}
