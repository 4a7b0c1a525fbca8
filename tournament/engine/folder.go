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

// Version is the version of a store's folder. Raise it when an older program could damage what a newer one writes.
const Version = 2 // 2: an event may have a secret, and a clock that decides when it begins or what is hidden

// databaseFile is the database in a store's folder.
const databaseFile = "event.db"

// Errors of Open that callers distinguish.
var (
	ErrLocked     = errors.New("another process has this store open")
	ErrNewer      = errors.New("a newer version of blastyard wrote this store")
	ErrOtherEvent = errors.New("the store is of another event")
	ErrFull       = errors.New("no room is left on the disk")
	ErrNoStore    = errors.New("there is no store of an event")
)

// identity says which event a store has: DIR/event.json.
type identity struct {
	ID      string       `json:"id"` // part of the names of its streams
	Created time.Time    `json:"created"`
	First   *event.Event `json:"first"` // of the first run: the schedule begins with its entrants
	Event   *event.Event `json:"event"` // the event of the newest run
}

// folder is a store's folder, with its lock.
type folder struct {
	path string
	lock *filelock.Lock
	identity
	additions []event.Bot // of a ladder: bots in the event, but not in the first one
}

// ReadEvent returns the event of a store as of its newest run. It needs no lock.
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
	id.Event.InZone()
	return id, nil
}

const idLength = 16

// checkVersion refuses the folder of a newer program. A folder without a version is new.
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

// lockTime is how long Open waits for a store that another process has open. If a process is killed while it starts a
// program, that program keeps its files open for a moment longer.
const lockTime = 3 * time.Second

// orderTime is how long Open waits if the other process may only carry out an order of the organiser, because nothing
// played the event when it was given.
const orderTime = time.Minute

// lockIt locks the folder.
func (f *folder) lockIt(ctx context.Context) (err error) {
	for began := time.Now(); ; {
		limited, cancel := context.WithTimeout(ctx, lockTime)
		f.lock, err = filelock.Wait(limited, filepath.Join(f.path, "lock"), filelock.Exclusive,
			"which plays this event", func(string) {}) // soon it is an error instead
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded):
			return wrapFull(fmt.Errorf("engine: %w", err))
		case !hasRequests(f.path) || time.Since(began) > orderTime:
			return fmt.Errorf("engine: %s: %w", f.path, ErrLocked)
		}
	}
}

// openFolder locks the store's folder and checks that it belongs to this event. It creates a store in a folder without
// one.
func openFolder(ctx context.Context, dir string, e *event.Event) (f *folder, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, wrapFull(fmt.Errorf("engine: %w", err))
	}
	opened := &folder{path: dir}
	f = opened
	if err := opened.lockIt(ctx); err != nil {
		return nil, err
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
		e.KeepNames(id.Event)
		e.KeepWaits(id.First)
		if f.additions, err = sameEvent(id, e); err != nil {
			return nil, fmt.Errorf("engine: %s: %w", dir, err)
		}
	}
	id.Event = e
	f.identity = *id
	return f, f.write()
}

// write saves the identity. It writes the version last, so a folder with a version is complete.
func (f *folder) write() error {
	text, err := json.MarshalIndent(f.identity, "", "  ")
	if err == nil {
		err = replaceFile(filepath.Join(f.path, "event.json"), append(text, '\n'))
	}
	if err == nil {
		err = replaceFile(filepath.Join(f.path, "version"), []byte(strconv.Itoa(Version)+"\n"))
	}
	return wrapFull(err)
}

func (f *folder) close() { _ = f.lock.Unlock() }

// replaceFile writes a file that only this user can read. After a power loss the file is either the old one or the new
// one.
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
