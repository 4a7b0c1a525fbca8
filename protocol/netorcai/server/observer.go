package server

import (
	"net"
	"time"

	"blastyard/protocol/netorcai"
)

// Seat is a client that has logged in.
type Seat struct {
	Index         int // how many clients of this server had logged in before: a unique number
	PlayerID      int // -1 before the start, and for viewers and game logics
	Nickname      string
	Role          netorcai.Role
	RemoteAddress string   // "local" for one in this process
	Conn          net.Conn // as the listener returned it; nil for a player in this process
}

// Observer is told what happens. It is called on the orchestrator's goroutine, so it must be quick and must not call
// the Server's methods. Embed NopObserver to implement only a part of it.
type Observer interface {
	// LoggedIn is called when a client was accepted. To know which process has which seat, start one and wait for its
	// LoggedIn before starting the next.
	LoggedIn(Seat)
	// Starting is called when the game begins with these settings. Later changes of the settings do not affect it.
	Starting(Settings)
	// Started is called when GAME_STARTS has been sent. The players are sorted by id.
	Started(players []Seat, state []byte)
	// TurnSent is called when a TURN was sent to every client that could take it at once. state is valid until it
	// returns.
	TurnSent(turn int, state []byte)
	// Acted is called when a player has answered a TURN, elapsed after it was sent. late is true if the game had gone
	// on without the answer.
	Acted(player Seat, turn int, elapsed time.Duration, late bool)
	// Missed is called when the game has gone on to the turn after this one without an answer of the player.
	Missed(player Seat, turn int)
	// Kicked is called when a client is told a reason and its connection is closed. The Index of a client that has not
	// logged in is -1.
	Kicked(client Seat, reason string)
	// Left is called when a client has closed its connection or was lost.
	Left(client Seat, reason string)
	// Ended is called when the game was played to its end.
	Ended(winner int, state []byte)
}

// NopObserver does nothing.
type NopObserver struct{}

// LoggedIn does nothing.
func (NopObserver) LoggedIn(Seat) {}

// Starting does nothing.
func (NopObserver) Starting(Settings) {}

// Started does nothing.
func (NopObserver) Started([]Seat, []byte) {}

// TurnSent does nothing.
func (NopObserver) TurnSent(int, []byte) {}

// Acted does nothing.
func (NopObserver) Acted(Seat, int, time.Duration, bool) {}

// Missed does nothing.
func (NopObserver) Missed(Seat, int) {}

// Kicked does nothing.
func (NopObserver) Kicked(Seat, string) {}

// Left does nothing.
func (NopObserver) Left(Seat, string) {}

// Ended does nothing.
func (NopObserver) Ended(int, []byte) {}
