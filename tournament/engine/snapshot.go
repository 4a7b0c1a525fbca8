package engine

import (
	"context"
	"time"

	"blastyard/tournament"
)

// Snapshot is the state of the event at one time. It never changes.
type Snapshot struct {
	At     time.Time
	Seq    uint64 // position in the log: a larger one is newer
	Stages []StageSnapshot
	Final  bool // nothing is left to play
	Why    string

	options tournament.StandingsOptions // of its standings, but for the stage
}

// StageSnapshot is the state of a stage.
type StageSnapshot struct {
	Config     tournament.Config
	Entrants   []string // in the schedule's order
	Standings  *tournament.Standings
	CrossTable *tournament.CrossTable
}

// Standings returns the standings of the newest stage.
func (s *Snapshot) Standings() *tournament.Standings {
	if len(s.Stages) == 0 {
		return nil
	}
	return s.Stages[len(s.Stages)-1].Standings
}

const (
	snapshotEvery = time.Second
	snapshotShare = 10 // after a snapshot, this many times its duration passes without one
)

// Snapshot returns the newest snapshot. It never waits for the play.
func (e *Engine) Snapshot() *Snapshot { return e.snapshot.Load() }

// Standings returns the standings of the newest snapshot. To have current standings, call Refresh first.
func (e *Engine) Standings() *tournament.Standings { return e.Snapshot().Standings() }

// Changed returns a channel that is closed when there is a newer snapshot than the one at the call.
func (e *Engine) Changed() <-chan struct{} {
	e.snapshots.Lock()
	defer e.snapshots.Unlock()
	return e.newSnapshot.wait()
}

// Refresh takes a snapshot of the event now, with the given options, however long it takes.
func (e *Engine) Refresh(o tournament.StandingsOptions) *Snapshot { return e.takeSnapshot(o) }

// keepSnapshots takes a new snapshot after changes: at most one a second, and using at most a tenth of the time. Play
// waits while a snapshot is taken.
func (e *Engine) keepSnapshots(ctx context.Context) {
	for {
		e.mu.Lock()
		now := e.seq
		wait := e.progressed.wait()
		e.mu.Unlock()
		if last := e.snapshot.Load(); last == nil || last.Seq < now {
			began := time.Now()
			if last != nil { // Open makes the first one
				e.keepHistory(ctx, e.takeSnapshot(e.o.Snapshots))
			}
			if sleep(ctx, max(snapshotEvery, snapshotShare*time.Since(began))) != nil {
				return
			}
			continue
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return
		}
	}
}

// keepHistory stores the standings of the first stage in the history.
func (e *Engine) keepHistory(ctx context.Context, s *Snapshot) {
	if len(s.Stages) == 0 {
		return
	}
	if st := s.Stages[0].Standings; st.Matches > 0 {
		if err := e.store.AddHistory(ctx, s.At.UnixMilli(), st); err != nil && ctx.Err() == nil {
			e.o.Log.Warn("the history of the standings is not kept", "error", err)
		}
	}
}

func (e *Engine) takeSnapshot(o tournament.StandingsOptions) *Snapshot {
	s := &Snapshot{options: o}
	var tallies []*tournament.Tally
	e.mu.Lock()
	if last := e.snapshot.Load(); last != nil && last.Seq == e.seq && last.options == o {
		e.mu.Unlock()
		return last // nothing has happened since
	}
	s.At, s.Seq = time.Now(), e.seq
	s.Final, s.Why = e.schedule.Done()
	for stage := range e.schedule.Stage() + 1 {
		s.Stages = append(s.Stages,
			StageSnapshot{Config: e.schedule.Config(stage), Entrants: e.schedule.Entrants(stage)})
		tallies = append(tallies, e.schedule.Tally(stage, !o.NoFingerprint))
	}
	e.mu.Unlock()
	for stage, t := range tallies {
		o.Stage = stage
		s.Stages[stage].Standings, s.Stages[stage].CrossTable = t.Tables(o)
	}
	e.publish(s)
	return s
}

// publish makes s the newest snapshot, unless a newer one exists.
func (e *Engine) publish(s *Snapshot) {
	e.snapshots.Lock()
	defer e.snapshots.Unlock()
	last := e.snapshot.Load()
	if last != nil && last.Seq > s.Seq {
		return
	}
	e.snapshot.Store(s)
	e.newSnapshot.tell()
}
