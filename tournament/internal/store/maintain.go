package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// fromLog are the tables that Apply writes, except meta.
var fromLog = []string{"text", "entrant", "block", "seat", "match", "failure", "tally", "pair", "failures", "change",
	"printed", "secret"}

// Reset empties the store, so that the log can be applied again from its start. It keeps what is not in the log: the
// list of replay files, and the ratings over time.
func (s *Store) Reset(ctx context.Context) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	err := s.change(ctx, func(tx *sql.Tx) error {
		clear(s.texts)
		texts := []string{"UPDATE meta SET value = 0", "DELETE FROM replay WHERE size IS NULL",
			"UPDATE replay SET log = 0, key = NULL, failed = 0, number = NULL"}
		for _, name := range fromLog {
			texts = append(texts, "DELETE FROM "+name)
		}
		for _, text := range texts {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return wrap(err, "reset")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.position, s.names = 0, nil
	return nil
}

// Backup writes a copy of the store to path, where no file may exist. The store can be used meanwhile; the copy has the
// content of one moment.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("store: backup: %s: %w", path, fs.ErrExist)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store: backup: %w", err)
	}
	if _, err := s.read.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		_ = os.Remove(path) // remove a partial copy
		return wrap(err, "backup")
	}
	return nil
}
