package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"blastyard/game/match"
)

// secret stores the secret of the event, which is the first record of a log.
func (a *applier) secret(s match.Secret) error {
	_, err := a.tx.ExecContext(a.ctx, "INSERT INTO secret VALUES (?)", s[:])
	return err
}

// Secret returns the secret of the event; zero: it has none. Nobody may see it before the event is over.
func (s *Store) Secret(ctx context.Context) (secret match.Secret, err error) {
	var raw []byte
	err = s.read.QueryRowContext(ctx, "SELECT secret FROM secret").Scan(&raw)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return secret, nil
	case err != nil:
		return secret, wrap(err, "secret")
	case len(raw) != len(secret):
		return secret, fmt.Errorf("store: the secret has %d bytes, expected %d", len(raw), len(secret))
	}
	return match.Secret(raw), nil
}
