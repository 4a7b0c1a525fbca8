package lab

import (
	"context"
	"errors"
	"time"

	"blastyard/arena"
	"blastyard/game"
)

// transport reaches the programs and persons of the page.
type transport struct {
	protocol game.Protocol
	match    *Match
}

// roundTime is what a program has for a turn of a game whose programs are started each round, where a config says
// nothing. It is what programs have that play over their standard input and output.
const roundTime = 2 * time.Second

// Protocol implements arena.Transport.
func (t transport) Protocol() game.Protocol { return t.protocol }

// Check implements arena.Transport.
func (transport) Check(*arena.Config) error { return nil }

// Read implements arena.Transport. The page starts no programs.
func (transport) Read(*arena.Seated) (string, error) {
	return "", errors.New("the page starts no programs")
}

// Asker implements arena.Transport.
func (t transport) Asker(p *arena.Prepared) arena.Asker { return &asker{match: t.match} }

// asker asks all programs and persons of a match at the same time, and then those who take no time.
type asker struct {
	match   *Match
	players []arena.Player // by id; nil: it does nothing
	limit   time.Duration  // of a turn for programs; 0: none
	began   time.Time      // the turn
}

// times are how long programs and persons may take, by the config of the order: a fork has none of its own.
func (a *asker) times(r *arena.Run) (programs, persons time.Duration) {
	c := &a.match.order.Config
	switch {
	case c.NoTimeout:
		return 0, 0
	case c.TurnTime > 0:
		return time.Duration(c.TurnTime), time.Duration(c.TurnTime)
	case r.Kind.Protocol == game.Rounds:
		return roundTime, 0
	}
	return arena.DefaultTurnTime, 0
}

func (a *asker) Seat(_ context.Context, r *arena.Run) error {
	m, err := r.Restart()
	if err != nil {
		return err
	}
	a.players = make([]arena.Player, m.Players())
	programs := false
	for k, id := range r.IDs {
		if a.players[id], err = r.InProcess(k, m); err != nil {
			return err
		}
		_, is := a.players[id].(*program)
		programs = programs || is
	}
	if a.limit, r.Limit = a.times(r); programs {
		r.Limit = a.limit
	}
	r.Start(m)
	for k, id := range r.IDs {
		if p, is := a.players[id].(*program); is {
			if err := p.begin(r, k, a.limit); err != nil {
				return err
			}
		}
	}
	return nil
}

// answer is what came of asking a player that takes time.
type answer struct {
	player  int
	actions []byte
	err     error // it wishes for what it cannot choose
	took    time.Duration
	late    bool
	left    bool // it is a program that has left
}

// ask asks a player that takes time.
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
	if program, is := p.(*program); is {
		reason, _ := program.left()
		x.left = reason != ""
		x.late = program.silent && !x.left && ctx.Err() == nil
	}
	return x
}

func (a *asker) Ask(ctx context.Context, r *arena.Run) error {
	if r.Config.Pause > 0 {
		a.began = time.Now()
	}
	if r.Match.Turn() < r.Kind.Unseen {
		return nil
	}
	asks := a.asks(r)
	for id, player := range a.players { // first, for the time of the others does not run meanwhile
		if _, is := player.(*program); player != nil && !is && !r.Players[id].Person && r.Match.Acts(id) {
			r.AskHere(ctx, id, player)
		}
	}
	answers := make(chan answer, len(asks))
	for i := range asks {
		go func() { answers <- asks[i](ctx) }()
	}
	for range asks {
		x, _ := arena.Await(r, answers)
		a.take(r, &x)
	}
	a.takeLeft(r)
	r.TellGivenUp()
	return ctx.Err()
}

// asks ask those who take time in the coming turn.
func (a *asker) asks(r *arena.Run) (list []func(ctx context.Context) answer) {
	_, personTime := a.times(r)
	for id, player := range a.players {
		limit := personTime
		switch p, is := player.(*program); {
		case player == nil || !r.Match.Acts(id):
			continue
		case is && !a.counts(r) && !a.match.order.refeed():
			continue
		case is:
			limit = p.patience()
		case !r.Players[id].Person:
			continue
		}
		v := r.View(id, r.Match.Clone())
		list = append(list, func(ctx context.Context) answer { return ask(ctx, player, v, limit) })
	}
	return list
}

// counts tells whether the coming turn counts: it does not go as recorded.
func (a *asker) counts(r *arena.Run) bool { return r.Match.Turn() >= a.match.from }

// take takes the answer of a player that takes time.
func (a *asker) take(r *arena.Run, x *answer) {
	p, is := a.players[x.player].(*program)
	if !is || !x.late && !x.left {
		r.MoveSent(x.player, x.actions, x.took, false)
	}
	if is && x.late {
		p.missed()
	}
	if !a.counts(r) {
		return
	}
	if x.err != nil {
		r.Exceed(x.player, 1, x.err.Error())
	}
	if x.late {
		seat := r.Players[x.player].Seat
		s := &r.Result.Seats[seat]
		s.Late++
		r.Late(x.player, false, 0)
		r.Missed(seat, false, nil, "%s: late: no answer in time", s.Name)
	}
}

// takeLeft takes note of the programs that have left since the turn before.
func (a *asker) takeLeft(r *arena.Run) {
	if !a.counts(r) {
		return
	}
	for id, player := range a.players {
		p, is := player.(*program)
		if !is {
			continue
		}
		if reason, why := p.left(); reason != "" {
			a.players[id] = nil
			seat, f := r.Players[id].Seat, arena.Failure{Reason: reason, Turn: r.Match.Turn() + 1, What: why}
			r.TellFailure(seat, &f)
			r.Fail(seat, &f)
			p.tellDropped(r, seat)
		}
	}
}

func (*asker) Settle(*arena.Run) error { return nil }

func (a *asker) Played(r *arena.Run) error { return r.Rest(a.began) }

func (a *asker) Dismiss(_ context.Context, r *arena.Run, err error) error {
	for k := range r.Seats {
		if p, is := r.Seats[k].Player.(*program); is {
			p.end(r, err != nil)
			p.tellDropped(r, k)
		}
	}
	return nil
}

func (*asker) Close() {}

// tellDropped tells how much of what a program printed was dropped.
func (p *program) tellDropped(r *arena.Run, seat int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dropped > 0 {
		r.Note(seat, false, "%s: printed too much: %d bytes of its output were dropped", r.Seats[seat].Name, p.dropped)
		p.dropped = 0
	}
}
