package web

import "time"

// A Phase says where an event stands in its time. The zero value is an event without times.
type Phase struct {
	Name        string    `json:"phase"`            // soon, open, closed, ready, playing, between or over
	Submissions bool      `json:"submissions"`      // they are accepted
	Frozen      bool      `json:"frozen"`           // standings are as they were when they were hidden
	Next        string    `json:"next,omitempty"`   // opens, closes, starts, freeze or ends
	At          time.Time `json:"next_at,omitzero"` // when that is
	Now         string    `json:"-"`                // what the phase is, for people; empty: there is nothing to say
	Then        string    `json:"-"`                // what comes next, up to its time
}

// ClockTimes are the times of an event that may change while it goes on. A zero time is one that it does not have.
type ClockTimes struct{ Opens, Closes, Starts, Freeze, Ends time.Time }

// timed returns the description of an event with the times of a snapshot.
func timed(about *About, snap *Snapshot) *About {
	if snap.Times == nil {
		return about
	}
	now, t := *about, snap.Times
	now.Opens, now.Closes, now.Starts, now.Freeze, now.Ends = t.Opens, t.Closes, t.Starts, t.Freeze, t.Ends
	return &now
}
