package engine

import (
	"context"
	"errors"
	"fmt"
	"io"

	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/internal/store"
)

// HeldError is the error about a replay that is not shown yet. It has the secret that the other matches of its block
// are still played with.
type HeldError struct {
	Matches int // of the block
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("this match's replay is shown when all %d matches of its block are over", e.Matches)
}

// Held returns how many matches the block of a match has, if its replay is not shown yet, or else 0. secret is that of
// the event.
func Held(s *tournament.Schedule, secret match.Secret, id tournament.ID) (matches int) {
	if secret.IsZero() {
		return 0
	}
	over, matches := s.Over(id)
	if over {
		return 0
	}
	return matches
}

// checkHeld returns a *HeldError if a stored file is a replay that is not shown yet. A file that is no replay, such as
// the output of a bot, has no secret.
func checkHeld(ctx context.Context, db *store.Store, hash string, held func(tournament.ID) int) error {
	m, err := db.ReplayMatch(ctx, hash)
	switch {
	case errors.Is(err, store.ErrNoMatch):
		return nil
	case err != nil:
		return err
	}
	if matches := held(m.ID); matches > 0 {
		return &HeldError{matches}
	}
	return nil
}

// Replay opens a stored replay, or the output of a bot. The error is a *HeldError if it is not shown yet.
func (e *Engine) Replay(ctx context.Context, hash string) (io.ReadCloser, error) {
	err := checkHeld(ctx, e.store, hash, func(id tournament.ID) int {
		e.mu.Lock()
		defer e.mu.Unlock()
		return Held(e.schedule, e.secret, id)
	})
	if err != nil {
		return nil, err
	}
	return OpenReplay(e.folder.path, hash)
}

// Replay is Engine.Replay for a store that was read.
func (o *Offline) Replay(ctx context.Context, hash string) (io.ReadCloser, error) {
	err := checkHeld(ctx, o.Store, hash, func(id tournament.ID) int { return Held(o.Schedule, o.Secret, id) })
	if err != nil {
		return nil, err
	}
	return OpenReplay(o.Dir, hash)
}
