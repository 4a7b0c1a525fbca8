package overrounds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/internal/lateness"
	"blastyard/arena/programs"
	"blastyard/arena/rounds"
	"blastyard/game/match"
	"blastyard/internal/hostlag"
	"blastyard/protocol/stdio"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// A talk is a bot that plays over its standard input and output in a match whose other programs are started each
// round. Its process stays for the match.
type talk struct {
	*programs.Stdio // nil: the start failed
	gone            bool

	machine *hostlag.Meter
	judge   lateness.Judge
	owes    bool      // it has not answered that one
	asked   time.Time // when it was asked
	before  harness.Spent
	heard   int64 // bytes that it had written then

	mu      sync.Mutex
	lines   []harness.Line      // lines printed since the last round
	printed harness.OutputStats // totals at the end of the last round
}

// maxTalkLines limits the lines of a round that are kept for its log.
const maxTalkLines = 1000

// hears keeps a line for the log of the round.
func (t *talk) hears(l harness.Line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) < maxTalkLines {
		t.lines = append(t.lines, l)
	}
}

func (t *talk) takeLines() []harness.Line {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := t.lines
	t.lines = nil
	return lines
}

// startTalks starts the bots that play over their standard input and output. If one cannot be started, the match does
// not begin; but in a later match of a series, or in one of PlayAs, it only loses its seat.
func (a *asker) startTalks(ctx context.Context, r *arena.Run) error {
	a.talks = make([]*talk, len(r.Prepared.Seats))
	machine := hostlag.New()
	if slices.ContainsFunc(r.Prepared.Seats, func(s arena.Seated) bool { return s.Stdio() }) {
		a.unmeasure = machine.Use()
	}
	for k := range r.Prepared.Seats {
		if !r.Prepared.Seats[k].Stdio() {
			continue
		}
		t := &talk{machine: machine}
		c := programs.Command(r, k)
		tell := c.OnLine
		c.OnLine = func(l harness.Line) {
			t.hears(l)
			tell(l)
		}
		var err error
		t.Stdio, err = programs.StartStdio(ctx, c, a.times)
		a.talks[k] = t
		if why, loses := programs.LosesSeat(r, err); loses {
			s := &r.Result.Seats[k]
			s.Reason, s.Note = match.Crashed, why
			r.Events.Note(k, true, "%s: %s; it will stand still", s.Name, s.Note)
			t.gone = true
		} else if err != nil {
			return err
		}
	}
	return nil
}

// tellStart sends the start of the match to all players that need time.
func (a *asker) tellStart(r *arena.Run) {
	limit := a.talkLimit(r)
	for k, t := range a.talks {
		if t != nil && t.Stdio != nil {
			t.Begin(r, k, limit)
		} else if t, thinks := a.here[r.IDs[k]].(arena.Thinker); thinks {
			t.Begin(r, k, limit)
		}
	}
}

// talkLimit returns the time limit of a round for a bot whose process stays, or 0 for none.
func (*asker) talkLimit(r *arena.Run) time.Duration {
	switch {
	case r.Prepared.Config.NoTimeout:
		return 0
	case r.Prepared.Config.TurnTime > 0:
		return time.Duration(r.Prepared.Config.TurnTime)
	default:
		return rounds.DefaultLimit
	}
}

// askTalks asks the bots of some players, one after the other in the order of their keys, like the other programs.
func (a *asker) askTalks(ctx context.Context, r *arena.Run, players []int) map[int]*rounds.Outcome {
	outcomes := make(map[int]*rounds.Outcome, len(players))
	if len(players) == 0 {
		return outcomes
	}
	_, line := a.talks[r.Players[players[0]].Seat].Turn(a.match)
	for _, id := range players {
		outcomes[id] = a.talks[r.Players[id].Seat].ask(ctx, line, a.talkLimit(r))
	}
	return outcomes
}

// ask asks a bot for its command in a round.
func (t *talk) ask(ctx context.Context, line []byte, limit time.Duration) *rounds.Outcome {
	o := &rounds.Outcome{Started: true, Stays: true, Limit: t.Patience(limit)}
	t.takeUnasked(o)
	began, before := t.look()
	if !t.owes {
		t.judge.Ask(o.Limit)
		t.question(began, before)
	}
	actions, err := t.answer(ctx, line, o, began, before)
	spent := t.since(began, before, err != nil)
	o.Exit.Wall, o.Ran = max(1, spent.Wall), spent.Ran
	o.Waited = max(0, o.Exit.Wall-spent.Own()) // with the rest of the machine's share
	t.owes = err != nil && !isFault(err)
	now := t.Process().Output()
	o.Printed = harness.OutputStats{Stdout: now.Stdout - t.printed.Stdout, Stderr: now.Stderr - t.printed.Stderr,
		Dropped: now.Dropped - t.printed.Dropped}
	t.printed = now
	o.Lines = t.takeLines()
	var gone *stdio.GoneError
	var fault *stdio.Fault
	switch {
	case errors.As(err, &gone):
		o.Why, t.gone = gone.Why, true
		t.takeUnasked(o)
	case errors.As(err, &fault):
		o.Why = err.Error()
	case ctx.Err() != nil:
		o.Why = "interrupted"
	case err != nil:
		t.missed(o, spent, t.since(t.asked, t.before, true))
	default:
		o.Command, _ = wire.ParseNumber(actions)
	}
	return o
}

// missed rules on a round that the bot has missed, by what has happened in it, and since the bot was asked what it
// owes.
func (t *talk) missed(o *rounds.Outcome, round, since lateness.Account) {
	ruling := t.judge.Miss(since, round.Own())
	o.Late, o.Host = true, ruling.Verdict == lateness.Machine
	o.Excused += ruling.Excused
	if o.Why = tooLate(o); o.Host {
		o.Why = noProcessor(o)
	}
}

func tooLate(o *rounds.Outcome) string {
	return fmt.Sprintf("too late: no answer within %s", rounds.Milliseconds(o.Limit))
}

func noProcessor(o *rounds.Outcome) string {
	return fmt.Sprintf("the machine gave it no processor for %s", rounds.Milliseconds(o.Waited))
}

func isFault(err error) bool { return errors.As(err, new(*stdio.Fault)) }

// question begins a question, which may last for many rounds.
func (t *talk) question(began time.Time, before harness.Spent) {
	t.asked, t.before = began, before
	t.heard, _, _ = t.Heard()
	t.Due(began)
}

// look returns what the bot has used until now. A look takes time, and more on a busy machine, that counts for no
// question.
func (t *talk) look() (now time.Time, spent harness.Spent) {
	spent = t.Process().Spent(t.owes)
	return time.Now(), spent
}

// since returns what has happened to the bot since a moment. With waits it may be waiting for a processor. The time of
// the look itself does not count.
func (t *talk) since(began time.Time, before harness.Spent, waits bool) lateness.Account {
	at := time.Now()
	lag := t.machine.Since(began)
	a := lateness.Account{Wall: at.Sub(began), Taken: lag.Taken, Asking: lateness.Delay{Most: t.Held()},
		Hearing: lateness.Delay{Most: lag.Last}}
	bytes, came, told := t.Heard()
	if a.Hearing.Told = told; bytes > t.heard { // otherwise there is nothing that the arena should have heard
		a.Hearing.Exact = at.Sub(came)
	}
	now := t.Process().Spent(waits)
	a.Ran, a.Waited = now.Ran-before.Ran, max(0, now.Waited-before.Waited)
	return a
}

// takeUnasked records lines that the bot printed without being asked.
func (t *talk) takeUnasked(o *rounds.Outcome) {
	for f := t.Stray(); f != nil; f = t.Stray() {
		o.Faults = append(o.Faults, programs.Spoken(f).Error())
	}
}

// answer asks a bot, and waits for its answer. Time in which the bot was ready but had no processor does not count. A
// bot that owes the answer to another question gives that first; then it is judged, and this question begins. The round
// began with a look at the bot.
func (t *talk) answer(ctx context.Context, line []byte, o *rounds.Outcome, began time.Time, before harness.Spent) (
	actions []byte, err error) {
	if o.Limit == 0 {
		return t.Ask(ctx, line)
	}
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // ends the request when the time is over
		defer cancel()
		for left := o.Limit; left > 0; {
			select {
			case <-limited.Done():
				return
			case <-time.After(left):
			}
			since := t.since(began, before, true)
			left = min(o.Limit-since.Own(), programs.LongestWait*o.Limit-since.Wall)
		}
	}()
	if t.owes && t.Settle(limited) == nil {
		o.Excused = t.judge.Answer(t.since(t.asked, t.before, false), o.Limit)
		t.owes = false
		t.question(t.look())
	}
	return t.Ask(limited, line)
}

// takeTalk processes the outcome of asking a player's bot.
func (a *asker) takeTalk(r *arena.Run, id int, o *rounds.Outcome) error {
	seat := r.Players[id].Seat
	t := a.talks[seat]
	command := o.Command
	if !t.gone {
		command = a.idle[id].Next(o.Command)
		a.send(r, id, command, o.Exit.Wall)
	}
	a.runs = append(a.runs, Run{Player: id, Outcome: o})
	if t.gone {
		tellFaults(r, seat, o)
		a.leaves(r, id, o.Why)
	} else {
		if o.Late {
			o.Errors = t.Process().Tail(5)
		}
		a.judge(r, id, o)
	}
	if a.idle[id].Gone() {
		t.Close()
	}
	return a.folders.EndPlayer(a.round, bomberman.Key(id), o.Log(command))
}

// leaves records that a player's bot has left the match.
func (a *asker) leaves(r *arena.Run, id int, why string) {
	seat := r.Players[id].Seat
	t := a.talks[seat]
	t.Close()
	f := arena.Failure{Reason: match.Disconnected, Turn: r.Match.Turn() + 1, What: why}
	r.Events.During(func() { programs.Find(&f, t.Process(), a.times.Exit) })
	r.TellFailure(seat, &f)
	r.Fail(seat, &f)
}

// endTalks ends the players that need time. err says why the match did not reach its end, or is nil.
func (a *asker) endTalks(r *arena.Run, err error) {
	over := time.Now()
	var bots []*harness.Process
	for _, p := range a.here {
		if t, thinks := p.(arena.Thinker); thinks {
			t.End(r, err)
		}
	}
	a.here = nil
	a.unmeasure()
	for _, t := range a.talks {
		if t != nil && t.Stdio != nil {
			bots = append(bots, t.Process())
			t.End(r, err)
		}
	}
	if len(bots) == 0 {
		return
	}
	var failed error
	r.Events.During(func() {
		if err == nil {
			programs.AwaitAll(bots, r.Context.Done())
		}
		failed = harness.StopAll(bots, a.times.StopGrace)
	})
	if failed != nil {
		r.Events.Note(arena.NoSeat, false, "%v", failed)
	}
	for k, t := range a.talks {
		if t != nil && t.Stdio != nil {
			programs.Complete(r, k, t.Process(), t.Began, t.Login, over)
			programs.TellRefused(r, k, r.Result.Seats[k].Program.Exit.Refused)
		}
	}
	a.talks = nil
}
