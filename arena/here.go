package arena

import (
	"context"
	"time"
)

// Here is an Asker for matches with players of this process only. First it asks the players that decide at once, one
// after the other, and then all others at the same time.
type Here struct {
	Person, Turn time.Duration // time limits of persons and of Thinkers; 0: none
	Recorded     int           // turns at the start that are replayed; decisions in them are ignored
	Refeed       bool          // ask Thinkers in the replayed turns too

	players []Player  // by player id; nil: its bot is absent, or it needs time
	waits   bool      // a player needs time
	began   time.Time // of the turn
}

// Seat implements Asker.
func (h *Here) Seat(_ context.Context, r *Run) error {
	m, err := r.Restart()
	if err != nil {
		return err
	}
	h.players, r.Limit = make([]Player, m.Players()), h.Person
	for k, id := range r.IDs {
		if h.players[id], err = r.InProcess(k, m); err != nil {
			return err
		}
		if r.Prepared.Seats[k].Thinks() {
			r.Limit = h.Turn
		}
	}
	r.Start(m)
	for k, id := range r.IDs {
		if r.TakesTime(id) {
			h.players[id], h.waits = nil, true
		}
		if t, thinks := r.Prepared.Seats[k].Player.(Thinker); thinks {
			t.Begin(r, k, h.Turn)
		}
	}
	return nil
}

// Ask implements Asker.
func (h *Here) Ask(ctx context.Context, r *Run) error {
	if r.Prepared.Config.Pause > 0 {
		h.began = time.Now()
	}
	if r.unseen() {
		return nil
	}
	var questions []Question
	counts := true
	if h.waits {
		if counts = r.Match.Turn() >= h.Recorded; counts || h.Refeed {
			questions = r.Questions(h.Person, h.Turn)
		}
	}
	for id, player := range h.players { // first, because the time of the others does not run yet
		if player != nil && r.Match.Acts(id) {
			r.AskHere(ctx, id, player)
		}
	}
	if h.waits {
		answers := AskAll(ctx, questions)
		for x, ok := Await(r, answers); ok; x, ok = Await(r, answers) {
			if counts {
				r.TakeAnswer(&x)
			} else if !x.Silent {
				r.MoveSent(x.View.Player, x.Actions, x.Took, false)
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if counts {
		r.TakeLeft()
	}
	return nil
}

// Settle implements Asker.
func (*Here) Settle(*Run) error { return nil }

// Played implements Asker.
func (h *Here) Played(r *Run) error { return r.Rest(h.began) }

// Dismiss implements Asker.
func (*Here) Dismiss(_ context.Context, r *Run, err error) error {
	for k := range r.Prepared.Seats {
		if t, thinks := r.Prepared.Seats[k].Player.(Thinker); thinks {
			t.End(r, err)
		}
	}
	return nil
}

// Close implements Asker.
func (*Here) Close() {}
