package main

import (
	"blastyard/explain"
	"blastyard/match"
	"blastyard/viewer"
)

// outcome is how a match ended, and for each seat how it fared.
type outcome struct {
	match.Result
	ids    []int // by seat: its player id
	seats  []seatOutcome
	frame  viewer.Frame // the board at the end; only of single matches
	replay string       // the path of the replay; empty: none
	lost   error        // what was asked to be recorded and was not, or not all of it

	lessons []explain.Lesson // where the match was explained
}

// seatOutcome is how one seat fared.
type seatOutcome struct {
	name     string
	reason   match.Reason
	note     string // more about the reason
	leftTurn int    // the turn in which it left, where it did not finish
	late     int    // turns missed
	host     int    // of these, the ones in which the machine gave the bot no processor
	refused  int    // actions that were dropped or refused
}

// allInProcess tells whether the whole match can be played without connections.
func (p *plan) allInProcess() bool {
	for i := range p.seats {
		if !p.seats[i].inProcess() {
			return false
		}
	}
	return true
}

// breakOff makes o the outcome of a match that did not come to its end: nobody has won, and who was there played until
// then.
func (o *outcome) breakOff() {
	o.Winner = match.NoWinner
	for k := range o.seats {
		if o.seats[k].reason == match.Finished {
			o.seats[k].reason = match.Interrupted
		}
	}
}

// newOutcome is the outcome of match i before it begins: everyone plays to the end.
func (p *plan) newOutcome(i int) outcome {
	o := outcome{ids: p.ids(i), seats: make([]seatOutcome, len(p.seats))}
	for k := range p.seats {
		o.seats[k] = seatOutcome{name: p.seats[k].name, reason: match.Finished}
	}
	return o
}

// viewerSeats names the players for pictures, by id.
func (p *plan) viewerSeats(ids []int) []viewer.Seat {
	names := make([]viewer.Seat, len(p.seats))
	for k, id := range ids {
		names[id] = viewer.Seat{Name: p.seats[k].name, Connected: true, Micros: viewer.NoTime}
	}
	return names
}
