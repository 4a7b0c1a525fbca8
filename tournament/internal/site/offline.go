package site

import (
	"time"

	"blastyard/game/match"
	"blastyard/tournament"
	"blastyard/tournament/engine"
	"blastyard/tournament/event"
	"blastyard/tournament/internal/store"
)

// OfOffline returns the source of an event whose store no engine has open. The source does not change; calling Close is
// allowed but not needed.
func OfOffline(o *engine.Offline) *Source {
	p := &offline{Offline: o, at: time.Now()}
	p.snapshot = p.take()
	s := of(p, o.Event, nil)
	s.Close()
	return s
}

// offline is a store that was read without its lock. It implements play.
type offline struct {
	*engine.Offline
	at       time.Time
	snapshot *engine.Snapshot
}

// take takes the snapshot with the final standings.
func (p *offline) take() *engine.Snapshot {
	s := &engine.Snapshot{At: p.at}
	s.Final, s.Why = p.Schedule.Done()
	for stage := range p.Schedule.Stage() + 1 {
		standings, cross := p.Schedule.Tally(stage, true).Tables(tournament.StandingsOptions{Stage: stage})
		s.Stages = append(s.Stages, engine.StageSnapshot{Config: p.Schedule.Config(stage),
			Entrants: p.Schedule.Entrants(stage), Standings: standings, CrossTable: cross})
	}
	return s
}

// Snapshot implements play.
func (p *offline) Snapshot() *engine.Snapshot { return p.snapshot }

// Changed implements play: nothing ever changes.
func (p *offline) Changed() <-chan struct{} { return nil }

// Progress implements play.
func (p *offline) Progress() event.Progress {
	var x event.Progress
	x.Counted, x.Played, x.Planned = p.Schedule.Count()
	x.Done, x.Why = p.Schedule.Done()
	return x
}

// State implements play.
func (p *offline) State(f func(*tournament.Schedule)) { f(p.Schedule) }

// Store implements play.
func (p *offline) Store() *store.Store { return p.Offline.Store }

// Secret implements play.
func (p *offline) Secret() match.Secret { return p.Offline.Secret }
