package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
)

// While standings are hidden from spectators, they see the event as it was at one position of the log: a copy of the
// database, which nothing that happens later can change. It is made when the log says so, and made again from the log
// where it is missing.

// frozenFile is the copy of the database in a store's folder.
const frozenFile = "frozen.db"

// Hidden reports whether standings are hidden from spectators. It never waits.
func (e *Engine) Hidden() bool { return e.hidden.Load() }

// freezes reports whether this record has frozen the standings.
func (e *Engine) freezes(x *entry) bool {
	if x.rec == nil || x.rec.Clock == nil || x.rec.Clock.What != tournament.ClockFreeze {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.clocks.Frozen == x.seq
}

// copyFrozen copies the database, which has just got the record that has frozen the standings.
func (e *Engine) copyFrozen(ctx context.Context) {
	path := filepath.Join(e.folder.path, frozenFile)
	err := store.Remove(path + ".part")
	if err == nil {
		err = e.store.Backup(context.WithoutCancel(ctx), path+".part")
	}
	if err == nil {
		err = os.Rename(path+".part", path)
	}
	if err != nil {
		e.o.Log.Warn("the standings that spectators see are not kept, and are made again from the log", "error", err)
	}
}

// Frozen returns the event as spectators see it while standings are hidden. The caller must close it.
func (e *Engine) Frozen(ctx context.Context) (*Offline, error) {
	e.mu.Lock()
	at := e.clocks.Frozen
	e.mu.Unlock()
	if at == 0 {
		return nil, errors.New("engine: nothing is hidden")
	}
	if err := e.waitFor(ctx, at); err != nil {
		return nil, err
	}
	path := filepath.Join(e.folder.path, frozenFile)
	if !isAt(path, at) {
		if err := e.makeFrozen(ctx, path, at); err != nil {
			return nil, wrapFull(fmt.Errorf("engine: the standings that spectators see: %w", err))
		}
	}
	return readStore(ctx, &identity{First: e.folder.First, Event: &e.event}, e.folder.path, frozenFile)
}

// isAt reports whether there is a database at a path, with all records up to this position and no more.
func isAt(path string, at uint64) bool {
	if _, err := os.Stat(path); err != nil {
		return false
	}
	s, err := store.Open(path) // it may be of an older version
	if err != nil {
		return false
	}
	is := s.Position() == at
	return s.Close() == nil && is
}

var errEnough = errors.New("the position is reached")

// makeFrozen makes the copy from the log, up to a position. It has no ratings over time: these are not in the log.
func (e *Engine) makeFrozen(ctx context.Context, path string, at uint64) (err error) {
	part := path + ".part"
	if err := errors.Join(store.Remove(part), store.Remove(path)); err != nil {
		return err
	}
	s, err := store.Open(part)
	if err != nil {
		return err
	}
	schedule, err := tournament.New(e.event.Schedule)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	var batch []store.Logged
	flush := func() error {
		err := s.SetEntrants(ctx, schedule.Entrants(0))
		if err == nil {
			err = s.Apply(ctx, batch)
		}
		batch = batch[:0]
		return err
	}
	err = readLog(ctx, e.broker.js, e.names, 1, e.o.Log, func(x entry) error {
		batch = append(batch, fitted(schedule, &x))
		if len(batch) >= foldBatch || x.seq >= at {
			if err := flush(); err != nil {
				return err
			}
		}
		if x.seq >= at {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	} else if err == nil {
		err = ctx.Err()
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return err
	}
	return os.Rename(part, path)
}

// fitted folds a record of the log into a schedule, and returns what the store gets of it.
func fitted(s *tournament.Schedule, x *entry) store.Logged {
	l := store.Logged{Seq: x.seq}
	switch {
	case x.rec == nil:
	case len(x.rec.Results) == 0:
		if _, err := s.Apply(x.rec); err == nil {
			l.Record = *x.rec
		}
	default:
		l.Record = *x.rec
		l.Record.Results = nil
		for i := range x.rec.Results {
			r := &x.rec.Results[i]
			if added, err := s.Add(r); err == nil && added {
				f, _ := s.Fixture(r.ID)
				l.Record.Results, l.Fixtures = append(l.Record.Results, *r), append(l.Fixtures, f)
			}
		}
	}
	return l
}

// ReadPublic reads what spectators may see of a store: as Read, or as it was when its standings were hidden.
func ReadPublic(ctx context.Context, dir string) (*Offline, error) {
	o, err := Read(ctx, dir)
	if err != nil || !o.Clocks.Hidden() {
		return o, err
	}
	at := o.Clocks.Frozen
	if err := o.Close(); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	id, err := readIdentity(dir)
	if err != nil {
		return nil, err
	}
	o, err = readStore(ctx, id, dir, frozenFile)
	if err == nil && o.Store.Position() == at {
		return o, nil
	}
	if err == nil {
		err = o.Close()
	}
	return nil, errors.Join(fmt.Errorf("engine: %s: the standings are hidden, and those of before are missing: "+
		"'tournament serve' makes them again, or reveal them", dir), err)
}

// readStore reads a database of a store's folder.
func readStore(ctx context.Context, id *identity, dir, file string) (*Offline, error) {
	o := &Offline{Dir: dir, Event: id.Event}
	config := id.Event.Schedule
	config.Entrants = id.First.Schedule.Entrants // later entrants are in the log
	var err error
	if o.Schedule, err = tournament.New(config); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if o.Store, err = store.OpenReader(filepath.Join(dir, file)); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if err := o.fold(ctx); err != nil {
		return nil, fmt.Errorf("engine: %s: %w", dir, errors.Join(err, o.Close()))
	}
	return o, nil
}

// Phase returns where the event stands in its time, when the clock shows now.
func (o *Offline) Phase(now time.Time) event.Phase {
	if latest := time.UnixMilli(o.Clocks.Latest); latest.After(now) {
		now = latest
	}
	times := o.Event.Times()
	return times.Phase(now, &o.Clocks, o.Schedule, o.Event.Schedule.Format == tournament.Ladder)
}
