package worker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/record"
	"blastyard/replay"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// keeps reports whether the replay of a match may be kept. left is how many matches of its job remain, this one
// included.
func (w *Worker) keeps(left int) bool {
	switch {
	case w.options.Replays == nil || w.options.Dir == "":
		return false
	case w.event.Keep.Rule == event.KeepLast:
		return left <= w.event.Keep.Last
	default:
		return true
	}
}

// records reports whether a replay is written. Built-in bots never fail and are never late.
func (m *fixture) records(builtins bool) bool {
	return m.keep && !(builtins && m.worker.event.Keep.Rule == event.KeepFailures)
}

// record adds the recorder of the match, if there is one, to its sinks.
func (a *attempt) record(sinks *[]arena.Sink) {
	if !a.records(a.seats.builtins(a.of.Entrants)) {
		return
	}
	a.replay = record.New(record.Options{Path: a.tempName(".blast"), Player: func(seat int, who *replay.Player) {
		p := a.playerAt(seat)
		who.Entrant, who.Bot, who.Hash = p.Number+1, p.bot(), p.Version
	}})
	a.logs = newLogs(len(a.ids), func(seat int, text string) string {
		return a.playerAt(seat).hidePath(text)
	})
	*sinks = append(*sinks, withoutOutput{a.replay}, a.logs)
}

// playerAt returns the player of a seat.
func (a *attempt) playerAt(seat int) *player { return a.seats.players[a.of.Entrants[a.ids[seat]]] }

// withoutOutput records a match without the output and drawings of bots: those are for their authors, but replays are
// public.
type withoutOutput struct{ *record.Recorder }

// Turn implements arena.Sink.
func (r withoutOutput) Turn(t *arena.Turn) {
	silent := *t
	silent.Output, silent.Drawings = nil, nil
	r.Recorder.Turn(&silent)
}

// dropReplay removes what was written.
func (a *attempt) dropReplay() {
	if a.replay != nil && a.replay.Path() != "" {
		_ = os.Remove(a.replay.Path())
	}
}

// keepReplay stores the replay and the output of bots if the event's rule wants it. If they cannot be written, the
// machine is at fault.
func (a *attempt) keepReplay(ctx context.Context, r *tournament.Result) error {
	if a.replay == nil {
		return nil
	}
	defer a.dropReplay()
	if a.worker.event.Keep.Rule == event.KeepFailures && !failed(r) {
		return nil
	}
	err := a.replay.Err()
	if err == nil {
		r.Replay, err = a.keepFile(ctx, a.replay.Path())
	}
	if err == nil {
		r.Logs, err = a.keepLogs(ctx)
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case harness.HostFault(err):
		return fmt.Errorf("its replay: %w: %w", ErrMachine, err)
	}
	// The match counts without a replay, because a bot may send something that does not fit into one.
	a.worker.log.Error("no replay", "match", a.of.ID.String(), "error", err)
	return nil
}

func (a *attempt) keepFile(ctx context.Context, path string) (hash string, err error) {
	if hash, err = hashOf(path); err != nil {
		return "", err
	}
	if err := a.worker.options.Replays.Keep(ctx, hash, path); err != nil {
		return "", err
	}
	return hash, nil
}

// keepLogs stores the output of each bot.
func (a *attempt) keepLogs(ctx context.Context) ([]string, error) {
	hashes := make([]string, len(a.of.Entrants))
	for seat, id := range a.ids {
		text := a.logs.text(seat)
		if len(text) == 0 {
			continue
		}
		path := a.tempName(".log")
		err := os.WriteFile(path, text, 0o600)
		if err == nil {
			hashes[id], err = a.keepFile(ctx, path)
		}
		_ = os.Remove(path)
		if err != nil {
			return nil, err
		}
	}
	return unless(hashes, ""), nil
}

// unfinished returns the folder for files that are being written.
func (w *Worker) unfinished() string { return filepath.Join(w.options.Dir, "unfinished") }

// staleAfter is the age from which on a file must be from a killed worker.
const staleAfter = 24 * time.Hour

// removeStale removes the files of killed workers.
func (w *Worker) removeStale() {
	entries, _ := os.ReadDir(w.unfinished())
	for _, e := range entries {
		if info, err := e.Info(); err == nil && w.now().Sub(info.ModTime()) > staleAfter {
			_ = os.Remove(filepath.Join(w.unfinished(), e.Name()))
		}
	}
}

// tempName returns the path of an unfinished file.
func (a *attempt) tempName(ending string) string {
	w := a.worker
	return filepath.Join(w.unfinished(), fmt.Sprintf("%d-%d%s", os.Getpid(), w.serial.Add(1), ending))
}

// hashOf returns the SHA-256 of a file.
func hashOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
