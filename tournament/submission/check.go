package submission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blastyard"
	"blastyard/arena"
	"blastyard/arena/checkup"
	"blastyard/internal/english"
)

// play lets the bot play a short match, in the sandbox: most bots that cannot play fail in it within seconds.
func (l *look) play(ctx context.Context, s *Step) error {
	r, err := l.checkup(ctx, true)
	if err != nil {
		return err
	}
	if r.Cut {
		return errors.New("the first match took too long on this machine")
	}
	s.Detail = "it plays"
	if m := r.Millis; m != nil {
		s.Detail = fmt.Sprintf("it plays, and answers in %.1f ms of %.0f", m.P50, m.Limit)
	}
	return nil
}

// check puts the bot through hard situations, in the sandbox.
func (l *look) check(ctx context.Context, s *Step) error {
	r, err := l.checkup(ctx, false)
	if r != nil {
		s.Detail = fmt.Sprintf("no fault in %s", english.Count(len(r.Situations), "situation"))
		if r.Untried > 0 || r.Cut {
			s.Detail += "; the check took too long and was cut, which says nothing about the bot: " + wereNot(r.Untried)
		}
	}
	return err
}

func wereNot(situations int) string {
	if situations == 1 {
		return "1 situation was not tried"
	}
	return fmt.Sprintf("%d situations were not tried", situations)
}

// checkup checks the bot until the first fault, which it returns.
func (l *look) checkup(ctx context.Context, brief bool) (*checkup.Report, error) {
	o := &l.inbox.o
	limited, cancel := context.WithTimeout(ctx, o.CheckTime+mostOver)
	defer cancel()
	c := checkup.Config{Arena: blastyard.Arena(), Game: l.inbox.kind.Name, Rules: o.Rules, Bot: arena.Seat{Bot: l.dir},
		Env: o.Env, Time: o.TurnTime, Sandbox: l.inbox.mode, Brief: brief, FirstFault: true, Within: o.CheckTime}
	if o.Turn != nil {
		t := &turn{take: o.Turn, urgent: brief}
		defer t.end()
		c.Turn = t.next
	}
	r, err := o.check(limited, c)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, fmt.Errorf("the check had not ended after %v", o.CheckTime+mostOver)
	case err != nil:
		return nil, err
	}
	l.r.Check = cleaned(r)
	l.r.Check.Bot = l.r.Team
	for i := range l.r.Check.Points {
		p := &l.r.Check.Points[i]
		p.Detail, p.Fix = l.text(p.Detail), l.text(p.Fix)
		if p.Verdict == checkup.Fault && err == nil {
			err = &fault{why: p.Name + ": " + p.Detail, fix: p.Fix}
		}
	}
	return r, err
}

// mostOver is by how much a check may take longer than Options.CheckTime: the last match that it began, and the time
// that it waits for others.
const mostOver = 15 * time.Minute
