package arena

import (
	"fmt"
	"time"

	"blastyard/arena/harness"
	"blastyard/game/match"
)

// Failure says how a player left a match before its end.
type Failure struct {
	Reason match.Reason
	Turn   int    // the first turn that is played without it
	What   string // how its program ended, or the server's message
	Last   string // the last error that it printed; "": unknown
}

// GaveUp is the failure of a person that leaves.
var GaveUp = &Failure{Reason: match.Disconnected, What: "gave up"}

// note returns the details beside the reason.
func (f *Failure) note() string {
	if f.Last == "" {
		return f.What
	}
	return f.What + ": " + f.Last
}

// sentence describes the failure of a player.
func (f *Failure) sentence(name string) string {
	did := string(f.Reason)
	if f.Reason == match.Illegal {
		did = "sent an " + did
	}
	text := fmt.Sprintf("turn %d: %s %s (%s)", f.Turn, name, did, f.What)
	if f.Last != "" {
		text += ": " + f.Last
	}
	return text
}

// TellFailure reports that the player of a seat has failed. It may be called from any goroutine.
func (r *Run) TellFailure(seat int, f *Failure) {
	if len(r.Events.sinks) > 0 {
		r.Events.tell(Note{Seat: seat, Text: f.sentence(r.Result.Seats[seat].Name), Failed: true})
	}
}

// Fail records that the player of a seat has failed, for the next turn and for the result.
func (r *Run) Fail(seat int, f *Failure) {
	s := &r.Result.Seats[seat]
	s.Reason, s.Note, s.LeftTurn = f.Reason, f.note(), f.Turn
	r.Events.left(s.Player, f.Reason, s.Note)
}

// TakeLeft records the players that have left since the last turn. They do nothing from now on.
func (r *Run) TakeLeft() {
	for _, id := range r.leavers {
		seat := r.Players[id].Seat
		s, p := &r.Result.Seats[seat], r.Prepared.Seats[seat].Player
		left := p.(Leaver).Left() //nolint:forcetypeassert // Start has checked it
		if s.Reason != match.Finished || left == nil {
			continue
		}
		f := *left
		f.Turn = r.Match.Turn() + 1
		r.Fail(seat, &f)
		if _, thinks := p.(Thinker); thinks {
			r.TellFailure(seat, &f)
			continue
		}
		r.Events.Note(seat, false, "turn %d: %s gives up and does nothing from now on", f.Turn, s.Name)
	}
}

// isOut reports whether a player has left the match or was never present.
func (r *Run) isOut(player int) bool {
	return r.Result.Seats[r.Players[player].Seat].Reason != match.Finished
}

// A StarvedError says that the machine could not give a bot a processor for so long that the match is void. It wraps
// harness.ErrHost.
type StarvedError struct {
	Name string
	For  time.Duration
}

func (e *StarvedError) Error() string {
	return fmt.Sprintf("the machine could not give %s a processor for %v", e.Name, e.For.Round(time.Second))
}

func (*StarvedError) Unwrap() error { return harness.ErrHost }

// Starved records that the machine has given the bot of a seat no processor for so long that the match is void. The
// match ends with a *StarvedError, unless Config.Starving is set.
func (r *Run) Starved(seat int, so time.Duration) {
	if r.starved == nil {
		r.starved = &StarvedError{r.Result.Seats[seat].Name, so}
	}
}
