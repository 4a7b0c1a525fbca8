package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/cells"
)

// csvFiles are the files that WriteCSV can write, by name, with their columns and the source of their rows.
var csvFiles = map[string]struct {
	columns string
	rows    func(s *Store, ctx context.Context, put func(cells ...any) error) error
}{
	"matches": {"match try round map seed void player entrant version rank score reason late host silent " +
		"crashed refused turns used_ms took_ms voids marked state replay worker ended words", (*Store).matchRows},
	"entrants": {"entrant version number entered by matches wins draws losses failed score late host silent " +
		"crashed refused turns used_ms took_ms",
		(*Store).entrantRows},
	"pairs":   {"entrant other met wins draws losses", (*Store).pairRows},
	"changes": {"position at kind entrant version number by match try stage why", (*Store).changeRows},
	"history": {"entrant at matches rank points strength low high", (*Store).historyRows},
	"replays": {"replay bytes match try", (*Store).replayFileRows},
}

// CSVFiles returns the names that WriteCSV accepts, in alphabetical order.
func CSVFiles() []string { return slices.Sorted(maps.Keys(csvFiles)) }

// WriteCSV writes all rows of a file, after a line with the names of the columns. Times are in RFC 3339, in UTC.
func (s *Store) WriteCSV(ctx context.Context, w io.Writer, name string) error {
	file, known := csvFiles[name]
	if !known {
		return fmt.Errorf("store: CSV of %q: expected one of %s", name, strings.Join(CSVFiles(), ", "))
	}
	columns := strings.Fields(file.columns)
	sheet := cells.NewSheet(w, columns...)
	if err := sheet.Flush(); err != nil {
		return wrap(err, "CSV")
	}
	err := file.rows(s, ctx, func(values ...any) error {
		if len(values) != len(columns) {
			panic(fmt.Sprintf("store: CSV of %s: a row of %d cells: expected %d", name, len(values), len(columns)))
		}
		sheet.Row(values...)
		return sheet.Err()
	})
	return wrap(errors.Join(err, sheet.Flush()), "CSV")
}

// csvTime is the cell of a Unix time in milliseconds; 0: not known.
func csvTime(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

func (s *Store) matchRows(ctx context.Context, put func(cells ...any) error) error {
	for q := (tournament.Query{All: true, Limit: maxLimit}); ; {
		page, next, err := s.Matches(ctx, q)
		if err != nil {
			return err
		}
		for i := range page {
			m := &page[i]
			for p, name := range m.Names {
				err := put(m.ID, m.Try, m.Round, m.Map, m.Seed, m.Void, p, name, at(m.Versions, p), m.Ranks[p],
					m.Scores[p], at(m.Reasons, p), at(m.Late, p), at(m.Host, p), at(m.Silent, p),
					at(m.Crashed, p), at(m.Refused, p), m.Turns, at(m.Used, p), m.Took, m.Voids,
					m.Marked, m.State, m.Replay, m.Worker, csvTime(m.Ended),
					at(m.Words, p))
				if err != nil {
					return err
				}
			}
		}
		if q.After = next; next == "" {
			return nil
		}
	}
}

// everybody returns the names of all entrants, in alphabetical order.
func (s *Store) everybody() []string {
	return slices.Sorted(slices.Values(s.entrants()))
}

func (s *Store) entrantRows(ctx context.Context, put func(cells ...any) error) error {
	for _, name := range s.everybody() {
		e, err := s.Entrant(ctx, name)
		if err != nil {
			return err
		}
		for _, v := range e.Versions {
			a := &v.All
			err := put(name, v.Version, v.Number, csvTime(v.At), v.By, a.Matches, a.Wins, a.Draws, a.Losses, a.Failed,
				a.Score, a.Late, a.Host, a.Silent, a.Crashed, a.Refused, a.Turns, a.UsedMS, a.TookMS)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) pairRows(ctx context.Context, put func(cells ...any) error) error {
	for _, name := range s.everybody() {
		e, err := s.Entrant(ctx, name)
		if err != nil {
			return err
		}
		for _, o := range e.Opponents {
			if err := put(name, o.Name, o.Met, o.Wins, o.Draws, o.Losses); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) changeRows(ctx context.Context, put func(cells ...any) error) error {
	for after := uint64(0); ; {
		page, err := s.Changes(ctx, "", after, maxLimit)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, c := range page {
			id := ""
			if c.ID != nil {
				id = c.ID.String()
			}
			if err := put(c.Seq, csvTime(c.At), c.Kind, c.Name, c.Version, c.Number, c.By, id, c.Try, c.Stage,
				c.Why); err != nil {
				return err
			}
		}
		after = page[len(page)-1].Seq
	}
}

func (s *Store) historyRows(ctx context.Context, put func(cells ...any) error) error {
	for _, name := range s.everybody() {
		all, err := s.History(ctx, name)
		if err != nil {
			return err
		}
		for _, m := range all {
			if err := put(name, csvTime(m.At), m.Matches, m.Rank, m.Points, m.Strength, m.Low, m.High); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Store) replayFileRows(ctx context.Context, put func(cells ...any) error) error {
	rows, err := s.read.QueryContext(ctx,
		"SELECT hash, size, key FROM replay WHERE size IS NOT NULL AND log = 0 ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var hash any
		var size int64
		var key *int64
		if err := rows.Scan(&hash, &size, &key); err != nil {
			return err
		}
		match, try := "", 0
		if key != nil {
			var id tournament.ID
			id, try = idOf(*key)
			match = id.String()
		}
		if err := put(unpackHash(hash), size, match, try); err != nil {
			return err
		}
	}
	return rows.Err()
}
