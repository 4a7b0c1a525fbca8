package server

import (
	"context"
	"errors"
	"net"
)

// Result is how a game ended.
type Result struct {
	Winner int    // id of the player that won, -1: none
	Turns  int    // answers of the game logic to DO_TURN
	State  []byte // the last state
}

// Server is one game, from the first login to its end. Its methods may be called from any goroutine.
type Server struct {
}

// New checks the configuration and makes a server. It does nothing until Serve.
func New(cfg Config) (*Server, error) { return nil, errors.New("not implemented") }

// Serve accepts connections from ln (nil: none), plays one game and returns when it has ended and everyone has been sent
// away. The error is nil, or wraps ErrLogicFailed or ErrAborted; the end of ctx aborts. It closes ln, and may be called
// once.
func (s *Server) Serve(ctx context.Context, ln net.Listener) (Result, error) { return Result{}, nil }

// Start starts the game: ErrNoLogic, ErrStarted, or ErrEnded when it cannot. It waits for Serve.
func (s *Server) Start() error { return nil }

// Join adds a player in this process, as if it had connected now. It waits for Serve.
func (s *Server) Join(p LocalPlayer) error { return nil }

// Abort ends the game: everyone is kicked with "netorcai abort", and Serve returns an error with the reason that wraps
// ErrAborted.
func (s *Server) Abort(reason string) {}

// Settings returns the settings. It waits for Serve.
func (s *Server) Settings() (Settings, error) { return Settings{}, nil }

// Change changes the settings by the function, which is called on the orchestrator's goroutine; if the result is not
// valid they stay as they are and Change says why. It waits for Serve.
func (s *Server) Change(change func(*Settings)) error { return nil }
