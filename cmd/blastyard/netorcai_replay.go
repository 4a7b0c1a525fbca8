package main

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"blastyard/match"
	"blastyard/netorcai"
	"blastyard/netorcai/server"
	"blastyard/replay"
	"blastyard/viewer"
)

// mostKept bounds the actions of a turn that a replay keeps, in bytes.
const mostKept = replay.MaxTurn / 2

// wireReplay writes the replay of a game of the netorcai server, whatever its game logic: the states that came over
// the wire and the actions that went to the game logic. The server calls it on one goroutine.
type wireReplay struct {
	server.NopObserver
	path   string
	log    *slog.Logger
	fast   bool
	turns  int // the most
	limit  int // milliseconds; 0: none
	writer *replay.Writer
	turn   replay.Turn
	took   []int // by player: what its last answer took, in microseconds
	fates  []replay.Fate
	done   int // turns written
	winner int
	ended  bool
	failed bool // the replay that was asked for is not whole
}

// prepareReplay makes a server write a replay where one is asked for; finish ends it, and
// fails where it is not whole.
func (o *netorcaiOptions) prepareReplay(cfg *server.Config) (finish func() error, err error) {
	if o.replay == "" {
		return func() error { return nil }, nil
	}
	if _, err := os.Lstat(o.replay); err == nil {
		return nil, invalidOption("replay", fmt.Errorf("the file %s exists already", o.replay))
	}
	w := &wireReplay{path: o.replay, log: cfg.Log, fast: o.Fast}
	cfg.Observer, cfg.Order = w, w.order
	return w.close, nil
}

// Starting notes the settings of the game: they may have been set at the prompt.
func (w *wireReplay) Starting(s server.Settings) {
	w.turns = s.NbTurnsMax
	if !w.fast {
		w.limit = int(s.DelayTurns.Milliseconds())
	}
}

// Started begins the file.
func (w *wireReplay) Started(players []server.Seat, state []byte) {
	h := &replay.Header{Game: "netorcai", Turns: w.turns, Limit: w.limit,
		Started: time.Now().UTC().Truncate(time.Second), State: state, Unseen: 1, Software: software()}
	if viewer.LooksLikeHexabomb(state) {
		h.Game = replay.Hexabomb
	}
	h.Title = h.Game + " over the network"
	for _, p := range players {
		h.Players = append(h.Players, replay.Player{Name: p.Nickname, Special: p.Role == netorcai.RoleSpecialPlayer})
		w.fates = append(w.fates, replay.Fate{Reason: string(match.Finished)})
	}
	w.took, w.winner = make([]int, len(players)), match.NoWinner
	var err error
	if w.writer, err = replay.Create(w.path, h); err != nil {
		w.log.Error("Cannot write the replay", "file", w.path, "err", err)
		w.failed = true
	}
}

// Acted notes what an answer took.
func (w *wireReplay) Acted(player server.Seat, _ int, elapsed time.Duration, late bool) {
	if !late {
		w.took[player.PlayerID] = micros(elapsed)
	}
}

// Missed notes a turn without a player.
func (w *wireReplay) Missed(player server.Seat, _ int) {
	w.turn.Late = append(w.turn.Late, player.PlayerID)
	w.fates[player.PlayerID].Late++
}

// order is told the actions of a turn in their order; it leaves them as they are.
//
// Those of a player that are too many for a replay are left out with a note: a player must not be able to cut it.
func (w *wireReplay) order(_ int, actions []netorcai.PlayerActions) {
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
func (w *wireReplay) TurnSent(_ int, state []byte) { w.write(state) }

// Ended writes the last turn.
func (w *wireReplay) Ended(winner int, state []byte) {
	w.winner, w.ended = winner, true
	w.write(state)
}

func (w *wireReplay) write(state []byte) {
	t := w.turn
	w.turn = replay.Turn{}
	w.done++
	t.Turn, t.State = w.done, state
	clear(w.took)
	if w.writer == nil {
		return
	}
	if err := w.writer.Turn(&t); err != nil {
		w.log.Error("The replay ends here", "file", w.path, "turn", t.Turn, "err", err)
		_ = w.writer.Close(nil)
		w.writer, w.failed = nil, true
	}
}

// Kicked notes that a player was sent away.
func (w *wireReplay) Kicked(client server.Seat, reason string) {
	if reason != netorcai.Aborted {
		w.gone(client, match.Illegal, reason)
	}
}

// Left notes that a player is gone.
func (w *wireReplay) Left(client server.Seat, reason string) {
	w.gone(client, match.Disconnected, reason)
}

func (w *wireReplay) gone(client server.Seat, reason match.Reason, why string) {
	if client.PlayerID < 0 || client.PlayerID >= len(w.fates) || w.ended {
		return
	}
	w.fates[client.PlayerID].Reason, w.fates[client.PlayerID].Note = string(reason), why
	w.turn.Gone = append(w.turn.Gone, replay.Gone{Player: client.PlayerID, Reason: string(reason), Note: why})
}

// close ends the file.
func (w *wireReplay) close() error {
	if w.writer == nil {
		return w.lost()
	}
	r := &replay.Result{Turns: w.done, Winner: w.winner, Players: w.fates}
	if !w.ended {
		r.Why = "interrupted"
	}
	if err := w.writer.Close(r); err != nil {
		w.log.Error("The replay is not complete", "file", w.path, "err", err)
		w.failed = true
		return w.lost()
	}
	w.log.Info("Replay written", "file", w.path)
	return nil
}

// lost is the exit of a server whose replay was asked for and is not whole; the log says why.
func (w *wireReplay) lost() error {
	if w.failed {
		return exitError{code: exitFailure}
	}
	return nil
}
