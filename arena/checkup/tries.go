package checkup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/game/match"
	"blastyard/internal/errortext"
)

// A machine that is busy must not make a good bot look slow. A match in which the machine kept the bot from answering
// is played again, alone on the machine, as matches of events are.

// mostTries is how often a situation is played at most.
const mostTries = 3

// startError says why a bot cannot be started at all.
type startError struct{ why string }

func (e startError) Error() string { return e.why }

// playOne plays one situation, again where the machine spoiled it. An error that is not a startError is a failure of
// the check itself.
func (c *checker) playOne(ctx context.Context, s *situation) (*attempt, error) {
	for try := 1; ; try++ {
		alone := try > 1 || c.cfg.Turn == nil
		leave, err := c.turn(ctx, alone)
		if err != nil {
			return nil, err
		}
		c.lastTry = try == mostTries
		a, err := c.try(ctx, s)
		leave()
		if c.lastTry || ctx.Err() != nil || !a.spoiled(err, alone) {
			return a, c.whose(err, a)
		}
	}
}

// turn waits until a match may be played.
func (c *checker) turn(ctx context.Context, alone bool) (leave func(), err error) {
	if c.cfg.Turn == nil {
		return func() {}, nil
	}
	return c.cfg.Turn(ctx, alone)
}

// try plays a situation once. It ends the match when the bot has shown that it is too slow.
func (c *checker) try(ctx context.Context, s *situation) (*attempt, error) {
	o := newObserver(s, s.seat())
	limited, cut := context.WithTimeout(ctx, c.patience(s))
	defer cut()
	played, stop := context.WithCancel(limited)
	defer stop()
	o.stop = stop
	r, err := c.play(played, s, o)
	a := o.attempt
	a.cut = errors.Is(limited.Err(), context.DeadlineExceeded) && !a.proven
	if r != nil {
		a.finish(&r.Seats[s.seat()])
	}
	if a.cut || a.proven {
		err = nil
	}
	if a.cut && !a.began {
		err = fmt.Errorf("%w: the match had not begun after %v", harness.ErrHost, c.patience(s))
	}
	if !c.rounds() {
		a.limit = time.Duration(c.config(s).TurnTime)
		a.limit = cmp.Or(a.limit, arena.DefaultTurnTime)
	}
	return a, err
}

// proofs is how many late turns of a bot's own fault prove in one match that it is too slow. It is more than one,
// because whose fault a late turn was may be known only when the answer comes.
const proofs = 3

// tooSlow counts a late turn of the bot, and ends the match if they prove that it is too slow.
func (a *attempt) tooSlow(host bool) {
	if host || a.situation.hurry {
		return
	}
	a.own++
	if a.own >= mute || a.own >= proofs && len(a.took) > 0 {
		a.proven = true
		a.stop()
	}
}

// spoiled reports whether a match says nothing because of the machine. In one that was not played alone, others may
// have kept the bot from answering even if the system does not tell.
func (a *attempt) spoiled(err error, alone bool) bool {
	late := !a.situation.hurry && a.seat.Late > 0
	login := a.process && a.login == 0 && a.seat.Reason == match.Timeout
	switch {
	case errors.As(err, new(*arena.StarvedError)), a.cut:
		return true
	case err != nil:
		return false
	}
	return late && a.seat.Host > 0 || !alone && (late || login)
}

// whose returns a startError if err means that the bot cannot be started, and err otherwise.
func (c *checker) whose(err error, a *attempt) error {
	var wrong *arena.ConfigError
	var start *harness.StartError
	switch {
	case err == nil || harness.HostFault(err):
		return err
	case errors.As(err, &start):
		return startError{strings.TrimSuffix(start.What+": "+start.Fix, ": ")}
	case errors.As(err, &wrong) && strings.HasPrefix(wrong.Field, "seats["):
		if wrong.Err != nil {
			return startError{errortext.Text(wrong.Err)}
		}
		return startError{wrong.Error()}
	case c.rounds() && !a.began:
		return startError{errortext.Text(err)}
	default:
		return err
	}
}

// patience is the time limit of a situation: more than a bot needs that uses all of the time of each turn.
func (c *checker) patience(s *situation) time.Duration {
	turn := max(c.cfg.Time, arena.DefaultTurnTime)
	if s.hurry {
		return 2*arena.LoginTime + 10*turn
	}
	return 2*arena.LoginTime + time.Duration(10+2*cmp.Or(s.turns, c.kind.Turns))*turn
}
