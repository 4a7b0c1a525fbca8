package arena

import (
	"context"
	"time"
)

// Here is an Asker of matches in which only players of this process play: those that take time decide at the same time,
// the others before them, one after the other.
type Here struct {
	Person, Turn time.Duration // what persons may take for a turn, and Thinkers; 0: as long as they like
	Recorded     int           // turns at the start that go as recorded: what is asked for in them does not count
	Refeed       bool          // Thinkers are asked for these, too

	players []Player  // by player; nil: its bot is absent, or it takes time
	waits   bool      // somebody takes time
	began   time.Time // the turn
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
		if r.Seats[k].Thinks() {
			r.Limit = h.Turn
		}
	}
	r.Start(m)
	for k, id := range r.IDs {
		if r.TakesTime(id) {
			h.players[id], h.waits = nil, true
		}
		if t, thinks := r.Seats[k].Player.(Thinker); thinks {
			t.Begin(r, k, h.Turn)
		}
	}
	return nil
}

// Ask implements Asker.
func (h *Here) Ask(ctx context.Context, r *Run) error {
	if r.Config.Pause > 0 {
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
	for id, player := range h.players { // first, for the time of the others does not run meanwhile
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
	for k := range r.Seats {
		if t, thinks := r.Seats[k].Player.(Thinker); thinks {
			t.End(r, err)
		}
	}
	return nil
}

// Close implements Asker.
func (*Here) Close() {}
