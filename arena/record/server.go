//go:build !js

package record

import (
	"fmt"
	"log/slog"
	"time"

	"blastyard/game"
	"blastyard/game/match"
	"blastyard/protocol/netorcai"
	"blastyard/protocol/netorcai/server"
	"blastyard/replay"
)

// mostKept limits the actions of a turn that a replay keeps, in bytes.
const mostKept = replay.MaxTurn / 2

// ServerOptions say where the replay of a server's game is stored.
type ServerOptions struct {
	Path     string       // of the file, which must not exist
	Games    []*game.Kind // games to recognise by their states; the replay of an unknown game names none
	Fast     bool         // the server does not wait between turns, so there is no time limit
	Software string       // the program that writes the file
	Log      *slog.Logger
}

// Server is an observer of a netorcai server that writes a replay for any game logic: the states on the wire and the
// actions that the game logic received. The server calls it on one goroutine.
type Server struct {
	server.NopObserver
	options ServerOptions
	turns   int // limit of turns
	limit   int // milliseconds; 0: none
	delays  replay.Delays
	writer  *replay.Writer
	turn    replay.Turn
	took    []int // by player: time of its last answer in microseconds
	fates   []replay.Fate
	done    int // number of turns written
	winner  int
	ended   bool
	failed  bool // the requested replay is incomplete
}

// NewServer returns the observer. The caller must use its Order as the Order of the server's config.
func NewServer(o ServerOptions) *Server { return &Server{options: o} }

// Starting records the settings of the game, which the prompt may have changed.
func (w *Server) Starting(s server.Settings) {
	w.turns = s.NbTurnsMax
	w.delays = replay.Delays{FirstTurn: milliseconds(s.DelayFirstTurn), Turns: milliseconds(s.DelayTurns)}
	if !w.options.Fast {
		w.limit = int(s.DelayTurns.Milliseconds())
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Started begins the file.
func (w *Server) Started(players []server.Seat, state []byte) {
	h := &replay.Header{Game: "netorcai", Turns: w.turns, Limit: w.limit,
		Started: time.Now().UTC().Truncate(time.Second), State: state, Unseen: 1,
		Software: w.options.Software, Delays: &w.delays}
	if k := game.OfState(w.options.Games, state); k != nil {
		h.Game = k.Name
	}
	h.Title = h.Game + " over the network"
	for _, p := range players {
		h.Players = append(h.Players, replay.Player{Name: p.Nickname, Special: p.Role == netorcai.RoleSpecialPlayer})
		w.fates = append(w.fates, replay.Fate{Reason: string(match.Finished)})
	}
	w.took, w.winner = make([]int, len(players)), match.NoWinner
	var err error
	if w.writer, err = replay.Create(w.options.Path, h); err != nil {
		w.options.Log.Error("Cannot write the replay", "file", w.options.Path, "err", err)
		w.failed = true
	}
}

// Acted records the time of an answer.
func (w *Server) Acted(player server.Seat, _ int, elapsed time.Duration, late bool) {
	if !late {
		w.took[player.PlayerID] = max(1, int(elapsed.Microseconds()))
	}
}

// Missed records a turn without an answer of a player.
func (w *Server) Missed(player server.Seat, _ int) {
	w.turn.Late = append(w.turn.Late, player.PlayerID)
	w.fates[player.PlayerID].Late++
}

// Order receives the actions of a turn in their order and does not change them.
//
// If a player's actions are too long for a replay, they are replaced by a note: a player must not be able to cut it.
func (w *Server) Order(_ int, actions []netorcai.PlayerActions) {
	left := mostKept
	for _, a := range actions {
		if len(a.Actions) > left {
			w.turn.Notes = append(w.turn.Notes,
				fmt.Sprintf("%d bytes of actions of player %d are too many to be kept here", len(a.Actions),
					a.PlayerID))
			a.Actions = nil
		}
		left -= len(a.Actions)
		w.turn.Moves = append(w.turn.Moves,
			replay.Move{Player: a.PlayerID, Micros: w.took[a.PlayerID], Actions: append([]byte(nil), a.Actions...)})
	}
}

// TurnSent writes a turn.
func (w *Server) TurnSent(_ int, state []byte) { w.write(state) }

// Ended writes the last turn.
func (w *Server) Ended(winner int, state []byte) {
	w.winner, w.ended = winner, true
	w.write(state)
}

func (w *Server) write(state []byte) {
	t := w.turn
	w.turn = replay.Turn{}
	w.done++
	t.Turn, t.State = w.done, state
	clear(w.took)
	if w.writer == nil {
		return
	}
	if err := w.writer.Turn(&t); err != nil {
		w.options.Log.Error("The replay ends here", "file", w.options.Path, "turn", t.Turn, "err", err)
		_ = w.writer.Close(nil)
		w.writer, w.failed = nil, true
	}
}

// Kicked records that the server has expelled a player.
func (w *Server) Kicked(client server.Seat, reason string) {
	if reason != netorcai.Aborted {
		w.gone(client, match.Illegal, reason)
	}
}

// Left records that a player has left.
func (w *Server) Left(client server.Seat, reason string) {
	w.gone(client, match.Disconnected, reason)
}

func (w *Server) gone(client server.Seat, reason match.Reason, why string) {
	if client.PlayerID < 0 || client.PlayerID >= len(w.fates) || w.ended {
		return
	}
	w.fates[client.PlayerID].Reason, w.fates[client.PlayerID].Note = string(reason), why
	w.turn.Gone = append(w.turn.Gone, replay.Gone{Player: client.PlayerID, Reason: string(reason), Note: why})
}

// Close ends the file. It returns false if the replay is incomplete; the log says why.
func (w *Server) Close() (whole bool) {
	if w.writer == nil {
		return !w.failed
	}
	r := &replay.Result{Turns: w.done, Winner: w.winner, Players: w.fates}
	if !w.ended {
		r.Why = "interrupted"
	}
	if err := w.writer.Close(r); err != nil {
		w.options.Log.Error("The replay is not complete", "file", w.options.Path, "err", err)
		w.failed = true
		return false
	}
	w.options.Log.Info("Replay written", "file", w.options.Path)
	return true
}
