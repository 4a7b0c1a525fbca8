package store

import (
	"context"
	"encoding/json"

	"blastyard/tournament"
)

// Change is a record of the log other than a result.
type Change struct {
	Seq     uint64         `json:"seq"`
	At      int64          `json:"at"`             // Unix time in milliseconds
	Kind    string         `json:"kind"`           // enter, leave, void, close, clock, or a tournament.Action
	Name    string         `json:"name,omitempty"` // the entrant that enters or leaves
	Version string         `json:"version,omitempty"`
	Number  int            `json:"number,omitempty"` // of the version
	By      string         `json:"by,omitempty"`
	ID      *tournament.ID `json:"id,omitempty"` // the void match
	Try     int            `json:"try,omitempty"`
	Stage   int            `json:"stage,omitempty"` // the closed stage; of an order: see tournament.Order
	Round   int            `json:"round,omitempty"` // of an order
	Until   int64          `json:"until,omitempty"` // when submissions close, Unix time in milliseconds
	Why     string         `json:"why,omitempty"`

	Clock *tournament.Clock `json:"clock,omitempty"` // a moment of the clock
}

// Changes returns the entries, leaves, voids, closes and moments of the clock after a position of the log, in its
// order, at most limit of them. With a name it returns only those of one entrant.
func (s *Store) Changes(ctx context.Context, name string, after uint64, limit int) (all []Change, err error) {
	if name != "" {
		return s.changes(ctx, "seq > ? AND name <> '' AND name = ? ORDER BY seq LIMIT ?", int64(after), name, limit)
	}
	return s.changes(ctx, "seq > ? ORDER BY seq LIMIT ?", int64(after), limit)
}

// News returns the newest moments of the clock and versions that teams submitted, the newest first, at most limit.
func (s *Store) News(ctx context.Context, limit int) ([]Change, error) {
	return s.changes(ctx, "kind = 'clock' OR kind = 'enter' AND by <> '' ORDER BY seq DESC LIMIT ?", limit)
}

// changes returns the changes that a condition selects.
func (s *Store) changes(ctx context.Context, where string, args ...any) (all []Change, err error) {
	rows, err := s.read.QueryContext(ctx,
		"SELECT seq, at, kind, name, key, version, number, by, why FROM change WHERE "+where, args...)
	if err != nil {
		return nil, wrap(err, "changes")
	}
	defer rows.Close()
	for rows.Next() {
		var c Change
		var key int64
		var why string
		if err := rows.Scan(&c.Seq, &c.At, &c.Kind, &c.Name, &key, &c.Version, &c.Number, &c.By, &why); err != nil {
			return nil, wrap(err, "changes")
		}
		c.Why = why
		switch c.Kind {
		case "void":
			id, try := idOf(key)
			c.ID, c.Try = &id, try
		case "close":
			c.Stage = int(key)
		case "clock":
			c.Clock, c.Why = new(tournament.Clock), ""
			if err := json.Unmarshal([]byte(why), c.Clock); err != nil {
				return nil, wrap(err, "changes")
			}
		case "enter", "leave":
		case string(tournament.Extend):
			c.Until = key
		default:
			c.Stage, c.Round = int(key>>32), int(int32(key))
		}
		all = append(all, c)
	}
	return all, wrap(rows.Err(), "changes")
}

// Counts has the numbers of what a store contains.
type Counts struct {
	Matches     int64 `json:"matches"` // without void results
	Voids       int64 `json:"voids"`   // void results
	Marked      int64 `json:"marked"`
	Failed      int64 `json:"failed"`       // matches in which a bot failed or was late
	Replays     int64 `json:"replays"`      // files
	ReplayBytes int64 `json:"replay_bytes"` // of these files, and of the output of bots
}

// Counts counts everything at one moment.
func (s *Store) Counts(ctx context.Context) (c Counts, err error) {
	err = s.read.QueryRowContext(ctx, `
		SELECT (SELECT value FROM meta WHERE name = 'matches'), (SELECT value FROM meta WHERE name = 'voids'),
		(SELECT value FROM meta WHERE name = 'marked'), (SELECT value FROM meta WHERE name = 'failed'),
		coalesce(sum(log = 0), 0), coalesce(sum(size), 0) FROM replay WHERE size IS NOT NULL`).
		Scan(&c.Matches, &c.Voids, &c.Marked, &c.Failed, &c.Replays, &c.ReplayBytes)
	return c, wrap(err, "counts")
}
