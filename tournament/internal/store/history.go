package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"blastyard/tournament"
)

// maxMoments is the maximum number of stored points in time. When there are more, some are deleted, so that the others
// spread over the whole event.
const maxMoments = 400

// AddHistory stores the standings of all entrants at a point in time.
func (s *Store) AddHistory(ctx context.Context, at int64, st *tournament.Standings) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	return wrap(s.change(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "INSERT INTO moment (at, matches) VALUES (?, ?)", at, st.Matches)
		if err != nil {
			return err
		}
		id, err := res.LastInsertId()
		if err != nil {
			return err
		}
		for i := range st.Entrants {
			e := &st.Entrants[i]
			_, err := tx.ExecContext(ctx, "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?)",
				e.Name, id, e.Rank, e.Points, e.Strength, e.Low, e.High)
			if err != nil {
				return err
			}
		}
		return thin(ctx, tx)
	}), "history")
}

// thin deletes points in time when there are too many. Of those before the last one it keeps every second, or every
// fourth, and so on, counted from the start of the event.
func thin(ctx context.Context, tx *sql.Tx) error {
	var n, last int64
	err := tx.QueryRowContext(ctx, "SELECT count(*), max(id) FROM moment").Scan(&n, &last)
	if err != nil || n <= maxMoments {
		return err
	}
	step := int64(1)
	for last/step > maxMoments/2 {
		step *= 2
	}
	for _, text := range []string{
		"DELETE FROM history WHERE moment < ?1 AND (moment - 1) % ?2 <> 0",
		"DELETE FROM moment WHERE id < ?1 AND (id - 1) % ?2 <> 0",
	} {
		if _, err := tx.ExecContext(ctx, text, last, step); err != nil {
			return err
		}
	}
	return nil
}

// History returns the standings of an entrant over time, the oldest first.
func (s *Store) History(ctx context.Context, name string) (all []tournament.PastStanding, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT m.at, m.matches, h.rank, h.points, h.strength, h.low, h.high "+
		"FROM history h JOIN moment m ON m.id = h.moment WHERE h.name = ? ORDER BY h.moment", name)
	if err != nil {
		return nil, wrap(err, "history")
	}
	defer rows.Close()
	for rows.Next() {
		var m tournament.PastStanding
		if err := rows.Scan(&m.At, &m.Matches, &m.Rank, &m.Points, &m.Strength, &m.Low, &m.High); err != nil {
			return nil, wrap(err, "history")
		}
		all = append(all, m)
	}
	return all, wrap(rows.Err(), "history")
}

// RanksBefore returns the ranks of some entrants of the first stage at an earlier time, and that time: the last one
// before freeze, if there is a later one, too, else the last one that is so much older than the newest, else the first
// one. Times before the first so many matches are left out, because ranks mean nothing then. It returns no ranks if
// none are left.
func (s *Store) RanksBefore(ctx context.Context, names []string, matches int, older time.Duration, freeze time.Time) (
	at time.Time, ranks map[string]int, err error) {
	var id, ms int64
	err = s.read.QueryRowContext(ctx, "SELECT id, at FROM moment, "+
		"(SELECT max(at) AS newest, min(at) AS first FROM moment WHERE matches >= ?3) "+
		"WHERE matches >= ?3 AND at <= "+
		"CASE WHEN ?1 >= first AND ?1 < newest THEN ?1 ELSE max(newest - ?2, first) END "+
		"ORDER BY id DESC LIMIT 1", freeze.UnixMilli(), older.Milliseconds(), matches).Scan(&id, &ms)
	if errors.Is(err, sql.ErrNoRows) {
		return at, nil, nil
	}
	if err != nil {
		return at, nil, wrap(err, "history")
	}
	ranks = map[string]int{}
	for _, name := range names {
		var rank int
		err := s.read.QueryRowContext(ctx, "SELECT rank FROM history WHERE name = ? AND moment = ?", name,
			id).Scan(&rank)
		if errors.Is(err, sql.ErrNoRows) {
			continue // it came later
		}
		if err != nil {
			return at, nil, wrap(err, "history")
		}
		ranks[name] = rank
	}
	return time.UnixMilli(ms), ranks, nil
}
