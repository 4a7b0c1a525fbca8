package overrounds

import (
	"context"
	"sync"
	"time"

	"blastyard/arena"
)

// answer is what came of asking a player of this process who takes time.
type answer struct {
	player  int
	actions []byte
	err     error // it wishes for what it cannot choose
	took    time.Duration
	late    bool
}

// askPersons asks all persons who can act what they want, at the same time. The answers come through the channel, which
// is then closed.
func (a *asker) askPersons(ctx context.Context, r *arena.Run) <-chan answer {
	answers := make(chan answer, len(r.Players))
	var asked sync.WaitGroup
	for id := range r.Players {
		if r.Players[id].Person && r.Match.Acts(id) {
			player, v := a.here[id], r.View(id, r.Match.Clone())
			asked.Go(func() { answers <- ask(ctx, player, v, r.PersonTime) })
		}
	}
	go func() {
		asked.Wait()
		close(answers)
	}()
	return answers
}

// ask asks one player, who does nothing where the time passes; 0: it takes as long as it likes.
func ask(ctx context.Context, p arena.Player, v *arena.View, limit time.Duration) answer {
	limited, cancel := ctx, func() {}
	if limit > 0 {
		limited, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	began := time.Now()
	x := answer{player: v.Player}
	x.actions, x.err = v.Ask(limited, p)
	x.took = max(1, time.Since(began))
	x.late = limited.Err() != nil && ctx.Err() == nil
	return x
}

// takeAnswer takes what a person chose.
func takeAnswer(r *arena.Run, x answer) {
	r.MoveSent(x.player, x.actions, x.took, false)
	if x.err != nil {
		r.Exceed(x.player, 1, x.err.Error())
	}
	if x.late {
		seat := r.Players[x.player].Seat
		s := &r.Result.Seats[seat]
		s.Late++
		r.Late(x.player, false, 0)
		r.Missed(seat, false, nil, "%s: late: no answer within %v", s.Name, r.PersonTime)
	}
}
