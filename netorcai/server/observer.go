package server

import (
	"net"
	"time"

	"blastyard/netorcai"
)

// Seat says who a client is.
type Seat struct {
	Index         int // the number of clients that had logged in before; no other client of this server has it
	PlayerID      int // -1 before the start, and for viewers and game logics
	Nickname      string
	Role          netorcai.Role
	RemoteAddress string   // "local" for one in this process
	Conn          net.Conn // as the listener gave it; nil for one in this process
}

// Observer is told what happens, on the orchestrator's goroutine: it must be quick, and must not call the Server's
// methods from there. Embed NopObserver to implement only a part.
type Observer interface {
	// LoggedIn: a client was accepted. To know which process is which seat, start one and wait for its LoggedIn before
	// the next.
	LoggedIn(Seat)
	// Starting: the game begins with these settings; what is set later does not change it.
	Starting(Settings)
	// Started: GAME_STARTS has been sent. The players are sorted by id.
	Started(players []Seat, state []byte)
	// TurnSent: a TURN was written for everyone who could take it at once. state is valid until it returns.
	TurnSent(turn int, state []byte)
	// Acted: a player has answered a TURN, elapsed after it was sent. late: after the game had gone on without it.
	Acted(player Seat, turn int, elapsed time.Duration, late bool)
	// Missed: the game went on to the turn after this one without an answer of the player.
	Missed(player Seat, turn int)
	// Kicked: the client is told why and its connection is closed. Someone who never logged in has the Index -1.
	Kicked(client Seat, reason string)
	// Left: the client was lost, or closed its connection.
	Left(client Seat, reason string)
	// Ended: the game was played to its end.
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
