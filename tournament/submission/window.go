package submission

import (
	"errors"
	"fmt"
	"time"
)

// Window says when an event accepts submissions.
type Window struct {
	Now    time.Time // the time of the event
	Opens  time.Time // zero: it is open from the start
	Closes time.Time // zero: never
	Starts time.Time // when what is accepted now plays; zero: at once

	// Begun accepts an upload that was begun before Closes, however long it takes. Otherwise it has to end before.
	Begun bool
}

// ErrSoon is wrapped by the error of a submission that comes before the event opens.
var ErrSoon = errors.New("submissions are not open yet")

// window returns when submissions are accepted.
func (in *Inbox) window() Window {
	if in.o.Window != nil {
		return in.o.Window()
	}
	return Window{Now: in.o.Now(), Closes: in.o.Closes}
}

// inTime returns nil if a window accepts what comes now, or the reason why not.
func (w *Window) inTime() error {
	switch {
	case !w.Closes.IsZero() && !w.Now.Before(w.Closes):
		return fmt.Errorf("%w since %s", ErrClosed, clock(w.Closes))
	case !w.Opens.IsZero() && w.Now.Before(w.Opens):
		return fmt.Errorf("%w: they are from %s on", ErrSoon, clock(w.Opens))
	}
	return nil
}

// zone is the zone of the times on the pages: that of the event.
func (in *Inbox) zone() *time.Location {
	w := in.window()
	for _, t := range []time.Time{w.Closes, w.Opens, w.Starts} {
		if !t.IsZero() {
			return t.Location()
		}
	}
	return w.Now.Location()
}

// clock writes a time as pages show it: in its own zone.
func clock(t time.Time) string { return t.Format("2006-01-02 15:04 MST") }

// Open returns nil if submissions are accepted, or the reason why not.
func (in *Inbox) Open() error {
	w := in.window()
	if err := w.inTime(); err != nil {
		return err
	}
	return in.can
}

// OpenTo returns nil if submissions of a team are accepted, or the reason why not.
func (in *Inbox) OpenTo(team string) error {
	if err := in.Open(); err != nil {
		return err
	}
	if in.o.Refuses != nil {
		if why := in.o.Refuses(team); why != "" {
			return fmt.Errorf("%w: %s", ErrClosed, why)
		}
	}
	return nil
}

// Unsettled returns how many submissions are under way: uploads, and those that wait or are looked at.
func (in *Inbox) Unsettled() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	n := len(in.uploading)
	for _, r := range in.reports {
		if !r.State.Final() {
			n++
		}
	}
	return n
}

// late returns the reason why a submission that was accepted may not play any more; nil: it may.
func (in *Inbox) late(r *Report) error {
	w := in.window()
	came := r.Received
	if w.Begun && !r.Began.IsZero() {
		came = r.Began
	}
	if w.Closes.IsZero() || !came.After(w.Closes) {
		return nil
	}
	return w.inTime()
}

// plays says from when on a version plays that is accepted now.
func (in *Inbox) plays(number int) string {
	if w := in.window(); w.Now.Before(w.Starts) {
		return fmt.Sprintf("version %d plays when the event starts, at %s", number, clock(w.Starts))
	}
	return fmt.Sprintf("version %d plays from the next match on", number)
}
