package store

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
)

// SetEntrants sets the names of the entrants, by the index that results use. The names are not part of the log: the
// caller sets them when it opens the store and when an entrant joins.
func (s *Store) SetEntrants(ctx context.Context, names []string) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	if slices.Equal(names, s.entrants()) {
		return nil
	}
	err := s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM entrant")
		for i, name := range names {
			if err != nil {
				return err
			}
			_, err = tx.ExecContext(ctx, "INSERT INTO entrant VALUES (?, ?)", i, name)
		}
		return err
	})
	if err != nil {
		return wrap(err, "entrants")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = slices.Clone(names)
	return nil
}

// entrants returns the names by index. The caller must not change them.
func (s *Store) entrants() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.names
}

func (s *Store) loadNames(ctx context.Context) (names []string, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT name FROM entrant ORDER BY who")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// nameOf returns an entrant's name, or its number if the name was not set.
func nameOf(names []string, who int64) string {
	if who >= 0 && who < int64(len(names)) {
		return names[who]
	}
	return "#" + strconv.FormatInt(who, 10)
}

// find returns the index of the entrant with this name as a list of one, or an empty list.
func (s *Store) find(name string) []int64 {
	if i := slices.Index(s.entrants(), name); i >= 0 {
		return []int64{int64(i)}
	}
	return nil
}

// containing returns the entrants whose names contain a text, ignoring case.
func (s *Store) containing(text string) (who []int64) {
	text = strings.ToLower(text)
	for i, name := range s.entrants() {
		if strings.Contains(strings.ToLower(name), text) {
			who = append(who, int64(i))
		}
	}
	return who
}
