// Package control does what an organiser asks for: it plays and serves an event, and reads, corrects and checks its
// store.
package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"blastyard/internal/english"
	"blastyard/internal/names"
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
)

// StoreBeside returns the default store of an event: cup/event.store for cup/event.toml.
func StoreBeside(path string) string {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		path = filepath.Join(path, event.FileName)
	}
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".store"
}

// StoreOf returns the store that a path names: the path itself, or the store beside an event file or in the folder of
// one.
func StoreOf(path string) (dir string, err error) {
	if engine.IsStore(path) {
		return path, nil
	}
	if _, err := os.Stat(path); err != nil {
		return "", missing(path, err)
	}
	return StoreBeside(path), nil
}

// Submissions returns the folder of a store for teams and their submissions.
func Submissions(dir string) string { return filepath.Join(dir, "submissions") }

// Read opens the store that a path names for reading.
func Read(ctx context.Context, path string) (*engine.Offline, error) {
	dir, err := StoreOf(path)
	if err != nil {
		return nil, err
	}
	o, err := engine.Read(ctx, dir)
	return o, nothingPlayed(dir, err)
}

func nothingPlayed(dir string, err error) error {
	if errors.Is(err, engine.ErrNoStore) {
		return fmt.Errorf("%s: nothing has been played yet: there is no store", plain.Line(dir))
	}
	return err
}

// Matches returns the matches that q selects, up to its limit; 0: all.
func Matches(ctx context.Context, o *engine.Offline, q tournament.Query) (list []tournament.Match, err error) {
	const pageSize, namesShown = 1000, 20
	most := q.Limit
	entrants := o.Schedule.Entrants(0)
	for _, name := range []*string{&q.Entrant, &q.Against} {
		if parsed, err := names.Parse(*name); err == nil && !slices.Contains(entrants, *name) {
			*name = parsed // its letters may have been typed in another form
		}
		if *name != "" && !slices.Contains(entrants, *name) {
			return nil, fmt.Errorf("there is no entrant %q; there are %s", *name,
				english.List(len(entrants), namesShown, func(i int) string { return entrants[i] }))
		}
	}
	for {
		q.Limit = pageSize
		if most > 0 {
			q.Limit = min(pageSize, most-len(list))
		}
		page, next, err := o.Store.Matches(ctx, q)
		if err != nil {
			return nil, err
		}
		list = append(list, page...)
		if next == "" || most > 0 && len(list) >= most {
			return list, nil
		}
		q.After = next
	}
}

// Replay opens the replay of a match. The error wraps an *engine.HeldError if it is not shown yet.
func Replay(ctx context.Context, o *engine.Offline, id tournament.ID) (io.ReadCloser, error) {
	m, err := o.Store.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	if m.Replay == "" {
		return nil, fmt.Errorf("match %v: no replay of it was kept (keep = %q)", id, o.Event.Keep.Rule)
	}
	r, err := o.Replay(ctx, m.Replay)
	switch {
	case errors.As(err, new(*engine.HeldError)):
		return nil, fmt.Errorf("match %v: %w", id, err)
	case err != nil:
		return nil, fmt.Errorf("match %v: its replay is not kept any more: %w", id, err)
	}
	return r, nil
}
