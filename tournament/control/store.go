// Package control does with an event what its organiser asks for: it plays and serves the event, and reads, corrects
// and checks what is in its store.
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
	"blastyard/internal/plain"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/store"
)

// StoreBeside is where the store of an event is, unless something else is asked for: cup/event.toml has
// cup/event.store.
func StoreBeside(path string) string {
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		path = filepath.Join(path, event.FileName)
	}
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".store"
}

// StoreOf is the store that a path names: itself, or the one beside an event file, which may be named by its folder.
func StoreOf(path string) (dir string, err error) {
	if engine.IsStore(path) {
		return path, nil
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s: %w", plain.Line(path), errors.Unwrap(err))
	}
	return StoreBeside(path), nil
}

// Submissions is where a store keeps its teams, and what they submit.
func Submissions(dir string) string { return filepath.Join(dir, "submissions") }

// Read opens the store that a path names for questions.
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

// Matches are all matches that q asks for, up to its limit; 0: all.
func Matches(ctx context.Context, o *engine.Offline, q store.Query) (list []store.Match, err error) {
	const pageSize, namesShown = 1000, 20
	most := q.Limit
	names := o.Schedule.Entrants(0)
	for _, name := range []string{q.Entrant, q.Against} {
		if name != "" && !slices.Contains(names, name) {
			return nil, fmt.Errorf("there is no entrant %q; there are %s", name,
				english.List(len(names), namesShown, func(i int) string { return names[i] }))
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

// open opens the store that a path names to change it, without playing.
func open(ctx context.Context, path string) (*engine.Engine, error) {
	dir, err := StoreOf(path)
	if err != nil {
		return nil, err
	}
	e, err := engine.ReadEvent(dir)
	if err != nil {
		return nil, nothingPlayed(dir, err)
	}
	return engine.Open(ctx, engine.Options{Dir: dir, Event: e, Jobs: -1})
}

// Void takes the results of matches back, and says so on out.
func Void(ctx context.Context, path string, ids []tournament.ID, why string, out io.Writer) (err error) {
	en, err := open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, en.Close()) }()
	for _, id := range ids {
		m, err := en.Store().Match(ctx, id)
		if err != nil {
			return err
		}
		if m.Void {
			return fmt.Errorf("match %v is void already", id)
		}
		rec := tournament.Record{Void: &tournament.Void{ID: id, Try: m.Try, Why: plain.Stored(why)}}
		if _, err := en.Submit(ctx, rec); err != nil {
			return err
		}
		fmt.Fprintf(out, "match %v is void: %s\n", id, plain.Line(why))
	}
	return nil
}

// Replay opens the replay of a match.
func Replay(ctx context.Context, o *engine.Offline, id tournament.ID) (io.ReadCloser, error) {
	m, err := o.Store.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	if m.Replay == "" {
		return nil, fmt.Errorf("match %v: no replay of it was kept (keep = %q)", id, o.Event.Keep.Rule)
	}
	r, err := engine.OpenReplay(o.Dir, m.Replay)
	if err != nil {
		return nil, fmt.Errorf("match %v: its replay is not kept any more: %w", id, err)
	}
	return r, nil
}
