package event

import (
	"time"

	"blastyard/tournament"
)

// Phase says where an event stands in its time.
type Phase struct {
	Name   PhaseName         `json:"phase"`
	Submit bool              `json:"submissions"`      // they are accepted
	Frozen bool              `json:"frozen"`           // standings are hidden from spectators
	Next   tournament.Moment `json:"next,omitempty"`   // what comes next; "": nothing with a time
	Stage  int               `json:"stage,omitempty"`  // that starts or ends then
	At     time.Time         `json:"next_at,omitzero"` // when, in the event's zone
}

// PhaseName is the name of a phase.
type PhaseName string

// The phases. Those of a ladder overlap: it plays while it is open, which is Playing.
const (
	Soon    PhaseName = "soon"    // submissions are not accepted yet, and nothing is played
	Open    PhaseName = "open"    // submissions are accepted, and nothing is played
	Closed  PhaseName = "closed"  // the last submissions are looked at: who takes part is not known yet
	Ready   PhaseName = "ready"   // the entrants are known, and nothing is played yet
	Playing PhaseName = "playing" // a stage is played
	Between PhaseName = "between" // a stage is over, and the next one waits for its start
	Over    PhaseName = "over"    // nothing is left to play
)

// NextEnds is the end of a stage, as what comes next.
const NextEnds tournament.Moment = "ends"

// Phase returns the phase of the event now.
func (t *Times) Phase(now time.Time, log *tournament.Clocks, s *tournament.Schedule, isLadder bool) Phase {
	p := Phase{Frozen: log.Hidden()}
	done, _ := s.Done()
	opened := t.Opens.IsZero() || Passed(now, t.Opens)
	closed := Passed(now, t.Closes)
	taking := s.Gathers() || isLadder && s.Stage() <= 0 && !s.Over(0)
	p.Submit = opened && !closed && taking
	switch {
	case done:
		p.Name = Over
		return p
	case s.Begun(0) && s.Over(s.Stage()):
		p.Name = Between
	case s.Begun(0):
		p.Name = Playing
	case !opened:
		p.Name = Soon
	case !closed && taking:
		p.Name = Open
	case s.Gathers():
		p.Name = Closed
	default:
		p.Name = Ready
	}
	t.next(&p, now, s, taking)
	return p
}

// Now says where the event stands, for people; "": it is played, or over.
func (p *Phase) Now() string {
	switch p.Name {
	case Soon:
		return "submissions are not open yet"
	case Open:
		return "submissions are open"
	case Closed:
		return "submissions are closed: the last ones are looked at, then the entrants are known"
	case Ready:
		return "the entrants are known"
	case Between:
		return "a stage is over, and the next one has not begun"
	case Playing, Over:
	}
	return ""
}

// Then says what comes next, for people, up to its time; "": nothing with a time.
func (p *Phase) Then() string {
	switch p.Next {
	case tournament.ClockOpens:
		return "submissions open at"
	case tournament.ClockCloses:
		return "submissions close at"
	case tournament.ClockStarts:
		if p.Stage > 0 {
			return "the final begins at"
		}
		return "the first match begins at"
	case tournament.ClockFreeze:
		return "standings are hidden from"
	case NextEnds:
		return "it ends at the latest at"
	case tournament.ClockField, tournament.ClockReveal:
	}
	return ""
}

// Line says both in a line, with the time in its own zone; "": there is nothing to say.
func (p *Phase) Line() string {
	then := p.Then()
	if then != "" {
		then += " " + p.At.Format("2006-01-02 15:04 MST")
	}
	if now := p.Now(); now != "" && then != "" {
		return now + "; " + then
	} else if now != "" {
		return now
	}
	return then
}

// next sets what comes next.
func (t *Times) next(p *Phase, now time.Time, s *tournament.Schedule, taking bool) {
	come := func(what tournament.Moment, stage int, at time.Time) {
		if !at.IsZero() && now.Before(at) && (p.At.IsZero() || at.Before(p.At)) {
			p.Next, p.Stage, p.At = what, stage, at
		}
	}
	if taking {
		come(tournament.ClockOpens, 0, t.Opens)
		come(tournament.ClockCloses, 0, t.Closes)
	}
	for i := range s.Stages() {
		if !s.Begun(i) {
			come(tournament.ClockStarts, i, t.Stage(i).Starts)
		}
		if !s.Over(i) {
			come(NextEnds, i, t.Stage(i).Ends)
		}
	}
	if !p.Frozen {
		come(tournament.ClockFreeze, 0, t.Freeze)
	}
}
