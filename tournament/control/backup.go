package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"blastyard/internal/english"
	"blastyard/internal/plain"
	"blastyard/tournament/engine"
	"blastyard/tournament/internal/store"
)

// backedUp are the parts of a backup besides the database: everything that cannot be derived again.
var backedUp = []string{"event.json", "worker.creds", "submissions", "replays", "jetstream", "frozen.db", "version"}

// Backup copies the store that a path names into a new folder, and opens the copy to check that it is whole. The event
// may be played meanwhile: the copy has the state of one moment, and can continue from there.
func Backup(ctx context.Context, path, to string, out io.Writer) (err error) {
	dir, err := StoreOf(path)
	if err != nil {
		return err
	}
	e, err := engine.ReadEvent(dir)
	if err != nil {
		return nothingPlayed(dir, err)
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(to))
		}
	}()
	if err := copyStore(ctx, dir, to); err != nil {
		return fmt.Errorf("backup of %s: %w", dir, err)
	}
	en, err := engine.Open(ctx, engine.Options{Dir: to, Event: e, Jobs: -1})
	if err != nil {
		return fmt.Errorf("backup of %s: the copy cannot be opened: %w", dir, err)
	}
	played := en.Progress().Played
	if err := en.Close(); err != nil {
		return fmt.Errorf("backup of %s: %w", dir, err)
	}
	_, err = fmt.Fprintf(out, "%s: a copy with %s\n", plain.Line(to), english.Count(played, "match"))
	return err
}

// copyStore copies a store. It copies the database first, so that the copy of the log is not behind it. The log only
// grows; opening the copy drops a half-written end.
func copyStore(ctx context.Context, dir, to string) error {
	s, err := store.OpenReader(filepath.Join(dir, "event.db"))
	if err != nil {
		return err
	}
	err = s.Backup(ctx, filepath.Join(to, "event.db"))
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	for _, name := range backedUp {
		if err := copyAll(ctx, filepath.Join(dir, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

// copyAll copies a file, or a folder with its content. It skips files that disappear meanwhile.
func copyAll(ctx context.Context, from, to string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		inner, relErr := filepath.Rel(from, path)
		if err := errors.Join(err, relErr, ctx.Err()); err != nil {
			return err
		}
		target := filepath.Join(to, inner)
		switch {
		case e.IsDir():
			return os.MkdirAll(target, 0o700)
		case !e.Type().IsRegular():
			return nil
		}
		return copyFile(path, target)
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
