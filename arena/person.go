package arena

import (
	"context"
	"sync"
	"time"

	"blastyard/match"
	"blastyard/viewer"
)

// Person is someone who plays a seat by hand, wherever they sit.
type Person interface {
	// Sit tells the person which player they are. It is called before the first turn.
	Sit(player int)

	// Choose waits until the person has chosen what to do in the coming turn, has given up, or ctx ends. It returns
	// nothing where nothing is to be done.
	Choose(ctx context.Context, choices viewer.Choices) []viewer.Wish

	// GaveUp tells whether the person has left the match: from then on it does nothing.
	GaveUp() bool
}

// answer is what a person chose for a turn.
type answer struct {
	player int
	wishes []viewer.Wish
	took   time.Duration
	late   bool
}

// askPersons asks all persons who can act what they want, at the same time. The answers come through the channel, which
// is then closed.
func (r *run) askPersons(ctx context.Context) <-chan answer {
	answers := make(chan answer, len(r.players))
	var asked sync.WaitGroup
	for id := range r.players {
		if p := &r.players[id]; p.Person && r.match.Acts(id) {
			person, choices := r.persons[p.Seat], r.match.Choices(id, r.status)
			asked.Go(func() { answers <- r.askPerson(ctx, person, choices) })
		}
	}
	go func() {
		asked.Wait()
		close(answers)
	}()
	return answers
}

// askPerson asks one person, who does nothing where the time passes.
func (r *run) askPerson(ctx context.Context, person Person, choices viewer.Choices) answer {
	limited, cancel := ctx, func() {}
	if r.personTime > 0 {
		limited, cancel = context.WithTimeout(ctx, r.personTime)
	}
	defer cancel()
	began := time.Now()
	a := answer{player: choices.Player, wishes: person.Choose(limited, choices)}
	a.took = max(1, time.Since(began))
	a.late = limited.Err() != nil && ctx.Err() == nil
	return a
}

// takeAnswer takes what a person chose.
func (r *run) takeAnswer(a answer) {
	r.match.Choose(a.player, a.wishes)
	r.move(a.player, a.took)
	if a.late {
		seat := r.players[a.player].Seat
		x := &r.result.Seats[seat]
		x.Late++
		r.late(a.player, false, 0)
		r.missed(seat, false, nil, "%s: late: no answer within %v", x.Name, r.personTime)
	}
}

// tellGivenUp tells of the persons who have given up since the turn before. They still play, and do nothing.
func (r *run) tellGivenUp() {
	for id := range r.players {
		p := &r.players[id]
		x := &r.result.Seats[p.Seat]
		if !p.Person || x.Reason != match.Finished || !r.persons[p.Seat].GaveUp() {
			continue
		}
		x.Reason, x.Note, x.LeftTurn = match.Disconnected, "gave up", r.match.Turn()+1
		r.left(id, x.Reason, x.Note)
		r.note(p.Seat, false, "turn %d: %s gives up and does nothing from now on", x.LeftTurn, x.Name)
	}
}
