package netconsole

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"blastyard/internal/english"
	"blastyard/internal/errortext"
	"blastyard/rules/bomberman"
)

// The original's ports.
const (
	DefaultPort       = 19010 // for registrations
	DefaultPlayerPort = 20000 // player i, from 1, has the port i above it
)

// Config configures a Host. Each field says what its zero value means; Validate checks the others.
type Config struct {
	// Address is host:port for registrations. Without a host it means all addresses, and port 0 any free port.
	Address string
	// PlayerPort plus i is the port of player i, from 1, or any free one if that is taken. 0 means any free ports.
	PlayerPort int
	Settings   bomberman.Settings // of the game; the zero value: the defaults
	Seed       int32              // of all randomness; every number is valid
	AutoStart  int                // start when so many players are present, 2 to 12; 0: only by Start
	TurnTime   time.Duration      // for a command; 0: no limit, as in the original
	Log        func(line string)  // called with each event as a line, never concurrently; may be nil

	RegisterTime time.Duration // for a connection to register, and then for the player to connect; 0: 10 s
	WriteTime    time.Duration // for a player to receive what is sent; 0: 5 s
	LingerTime   time.Duration // for a player to read the end of the game; 0: 2 s
	// Gap is the time between two messages to a player, and before closing. 0 means 30 ms. The original's clients
	// lose messages that follow sooner.
	Gap        time.Duration
	ReturnTime time.Duration // how long a game without connected living players waits for one to return; 0: 1 min
}

// Validate checks the ranges; the error names the field, the value and what was expected.
func (c *Config) Validate() error {
	if err := c.Settings.Validate(); err != nil {
		return err
	}
	if c.PlayerPort < 0 || c.PlayerPort > 65535-bomberman.MaxPlayers {
		return fmt.Errorf("netconsole: PlayerPort is %d, expected 0 to %d", c.PlayerPort, 65535-bomberman.MaxPlayers)
	}
	if c.AutoStart != 0 && (c.AutoStart < bomberman.MinPlayers || c.AutoStart > bomberman.MaxPlayers) {
		return fmt.Errorf("netconsole: AutoStart is %d, expected 0 or %d to %d", c.AutoStart, bomberman.MinPlayers,
			bomberman.MaxPlayers)
	}
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"TurnTime", c.TurnTime}, {"RegisterTime", c.RegisterTime}, {"WriteTime", c.WriteTime}, {"LingerTime",
		c.LingerTime}, {"Gap", c.Gap}, {"ReturnTime", c.ReturnTime}} {
		if d.value < 0 {
			return fmt.Errorf("netconsole: %s is %v, expected 0s or more", d.name, d.value)
		}
	}
	return nil
}

func (c Config) withDefaults() Config {
	for _, d := range []struct {
		value  *time.Duration
		normal time.Duration
	}{{&c.RegisterTime, 10 * time.Second}, {&c.WriteTime, 5 * time.Second}, {&c.LingerTime, 2 * time.Second}, {&c.Gap,
		30 * time.Millisecond}, {&c.ReturnTime, time.Minute}} {
		if *d.value == 0 {
			*d.value = d.normal
		}
	}
	if c.Settings == (bomberman.Settings{}) {
		c.Settings = bomberman.DefaultSettings()
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	return c
}

// Host runs one game. The goroutine of Serve owns the players and the game. All other goroutines send it functions to
// call.
type Host struct {
	cfg     Config
	listen  net.ListenConfig
	ln      net.Listener
	inbox   chan func()
	done    chan struct{} // closed when Serve calls no more functions
	running sync.WaitGroup
	ctx     context.Context // of the connections; ends with Serve
	cancel  context.CancelFunc

	// The following fields belong to the goroutine of Serve.
	seats []*seat
	begun bool
	game  *game // nil before the start
}

// Listen opens the port for registrations. The caller must then call Serve, which closes it.
func Listen(ctx context.Context, cfg Config) (*Host, error) {
	cfg = cfg.withDefaults()
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	h := &Host{cfg: cfg, inbox: make(chan func()), done: make(chan struct{})}
	// If a player's machine is gone, that is noticed within half a minute, and the player may then return.
	h.listen.KeepAliveConfig = net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second,
		Count: 3}
	ln, err := h.listen.Listen(ctx, "tcp", cfg.Address)
	if err != nil {
		return nil, fmt.Errorf("netconsole: no port for registrations: %w", err)
	}
	h.ln = ln
	h.ctx, h.cancel = context.WithCancel(context.Background())
	return h, nil
}

// Addr returns the address for registrations.
func (h *Host) Addr() net.Addr { return h.ln.Addr() }

// Result is the result of a game.
type Result struct {
	Names       []string // by key
	LeaderBoard []int    // player numbers from 0, from the first to the last
	Final       *bomberman.State
}

// Lines returns the leader board, one line for each player.
func (r *Result) Lines() (lines []string) {
	for i, k := range r.LeaderBoard {
		p := r.Final.Player(k)
		line := fmt.Sprintf("%d. %c %s: %d points", i+1, bomberman.Key(k), r.Names[k], p.Points)
		if !p.Alive {
			line += fmt.Sprintf(", killed in round %d", p.KilledRound)
		}
		lines = append(lines, line)
	}
	return lines
}

// Serve accepts registrations, plays one game when it is started, and returns when the game is over. If ctx ends
// before, the players are told, and the error is that of ctx. Serve leaves nothing running.
func (h *Host) Serve(ctx context.Context) (*Result, error) {
	h.running.Go(func() { h.accept(h.ln, h.greet) })
	for !h.begun && ctx.Err() == nil {
		select {
		case f := <-h.inbox:
			f()
		case <-ctx.Done():
		}
	}
	var result *Result
	err := ctx.Err()
	if err == nil {
		result, err = h.play(ctx)
	}
	h.shutdown(err)
	return result, err
}

// shutdown says goodbye and waits until all players have left.
func (h *Host) shutdown(err error) {
	if err != nil {
		text := "The host has ended the game: " + errortext.Text(err)
		if errors.Is(err, context.Canceled) {
			text = "The host has ended the game"
		}
		h.broadcast(Message{GameComplete, text})
	}
	close(h.done)
	_ = h.ln.Close()
	for _, s := range h.seats {
		_ = s.ln.Close()
		if s.link != nil {
			s.link.finish()
		}
	}
	h.cancel()
	h.running.Wait()
}

// Start begins the game. The error says why that is impossible.
func (h *Host) Start() error {
	err := errors.New("the host has ended")
	h.call(func() { err = h.start() })
	return err
}

func (h *Host) start() error {
	if h.begun {
		return errors.New("the game has begun")
	}
	if n := h.connected(); n < bomberman.MinPlayers {
		return fmt.Errorf("%s connected, expected %d to %d", english.Count(n, "player"), bomberman.MinPlayers,
			bomberman.MaxPlayers)
	}
	h.begun = true
	return nil
}

// call runs f on Serve's goroutine and waits for it. It returns false if Serve has ended.
func (h *Host) call(f func()) bool {
	ran := make(chan struct{})
	select {
	case h.inbox <- func() { f(); close(ran) }:
		<-ran
		return true
	case <-h.done:
		return false
	}
}

func (h *Host) logf(format string, args ...any) { h.cfg.Log(fmt.Sprintf(format, args...)) }

// accept serves each connection in its own goroutine, until the listener is closed.
func (h *Host) accept(ln net.Listener, serve func(net.Conn)) {
	const atOnce = 64 // strangers must not use up the system's resources
	slots := make(chan struct{}, atOnce)
	for {
		conn, err := ln.Accept()
		if err != nil {
			select {
			case <-h.ctx.Done():
				return
			case <-time.After(10 * time.Millisecond): // for example after too many open files
			}
			if errors.Is(err, net.ErrClosed) {
				return
			}
			continue
		}
		select {
		case slots <- struct{}{}:
			h.running.Go(func() {
				defer func() { <-slots }()
				serve(conn)
			})
		default:
			_ = conn.Close()
		}
	}
}
