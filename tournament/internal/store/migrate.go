package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// files are the migrations: each leads from one version of the file to the next. A file that was released never
// changes: what comes later is a new one.
//
//go:embed migrations/*.sql
var files embed.FS

// migrations returns the texts of the files; the first is number 1.
func migrations() []string {
	entries, err := fs.ReadDir(files, "migrations") // sorted by name
	if err != nil {
		panic(err) // the files are embedded in the program
	}
	texts := make([]string, len(entries))
	for i, e := range entries {
		if want := fmt.Sprintf("%04d.sql", i+1); e.Name() != want {
			panic("store: migration " + e.Name() + ": expected " + want)
		}
		text, err := files.ReadFile("migrations/" + e.Name())
		if err != nil {
			panic(err)
		}
		texts[i] = string(text)
	}
	return texts
}

// migrate updates the file to the newest version, each step in its own transaction.
func migrate(db *sql.DB) error {
	ctx := context.Background()
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	steps := migrations()
	if version > len(steps) {
		return fmt.Errorf("%w: version %d, expected %d at most", ErrNewer, version, len(steps))
	}
	for ; version < len(steps); version++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, steps[version]+fmt.Sprintf("\nPRAGMA user_version = %d;", version+1))
		if err != nil {
			_ = tx.Rollback()
			return fmt.Errorf("migration %d: %w", version+1, err)
		}
		if err := tx.Commit(); err != nil {
			return fmt.Errorf("migration %d: %w", version+1, err)
		}
	}
	return nil
}
