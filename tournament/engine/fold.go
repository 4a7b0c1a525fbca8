package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/store"
)

// The engine's state is a fold of the log: each record, in the log's order, goes to the schedule in memory and to the
// store on disk. The store may be a little behind. It saves its position in the log in the same transaction as its
// content.

const (
	foldBatch  = 256  // maximum number of records folded under one lock
	foldMost   = 4000 // approximate maximum number of results folded under one lock
	storeQueue = 2    // batches that wait for the store; if it is slow, the fold waits
)

// fold reads the log from its start and folds it, until ctx ends or something fails.
func (e *Engine) fold(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	entries := make(chan entry, 4)
	batches := make(chan []entry, storeQueue)
	var wg sync.WaitGroup
	var readErr, storeErr error
	wg.Go(func() {
		defer close(entries)
		readErr = readLog(ctx, e.broker.js, e.names, 1, e.o.Log, func(x entry) error {
			select {
			case entries <- x:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	wg.Go(func() {
		if storeErr = e.project(ctx, batches); storeErr != nil {
			cancel()
		}
	})
	e.gather(ctx, entries, batches)
	close(batches)
	wg.Wait()
	return errors.Join(storeErr, readErr)
}

// gather folds entries into the schedule and passes them on in batches, until ctx ends. It passes on none after that:
// the store knows its position in the log by its last entry, so it would never read an entry that was left out.
func (e *Engine) gather(ctx context.Context, entries <-chan entry, batches chan<- []entry) {
	for first := range entries {
		batch, results := append(make([]entry, 0, 16), first), first.results()
	more:
		for len(batch) < foldBatch && results < foldMost {
			select {
			case next, open := <-entries:
				if !open {
					break more
				}
				batch = append(batch, next)
				results += next.results()
			default:
				break more
			}
		}
		e.apply(batch)
		select {
		case batches <- batch:
		case <-ctx.Done():
			return
		}
	}
}

// apply folds records into the schedule.
func (e *Engine) apply(batch []entry) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range batch {
		e.see(&batch[i])
		if batch[i].rec != nil {
			e.applyOne(&batch[i])
		}
		e.seq = batch[i].seq
	}
	e.progressed.tell()
	e.wakeDispatch()
}

// applyOne folds a record. It removes what the schedule refuses from the record before the store gets it.
func (e *Engine) applyOne(x *entry) {
	var changed bool
	var err error
	switch {
	case len(x.rec.Results) > 0:
		changed = e.addResults(x)
	case !x.rec.Secret.IsZero():
		err = e.addSecret(x)
	default:
		changed, err = e.schedule.Apply(x.rec)
		e.entrantNames = nil // there may be a new entrant
	}
	switch {
	case err != nil:
		e.o.Log.Warn("a record of the log does not fit and is ignored", "number", x.seq, "error", err)
		x.rec = nil
	case x.rec.Clock != nil:
		e.clocks.Apply(x.seq, x.rec)
		e.hidden.Store(e.clocks.Hidden())
	case x.rec.Enter != nil:
		e.versions[x.rec.Enter.Name] = *x.rec.Enter
	case x.rec.Order != nil && !changed:
		x.rec = nil // the same order again
	case x.rec.Order != nil:
		e.obey(x.seq, x.rec)
	}
	if changed {
		e.changed++
	}
	if x.job != "" {
		e.finished(x.job)
	}
}

// addResults adds the results of a job. The first result of a fixture counts. It removes later results, which come from
// jobs that were played twice, and results that belong to no fixture.
func (e *Engine) addResults(x *entry) (changed bool) {
	results := x.rec.Results
	kept := *x.rec
	kept.Results = make([]tournament.Result, 0, len(results))
	x.fixtures = make([]tournament.Fixture, 0, len(results))
	took := time.Duration(0)
	for i := range results {
		r := &results[i]
		added, err := e.schedule.Add(r)
		if err != nil {
			// Such as results beyond a limit that was lowered since, or results that a worker has invented.
			e.o.Log.Warn("a result of the log does not fit and is ignored", "number", x.seq, "match", r.ID.String(),
				"error", err)
		}
		if !added {
			continue
		}
		f, _ := e.schedule.Fixture(r.ID)
		kept.Results, x.fixtures = append(kept.Results, *r), append(x.fixtures, f)
		took += e.account(r)
		delete(e.queue.stuck, r.ID)
	}
	x.rec = &kept
	if n := len(kept.Results); n > 0 {
		if e.opened.Load() { // what is read again was played before
			e.rate.add(time.Now(), n)
		}
		mean := took / time.Duration(n)
		if e.meanTook == 0 {
			e.meanTook = mean
		}
		e.meanTook += (mean - e.meanTook) / 4
	}
	return len(kept.Results) > 0
}

// project writes batches to the store.
func (e *Engine) project(ctx context.Context, batches <-chan []entry) error {
	from := e.store.Position()
	for batch := range batches {
		var logged []store.Logged
		last, results := uint64(0), 0
		// What has arrived meanwhile goes into the same transaction.
		for more := true; more; {
			for i := range batch {
				if x := &batch[i]; x.seq > from {
					logged = append(logged, x.logged())
					results += x.results()
					if e.freezes(x) { // the copy has nothing that comes later
						if err := e.applyToStore(ctx, logged); err != nil {
							return err
						}
						logged = logged[:0]
						e.copyFrozen(ctx)
					}
				}
				last = batch[i].seq
			}
			more = false
			if len(logged) < foldBatch && results < foldMost {
				select {
				case batch, more = <-batches:
				default:
				}
			}
		}
		if len(logged) > 0 {
			if err := e.applyToStore(ctx, logged); err != nil {
				return err
			}
		}
		e.mu.Lock()
		e.stored = last
		e.progressed.tell()
		e.mu.Unlock()
	}
	return nil
}

func (x *entry) results() int {
	if x.rec == nil {
		return 0
	}
	return len(x.rec.Results)
}

func (x *entry) logged() store.Logged {
	l := store.Logged{Seq: x.seq, Fixtures: x.fixtures}
	if x.rec != nil { // otherwise the record only moves the position
		l.Record = *x.rec
	}
	return l
}

// applyToStore writes records to the store. It waits while the disk is full; the log has all records, so nothing is
// lost.
func (e *Engine) applyToStore(ctx context.Context, logged []store.Logged) error {
	for {
		// Not ctx: closing the engine must not interrupt a batch.
		err := e.nameEntrants(context.WithoutCancel(ctx))
		if err == nil {
			err = e.store.Apply(context.WithoutCancel(ctx), logged)
		}
		e.storeFull.Store(errors.Is(err, store.ErrFull))
		if !errors.Is(err, store.ErrFull) {
			if err != nil {
				return fmt.Errorf("engine: %w", err)
			}
			return nil
		}
		e.o.Log.Error("the store waits for room on the disk", "error", err)
		if sleep(ctx, spaceEvery) != nil {
			return wrapFull(fmt.Errorf("engine: %w", err))
		}
	}
}

// nameEntrants writes the names of the entrants to the store.
func (e *Engine) nameEntrants(ctx context.Context) error {
	e.mu.Lock()
	names := e.entrants()
	e.mu.Unlock()
	return e.store.SetEntrants(ctx, names)
}

// waitFor waits until the schedule and the store have a record of the log.
func (e *Engine) waitFor(ctx context.Context, seq uint64) error {
	return e.waitUntil(ctx, func() bool { return e.seq >= seq && e.stored >= seq })
}

// waitUntil waits until the fold has reached a state.
func (e *Engine) waitUntil(ctx context.Context, reached func() bool) error {
	for {
		e.mu.Lock()
		is, wait := reached(), e.progressed.wait()
		e.mu.Unlock()
		if is {
			return nil
		}
		select {
		case <-wait:
		case <-e.folded:
			return e.foldErr
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// change notifies any number of goroutines of a change. Its owner guards it with a lock.
type change struct{ c chan struct{} }

// wait returns a channel that the next tell closes.
func (s *change) wait() <-chan struct{} {
	if s.c == nil {
		s.c = make(chan struct{})
	}
	return s.c
}

func (s *change) tell() {
	if s.c != nil {
		close(s.c)
		s.c = nil
	}
}
