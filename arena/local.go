package arena

import (
	"context"
	"time"
)

// local asks players of this process that take no time, one after the other.
type local struct {
	players []Player  // by player; nil: its bot is absent
	began   time.Time // the turn
}

func (l *local) Seat(_ context.Context, r *Run) error {
	m, err := r.Restart()
	if err != nil {
		return err
	}
	l.players = make([]Player, m.Players())
	for k, id := range r.IDs {
		if l.players[id], err = r.InProcess(k, m); err != nil {
			return err
		}
	}
	r.Start(m)
	return nil
}

func (l *local) Ask(ctx context.Context, r *Run) error {
	if r.Config.Pause > 0 {
		l.began = time.Now()
	}
	if r.unseen() {
		return nil
	}
	for id, player := range l.players {
		if player != nil && r.Match.Acts(id) {
			r.AskHere(ctx, id, player)
		}
	}
	r.TellGivenUp()
	return nil
}

func (*local) Settle(*Run) error { return nil }

func (l *local) Played(r *Run) error { return r.Rest(l.began) }

func (*local) Dismiss(context.Context, *Run, error) error { return nil }

func (*local) Close() {}
