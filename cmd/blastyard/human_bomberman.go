package main

import (
	"context"
	"sync"
	"time"

	"blastyard/bomberman"
	"blastyard/game"
	"blastyard/viewer"
)

// bombermanWords are the commands by the names that hands have for them.
var bombermanWords = map[string]bomberman.Command{
	"up": bomberman.Up, "left": bomberman.Left, "right": bomberman.Right, "down": bomberman.Down,
	viewer.DoBomb: bomberman.PlaceBomb, viewer.DoTrigger: bomberman.TriggerBomb,
}

// humanMove is what a person asks for in a round.
type humanMove struct {
	move bombermanMove
	took time.Duration
	late bool
}

// askPeople asks those people who live what they want in this round, all at the same time. The answers come through the
// channel, which is then closed.
func (r *roundsPlay) askPeople(ctx context.Context) <-chan humanMove {
	answers := make(chan humanMove, len(r.seatOf))
	var asked sync.WaitGroup
	for id, k := range r.seatOf {
		h := r.plan.people.at(k)
		if h == nil || !r.game.state.Player(id).Alive {
			continue
		}
		hand := game.BombermanChoices(r.game.state, id, nil)
		asked.Go(func() { answers <- h.command(ctx, hand) })
	}
	go func() {
		asked.Wait()
		close(answers)
	}()
	return answers
}

// command asks for one command; a person who lets the time pass does nothing.
func (h *human) command(ctx context.Context, hand viewer.Choices) humanMove {
	limited := ctx
	if h.limit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, h.limit)
		defer cancel()
	}
	began := time.Now()
	m := humanMove{move: bombermanMove{Player: hand.Player, Actions: bomberman.Nothing}}
	if wishes := h.ask(limited, hand); len(wishes) > 0 {
		m.move.Actions = bombermanWords[wishes[0].Do]
	}
	m.took, m.late = time.Since(began), limited.Err() != nil && ctx.Err() == nil
	return m
}

// takeAnswer notes how a person answered.
func (r *roundsPlay) takeAnswer(m humanMove) {
	id := m.move.Player
	seat, name := &r.outcome.seats[r.seatOf[id]], &r.names[id]
	name.Micros = micros(m.took)
	if name.Connected {
		name.Note = ""
	}
	if m.late {
		name.Note = "late"
		r.scribe.late(id, false)
		if seat.late++; seat.late <= maxRefusalsShown && !r.plan.quiet {
			r.out.note("round %d: %s: late: no answer within %v", r.game.state.Round(), seat.name, r.plan.turnTime)
		}
	}
}
