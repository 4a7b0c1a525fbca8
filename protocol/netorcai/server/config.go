// Package server is the netorcai server. It connects one game logic with its players and viewers. The game logic is a
// connection or a value in the same process; a player is a connection or a function.
//
// The orchestrator (type game) is a state machine in one goroutine. It receives logins, answers, faults and ticks, and
// never waits. Around it, each connection has a goroutine that reads, and one that writes what the network did not
// take at once.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"blastyard/protocol/netorcai"
)

// Why Serve ended without a result, or why a method had no effect.
var (
	ErrLogicFailed = errors.New("netorcai server: game logic failed")
	ErrAborted     = errors.New("netorcai server: aborted")
	ErrEnded       = errors.New("netorcai server: the game has ended")
	ErrNotAccepted = errors.New("netorcai server: cannot join") // why follows

	// ErrGone is in an error of LocalPlayer.Answer whose player is not there any more.
	ErrGone = errors.New("gone")
)

// Logic is the rules of a game in the same process. It is called on the orchestrator's goroutine, so nothing else
// happens while it computes.
type Logic = netorcai.Logic

// Ender is a Logic that may end a game before its last turn. Over is called after each Turn. If it returns true, that
// turn is the last.
type Ender interface {
	Over() bool
}

// Settings are the settings that can be changed before the start, and that the prompt of the command prints.
type Settings struct {
	NbTurnsMax          int           // 1 to 65535
	NbPlayersMax        int           // ordinary players, 0 to 1024
	NbSpecialPlayersMax int           // 0 to 1024
	NbVisusMax          int           // 0 to 1024
	DelayFirstTurn      time.Duration // from GAME_STARTS to the first DO_TURN; 50 ms to 10 s, with Fast from 0
	DelayTurns          time.Duration // from a TURN to the next DO_TURN; 50 ms to 10 s, with Fast from 0
}

// DefaultSettings returns the settings of the original.
func DefaultSettings() Settings {
	return Settings{
		NbTurnsMax: 100, NbPlayersMax: 4, NbVisusMax: 1, DelayFirstTurn: time.Second, DelayTurns: time.Second,
	}
}

// Limits of the settings.
const (
	MaxTurns   = 65535
	MaxClients = 1024
	MinDelay   = 50 * time.Millisecond
	MaxDelay   = 10 * time.Second
)

// Config is a server's configuration. All fields below Logic have a default, which is used for the zero value.
type Config struct {
	Settings
	Autostart bool // start when a game logic and exactly the expected numbers of clients have logged in
	Fast      bool // play without delays: a turn ends when every player has answered

	// TurnTime, with Fast, is the longest time of a turn. Then it ends without the players that have not answered. 0
	// means no limit.
	TurnTime time.Duration

	// Pause, with Fast, is the shortest time from a TURN to the next DO_TURN, so that viewers can follow. 0 means
	// none.
	Pause time.Duration

	// Logic is the game logic. If it is nil, the game logic is a client.
	Logic Logic
	// Local are the players in this process. They log in before all others, in this order.
	Local []LocalPlayer

	// DealIDs returns a permutation of 0..n-1. The i-th ordinary player to log in gets the id s + DealIDs(n)[i], where
	// s is the number of special players. If it is nil, the permutation is random.
	DealIDs func(n int) []int
	// DealSpecialIDs returns a permutation of 0..n-1. The i-th special player to log in gets the id
	// DealSpecialIDs(n)[i]. If it is nil, the ids go by the order of login.
	DealSpecialIDs func(n int) []int
	// Order may sort the actions of a turn in place. Turn 0 is the first that players have seen. The actions are valid
	// until it returns. If it is nil, they stay in order of arrival.
	Order func(turn int, actions []netorcai.PlayerActions)

	// Admit may refuse a client although there is room for it. The client is told the returned reason; "" accepts the
	// client. It is called like an Observer. For a player that joins by Join, Seat.Conn is nil; the players of Local
	// are not asked for. If it is nil, every client is accepted.
	Admit func(Seat) (reason string)

	// Ready may put off a start: where it returns an error, Start returns that, and the game has not started. It is
	// called like an Observer. If it is nil, Start always starts.
	Ready func() error

	Observer Observer         // nil means none
	Log      *slog.Logger     // nil means none
	Now      func() time.Time // nil means time.Now

	LoginTimeout time.Duration // after which a connection that has not logged in is closed; 0 means 10 s
	InitTimeout  time.Duration // for the answer to DO_INIT; 0 means 3 s
	WriteTimeout time.Duration // after which a client that reads nothing is disconnected; 0 means 30 s
	CloseTimeout time.Duration // for which a client may read what was sent last; 0 means 5 s
	MaxPending   int           // connections that have not logged in; for one more an older one is closed; 0 means 4096
	MaxUnread    int           // bytes of unread messages above 64 KiB, of all clients together; 0 means 128 MiB
	// MaxActions is how many bytes the actions of all players in a turn may have together. If there are more, the
	// players with the biggest actions are kicked. 0 means 16 MiB.
	MaxActions int
}

// LocalPlayer is a player in the same process. Its functions are called on its own goroutine.
type LocalPlayer struct {
	Nickname string
	Role     netorcai.Role // RolePlayer or RoleSpecialPlayer
	// Start, if not nil, is called once before the first Act. It may keep its arguments.
	Start func(netorcai.GameStarts)
	// Act returns the actions for a turn: a JSON array, or nil for none. state is valid until it returns. ctx ends
	// when the player or the server is stopped; then Act must return soon. Act may reuse a returned slice at its next
	// call but one.
	Act func(ctx context.Context, turn int, state []byte) (actions []byte)
	// Answer is Act for a player that may fail. An error ends its game: one that wraps ErrGone as that of a client that
	// has left, any other as that of one that is kicked with the error's text. Exactly one of Act and Answer is set.
	Answer func(ctx context.Context, turn int, state []byte) (actions []byte, err error)
	// NoLimit means that TurnTime does not apply to this player. Every turn waits for its answer. The other players
	// keep their limit.
	NoLimit bool
	// FirstTime is how long its first answer may take from the start of the game, if that is more than TurnTime.
	FirstTime time.Duration
}

// Validate checks the configuration. Its error names the field, the value and what was expected.
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
	if (p.Act == nil) == (p.Answer == nil) {
		return errors.New("expected one of the functions Act and Answer, not both or none")
	}
	if p.FirstTime < 0 {
		return fmt.Errorf("field FirstTime is %v, expected 0 or more", p.FirstTime)
	}
	return nil
}

// withDefaults fills in the fields that are not set.
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
	if c.DealSpecialIDs == nil {
		c.DealSpecialIDs = byLogin
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

func byLogin(n int) []int {
	ids := make([]int, n)
	for i := range ids {
		ids[i] = i
	}
	return ids
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
