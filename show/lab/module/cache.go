package module

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"blastyard/internal/filelock"
)

// kept is how long a module that nobody uses stays in the cache.
const kept = 30 * 24 * time.Hour

// lockFile lets one process build at a time. The others then find what it has built.
const lockFile = "lock"

// A cache keeps modules, each in a folder named by its key. It may be read-only or missing.
type cache struct{ folder string }

// userCache is the cache of this user.
func userCache() cache {
	folder, err := os.UserCacheDir()
	if err != nil {
		return cache{}
	}
	return cache{filepath.Join(folder, "blastyard", "lab")}
}

// find returns the module with a key; nil if there is none.
func (c cache) find(key string) *Module {
	if c.folder == "" {
		return nil
	}
	entry := filepath.Join(c.folder, key)
	m, err := Read(entry)
	if err != nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(entry, now, now) // it is in use
	return m
}

// get returns the module with a key. If there is none it says so and has it built, unless another process does.
// build gets an empty folder to work in.
func (c cache) get(
	ctx context.Context, key string, note func(string), build func(string) (*Module, error),
) (*Module, error) {
	if m := c.find(key); m != nil {
		return m, nil
	}
	note(building)
	lock, err := c.lock(ctx, note)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil {
		defer lock.Unlock() //nolint:errcheck // it ends with the process at the latest
		if m := c.find(key); m != nil {
			return m, nil // somebody else has built it meanwhile
		}
	}
	folder, err := c.workFolder()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // remove does it later
	m, err := build(folder)
	if err != nil {
		return nil, err
	}
	c.keep(key, m)
	return m, nil
}

// lock waits until no other process builds. An error says that the cache cannot be written.
func (c cache) lock(ctx context.Context, note func(string)) (*filelock.Lock, error) {
	if c.folder == "" {
		return nil, errors.ErrUnsupported
	}
	if err := os.MkdirAll(c.folder, 0o755); err != nil {
		return nil, err
	}
	return filelock.Wait(ctx, filepath.Join(c.folder, lockFile), filelock.Exclusive, "which builds it", note)
}

// workFolder makes an empty folder: in the cache, or beside other temporary folders if the cache cannot be written.
func (c cache) workFolder() (string, error) {
	if c.folder != "" {
		if folder, err := os.MkdirTemp(c.folder, "new-"); err == nil {
			return folder, nil
		}
	}
	return os.MkdirTemp("", "blastyard-lab-")
}

// keep adds a module to the cache, if that can be written, and removes those that were not used for long.
func (c cache) keep(key string, m *Module) {
	if c.folder == "" {
		return
	}
	folder, err := os.MkdirTemp(c.folder, "new-")
	if err != nil {
		return
	}
	entry := filepath.Join(c.folder, key)
	if c.find(key) == nil {
		_ = os.RemoveAll(entry) // it is damaged
	}
	if m.Write(folder) != nil || os.Chmod(folder, 0o755) != nil || os.Rename(folder, entry) != nil {
		_ = os.RemoveAll(folder) // another process without a lock was faster, or the disk is full
	}
	c.remove(time.Now().Add(-kept))
}

// remove removes what was not used since then.
func (c cache) remove(since time.Time) {
	entries, err := os.ReadDir(c.folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && entry.IsDir() && info.ModTime().Before(since) {
			_ = os.RemoveAll(filepath.Join(c.folder, entry.Name()))
		}
	}
}

// replace writes a file in one go, if it does not hold that already.
func replace(file string, content []byte) error {
	if was, err := os.ReadFile(file); err == nil && bytes.Equal(was, content) {
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+"-")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
