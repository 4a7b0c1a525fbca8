package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/protocol/netorcai"
)

// Result is how a game ended.
type Result struct {
	Winner int    // id of the winner, or -1
	Turns  int    // answers of the game logic to DO_TURN
	State  []byte // the last state
}

// Server is one game, from the first login to its end. Its methods may be called from any goroutine, but not from the
// functions in its Config.
type Server struct {
	cfg    Config
	debug  bool
	events chan event
	aborts chan string
	done   chan struct{} // closed when the game is over
	served atomic.Bool

	running  sync.WaitGroup // readers, writers, local players
	unread   unread         // big messages
	decoding chan struct{}  // held by the goroutine that decodes a step of a big message

	mu     sync.Mutex
	conns  map[*conn]bool // true if it has logged in
	silent silent
}

// New checks the configuration and returns a server. The server does nothing until Serve.
func New(cfg Config) (*Server, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	return &Server{
		cfg: cfg, debug: debugs(cfg.Log),
		events: make(chan event, 256), aborts: make(chan string, 1), done: make(chan struct{}), conns: map[*conn]bool{},
		unread: unread{limit: cfg.MaxUnread, held: map[*conn]int{}}, decoding: make(chan struct{}, 1),
	}, nil
}

// Serve accepts connections from ln, if not nil, plays one game, and returns when it has ended and all clients are
// disconnected. The error is nil, or wraps ErrLogicFailed or ErrAborted. The end of ctx aborts the game. Serve closes
// ln. It may be called once.
func (s *Server) Serve(ctx context.Context, ln net.Listener) (Result, error) {
	if s.served.Swap(true) {
		return Result{}, errors.New("netorcai server: Serve was called twice")
	}
	caller := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g := newGame(s.cfg)
	if ln != nil {
		g.closing = func() error {
			_ = ln.Close()
			return &net.OpError{Op: "accept", Net: ln.Addr().Network(), Addr: ln.Addr(), Err: net.ErrClosed}
		}
	}
	for _, p := range s.cfg.Local {
		s.join(ctx, g, p)
	}
	g.autostart()
	var accepting sync.WaitGroup
	if ln != nil {
		accepting.Go(func() { s.accept(ctx, ln) })
	}
	s.loop(ctx, g)
	close(s.done)
	cancel()
	accepting.Wait()
	s.closeAll(g.err != nil)
	defer context.AfterFunc(caller, func() { s.closeAll(true) })()
	s.running.Wait()
	return Result{Winner: g.winner, Turns: g.turns, State: g.state}, g.err
}

// abortTimeout replaces CloseTimeout if the server stops before the end of the game, because then only a KICK can get
// lost.
const abortTimeout = 800 * time.Millisecond

// closeAll disconnects clients that have not logged in. After an abort it shortens the time of connections that are
// being closed.
func (s *Server) closeAll(aborted bool) {
	s.mu.Lock()
	conns := make([]*conn, 0, len(s.conns))
	for c := range s.conns {
		conns = append(conns, c)
	}
	s.mu.Unlock()
	timeout := s.cfg.CloseTimeout
	if aborted {
		timeout = min(timeout, abortTimeout)
	}
	kick, err := netorcai.AppendFrame(nil, netorcai.Kick{Reason: kickAbort})
	for _, c := range conns {
		if err == nil {
			c.send(kick)
		}
		c.closeWithin(timeout)
	}
}

// quickEvents is the number of events after which loop checks for everything else that may have happened.
const quickEvents = 32

// loop is the game's goroutine.
func (s *Server) loop(ctx context.Context, g *game) {
	alarm := time.NewTimer(time.Hour)
	defer alarm.Stop()
	quick := 0          // events handled since the alarm and the end were looked for
	var armed time.Time // when the alarm goes off; it is only moved to earlier times, and may go off too early
	for g.phase != over {
		if g.due {
			select {
			case ev := <-s.events:
				s.handle(g, ev)
				continue
			case <-ctx.Done():
				s.stop(ctx, g)
				continue
			case reason := <-s.aborts:
				g.abort(abortError(reason))
				continue
			default:
				g.askTurn()
				continue
			}
		}
		if d := g.alarm(); !d.IsZero() && (armed.IsZero() || d.Before(armed)) {
			armed = d
			alarm.Reset(max(0, d.Sub(s.cfg.Now())))
		}
		if quick++; quick < quickEvents {
			select { // check nothing else: a select with one case is cheap
			case ev := <-s.events:
				s.handle(g, ev)
				continue
			default:
			}
		}
		quick = 0
		select {
		case ev := <-s.events:
			s.handle(g, ev)
		case <-alarm.C:
			armed = time.Time{}
			g.tick(s.cfg.Now())
		case <-ctx.Done():
			s.stop(ctx, g)
		case reason := <-s.aborts:
			g.abort(abortError(reason))
		}
	}
}

func abortError(reason string) error { return fmt.Errorf("%w: %s", ErrAborted, reason) }

func (s *Server) stop(ctx context.Context, g *game) {
	g.abort(fmt.Errorf("%w: %w", ErrAborted, context.Cause(ctx)))
}

// handle passes an event to the game.
func (s *Server) handle(g *game, ev event) {
	switch {
	case ev.kind == evCall:
		ev.call(g)
		return
	case ev.local != nil:
		s.handleLocal(g, ev)
		return
	}
	c := ev.conn
	switch ev.kind {
	case evLogin:
		s.loggedIn(c)
		c.peer = g.login(c, nil, c.login, c.remote)
		c.resume()
	case evAck:
		g.acknowledged(c.peer, c.ack, c.bad)
		c.resume()
	case evLogic:
		if g.logicSays(c.peer, c.message) {
			c.resume()
		}
	case evFault:
		if c.peer == nil {
			g.kickStranger(c, Seat{RemoteAddress: c.remote, Conn: c.nc}, c.fault)
			return
		}
		g.failed(c.peer, c.fault, c.lost)
	case evDrained:
		g.drained(c.peer)
	default: // evCall has been handled
	}
}

func (s *Server) handleLocal(g *game, ev event) {
	if ev.kind == evFault {
		g.failed(ev.local.peer, ev.local.fault, ev.local.gone)
		return
	}
	g.acknowledged(ev.local.peer, ev.local.ack, "")
}

// post sends an event to the game's goroutine. It returns false if the game is over.
func (s *Server) post(ev event) bool {
	select {
	case <-s.done:
		return false
	default:
	}
	select {
	case s.events <- ev: // the usual case
		return true
	default:
	}
	select {
	case s.events <- ev:
		return true
	case <-s.done:
		return false
	}
}

// accept accepts connections until ln is closed.
func (s *Server) accept(ctx context.Context, ln net.Listener) {
	for {
		nc, err := ln.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			s.cfg.Log.Warn("Cannot accept a connection", "err", err)
			s.makeRoom()
			select { // for example, too many open files, which passes
			case <-time.After(50 * time.Millisecond):
				continue
			case <-ctx.Done():
				return
			}
		}
		c := newConn(s, nc)
		s.remember(c)
		s.running.Go(c.serve)
	}
}

// remember records a connection. If too many have not logged in, another one is closed.
func (s *Server) remember(c *conn) {
	s.mu.Lock()
	full := len(s.silent.order) >= s.cfg.MaxPending
	s.mu.Unlock()
	if full {
		s.makeRoom()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent.add(c)
	s.conns[c] = false
}

func (s *Server) loggedIn(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent.remove(c)
	s.conns[c] = true
}

func (s *Server) forget(c *conn) {
	_ = s.unread.hold(c, 0)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent.remove(c)
	delete(s.conns, c)
}

// join adds a player of this process, if the game accepts it.
func (s *Server) join(ctx context.Context, g *game, p LocalPlayer) {
	l := newLocalPlayer(ctx, s, p)
	if l.peer = g.login(l, l, netorcai.Login{Nickname: p.Nickname, Role: p.Role}, "local"); l.peer == nil {
		return
	}
	l.peer.noLimit, l.peer.firstTime = p.NoLimit, p.FirstTime
	s.running.Go(l.run)
}

// change changes the settings, if the result is valid. A game that has started keeps those that the clients were told.
// change never starts the game: only a login does.
func (g *game) change(change func(*Settings)) error {
	settings := g.shown
	change(&settings)
	if err := settings.validate(g.cfg.Fast); err != nil {
		return err
	}
	g.shown = settings
	if g.phase == lobby {
		g.cfg.Settings = settings
	}
	return nil
}

// call runs f on the game's goroutine.
func (s *Server) call(f func(*game)) error {
	ran := make(chan struct{})
	if !s.post(event{kind: evCall, call: func(g *game) { f(g); close(ran) }}) {
		return ErrEnded
	}
	select {
	case <-ran:
		return nil
	case <-s.done:
		select {
		case <-ran:
			return nil
		default:
			return ErrEnded
		}
	}
}

// Start starts the game. The error is ErrNoLogic, ErrStarted or ErrEnded if it cannot, or that of Config.Ready. It
// waits for Serve.
func (s *Server) Start() error {
	var err error
	start := func(g *game) {
		if g.cfg.Ready != nil && g.phase == lobby {
			err = g.cfg.Ready()
		}
		if err == nil {
			err = g.start()
		}
	}
	if ended := s.call(start); ended != nil {
		return ended
	}
	return err
}

// Join adds a player in this process, as if it connected now. It returns ErrNotAccepted if it would not be let in.
// It waits for Serve.
func (s *Server) Join(ctx context.Context, p LocalPlayer) error {
	if err := p.validate(); err != nil {
		return fmt.Errorf("netorcai server: cannot join: %w", err)
	}
	var err error
	ended := s.call(func(g *game) {
		reason := g.refuses(p.Role)
		if reason == "" && g.cfg.Admit != nil {
			reason = g.cfg.Admit(Seat{Index: g.logins, PlayerID: -1, Nickname: p.Nickname, Role: p.Role})
		}
		if reason != "" {
			err = fmt.Errorf("%w: %s", ErrNotAccepted, reason)
			return
		}
		s.join(ctx, g, p)
	})
	return cmp.Or(ended, err)
}

// Abort ends the game: every client is kicked with "netorcai abort", and Serve returns an error with the reason that
// wraps ErrAborted. Abort does not wait.
func (s *Server) Abort(reason string) {
	select {
	case s.aborts <- reason:
	default: // already aborted
	}
}

// Settings returns the settings. It waits for Serve.
func (s *Server) Settings() (settings Settings, err error) {
	err = s.call(func(g *game) { settings = g.shown })
	return settings, err
}

// Change changes the settings with a function, which is called on the orchestrator's goroutine. If the result is not
// valid, the settings stay as they were and Change returns why. It waits for Serve.
func (s *Server) Change(change func(*Settings)) error {
	var err error
	if ended := s.call(func(g *game) { err = g.change(change) }); ended != nil {
		return ended
	}
	return err
}
