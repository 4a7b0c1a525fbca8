package event

import (
	"time"

	"blastyard/tournament"
)

// Times are the times of an event that its clock goes by. A zero time is one that the event does not have.
type Times struct {
	Opens  time.Time `json:"opens,omitzero"`  // submissions are accepted from then on; zero: from the first start on
	Closes time.Time `json:"closes,omitzero"` // and refused from then on; zero: never
	Freeze time.Time `json:"freeze,omitzero"` // standings are hidden from spectators from then on

	// Stages are the times of the first stage and of its finals.
	Stages []StageTimes `json:"stages"`
}

// StageTimes are the times of a stage. Where Starts is zero, a stage begins when its entrants are known. A stage that
// goes on at Ends is closed then.
type StageTimes struct {
	Starts time.Time `json:"starts,omitzero"`
	Ends   time.Time `json:"ends,omitzero"`
}

// Times returns the times of an event, with those filled in that follow from others: a ladder starts when it opens; any
// other format starts when submissions close, or closes them when it starts.
func (e *Event) Times() Times {
	t := Times{Opens: e.Opens, Closes: e.Closes, Freeze: e.Freeze, Stages: []StageTimes{{e.Starts, e.Ends}}}
	t.Stages = append(t.Stages, e.Finals...)
	first := &t.Stages[0]
	switch {
	case e.Schedule.Format == tournament.Ladder && first.Starts.IsZero():
		first.Starts = t.Opens
	case e.Schedule.Format == tournament.Ladder:
	case first.Starts.IsZero():
		first.Starts = t.Closes
	case t.Closes.IsZero():
		t.Closes = first.Starts
	}
	return t
}

// Stage returns the times of a stage, from 0.
func (t *Times) Stage(stage int) StageTimes {
	if stage < len(t.Stages) {
		return t.Stages[stage]
	}
	return StageTimes{}
}

// waits sets which stages wait for the clock: the first one where its field or its start is still to come, and each
// final with a start of its own.
func (e *Event) waits() {
	isLadder := e.Schedule.Format == tournament.Ladder
	e.Schedule.Waits = !e.Opens.IsZero() || !e.Starts.IsZero() || !isLadder && !e.Closes.IsZero()
	timed := false
	for c, i := e.Schedule.Final, 0; c != nil; c, i = c.Final, i+1 {
		c.Waits = !e.Finals[i].Starts.IsZero()
		timed = timed || e.Finals[i] != StageTimes{}
	}
	if !timed {
		e.Finals = nil
	}
}

// KeepWaits lets the stages wait that waited when the event was played first: those that never did have begun.
func (e *Event) KeepWaits(first *Event) {
	for now, was := &e.Schedule, &first.Schedule; now != nil && was != nil; now, was = now.Final, was.Final {
		now.Waits = was.Waits
	}
}

// Passed reports whether a time has come, and was one at all.
func Passed(now, t time.Time) bool { return !t.IsZero() && !now.Before(t) }

// Due returns the records that the clock makes now, in their order, and when it may make the next ones; zero: no time
// is left to wait for. unsettled says how many submissions that came in time are still looked at: the field waits for
// them, and for the log to say that submissions are closed. why says why a stage does not begin whose time has come;
// nil: none is late. A caller that has logged the records calls it again: what follows from them may be due as well.
func (t *Times) Due(now time.Time, log *tournament.Clocks, s *tournament.Schedule, unsettled int) (
	due []tournament.Clock, next time.Time, why error) {
	wait := func(at time.Time) {
		if !at.IsZero() && now.Before(at) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	once := func(what tournament.Moment, at time.Time) {
		if wait(at); Passed(now, at) && log.Due[what] < at.UnixMilli() {
			due = append(due, tournament.Clock{What: what, Due: at.UnixMilli()})
		}
	}
	once(tournament.ClockOpens, t.Opens)
	once(tournament.ClockCloses, t.Closes)
	closed := t.Closes.IsZero() || Passed(now, t.Closes) && log.Due[tournament.ClockCloses] >= t.Closes.UnixMilli()
	if s.Gathers() && closed && unsettled == 0 {
		field := s.Candidates()
		if why = s.CheckField(field); why == nil {
			due = append(due, tournament.Clock{What: tournament.ClockField, Due: milli(t.Closes), Field: field})
		}
	}
	for i := range s.Stages() {
		at := t.Stage(i).Starts
		if wait(at); s.CanBegin(i) && (at.IsZero() || Passed(now, at)) {
			due = append(due, tournament.Clock{What: tournament.ClockStarts, Due: milli(at), Stage: i})
		}
		wait(t.Stage(i).Ends)
	}
	once(tournament.ClockFreeze, t.Freeze)
	return due, next, why
}

// milli returns a time as in the log; 0: it is none.
func milli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
