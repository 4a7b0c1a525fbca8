package arena

import (
	"context"
	"time"

	"blastyard/game"
	"blastyard/match"
)

// local decides for built-in bots, in this process and at once.
type local struct {
	worker *worker
	bots   []game.Bot // by player; nil: its bot is absent
	began  time.Time  // the turn
}

func (l *local) seat(_ context.Context, r *run) error {
	m, err := l.worker.restart(r.seed, len(r.seats))
	if err != nil {
		return err
	}
	l.bots = make([]game.Bot, m.Players())
	for k, id := range r.ids {
		if r.seats[k].Absent != "" {
			continue
		}
		if l.bots[id], err = m.Bot(r.seats[k].builtin, id, match.PlayerSeed(r.seed, id)); err != nil {
			return err
		}
	}
	r.start(m)
	return nil
}

func (l *local) decide(_ context.Context, r *run) error {
	if r.Config.Pause > 0 {
		l.began = time.Now()
	}
	if r.unseen() {
		return nil
	}
	watched := len(r.sinks) > 0
	for id, bot := range l.bots {
		switch {
		case bot == nil || !r.match.Acts(id):
		case !watched:
			bot.Act(r.match)
			r.move(id, 0)
		default:
			began := time.Now()
			bot.Act(r.match)
			r.move(id, max(1, time.Since(began)))
		}
	}
	return nil
}

func (l *local) settle(*run) error { return nil }

func (l *local) played(r *run) error { return r.rest(l.began) }

func (l *local) dismiss(context.Context, *run, error) error { return nil }

func (l *local) close() {}
