// Package waiting says what a program waits for. Nothing waits in silence: each state in which something is waited
// for has one line, in a terminal and on a page, with what is waited for, since when, and what to do. The states are
// listed in states.go.
package waiting

import (
	"strings"
	"time"
)

// State is something that is waited for.
type State struct {
	For   string    // what is waited for, such as "the game to start"
	Since time.Time // since when; zero: the line says nothing of it
	Do    string    // what to do, or what happens otherwise; "": nothing
}

// Line describes the state in one line, in which other texts stand as they are.
func (s State) Line() string {
	var b strings.Builder
	b.WriteString("waiting for " + s.For)
	if !s.Since.IsZero() {
		b.WriteString(", since " + s.Since.Format(time.TimeOnly))
	}
	if s.Do != "" {
		b.WriteString(": " + s.Do)
	}
	return b.String()
}

// Moment is how long something may take without a line: most of what is waited for comes at once.
const Moment = time.Second

// Tell calls note with the line of a state if it lasts longer than a moment. The caller calls over when nothing is
// waited for any more; then note is not called later.
func Tell(s State, note func(line string)) (over func()) {
	if s.Since.IsZero() {
		s.Since = time.Now()
	}
	said := make(chan struct{})
	timer := time.AfterFunc(Moment, func() {
		defer close(said)
		note(s.Line())
	})
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}
