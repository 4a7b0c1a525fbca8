package control

import (
	"context"
	"errors"
	"fmt"
	"io"

	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/verify"
)

// Verify checks the event of a path, and writes the findings as text or JSON; ok: nothing is wrong. It builds the
// schedule from the log if nobody is playing the event, otherwise from the database.
func Verify(ctx context.Context, path string, out, notes io.Writer, asJSON bool) (ok bool, err error) {
	r, err := verifyLog(ctx, path)
	if errors.Is(err, engine.ErrLocked) {
		fmt.Fprintln(notes, "the event is being played: the database is not compared with the log")
		r, err = verifyOffline(ctx, path)
	}
	if err != nil {
		return false, err
	}
	if asJSON {
		return r.OK(), plain.WriteJSON(out, r)
	}
	r.WriteText(out)
	return r.OK(), nil
}

// verifyLog checks an event that nobody is playing.
func verifyLog(ctx context.Context, path string) (r *verify.Report, err error) {
	dir, err := StoreOf(path)
	if err != nil {
		return nil, err
	}
	e, err := engine.ReadEvent(dir)
	if err != nil {
		return nil, nothingPlayed(dir, err)
	}
	en, err := engine.Open(ctx, engine.Options{Dir: dir, Event: e, Jobs: -1})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, en.Close()) }()
	o := verifyOptions(dir)
	o.Event, o.Store, o.Secret = e, en.Store(), en.Secret()
	en.State(func(s *tournament.Schedule) {
		o.Schedule = s
		r, err = verify.Run(ctx, o)
	})
	return r, err
}

// verifyOffline checks the event in the database.
func verifyOffline(ctx context.Context, path string) (r *verify.Report, err error) {
	off, err := Read(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, off.Close()) }()
	o := verifyOptions(off.Dir)
	o.Event, o.Store, o.Schedule, o.Secret = off.Event, off.Store, off.Schedule, off.Secret
	return verify.Run(ctx, o)
}

// verifyOptions returns the options for a store.
func verifyOptions(dir string) verify.Options {
	return verify.Options{
		Open:    func(hash string) (io.ReadCloser, error) { return engine.OpenReplay(dir, hash) },
		Missing: func(err error) bool { return errors.Is(err, engine.ErrNotFound) },
	}
}
