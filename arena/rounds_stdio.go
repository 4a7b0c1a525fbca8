package arena

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/harness"
	"blastyard/match"
	"blastyard/originals/bomberman/rounds"
	"blastyard/stdio"
)

// A talk is a bot that plays over its standard input and output where the other programs are started each round. Its
// process stays for the match.
type talk struct {
	bot   *stdio.Bot
	start time.Time
	login time.Duration // from its start to its first answer; 0: it has not answered
	asked bool          // for a command, once at least
	gone  bool

	mu      sync.Mutex
	lines   []harness.Line      // that it has printed since the last round
	printed harness.OutputStats // up to the last round
}

// maxTalkLines is how many lines of a round are kept for its log.
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

// startTalks starts the bots that play over their standard input and output. One that cannot be started ends the match
// before it begins; in a later match of a series, or one of PlayAs, it loses its seat.
func (d *roundsDecider) startTalks(ctx context.Context, r *run) error {
	d.talks = make([]*talk, len(r.seats))
	for k := range r.seats {
		if !r.seats[k].talks() {
			continue
		}
		t := &talk{start: time.Now()}
		c := r.ownCommand(k)
		tell := c.OnLine
		c.OnLine = func(l harness.Line) {
			t.hears(l)
			tell(l)
		}
		var err error
		t.bot, err = startFor(ctx, c, stdio.Start)
		d.talks[k] = t
		var start *harness.StartError
		switch {
		case errors.As(err, &start) && (r.index > 0 || r.oneOfMany) && !harness.HostFault(err):
			s := &r.result.Seats[k]
			s.Reason, s.Note = match.Crashed, strings.TrimSuffix(start.What+": "+start.Fix, ": ")
			r.note(k, true, "%s: %s; it will stand still", s.Name, s.Note)
			t.gone = true
		case err != nil:
			return err
		}
	}
	return nil
}

// tellStart tells the bots that play over their standard input and output who they are.
func (d *roundsDecider) tellStart(r *run) {
	limit := d.talkLimit(r)
	state := d.text.AppendState(nil, d.match.Bomberman())
	for k, t := range d.talks {
		if t == nil || t.bot == nil {
			continue
		}
		id := r.ids[k]
		b := r.begins(k, id, limit, firstTime(limit), state)
		b.Key, b.Name, b.Players, b.Turns = string(bomberman.Key(id)), d.text.Names[id], d.match.Players(), r.lastTurn()
		t.bot.Tell(b.Append(nil))
	}
}

// lastTurn is how many turns the match has at most.
func (r *run) lastTurn() int {
	last := r.match.LastTurn()
	if r.maxTurns > 0 && (last == 0 || r.maxTurns < last) {
		return r.maxTurns
	}
	return last
}

// talkLimit is the time of a round for a bot whose process stays; 0: none.
func (*roundsDecider) talkLimit(r *run) time.Duration {
	switch {
	case r.Config.NoTimeout:
		return 0
	case r.Config.TurnTime > 0:
		return time.Duration(r.Config.TurnTime)
	default:
		return rounds.DefaultLimit
	}
}

// askTalks asks the bots of some players, one after the other in the order of their keys, as the others of a round run.
func (d *roundsDecider) askTalks(ctx context.Context, r *run, players []int) map[int]*rounds.Outcome {
	outcomes := make(map[int]*rounds.Outcome, len(players))
	if len(players) == 0 {
		return outcomes
	}
	line := stdio.AppendTurn(nil, d.round, d.text.AppendState(nil, d.match.Bomberman()))
	line = line[:len(line):len(line)]
	for _, id := range players {
		outcomes[id] = d.talks[r.players[id].Seat].ask(ctx, line, d.talkLimit(r))
	}
	return outcomes
}

// ask asks a bot for its command of a round.
func (t *talk) ask(ctx context.Context, line []byte, limit time.Duration) *rounds.Outcome {
	o := &rounds.Outcome{Started: true, Stays: true, Limit: limit}
	if !t.asked {
		t.asked, o.Limit = true, firstTime(limit)
	}
	t.takeUnasked(o)
	began, waited := time.Now(), t.bot.Process().HostTime()
	a, err := t.answer(ctx, line, o.Limit)
	o.Exit.Wall = max(1, time.Since(began))
	o.Waited = min(max(0, t.bot.Process().HostTime()-waited), o.Exit.Wall)
	now := t.bot.Process().Output()
	o.Printed = harness.OutputStats{Stdout: now.Stdout - t.printed.Stdout, Stderr: now.Stderr - t.printed.Stderr,
		Dropped: now.Dropped - t.printed.Dropped}
	t.printed = now
	o.Lines = t.takeLines()
	var gone *stdio.GoneError
	switch {
	case errors.As(err, &gone):
		o.Why, t.gone = gone.Why, true
		t.takeUnasked(o)
	case ctx.Err() != nil:
		o.Why = "interrupted"
	case err != nil:
		o.Late, o.Host = true, o.Exit.Wall >= longestWait*o.Limit && o.Exit.Wall-o.Waited < o.Limit
		o.Why = fmt.Sprintf("too late: no answer within %s", rounds.Milliseconds(o.Limit))
		if o.Host {
			o.Why = fmt.Sprintf("the machine gave it no processor for %s", rounds.Milliseconds(o.Waited))
		}
	default:
		if t.login == 0 {
			t.login = max(1, time.Since(t.start))
		}
		o.Command, o.Why = commandOf(a)
	}
	return o
}

// takeUnasked notes lines that the bot was not asked for.
func (t *talk) takeUnasked(o *rounds.Outcome) {
	for f := t.bot.Stray(); f != nil; f = t.bot.Stray() {
		o.Faults = append(o.Faults, spoken{f}.Error())
	}
}

// answer waits for a bot's answer. Time in which the bot was ready but had no processor does not count.
func (t *talk) answer(ctx context.Context, line []byte, limit time.Duration) (stdio.Answer, error) {
	if limit == 0 {
		return t.bot.Ask(ctx, line)
	}
	began, waited := time.Now(), t.bot.Process().HostTime()
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { // ends the asking when the time is over
		defer cancel()
		for left := limit; left > 0; {
			select {
			case <-limited.Done():
				return
			case <-time.After(left):
			}
			took := time.Since(began)
			left = min(limit-(took-(t.bot.Process().HostTime()-waited)), longestWait*limit-took)
		}
	}()
	return t.bot.Ask(limited, line)
}

// commandOf is the command that an answer asks for, and why it is none.
func commandOf(a stdio.Answer) (c bomberman.Command, why string) {
	if a.TooLong {
		return c, a.Fault("", fmt.Sprintf("which has more than %d bytes", stdio.MaxLine)).Error()
	}
	c, err := wire.ParseAnswer(a.Text)
	if err != nil {
		return c, spoken{a.Fault("", err.Error())}.Error()
	}
	return c, ""
}

// takeTalk takes what came of asking a player's bot.
func (d *roundsDecider) takeTalk(r *run, id int, o *rounds.Outcome) error {
	seat := r.players[id].Seat
	t := d.talks[seat]
	command := o.Command
	if !t.gone {
		command = d.idle[id].Next(o.Command)
		d.send(r, id, command, o.Exit.Wall)
	}
	r.runs = append(r.runs, Run{Player: id, Outcome: o})
	if t.gone {
		r.tellFaults(seat, o)
		d.leaves(r, id, o.Why)
	} else {
		if o.Late {
			o.Errors = t.bot.Process().Tail(5)
		}
		d.judge(r, id, o)
	}
	if d.idle[id].Gone() {
		t.bot.Close()
	}
	return d.folders.EndPlayer(d.round, bomberman.Key(id), o.Log(command))
}

// leaves notes that a player's bot has left the match.
func (d *roundsDecider) leaves(r *run, id int, why string) {
	seat := r.players[id].Seat
	t := d.talks[seat]
	t.bot.Close()
	f := failure{reason: match.Disconnected, turn: r.match.Turn() + 1, what: why}
	r.during(func() { f.find(t.bot.Process()) })
	r.tellFailure(seat, &f)
	r.fail(seat, &f)
}

// endTalks ends the bots that play over their standard input and output; err is why the match did not come to its end.
func (d *roundsDecider) endTalks(r *run, err error) {
	over := time.Now()
	var bots []*harness.Process
	for _, t := range d.talks {
		if t == nil || t.bot == nil {
			continue
		}
		bots = append(bots, t.bot.Process())
		if err == nil {
			s := d.match.Bomberman()
			t.bot.Tell(stdio.AppendEnd(nil, r.winner(), d.text.AppendState(nil, s)))
		}
		t.bot.Close()
	}
	if len(bots) == 0 {
		return
	}
	var failed error
	r.during(func() {
		if err == nil {
			awaitAll(bots, r.ctx.Done())
		}
		failed = harness.StopAll(bots, stopGrace)
	})
	if failed != nil {
		r.note(NoSeat, false, "%v", failed)
	}
	for k, t := range d.talks {
		if t == nil || t.bot == nil {
			continue
		}
		r.completeProgram(k, t.bot.Process(), t.start, t.login, over)
	}
	d.talks = nil
}
