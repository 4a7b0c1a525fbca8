package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"

	"github.com/nats-io/nats.go/jetstream"
)

// writeVersions writes the archives of all versions of an entrant's bot into a folder.
func (e *Engine) writeVersions(ctx context.Context, name, dir string) error {
	list, err := e.Versions(ctx, name)
	for _, c := range list {
		if c.Version == "" {
			continue
		}
		err = errors.Join(err, e.writeArchive(ctx, c.Version, filepath.Join(dir, fmt.Sprintf("%d.tar.zst", c.Number))))
	}
	return err
}

func (e *Engine) writeArchive(ctx context.Context, hash, path string) error {
	in, err := e.archives.Open(ctx, hash)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// EraseFiles removes the files of an entrant's bot, and what it printed in matches. It keeps those that are also of
// another entrant. The caller has withdrawn the entrant. It returns the number of files.
func (e *Engine) EraseFiles(ctx context.Context, name string) (removed int, err error) {
	own, others := map[string]bool{}, map[string]bool{}
	err = e.eachMatch(ctx, func(m *tournament.Match) {
		for i, hash := range m.Logs {
			if hash != "" && m.Names[i] == name {
				own[hash] = true
			} else {
				others[hash] = true
			}
		}
	})
	for hash := range own {
		if others[hash] || err != nil {
			continue
		}
		if err = os.Remove(replayPath(e.folder.path, hash)); errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		if err == nil {
			err = e.store.DropReplays(ctx, store.Replay{Hash: hash})
			removed++
		}
	}
	if err != nil {
		return removed, fmt.Errorf("engine: %w", err)
	}
	return e.eraseVersions(ctx, name, removed)
}

func (e *Engine) eraseVersions(ctx context.Context, name string, removed int) (int, error) {
	list, err := e.Versions(ctx, name)
	if err != nil {
		return removed, err
	}
	of := map[string]string{} // by version: another entrant that has it
	names := func() []string {
		e.mu.Lock()
		defer e.mu.Unlock()
		return e.entrants()
	}()
	for _, other := range names {
		if other == name {
			continue
		}
		theirs, err := e.Versions(ctx, other)
		if err != nil {
			return removed, err
		}
		for _, c := range theirs {
			of[c.Version] = other
		}
	}
	for _, c := range list {
		if c.Version == "" || of[c.Version] != "" {
			continue
		}
		switch err := e.archives.store.Delete(ctx, c.Version); {
		case errors.Is(err, jetstream.ErrObjectNotFound):
		case err != nil:
			return removed, fmt.Errorf("engine: archive %s: %w", c.Version, err)
		default:
			removed++
		}
	}
	return removed, nil
}

// eachMatch calls f with all matches, also void ones.
func (e *Engine) eachMatch(ctx context.Context, f func(m *tournament.Match)) error {
	for q := (tournament.Query{All: true, Limit: pageOfMatches}); ; {
		page, next, err := e.store.Matches(ctx, q)
		if err != nil {
			return err
		}
		for i := range page {
			f(&page[i])
		}
		if next == "" {
			return nil
		}
		q.After = next
	}
}
