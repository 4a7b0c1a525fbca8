package event

import (
	"fmt"
	"time"

	"blastyard/tournament"
)

// readTimes reads the times of the event.
func (r *reader) readTimes() {
	e := r.event
	r.time("opens", &e.Opens)
	r.time("closes", &e.Closes)
	r.time("starts", &e.Starts)
	r.time("freeze", &e.Freeze)
	r.time("ends", &e.Ends)
	r.time("public", &e.Public)
}

// readFinalTimes reads the times of a [final].
func (r *reader) readFinalTimes(s *section) {
	var t StageTimes
	s.time("starts", &t.Starts)
	s.time("ends", &t.Ends)
	r.event.Finals = append(r.event.Finals, t)
}

// checkTimes checks the order of the times, and sets which stages wait for them.
func (r *reader) checkTimes() {
	e := r.event
	isLadder := e.Schedule.Format == tournament.Ladder
	times := e.Times()
	for _, p := range []struct {
		key   string
		time  time.Time
		than  string
		later time.Time
		equal bool // the same time is right, too
		is    bool
	}{
		{"opens", e.Opens, "closes", e.Closes, false, true},
		{"opens", e.Opens, "starts", e.Starts, isLadder, true},
		{"closes", e.Closes, "starts", e.Starts, true, !isLadder},
		{"closes", e.Closes, "ends", e.Ends, true, true},
		{"opens", e.Opens, "ends", e.Ends, false, true},
		{"starts", e.Starts, "ends", e.Ends, false, true},
		{"opens", e.Opens, "freeze", e.Freeze, false, true},
		{"starts", times.Stage(0).Starts, "freeze", e.Freeze, true, true},
		{"freeze", e.Freeze, "ends", e.Ends, false, e.Schedule.Final == nil}, // else it would hide nothing
	} {
		both := p.is && !p.time.IsZero() && !p.later.IsZero()
		if both && (p.time.After(p.later) || p.time.Equal(p.later) && !p.equal) {
			key := p.key
			if !r.has(key) { // it follows from another one
				key = p.than
			}
			r.wrong(key, "a time before %s, %s", p.than, written(p.later))
		}
	}
	if !isLadder && !e.Opens.IsZero() && e.Closes.IsZero() && e.Starts.IsZero() {
		r.failed("opens", fmt.Errorf("nothing says until when teams can submit: a %s takes its entrants at closes, "+
			"expected a time there", e.Schedule.Format))
	}
	r.checkFinalTimes()
	e.waits()
	e.findZone()
}

// checkFinalTimes checks that each final comes after what is before it.
func (r *reader) checkFinalTimes() {
	times := r.event.Times()
	s := r.section
	for i := range r.event.Finals {
		s = s.sub("final")
		before, t := times.Stage(i), times.Stage(i+1)
		for _, than := range []time.Time{before.Starts, before.Ends} {
			switch {
			case than.IsZero():
			case !t.Starts.IsZero() && t.Starts.Before(than):
				s.wrong("starts", "a time after those of the stage before, %s", written(than))
			case !t.Ends.IsZero() && !t.Ends.After(than):
				s.wrong("ends", "a time after those of the stage before, %s", written(than))
			}
		}
		if !t.Ends.IsZero() && !t.Starts.IsZero() && !t.Starts.Before(t.Ends) {
			s.wrong("starts", "a time before ends, %s", written(t.Ends))
		}
	}
}
