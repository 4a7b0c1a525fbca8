package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"blastyard/internal/english"
	"blastyard/tournament"
	"blastyard/tournament/internal/access"
	"blastyard/tournament/internal/store"
)

// The log is the truth, and the database follows it. But a result that the database has was once in the log, so a log
// without it was damaged, or is an older one: its event must not be played again in silence. A database that is older
// than the log, or missing, is brought up to date without a word.

// A LostError says that the log has lost records.
type LostError struct {
	Dir     string    // of the store
	Records int       // how many records are missing, as far as that is known
	Has     int       // results in the log
	Had     int       // results in the database
	Since   time.Time // when the last record before the first missing one was made; zero: it is missing from the start
}

func (e *LostError) Error() string {
	since := "from its start"
	if !e.Since.IsZero() {
		since = "after " + e.Since.Format("2006-01-02 15:04:05 MST")
	}
	line := fmt.Sprintf("engine: the log in %s has lost records, the first of them %s: it has %s", e.Dir, since,
		english.Count(e.Has, "result"))
	if e.Had > e.Has {
		line += fmt.Sprintf(", the database %d, so %d are missing", e.Had, e.Had-e.Has)
	}
	return line + "; nothing was changed. Restore a backup (docs/backup.md), or go on with --accept: what only the " +
		"database has is put back into the log, and what neither has is played again"
}

// seqs are positions of the log, from the first to the last.
type seqs struct {
	First uint64 `json:"first"`
	Last  uint64 `json:"last"`
}

// accepted is what the organiser has accepted as lost.
type accepted struct {
	Lost []seqs `json:"lost"`
	Back string `json:"back,omitempty"` // name of the database whose results are put back; "": they are
}

const acceptedFile = "accepted.json"

func (f *folder) accepted() (a accepted, err error) {
	text, err := os.ReadFile(filepath.Join(f.path, acceptedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if err != nil {
		return a, fmt.Errorf("engine: %s: %w", acceptedFile, err)
	}
	return a, nil
}

func (f *folder) accept(a accepted) error {
	text, err := json.Marshal(a)
	if err == nil {
		err = access.WriteFile(filepath.Join(f.path, acceptedFile), text)
	}
	if err != nil {
		return fmt.Errorf("engine: %s: %w", acceptedFile, err)
	}
	return nil
}

// has reports whether a range was accepted.
func (a *accepted) has(s seqs) bool {
	for _, o := range a.Lost {
		if o.First <= s.First && s.Last <= o.Last {
			return true
		}
	}
	return false
}

// reading is what was seen of the log while it was read.
type reading struct {
	lost    []seqs
	results int       // in the log, up to the position of the database, with those that did not count
	before  time.Time // when the last record before the first lost one was made
	last    time.Time // when the last record was made

	// Records that cannot be read: they are damaged, or a worker has sent them.
	garbled []seqs
	unread  time.Time // when the last record before the first of them was made
}

// mostGarbled bounds how many unreadable records are remembered.
const mostGarbled = 10_000

// see notes an entry of the log. The caller holds e.mu.
func (e *Engine) see(x *entry) {
	r := &e.reading
	if x.seq > e.seq+1 {
		r.lose(seqs{e.seq + 1, x.seq - 1})
	}
	if x.rec == nil && len(r.garbled) < mostGarbled {
		if len(r.garbled) == 0 {
			r.unread = r.last
		}
		r.garbled = append(r.garbled, seqs{x.seq, x.seq})
	}
	if x.rec != nil && x.rec.At != 0 {
		r.last = time.UnixMilli(x.rec.At)
	}
	if x.seq <= e.had.position {
		r.results += x.results()
	}
}

func (r *reading) lose(s seqs) {
	if len(r.lost) == 0 {
		r.before = r.last
	}
	r.lost = append(r.lost, s)
}

// had is what the database had before the log was read.
type had struct {
	position uint64
	results  int
}

func hadOf(ctx context.Context, s *store.Store) (had, error) {
	c, err := s.Counts(ctx)
	if err != nil {
		return had{}, fmt.Errorf("engine: %w", err)
	}
	return had{s.Position(), int(c.Matches + c.Voids)}, nil
}

// probePause is how long the log may give nothing before it is asked whether its next record can be read.
const probePause = time.Second

// readAll waits until the schedule and the database have the log up to a position, as far as it can be read.
func (e *Engine) readAll(ctx context.Context, logged uint64) error {
	for {
		e.mu.Lock()
		before := e.seq
		e.mu.Unlock()
		waiting, cancel := context.WithTimeout(ctx, probePause)
		err := e.waitFor(waiting, logged)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
		e.mu.Lock()
		now := e.seq
		e.mu.Unlock()
		if now > before || now >= logged {
			continue
		}
		readable, err := e.anyReadable(ctx, now+1, logged)
		switch {
		case err != nil:
			return err
		case !readable:
			e.mu.Lock()
			e.reading.lose(seqs{now + 1, logged})
			e.seq = logged
			e.mu.Unlock()
			return e.waitUntil(ctx, func() bool { return e.stored >= now })
		}
	}
}

// anyReadable reports whether a record of the log can be read, between two positions.
func (e *Engine) anyReadable(ctx context.Context, first, last uint64) (is bool, err error) {
	stream, err := e.broker.js.Stream(ctx, e.names.log())
	if err != nil {
		return false, ignoreTransient(err)
	}
	for seq := first; seq <= last; seq++ {
		if _, err := stream.GetMsg(ctx, seq); err == nil || isTransient(err) {
			return true, nil
		}
	}
	return false, ctx.Err()
}

// checkLog returns a LostError if records of the log are missing.
func (e *Engine) checkLog(logged uint64) error {
	a, err := e.folder.accepted()
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	r := &e.reading
	if e.had.position > logged {
		r.lose(seqs{logged + 1, e.had.position})
	}
	lost := &LostError{Dir: e.folder.path, Has: r.results, Had: e.had.results, Since: r.before}
	for _, s := range r.lost {
		if !a.has(s) {
			lost.Records += int(s.Last - s.First + 1)
		}
	}
	if lost.Records == 0 && e.had.results <= r.results {
		return nil
	}
	if len(r.lost) == 0 {
		lost.Since = r.unread
	}
	return lost
}

// acceptLoss puts the database aside, so that it is made again from the log, and notes what is lost.
func (f *folder) acceptLoss(lost []seqs) error {
	a, err := f.accepted()
	if err != nil {
		return err
	}
	path := filepath.Join(f.path, databaseFile)
	if a.Back == "" { // otherwise what was put aside before is still to be put back
		a.Back = fmt.Sprintf("event.before-%d.db", time.Now().Unix())
		if err := os.Rename(path, filepath.Join(f.path, a.Back)); err != nil {
			return fmt.Errorf("engine: %w", err)
		}
	}
	if err := store.Remove(path); err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	a.Lost = append(a.Lost, lost...)
	return f.accept(a)
}

// putBack adds to the log what only the database has that was put aside.
func (e *Engine) putBack(ctx context.Context, logged uint64) error {
	a, err := e.folder.accepted()
	if err != nil || a.Back == "" {
		return err
	}
	old, err := store.OpenReader(filepath.Join(e.folder.path, a.Back))
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	defer old.Close()
	b := &back{Engine: e, from: old, lost: &a, voids: map[voidKey]*tournament.Order{}}
	if logged == 0 {
		secret, err := old.Secret(ctx)
		if err == nil && !secret.IsZero() {
			first := &tournament.Record{At: time.Now().UnixMilli(), Secret: secret}
			err = publishFirst(ctx, e.broker.js, e.names, first)
		}
		if err != nil {
			return fmt.Errorf("engine: %w", err)
		}
	}
	if err := b.all(ctx); err != nil {
		return fmt.Errorf("engine: put back what the log has lost: %w", err)
	}
	if logged, err = e.logged(ctx); err != nil {
		return err
	}
	if err := e.waitFor(ctx, logged); err != nil { // or matches would be played whose results are on their way
		return err
	}
	e.o.Log.Warn("the log has lost records: what the database had of them was put back", "results", b.results,
		"other records", b.others, "database", a.Back)
	a.Back = ""
	return e.folder.accept(a)
}
