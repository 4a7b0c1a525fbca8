// Package filelock locks files against other processes of this machine. A lock ends with its process, however that
// ends.
package filelock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"blastyard/internal/waiting"
)

// ErrLocked is the error of Try where somebody else has the lock.
var ErrLocked = errors.New("locked by another process")

// Kind is whether several may have a lock at the same time.
type Kind bool

// The kinds.
const (
	Exclusive Kind = false
	Shared    Kind = true
)

// Lock is a lock that was taken.
type Lock struct{ file *os.File }

// Try takes a lock on a file, which is made where it is not there. It does not wait: ErrLocked.
func Try(path string, kind Kind) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("filelock: %w", err)
	}
	if err := lock(f, kind); err != nil {
		f.Close()
		return nil, fmt.Errorf("filelock: %s: %w", path, err)
	}
	return &Lock{f}, nil
}

// TryFile takes a lock on a file that is open already; closing the file ends it. It does not wait: ErrLocked.
func TryFile(f *os.File, kind Kind) error {
	if err := lock(f, kind); err != nil {
		return fmt.Errorf("filelock: %s: %w", f.Name(), err)
	}
	return nil
}

// pause is how long Wait waits between two looks.
const pause = 20 * time.Millisecond

// Wait takes a lock on a file as soon as it is free. If that takes longer than a moment, note gets a line that says
// so, in which what says what the other process does, such as "which builds a bot".
func Wait(ctx context.Context, path string, kind Kind, what string, note func(line string)) (*Lock, error) {
	var look *time.Ticker
	for {
		l, err := Try(path, kind)
		if !errors.Is(err, ErrLocked) {
			return l, err
		}
		if look == nil {
			look = time.NewTicker(pause)
			defer look.Stop()
			defer waiting.Tell(waiting.Lock(what, path), note)()
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Unlock gives the lock back. The file stays: to remove it would let two processes lock two files of one name.
func (l *Lock) Unlock() error { return l.file.Close() }
