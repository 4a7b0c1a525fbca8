package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"

	"blastyard/tournament"
)

// Logged is a record of the log with its number.
type Logged struct {
	Seq    uint64
	Record tournament.Record

	// Fixtures are those of Record.Results, in the same order, with their rounds, maps and seeds. None: not known.
	Fixtures []tournament.Fixture
}

// Apply brings the store up to date: in one transaction it applies the records after Position, in their order, and
// stores the new position. As in a schedule, the first result of a try counts, and a result of the next try counts
// after the previous one was voided. The store does not know which fixtures exist, so the caller must leave out results
// that its schedule refused.
func (s *Store) Apply(ctx context.Context, batch []Logged) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	position := s.Position()
	err := s.change(ctx, func(tx *sql.Tx) error {
		a, err := newApplier(ctx, s, tx)
		if err != nil {
			return err
		}
		for i := range batch {
			l := &batch[i]
			if l.Seq <= position {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if l.Seq > math.MaxInt64 {
				return fmt.Errorf("position is %d: expected %d at most", l.Seq, int64(math.MaxInt64))
			}
			if err := a.record(l); err != nil {
				return fmt.Errorf("record %d: %w", l.Seq, err)
			}
			position = l.Seq
		}
		return a.finish(position)
	})
	if err != nil {
		return wrap(err, "apply")
	}
	s.mu.Lock()
	s.position = position
	s.mu.Unlock()
	return nil
}

// change runs f in a transaction. The caller holds s.writing.
func (s *Store) change(ctx context.Context, f func(tx *sql.Tx) error) error {
	if s.write == nil {
		return fmt.Errorf("%s is opened for reading", s.path)
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err = f(tx); err == nil {
		err = tx.Commit()
	}
	if err != nil {
		_ = tx.Rollback()
		clear(s.texts) // the rollback may have removed some of them
	}
	return err
}

// applier applies records in one transaction. It adds up the sums in memory and writes them at the end.
type applier struct {
	ctx  context.Context
	s    *Store
	tx   *sql.Tx
	sums sums

	addText, addMatch, addBlock, addFailure, addReplay, addPrinted, isVoid, addChange *sql.Stmt

	block     int64             // the last added block; -1: none
	seatStmts map[int]*sql.Stmt // by the number of seats that they add
	number    int64             // of the newest match
}

func newApplier(ctx context.Context, s *Store, tx *sql.Tx) (*applier, error) {
	ctx = context.WithoutCancel(ctx) // otherwise each statement would start a goroutine that waits for the end of ctx
	a := &applier{ctx: ctx, s: s, tx: tx, sums: newSums(), block: -1, seatStmts: map[int]*sql.Stmt{}}
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&a.addText, "INSERT INTO text (text) VALUES (?1) ON CONFLICT DO UPDATE SET text = text RETURNING id"},
		{&a.addMatch, "INSERT INTO match VALUES (?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&a.addBlock, "INSERT INTO block VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"},
		{&a.addFailure, "INSERT INTO failure VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"},
		{&a.addReplay, "INSERT INTO replay (hash, log, key, failed, number) VALUES (?1, ?2, ?3, ?4, ?5) " +
			"ON CONFLICT DO UPDATE SET log = excluded.log, key = excluded.key, " +
			"failed = max(failed, excluded.failed), number = excluded.number RETURNING id"},
		{&a.addPrinted, "INSERT INTO printed VALUES (?, ?, ?)"},
		{&a.isVoid, "SELECT void FROM match WHERE key = ?"},
		{&a.addChange, "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"},
	} {
		stmt, err := tx.PrepareContext(ctx, p.text)
		if err != nil {
			return nil, err
		}
		*p.stmt = stmt
	}
	err := tx.QueryRowContext(ctx, "SELECT coalesce(max(number), 0) FROM replay").Scan(&a.number)
	return a, err
}

func (a *applier) record(l *Logged) error {
	r := &l.Record
	for i := range r.Results {
		var f *tournament.Fixture
		if i < len(l.Fixtures) {
			f = &l.Fixtures[i]
		}
		if err := a.result(&r.Results[i], f); err != nil {
			return err
		}
	}
	note := func(kind, name string, key int64, e tournament.Entry, why string) error {
		_, err := a.addChange.ExecContext(a.ctx, int64(l.Seq), r.At, kind, name, key, e.Version, e.Number, e.By, why)
		return err
	}
	switch {
	case !r.Secret.IsZero():
		return a.secret(r.Secret)
	case r.Enter != nil:
		return note("enter", r.Enter.Name, 0, *r.Enter, "")
	case r.Leave != nil:
		return note("leave", r.Leave.Name, 0, tournament.Entry{}, r.Leave.Why)
	case r.Order != nil:
		return a.order(l, note)
	case r.Close != nil:
		return note("close", "", int64(r.Close.Stage), tournament.Entry{}, r.Close.Why)
	case r.Clock != nil:
		text, err := json.Marshal(r.Clock)
		if err != nil {
			return err
		}
		return note("clock", "", 0, tournament.Entry{}, string(text))
	case r.Void != nil:
		key, err := keyOf(r.Void.ID, r.Void.Try)
		if err != nil {
			return err
		}
		if done, err := a.void(key); err != nil || !done {
			return err
		}
		return note("void", "", key, tournament.Entry{}, r.Void.Why)
	}
	return nil
}

// finish writes the sums and the position.
func (a *applier) finish(position uint64) error {
	if err := a.sums.write(a.ctx, a.tx); err != nil {
		return err
	}
	_, err := a.tx.ExecContext(a.ctx, "UPDATE meta SET value = ? WHERE name = 'position'", int64(position))
	return err
}

// maxWords is the maximum length in bytes of stored last words. maxTexts is the maximum number of cached short texts.
const (
	maxWords = 4096
	maxTexts = 4096
)

func shorten(words string) string {
	if len(words) <= maxWords {
		return words
	}
	return words[:maxWords]
}

// text returns the number of a text, which it stores if it is new; "" has the number 0.
func (a *applier) text(text string) (id int64, err error) {
	if text == "" {
		return 0, nil
	}
	if id, known := a.s.texts[text]; known {
		return id, nil
	}
	if err := a.addText.QueryRowContext(a.ctx, text).Scan(&id); err != nil {
		return 0, err
	}
	if len(text) <= 128 && len(a.s.texts) < maxTexts {
		a.s.texts[text] = id
	}
	return id, nil
}
