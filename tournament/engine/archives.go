package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrNotFound is wrapped by the error about a missing archive or replay.
var ErrNotFound = errors.New("it is not there")

// archives are the bots' archives in the broker's object store, by hash.
type archives struct{ store jetstream.ObjectStore }

func openArchives(ctx context.Context, js jetstream.JetStream, n names) (archives, error) {
	s, err := js.ObjectStore(ctx, n.archives())
	if err != nil {
		return archives{}, fmt.Errorf("engine: archives: %w", err)
	}
	return archives{s}, nil
}

// Open implements worker.Archives.
func (a archives) Open(ctx context.Context, hash string) (io.ReadCloser, error) {
	if !isHash(hash) {
		return nil, fmt.Errorf("engine: archive %.80q: expected a SHA-256 in hexadecimal", hash)
	}
	var found jetstream.ObjectResult
	err := retry(ctx, func() (err error) {
		found, err = a.store.Get(ctx, hash)
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		err = ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("engine: archive %s: %w", hash, err)
	}
	return found, nil
}

// put stores an archive. It does not write an existing archive again.
func (a archives) put(ctx context.Context, hash, path string) error {
	if !isHash(hash) {
		return fmt.Errorf("engine: archive %.80q: expected a SHA-256 in hexadecimal", hash)
	}
	if _, err := a.store.GetInfo(ctx, hash); err == nil {
		return nil
	}
	err := retry(ctx, func() error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		sum := sha256.New()
		if _, err := a.store.Put(ctx, jetstream.ObjectMeta{Name: hash}, io.TeeReader(f, sum)); err != nil {
			return err
		}
		if got := hexOf(sum); got != hash {
			_ = a.store.Delete(ctx, hash)
			return fmt.Errorf("the file has the hash %s", got)
		}
		return nil
	})
	if err != nil {
		return wrapFull(fmt.Errorf("engine: archive %s: %w", hash, err))
	}
	return nil
}

func isHash(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == sha256.Size && hex.EncodeToString(b) == text
}

func hexOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// PutArchive stores the archive of a bot for the workers. hash is its SHA-256.
func (e *Engine) PutArchive(ctx context.Context, hash, path string) error {
	return e.archives.put(ctx, hash, path)
}

// Archive opens the archive of a bot.
func (e *Engine) Archive(ctx context.Context, hash string) (io.ReadCloser, error) {
	return e.archives.Open(ctx, hash)
}

// OpenReplay opens a replay from the folder of a store, also one that is not shown yet. It needs no lock.
func OpenReplay(dir, hash string) (io.ReadCloser, error) {
	if !isHash(hash) {
		return nil, fmt.Errorf("engine: replay %.80q: expected a SHA-256 in hexadecimal", hash)
	}
	f, err := os.Open(replayPath(dir, hash))
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("engine: replay %s: %w", hash, err)
	}
	return f, nil
}

func replayPath(dir, hash string) string {
	return filepath.Join(dir, "replays", hash[:2], hash+".blast")
}
