// Package server is the netorcai server: it stands between one game logic and its players and viewers. The game logic is
// a connection or a value in the same process, a player is a connection or a function.
//
// The orchestrator (type game) is a state machine in one goroutine: it is given logins, answers, faults and ticks, and
// it never waits. Around it a goroutine a connection reads, and writes what the network did not take at once.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"blastyard/netorcai"
)

// Why Serve ended without a result, or a method had no effect.
var (
	ErrLogicFailed = errors.New("netorcai server: game logic failed")
	ErrAborted     = errors.New("netorcai server: aborted")
	ErrEnded       = errors.New("netorcai server: the game has ended")
)

// Logic is the rules of a game in the same process. It is called on the orchestrator's goroutine: while it computes,
// nothing else happens.
type Logic = netorcai.Logic

// Ender is a Logic that may end a game before its last turn. Over is asked after each Turn: true makes that turn the last.
type Ender interface {
	Over() bool
}

// Settings is what may be changed before the start, and what the prompt of the command prints.
type Settings struct {
	NbTurnsMax          int           // 1 to 65535
	NbPlayersMax        int           // ordinary players, 0 to 1024
	NbSpecialPlayersMax int           // 0 to 1024
	NbVisusMax          int           // 0 to 1024
	DelayFirstTurn      time.Duration // from GAME_STARTS to the first DO_TURN; 50 ms to 10 s, with Fast from 0
	DelayTurns          time.Duration // from a TURN to the next DO_TURN; 50 ms to 10 s, with Fast from 0
}

// DefaultSettings are those of the original.
func DefaultSettings() Settings {
	return Settings{NbTurnsMax: 100, NbPlayersMax: 4, NbVisusMax: 1, DelayFirstTurn: time.Second, DelayTurns: time.Second}
}

// Limits of the settings.
const (
	MaxTurns   = 65535
	MaxClients = 1024
	MinDelay   = 50 * time.Millisecond
	MaxDelay   = 10 * time.Second
)

// Config is a server's configuration. The zero value of each field below Logic is its default.
type Config struct {
	Settings
	Autostart bool // start when exactly the expected numbers of clients and a game logic are there
	Fast      bool // play without waiting: a turn goes on when every player has answered

	// TurnTime, with Fast: a turn goes on after it at the latest, without the players that have not answered. 0: never.
	TurnTime time.Duration

	// Pause, with Fast: the least time from a TURN to the next DO_TURN, for the eye. 0: none.
	Pause time.Duration

	// Logic is the game logic; nil: it is a client.
	Logic Logic
	// Local are players in this process; they log in before any other, in this order.
	Local []LocalPlayer

	// DealIDs gives a permutation of 0..n-1: the i-th ordinary player to log in gets the id s + DealIDs(n)[i], s being
	// the number of special players. nil: a random one.
	DealIDs func(n int) []int
	// Order may put the actions of a turn (0 is the first one that players have seen) into another order in place. The
	// actions are valid until it returns. nil: the order of arrival.
	Order func(turn int, actions []netorcai.PlayerActions)

	// Admit may refuse a client for which there is a place. The reason is what the client is told; "" lets it in. It is called
	// as an Observer is, not for players of this process. nil: everyone is let in.
	Admit func(Seat) (reason string)

	Observer Observer         // nil: none
	Log      *slog.Logger     // nil: none
	Now      func() time.Time // nil: time.Now

	LoginTimeout time.Duration // a connection that has not logged in after it is closed; 0: 10 s
	InitTimeout  time.Duration // for the answer to DO_INIT; 0: 3 s
	WriteTimeout time.Duration // a client that takes nothing of what is sent for so long is given up; 0: 30 s
	CloseTimeout time.Duration // how long to wait until a client has read what was sent last; 0: 5 s
	MaxPending   int           // connections that have not logged in; one more makes an older one go; 0: 4096
	MaxUnread    int           // bytes of unread messages of more than 64 KiB, of all clients together; 0: 128 MiB
	MaxActions   int           // bytes of actions of all players in a turn; the biggest go when there are more; 0: 16 MiB
}

// LocalPlayer is a player in the same process. Its functions are called on a goroutine of its own.
type LocalPlayer struct {
	Nickname string
	Role     netorcai.Role // RolePlayer or RoleSpecialPlayer
	// Start, if not nil, is called once before the first Act. What it is given is its own to keep.
	Start func(netorcai.GameStarts)
	// Act returns the actions for a turn: a JSON array, nil for none. state is valid until it returns; ctx ends when the
	// player or the server is stopped, and Act must then return soon. What it returned may be used again at its next call
	// but one.
	Act func(ctx context.Context, turn int, state []byte) (actions []byte)
	// NoLimit: TurnTime does not hold for it. Every turn waits until it has answered; the others keep their limit.
	NoLimit bool
}

// Validate checks the configuration; the error names the field, the value and what was expected.
func (c *Config) Validate() error {
	if err := c.Settings.validate(c.Fast); err != nil {
		return err
	}
	for _, d := range []struct {
		name  string
		value time.Duration
	}{
		{"TurnTime", c.TurnTime}, {"Pause", c.Pause}, {"LoginTimeout", c.LoginTimeout}, {"InitTimeout", c.InitTimeout},
		{"WriteTimeout", c.WriteTimeout}, {"CloseTimeout", c.CloseTimeout},
	} {
		if d.value < 0 {
			return fmt.Errorf("netorcai server: %s is %v, expected 0 or more", d.name, d.value)
		}
	}
	if c.TurnTime > 0 && !c.Fast {
		return fmt.Errorf("netorcai server: TurnTime is %v without Fast, expected 0", c.TurnTime)
	}
	if c.Pause > 0 && !c.Fast {
		return fmt.Errorf("netorcai server: Pause is %v without Fast, expected 0", c.Pause)
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"MaxPending", c.MaxPending}, {"MaxUnread", c.MaxUnread}, {"MaxActions", c.MaxActions}} {
		if n.value < 0 {
			return fmt.Errorf("netorcai server: %s is %d, expected 0 or more", n.name, n.value)
		}
	}
	for i, p := range c.Local {
		if err := p.validate(); err != nil {
			return fmt.Errorf("netorcai server: Local[%d]: %w", i, err)
		}
	}
	return nil
}

func (s *Settings) validate(fast bool) error {
	for _, n := range []struct {
		name          string
		value, lo, hi int
	}{
		{"NbTurnsMax", s.NbTurnsMax, 1, MaxTurns}, {"NbPlayersMax", s.NbPlayersMax, 0, MaxClients},
		{"NbSpecialPlayersMax", s.NbSpecialPlayersMax, 0, MaxClients}, {"NbVisusMax", s.NbVisusMax, 0, MaxClients},
	} {
		if n.value < n.lo || n.value > n.hi {
			return fmt.Errorf("netorcai server: %s is %d, expected %d to %d", n.name, n.value, n.lo, n.hi)
		}
	}
	lo := MinDelay
	if fast {
		lo = 0
	}
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"DelayFirstTurn", s.DelayFirstTurn}, {"DelayTurns", s.DelayTurns}} {
		if d.value < lo || d.value > MaxDelay {
			return fmt.Errorf("netorcai server: %s is %v, expected %v to %v", d.name, d.value, lo, MaxDelay)
		}
	}
	return nil
}

func (p *LocalPlayer) validate() error {
	login := netorcai.Login{Nickname: p.Nickname, Role: p.Role, Version: netorcai.Version}
	if err := login.Validate(); err != nil {
		return err
	}
	if !p.Role.IsPlayer() {
		return fmt.Errorf("role is %q, expected %q or %q", p.Role, netorcai.RolePlayer, netorcai.RoleSpecialPlayer)
	}
	if p.Act == nil {
		return errors.New("field Act is nil, expected a function")
	}
	return nil
}

// withDefaults fills in what was left out.
func (c Config) withDefaults() Config {
	orDuration(&c.LoginTimeout, 10*time.Second)
	orDuration(&c.InitTimeout, 3*time.Second)
	orDuration(&c.WriteTimeout, 30*time.Second)
	orDuration(&c.CloseTimeout, 5*time.Second)
	orInt(&c.MaxPending, 4096)
	orInt(&c.MaxUnread, 128<<20)
	orInt(&c.MaxActions, netorcai.MaxSize)
	if c.DealIDs == nil {
		c.DealIDs = rand.Perm
	}
	if c.Observer == nil {
		c.Observer = NopObserver{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

func orInt(n *int, or int) {
	if *n == 0 {
		*n = or
	}
}

func orDuration(d *time.Duration, or time.Duration) {
	if *d == 0 {
		*d = or
	}
}
