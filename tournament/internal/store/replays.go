package store

import (
	"context"
	"database/sql"
	"fmt"

	"blastyard/tournament"
)

// Replay is a file: a replay, or the output of a bot, which is kept as long as the replay.
type Replay struct {
	Hash string `json:"hash"`
	Size int64  `json:"size"` // bytes
}

// Keep selects the replays to keep.
type Keep struct {
	Rule  string // KeepAll, KeepFailures or KeepLast
	Last  int    // number of replays that KeepLast keeps
	Limit int64  // total bytes; 0: no limit
}

// The rules of Keep.
const (
	KeepAll      = "all"
	KeepFailures = "failures" // replays of matches in which a bot failed or was late
	KeepLast     = "last"
)

// AddReplays adds files to the list. at is when they arrived, as Unix time in milliseconds.
func (s *Store) AddReplays(ctx context.Context, at int64, files ...Replay) error {
	return s.replays(ctx, files, "INSERT INTO replay (hash, size, added) VALUES (?1, ?2, ?3) "+
		"ON CONFLICT DO UPDATE SET size = excluded.size", at)
}

// DropReplays removes files from the list.
func (s *Store) DropReplays(ctx context.Context, files ...Replay) error {
	return s.replays(ctx, files, "UPDATE replay SET size = NULL WHERE hash = ?1 AND ?2 >= 0 AND ?3 = 0", 0)
}

func (s *Store) replays(ctx context.Context, files []Replay, text string, at int64) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return wrap(s.change(ctx, func(tx *sql.Tx) error {
		stmt, err := tx.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		defer stmt.Close()
		for _, f := range files {
			if _, err := stmt.ExecContext(ctx, packHash(f.Hash), f.Size, at); err != nil {
				return err
			}
		}
		return nil
	}), "replays")
}

// HasReplay reports whether the file of a replay exists.
func (s *Store) HasReplay(ctx context.Context, hash string) (has bool, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM replay WHERE hash = ? AND size IS NOT NULL)",
		packHash(hash)).Scan(&has)
	return has, wrap(err, "replays")
}

// ReplaysToDrop returns at most limit files that keep does not select. Above the limit of bytes, the oldest files are
// dropped first, and those of matches with a failure last. A file that no result names is kept until it is older than
// before, a Unix time in milliseconds, because its result may still arrive.
func (s *Store) ReplaysToDrop(ctx context.Context, keep Keep, before int64, limit int) (drop []Replay, err error) {
	const present = "SELECT hash, size FROM replay WHERE size IS NOT NULL AND "
	drop, err = s.replayRows(ctx, present+"key IS NULL AND added < ? ORDER BY id LIMIT ?", before, limit)
	if err != nil {
		return nil, err
	}
	var more []Replay
	switch left := limit - len(drop); keep.Rule {
	case KeepAll, "":
	case KeepFailures:
		more, err = s.replayRows(ctx, present+"key IS NOT NULL AND failed = 0 ORDER BY number, id LIMIT ?", left)
	case KeepLast:
		more, err = s.replayRows(ctx, present+"number <= coalesce((SELECT DISTINCT number FROM replay "+
			"WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1 OFFSET ?), 0) ORDER BY number, id LIMIT ?",
			max(keep.Last, 0), left)
	default:
		return nil, fmt.Errorf("store: keep is %q: expected %s, %s or %s", keep.Rule, KeepAll, KeepFailures, KeepLast)
	}
	drop = append(drop, more...)
	if err != nil || keep.Limit <= 0 {
		return drop, err
	}
	return s.dropToLimit(ctx, drop, keep, limit)
}

// dropToLimit adds files to drop until the remaining ones are within the limit of bytes.
func (s *Store) dropToLimit(ctx context.Context, drop []Replay, keep Keep, limit int) ([]Replay, error) {
	counts, err := s.Counts(ctx)
	if err != nil {
		return nil, err
	}
	over := counts.ReplayBytes - keep.Limit
	gone := map[string]bool{}
	for _, r := range drop {
		over -= r.Size
		gone[r.Hash] = true
	}
	if over <= 0 || len(drop) >= limit {
		return drop, nil
	}
	oldest, err := s.replayRows(ctx, "SELECT hash, size FROM replay WHERE size IS NOT NULL AND key IS NOT NULL "+
		"ORDER BY failed, number, id LIMIT ?", limit)
	for _, r := range oldest {
		if over <= 0 || len(drop) >= limit {
			break
		}
		if !gone[r.Hash] {
			drop = append(drop, r)
			over -= r.Size
		}
	}
	return drop, err
}

func (s *Store) replayRows(ctx context.Context, text string, args ...any) (all []Replay, err error) {
	rows, err := s.read.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, wrap(err, "replays")
	}
	defer rows.Close()
	for rows.Next() {
		var r Replay
		var hash any
		if err := rows.Scan(&hash, &r.Size); err != nil {
			return nil, wrap(err, "replays")
		}
		r.Hash = unpackHash(hash)
		all = append(all, r)
	}
	return all, wrap(rows.Err(), "replays")
}

// ReplayMatch returns the match of a replay. If no result names the replay, the error is ErrNoMatch.
func (s *Store) ReplayMatch(ctx context.Context, hash string) (*tournament.Match, error) {
	var key sql.NullInt64
	err := s.read.QueryRowContext(ctx, "SELECT max(key) FROM replay WHERE hash = ? AND log = 0",
		packHash(hash)).Scan(&key)
	if err != nil {
		return nil, wrap(err, "replays")
	}
	if !key.Valid {
		return nil, fmt.Errorf("%w: none has the replay %s", ErrNoMatch, hash)
	}
	matches, err := s.fetch(ctx, []int64{key.Int64})
	if err != nil {
		return nil, wrap(err, "replays")
	}
	if len(matches) == 0 {
		return nil, fmt.Errorf("%w: none has the replay %s", ErrNoMatch, hash)
	}
	return &matches[0], nil
}

// NewestReplay returns the newest match whose replay exists. If there is none, the error is ErrNoMatch.
func (s *Store) NewestReplay(ctx context.Context) (*tournament.Match, error) {
	rows, err := s.replayRows(ctx,
		"SELECT hash, size FROM replay WHERE size IS NOT NULL AND key IS NOT NULL AND log = 0 ORDER BY number DESC "+
			"LIMIT 1")
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: no replay is there", ErrNoMatch)
	}
	return s.ReplayMatch(ctx, rows[0].Hash)
}
