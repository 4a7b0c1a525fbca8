package arena

import (
	"fmt"
	"time"

	"blastyard/match"
)

// failure is how a player has left a match before its end.
type failure struct {
	reason match.Reason
	turn   int    // the first that is played without it
	what   string // how its program ended, or what the server says
	last   string // the error that it printed last; "": none is known
}

// exitTime is how long the end of a program that has left is waited for, to say how it ended.
// It is long, because a crash must not be told as something else on a busy machine.
const exitTime = 10 * time.Second

// find finds out how the program of who has left ended: what ended the connection is mostly that.
func (f *failure) find(p process) {
	if f.reason != match.Disconnected {
		return
	}
	select {
	case <-p.Done():
	case <-time.After(exitTime):
	}
	exit, ended := p.Exit()
	if !ended || exit.Stopped {
		return
	}
	f.what, f.last = exit.String(), lastError(p.Tail(errorLines))
	if !exit.Clean() {
		f.reason = match.Crashed
	}
}

// note is what there is to say beside the reason.
func (f *failure) note() string {
	if f.last == "" {
		return f.what
	}
	return f.what + ": " + f.last
}

// sentence says of a player what happened.
func (f *failure) sentence(name string) string {
	did := string(f.reason)
	if f.reason == match.Illegal {
		did = "sent an " + did
	}
	text := fmt.Sprintf("turn %d: %s %s (%s)", f.turn, name, did, f.what)
	if f.last != "" {
		text += ": " + f.last
	}
	return text
}

// tellFailure tells that the player of a seat has failed. It may be called from any goroutine.
func (r *run) tellFailure(seat int, f *failure) {
	if len(r.sinks) > 0 {
		r.tell(Note{Seat: seat, Text: f.sentence(r.result.Seats[seat].Name), Failed: true})
	}
}

// fail notes that the player of a seat has failed, for the turn to come and for the result.
func (r *run) fail(seat int, f *failure) {
	s := &r.result.Seats[seat]
	s.Reason, s.Note, s.LeftTurn = f.reason, f.note(), f.turn
	r.left(s.Player, f.reason, s.Note)
}
