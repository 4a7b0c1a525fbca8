package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"blastyard/tournament"
	"blastyard/tournament/internal/worker"
)

// Run plays until nothing is left to play, or ctx ends. Running matches then have the grace period to end. Run returns
// unfinished jobs to the queue; the next Run continues. Only one Run may be active.
func (e *Engine) Run(ctx context.Context) error {
	if !e.running.CompareAndSwap(false, true) {
		return errors.New("engine: the event is being played already")
	}
	defer e.running.Store(false)
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	hellos, err := e.answerHellos()
	if err != nil {
		return fmt.Errorf("engine: %w", err)
	}
	defer func() { _ = hellos.Unsubscribe() }()
	var wg sync.WaitGroup
	begin := func(f func(ctx context.Context) error) {
		wg.Go(func() {
			if err := f(inner); err != nil && inner.Err() == nil {
				cancel(err)
			}
		})
	}
	if slots := e.matchesAtATime(); slots > 0 {
		p, err := e.localPuller(slots)
		if err != nil {
			return err
		}
		if e.o.Player == nil {
			defer closePlayer(p.player)
		}
		begin(p.run)
	}
	begin(e.dispatch)
	begin(e.watchSpace)
	begin(e.followClock)
	begin(e.watchBroker)
	if err = e.untilDone(inner); err == nil {
		err = e.untilStored(inner) // while disk and broker are still watched
	}
	cancel(err)
	wg.Wait()
	e.takeBack()
	if err != nil && ctx.Err() == nil {
		err = context.Cause(inner)
	}
	if err != nil && !errors.As(err, new(*UnplayableError)) {
		return err // the next start gets what the store has not written from the log
	}
	stored := e.untilStored(ctx) // the last matches, too
	e.keepHistory(ctx, e.takeSnapshot(tournament.StandingsOptions{}))
	return cmp.Or(stored, err)
}

// untilStored waits until the store has what the schedule has.
func (e *Engine) untilStored(ctx context.Context) error {
	e.mu.Lock()
	last := e.seq
	e.mu.Unlock()
	return e.waitFor(ctx, last)
}

// untilDone waits until nothing is left to play.
func (e *Engine) untilDone(ctx context.Context) error {
	for {
		e.mu.Lock()
		done, _ := e.schedule.Done()
		wait := e.progressed.wait()
		e.mu.Unlock()
		if done {
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

// localPuller returns the puller that plays in this process.
func (e *Engine) localPuller(slots int) (*puller, error) {
	p := &puller{conn: e.broker.conn, js: e.broker.js, names: e.names, player: e.o.Player, name: "here", slots: slots,
		local: true, ackWait: e.o.AckWait, grace: e.o.Grace, log: e.o.Log}
	if p.player != nil {
		return p, nil
	}
	w, err := worker.New(worker.Options{Event: &e.event, Archives: e.archives, Replays: e.replays, Local: true,
		Name: p.name, Dir: e.folder.path, Sinks: e.o.Sinks, Turns: e.turns, Log: e.o.Log})
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	p.player = w
	return p, nil
}

// takeBack forgets the queued jobs; the next Run makes them again. It still accepts late results.
func (e *Engine) takeBack() {
	e.mu.Lock()
	defer e.mu.Unlock()
	var ids []tournament.ID
	forget := func(h *queuedJob) {
		for i := range h.job.Fixtures {
			ids = append(ids, h.job.Fixtures[i].ID)
		}
	}
	for _, h := range e.queue.all() {
		forget(h)
	}
	clear(e.pending)
	e.queue.forget()
	e.schedule.Return(ids...)
}

// Free space on the disk.
const (
	spaceEvery = time.Second
	leastSpace = 32 << 20 // default of Options.LeastSpace
)

// watchSpace pauses the jobs while the disk is nearly full, because the broker's store could fail where it cannot
// recover. Play continues when there is room again.
func (e *Engine) watchSpace(ctx context.Context) error {
	if e.broker.embedded == nil {
		return nil
	}
	for {
		free, err := freeSpace(e.folder.path)
		if err == nil {
			e.setPaused(free)
		}
		if err := sleep(ctx, spaceEvery); err != nil {
			return err
		}
	}
}

func (e *Engine) setPaused(free int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	was := e.paused
	e.paused = ""
	if free < e.o.LeastSpace || e.storeFull.Load() {
		e.paused = fmt.Sprintf("the disk of %s is nearly full: %d MB are free, expected %d: make room, and "+
			"play goes on", e.folder.path, free>>20, max(e.o.LeastSpace, leastSpace)>>20)
	}
	switch {
	case was == "" && e.paused != "":
		e.o.Log.Error(e.paused)
	case was != "" && e.paused == "":
		e.o.Log.Info("there is room on the disk again: play goes on")
		e.wakeDispatch()
	}
}

// watchBroker ends the run when the broker in this process cannot write its store any more, for example because the
// disk is full. The broker does not recover by itself.
func (e *Engine) watchBroker(ctx context.Context) error {
	for e.broker.embedded != nil {
		why := e.broker.lines.write.Load()
		if why == nil && !e.broker.embedded.JetStreamEnabled() {
			why = new("it has closed its store")
		}
		if why != nil {
			return e.brokerFailed(*why)
		}
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) brokerFailed(why string) error {
	if free, err := freeSpace(e.folder.path); err == nil && free < max(e.o.LeastSpace, leastSpace) {
		return fmt.Errorf("engine: %s: %w: what was played is kept; make room and start again: it goes on where it was",
			e.folder.path, ErrFull)
	}
	return fmt.Errorf("engine: the broker has failed: %s", why)
}
