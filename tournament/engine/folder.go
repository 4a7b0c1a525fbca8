package engine

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"blastyard/internal/filelock"
	"blastyard/internal/jsonerror"
	"blastyard/tournament/event"
)

// Version is that of a store's folder. It is raised when an older program could damage what a newer one writes.
const Version = 1

// Errors of Open that callers tell apart.
var (
	ErrLocked     = errors.New("another process has this store open")
	ErrNewer      = errors.New("a newer version of blastyard wrote this store")
	ErrOtherEvent = errors.New("the store is of another event")
	ErrFull       = errors.New("no room is left on the disk")
	ErrNoStore    = errors.New("there is no store of an event")
)

// identity is what a store is of: DIR/event.json.
type identity struct {
	ID      string       `json:"id"` // in the names of its streams
	Created time.Time    `json:"created"`
	First   *event.Event `json:"first"` // with which the store was made: the schedule begins with its entrants
	Event   *event.Event `json:"event"` // of the newest run
}

// folder is a store's folder, with its lock.
type folder struct {
	path string
	lock *filelock.Lock
	identity
	additions []event.Bot // of a ladder: in the event, but not in the first one
}

// ReadEvent returns the event of a store, as its newest run had it. It needs no lock.
func ReadEvent(dir string) (*event.Event, error) {
	id, err := readIdentity(dir)
	if err != nil {
		return nil, err
	}
	return id.Event, nil
}

func readIdentity(dir string) (*identity, error) {
	if err := checkVersion(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, "event.json")
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("engine: %s: %w", dir, ErrNoStore)
	case err != nil:
		return nil, fmt.Errorf("engine: %w", err)
	}
	id := new(identity)
	if err := jsonerror.Decode(text, id); err != nil {
		return nil, fmt.Errorf("engine: %s: %w", path, err)
	}
	if id.First == nil || id.Event == nil || len(id.ID) != idLength {
		return nil, fmt.Errorf("engine: %s: it names no event", path)
	}
	return id, nil
}

const idLength = 16

// checkVersion refuses the folder of a newer program. One without a version is new.
func checkVersion(dir string) error {
	path := filepath.Join(dir, "version")
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("engine: %w", err)
	}
	version, err := strconv.Atoi(strings.TrimSpace(string(text)))
	switch {
	case err != nil || version < 1:
		return fmt.Errorf("engine: %s is %.40q: expected a number from 1", path, text)
	case version > Version:
		return fmt.Errorf("engine: %s: %w: its version is %d, expected %d at most", dir, ErrNewer, version, Version)
	}
	return nil
}

// lockTime is how long a store is waited for that another process has open. A program that a process was about to start
// when it was killed has its files open for a moment longer.
const lockTime = 3 * time.Second

// openFolder locks the store's folder and makes sure that it is of this event. A folder without a store becomes one.
func openFolder(ctx context.Context, dir string, e *event.Event) (f *folder, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, full(fmt.Errorf("engine: %w", err))
	}
	opened := &folder{path: dir}
	f = opened
	ctx, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	opened.lock, err = filelock.Wait(ctx, filepath.Join(dir, "lock"), filelock.Exclusive)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, fmt.Errorf("engine: %s: %w", dir, ErrLocked)
	case err != nil:
		return nil, full(fmt.Errorf("engine: %w", err))
	}
	defer func() {
		if err != nil {
			opened.close()
		}
	}()
	id, err := readIdentity(dir)
	switch {
	case errors.Is(err, ErrNoStore):
		var random [idLength / 2]byte
		_, _ = rand.Read(random[:])
		id = &identity{ID: hex.EncodeToString(random[:]), Created: time.Now().UTC().Truncate(time.Second), First: e}
	case err != nil:
		return nil, err
	default:
		if f.additions, err = sameEvent(id, e); err != nil {
			return nil, fmt.Errorf("engine: %s: %w", dir, err)
		}
	}
	id.Event = e
	f.identity = *id
	return f, f.write()
}

// write keeps the identity. The version comes last: a folder with a version has the rest.
func (f *folder) write() error {
	text, err := json.MarshalIndent(f.identity, "", "  ")
	if err == nil {
		err = replaceFile(filepath.Join(f.path, "event.json"), append(text, '\n'))
	}
	if err == nil {
		err = replaceFile(filepath.Join(f.path, "version"), []byte(strconv.Itoa(Version)+"\n"))
	}
	return full(err)
}

func (f *folder) close() { _ = f.lock.Unlock() }

// replaceFile writes a file so that after a loss of power it is the old one or the new one, for this user only.
func replaceFile(path string, text []byte) error {
	part, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	_, err = part.Write(text)
	if err == nil {
		err = part.Sync()
	}
	if e := part.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		_ = os.Remove(part.Name())
		return fmt.Errorf("engine: %s: %w", path, err)
	}
	return nil
}
