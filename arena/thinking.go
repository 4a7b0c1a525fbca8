package arena

import (
	"context"
	"fmt"
	"sync"
	"time"

	"blastyard/game/trouble"
)

// A Question asks a player that needs time.
type Question struct {
	Player Player
	View   *View
	Limit  time.Duration // the player does nothing in this turn after it; 0: no limit
}

// An Answer is the result of a Question.
type Answer struct {
	*Question
	Actions []byte // as JSON
	Err     error  // why there are no actions although the player answered
	Unread  bool   // Err says that the answer cannot be read
	Took    time.Duration
	Late    bool // no answer in time
	Silent  bool // it is a Thinker that is late or has left, so it makes no move
}

// TakesTime reports whether a player needs time: a person or a Thinker.
func (r *Run) TakesTime(player int) bool {
	p := &r.Players[player]
	return p.Person || r.Prepared.Seats[p.Seat].Thinks()
}

// Questions returns questions for all players that need time in the next turn. person is the time limit of persons,
// and turn that of a turn, from which each Thinker's Patience gives its limit. 0 means no limit.
func (r *Run) Questions(person, turn time.Duration) (list []Question) {
	for id := range r.Players {
		p := r.Prepared.Seats[r.Players[id].Seat].Player
		t, thinks := p.(Thinker)
		if !r.TakesTime(id) || !r.Match.Acts(id) || thinks && r.isOut(id) {
			continue
		}
		q := Question{Player: p, View: r.View(id, r.Match.Clone()), Limit: person}
		if thinks {
			q.Limit = t.Patience(turn)
		}
		list = append(list, q)
	}
	return list
}

// AskAll asks all players concurrently. The answers arrive on the channel as they are given. Then it is closed.
func AskAll(ctx context.Context, questions []Question) <-chan Answer {
	answers := make(chan Answer, len(questions))
	var asked sync.WaitGroup
	for i := range questions {
		asked.Go(func() { answers <- questions[i].ask(ctx) })
	}
	go func() {
		asked.Wait()
		close(answers)
	}()
	return answers
}

func (q *Question) ask(ctx context.Context) Answer {
	limited, cancel := ctx, func() {}
	if q.Limit > 0 {
		limited, cancel = context.WithTimeout(ctx, q.Limit)
	}
	defer cancel()
	began := time.Now()
	x := Answer{Question: q}
	d := q.Player.Decide(limited, q.View)
	x.Actions, x.Err = q.View.take(&d)
	x.Unread = d.Err != nil
	x.Took = max(1, time.Since(began))
	x.Late = limited.Err() != nil && ctx.Err() == nil && d.Actions == nil && d.Wishes == nil
	if t, thinks := q.Player.(Thinker); thinks {
		x.Silent = x.Late || hasLeft(t)
	}
	return x
}

// hasLeft reports whether a player has left the match.
func hasLeft(p Player) bool {
	l, leaves := p.(Leaver)
	return leaves && l.Left() != nil
}

// TakeAnswer accepts the actions of a player that needs time for the next turn.
func (r *Run) TakeAnswer(x *Answer) {
	player := x.View.Player
	if !x.Silent {
		r.MoveSent(player, x.Actions, x.Took, false)
	}
	switch {
	case x.Unread:
		r.Unread(player, x.Err.Error())
	case x.Err != nil:
		r.Exceed(player, 1, x.Err.Error())
	}
	if x.Late {
		seat := r.Players[player].Seat
		s := &r.Result.Seats[seat]
		s.Trouble(trouble.Late, 1, r.Match.Turn()+1, fmt.Sprintf("no answer within %v", x.Limit))
		r.Events.Late(player, false)
		r.Events.Missed(seat, false, nil, "%s: late: no answer within %v", s.Name, x.Limit)
	}
}
