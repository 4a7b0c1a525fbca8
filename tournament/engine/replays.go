package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"
)

// replayFolder stores replays in a store's folder. Workers in the coordinator's process use it.
type replayFolder struct{ dir string }

// Keep implements worker.Replays. It does not move the file at path.
func (r replayFolder) Keep(_ context.Context, hash, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("engine: replay: %w", err)
	}
	defer f.Close()
	return r.keep(hash, f)
}

// keep writes a replay if its content has this hash. It does not wait for the disk: a power loss may lose the replay,
// but the match counts.
func (r replayFolder) keep(hash string, from io.Reader) error {
	if !isHash(hash) {
		return fmt.Errorf("engine: replay %.80q: expected a SHA-256 in hexadecimal", hash)
	}
	path := replayPath(r.dir, hash)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return wrapFull(fmt.Errorf("engine: replay: %w", err))
	}
	part, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return wrapFull(fmt.Errorf("engine: replay: %w", err))
	}
	sum := sha256.New()
	_, err = io.Copy(part, io.TeeReader(from, sum))
	if e := part.Close(); err == nil {
		err = e
	}
	if got := hexOf(sum); err == nil && got != hash {
		err = fmt.Errorf("its hash is %s, expected %s", got, hash)
	}
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
		return wrapFull(fmt.Errorf("engine: replay: %w", err))
	}
	return nil
}

func (r replayFolder) drop(hash string) error {
	if !isHash(hash) {
		return nil
	}
	err := os.Remove(replayPath(r.dir, hash))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// replaySender sends replays through the broker, from which the coordinator fetches them. Workers on other machines use
// it.
type replaySender struct{ store jetstream.ObjectStore }

// Keep implements worker.Replays.
func (r replaySender) Keep(ctx context.Context, hash, path string) error {
	if !isHash(hash) {
		return fmt.Errorf("engine: replay %.80q: expected a SHA-256 in hexadecimal", hash)
	}
	err := retry(ctx, func() error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = r.store.Put(ctx, jetstream.ObjectMeta{Name: hash}, f)
		return err
	})
	if err != nil {
		return fmt.Errorf("engine: replay %s: %w", hash, err)
	}
	return nil
}

// fetchReplays moves the replays of remote workers from the broker into the folder, until ctx ends.
func (e *Engine) fetchReplays(ctx context.Context) {
	for ctx.Err() == nil {
		if err := e.fetchSome(ctx); err != nil && ctx.Err() == nil {
			e.o.Log.Warn("replays of other machines cannot be fetched", "error", err)
		}
		_ = sleep(ctx, spaceEvery)
	}
}

func (e *Engine) fetchSome(ctx context.Context) error {
	bucket, err := e.broker.js.ObjectStore(ctx, e.names.replays())
	if err != nil {
		return err
	}
	w, err := bucket.Watch(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case info, open := <-w.Updates():
			if !open {
				return errors.New("engine: replays: the broker is away")
			}
			if info == nil || info.Deleted {
				continue
			}
			if err := e.fetchOne(ctx, bucket, info.Name); err != nil {
				return err
			}
		}
	}
}

func (e *Engine) fetchOne(ctx context.Context, bucket jetstream.ObjectStore, hash string) error {
	found, err := bucket.Get(ctx, hash)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	err = replayFolder{e.folder.path}.keep(hash, found)
	_ = found.Close()
	if errors.Is(err, ErrFull) {
		return err
	}
	if err != nil {
		e.o.Log.Warn("a replay of another machine is not kept", "replay", hash, "error", err)
	} else {
		e.replays.add(hash)
	}
	return bucket.Delete(ctx, hash)
}
