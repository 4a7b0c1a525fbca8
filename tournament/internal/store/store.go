// Package store keeps an event's log in a SQLite file that answers queries: which matches there are, how an entrant
// fared, which replays can be deleted. Everything that comes from the log can be derived again from it at any time.
// There is one writer, which applies the log, and any number of readers, also in other processes.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// Errors that callers distinguish.
var (
	ErrNewer = errors.New("store: it was written by a newer version of this program")
	ErrOlder = errors.New("store: it was written by an older version of this program and must be opened for " +
		"writing once")
	ErrFull    = errors.New("store: no room is left on the disk")
	ErrDamaged = errors.New("store: the file is damaged; it can be made again from the log")
	ErrNoMatch = errors.New("store: no such match")
	ErrNoName  = errors.New("store: no such entrant")
	ErrCursor  = errors.New("store: expected a cursor of an answer, such as 12.3")
)

// readers is the maximum number of parallel queries.
const readers = 4

// Store is the file. Its methods are safe for concurrent use; Apply, Reset and the other methods that write wait for
// each other.
type Store struct {
	path  string
	write *sql.DB // one connection; nil: opened for reading
	read  *sql.DB

	writing  sync.Mutex
	mu       sync.RWMutex // guards the fields below
	position uint64
	names    []string         // by index
	texts    map[string]int64 // short texts that occur often; only the writer uses it
}

// Open opens the file at path for reading and writing. It creates a missing file, and migrates an older one.
func Open(path string) (*Store, error) {
	s := &Store{path: path, texts: map[string]int64{}}
	var err error
	if s.write, err = connect(path, false); err != nil {
		return nil, err
	}
	s.write.SetMaxOpenConns(1)
	if err := migrate(s.write); err != nil {
		_ = s.write.Close()
		return nil, wrap(err, "open "+path)
	}
	return s.begin()
}

// OpenReader opens the file at path for reading only. Another process may be writing to it.
func OpenReader(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	return (&Store{path: path}).begin()
}

// begin opens the connections for reading.
func (s *Store) begin() (*Store, error) {
	read, err := connect(s.path, true)
	if err != nil {
		_ = s.Close()
		return nil, err
	}
	s.read = read
	s.read.SetMaxOpenConns(readers)
	s.read.SetMaxIdleConns(readers)
	if err := s.load(context.Background()); err != nil {
		_ = s.Close()
		return nil, wrap(err, "open "+s.path)
	}
	return s, nil
}

// load reads what the store keeps in memory.
func (s *Store) load(ctx context.Context) error {
	var version int
	if err := s.read.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	switch latest := len(migrations()); {
	case version > latest:
		return fmt.Errorf("%w: version %d, expected %d at most", ErrNewer, version, latest)
	case version < latest:
		return fmt.Errorf("%w: version %d, expected %d", ErrOlder, version, latest)
	}
	position, err := s.meta(ctx, "position")
	if err != nil {
		return err
	}
	names, err := s.loadNames(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.position, s.names = uint64(position), names
	return nil
}

func (s *Store) meta(ctx context.Context, name string) (n int64, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT value FROM meta WHERE name = ?", name).Scan(&n)
	return n, err
}

// Position returns the number of the last applied record of the log; 0: none.
func (s *Store) Position() uint64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.position
}

// Close closes the file.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} { // the writer last, because it clears the write-ahead log
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// Remove removes the file at path and the files that belong to it, so that Open creates a new one. Nobody may have it
// open.
func Remove(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("store: remove: %w", err)
		}
	}
	return nil
}

// connect opens connections to the file. Each has a bounded cache.
func connect(path string, onlyRead bool) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	path = filepath.ToSlash(path)
	if path[0] != '/' { // C:/…
		path = "/" + path
	}
	q := url.Values{"_dqs": {"0"}, "_busy_timeout": {fmt.Sprint((10 * time.Second).Milliseconds())}}
	if onlyRead {
		q.Set("mode", "ro")
		q["_pragma"] = []string{"cache_size(-4096)", "temp_store(MEMORY)"}
	} else {
		q.Set("_txlock", "immediate")
		q.Set("_journal_mode", "WAL")
		q.Set("_synchronous", "NORMAL") // a power loss can only lose what is in the log
		q["_pragma"] = []string{"cache_size(-16384)", "journal_size_limit(67108864)"}
	}
	c, err := sqlite.NewConnector((&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, fmt.Errorf("store: open: %w", err)
	}
	return sql.OpenDB(c), nil
}

// wrap says what failed, and adds the error that callers distinguish.
func wrap(err error, what string) error {
	if err == nil {
		return nil
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		switch e.Code() & 0xff {
		case sqlitelib.SQLITE_FULL:
			return fmt.Errorf("%w: %s: %w", ErrFull, what, err)
		case sqlitelib.SQLITE_CORRUPT, sqlitelib.SQLITE_NOTADB:
			return fmt.Errorf("%w: %s: %w", ErrDamaged, what, err)
		}
	}
	return fmt.Errorf("store: %s: %w", what, err)
}
