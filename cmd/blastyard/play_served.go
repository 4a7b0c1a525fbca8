package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"blastyard/harness"
	"blastyard/internal/listeners"
	"blastyard/match"
	"blastyard/netorcai/server"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// How long things may take around a match.
const (
	loginTime  = 10 * time.Second       // from the start of a bot to its login
	goodbye    = time.Second            // from the end of a match to the end of a bot's program
	stopGrace  = 300 * time.Millisecond // from asking a bot to end to killing it
	maxViewers = 64
)

// servedMatch is a match with a server: the bots' programs, and who sits where.
type servedMatch struct {
	plan    *plan
	i       int
	out     *screen
	ports   *listeners.Group
	referee *referee
	server  *server.Server
	bots    []*harness.Process // by seat; nil: none
	ready   []chan struct{}    // by seat: closed when its program was started, or could not be; nil: it has none

	failed   map[int]seatOutcome // seats that someone else had to take
	exits    chan int            // seats whose program has ended
	watchers sync.WaitGroup
	over     chan struct{}
}

func newServedMatch(h *hexabombContest, p *plan, i int, out *screen) *servedMatch {
	n := len(p.seats)
	bots := make([]*harness.Process, n)
	return &servedMatch{plan: p, i: i, out: out, referee: newReferee(h, p, i, bots, out), bots: bots,
		ready: make([]chan struct{}, n), failed: map[int]seatOutcome{}, exits: make(chan int, n), over: make(chan struct{})}
}

// servedTable plays matches of hexabomb in which some players need connections.
type servedTable struct {
	contest *hexabombContest
	plan    *plan
}

func (servedTable) close() {}

func (s servedTable) play(ctx context.Context, i int, out *screen) (outcome, error) {
	p := s.plan
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := newServedMatch(s.contest, p, i, out)
	if err := t.openPorts(); err != nil {
		return t.referee.outcome, err
	}
	defer t.ports.Close()
	var err error
	t.server, err = server.New(server.Config{
		Settings: server.Settings{NbTurnsMax: p.turns, NbPlayersMax: len(p.seats) - p.specials(),
			NbSpecialPlayersMax: p.specials(), NbVisusMax: maxViewers},
		Fast: true, TurnTime: p.serverTurnTime(), Pause: p.delay,
		Logic: t.referee, Observer: t.referee, DealIDs: t.referee.dealIDs,
		Admit: t.referee.admit, MaxActions: serverBytes,
	})
	if err != nil {
		return t.referee.outcome, err
	}
	served := make(chan error, 1)
	go func() {
		_, err := t.server.Serve(ctx, t.ports)
		served <- err
	}()
	seatErr := t.seatAll(ctx)
	if seatErr == nil {
		seatErr = t.server.Start()
	}
	if seatErr != nil {
		cancel()
	}
	serveErr := <-served
	t.dismiss(ctx)
	t.blame()
	o := t.referee.outcome
	if t.referee.match != nil {
		o.Result = t.referee.match.Result()
		viewer.FromHexabomb(&o.frame, t.referee.game.state, p.turns, t.referee.names)
	}
	err = cmp.Or(seatErr, serveErr)
	o.tellEnd(t.referee.scribe.chronicle, err)
	return o, err
}

// seatAll puts everyone on their seats: built-in bots, programs that we start, and guests that connect by themselves. A
// program that fails is replaced by someone who does nothing.
func (t *servedMatch) seatAll(ctx context.Context) error {
	waiting := map[int]bool{} // seats that are not taken yet
	guests := 0
	deadline := time.NewTimer(loginTime)
	defer deadline.Stop()
	for k := range t.plan.seats {
		s := &t.plan.seats[k]
		waiting[k] = true
		var err error
		switch {
		case s.inProcess():
			err = t.server.Join(ctx, t.referee.builtinPlayer(k))
		case s.human:
			err = t.server.Join(ctx, t.referee.humanPlayer(k))
		case s.guest():
			guests++
		default:
			err = t.startBot(ctx, k)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case guests == 1:
		t.out.note("waiting for 1 bot on %s", t.guestAddress())
	case guests > 1:
		t.out.note("waiting for %d bots on %s", guests, t.guestAddress())
	}
	for len(waiting) > 0 {
		var err error
		select {
		case e := <-t.referee.events:
			err = t.seatChanged(ctx, e, waiting)
		case k := <-t.exits:
			if waiting[k] {
				exit, _ := t.bots[k].Exit()
				why := "ended before it logged in: " + exit.String() + t.referee.whyRefused(k)
				err = t.replace(ctx, k, match.Crashed, why+t.lastWords(k))
			}
		case <-deadline.C:
			for k := range t.plan.seats {
				if err == nil && waiting[k] && t.bots[k] != nil {
					err = t.tooLate(ctx, k)
				}
			}
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tooLate gives the seat of a bot that has not logged in to someone else, unless it could not.
func (t *servedMatch) tooLate(ctx context.Context, k int) error {
	if err := t.portFault(k); err != nil {
		return err
	}
	why := fmt.Sprintf("did not log in within %v", loginTime) + t.referee.whyRefused(k)
	return t.replace(ctx, k, match.Timeout, why+t.lastWords(k))
}

func (t *servedMatch) seatChanged(ctx context.Context, e seatEvent, waiting map[int]bool) error {
	if e.in {
		delete(waiting, e.seat)
		t.closePort(e.seat)
		return nil
	}
	waiting[e.seat] = true
	if t.plan.seats[e.seat].guest() {
		t.out.note("a bot has left again before the start: %s", e.why)
		return nil
	}
	return t.replace(ctx, e.seat, match.Disconnected, "left before the start: "+e.why+t.lastWords(e.seat))
}

// closePort closes the port of a seat's own program: it has logged in, or never will.
func (t *servedMatch) closePort(k int) {
	if t.ready[k] != nil {
		t.ports.CloseSeat(k)
	}
}

// startBot starts a seat's program. One that cannot be started at all ends the match before it begins; in a later match
// of a series, where something has happened to it meanwhile, it loses its seat.
func (t *servedMatch) startBot(ctx context.Context, k int) error {
	t.ready[k] = make(chan struct{})
	defer close(t.ready[k])
	command, err := t.command(k)
	if err != nil {
		return err
	}
	t.plan.exam.started(k)
	bot, err := harness.Start(ctx, command)
	var start *harness.StartError
	if errors.As(err, &start) && t.i > 0 && !harness.HostFault(err) {
		return t.replace(ctx, k, match.Crashed, strings.TrimSuffix(start.What+": "+start.Fix, ": "))
	}
	if err != nil {
		return err
	}
	t.bots[k] = bot
	t.watchers.Go(func() { t.watch(k) })
	return nil
}

// logFile is where a seat's output goes; "" for nowhere.
func (p *plan) logFile(i int, s *seat) string {
	switch {
	case p.logDir == "":
		return ""
	case p.games > 1:
		return filepath.Join(p.logDir, fmt.Sprintf("%05d-%s.log", i+1, s.name))
	default:
		return filepath.Join(p.logDir, s.name+".log")
	}
}

// printed keeps and shows what the bot of a seat prints, with the turn.
func (t *servedMatch) printed(k int) func(harness.Line) {
	c, s := t.referee.scribe.chronicle, &t.plan.seats[k]
	lines := 0
	return func(l harness.Line) {
		c.printed(k, l)
		if lines++; t.plan.quiet || t.plan.games > 1 || lines > maxLinesShown+1 {
			return
		}
		if lines <= maxLinesShown {
			t.out.note("%s: %s prints: %s", t.when(), s.name, terminal.Plain(l.Text))
		} else {
			t.out.note("%s: %s prints more; --log DIR keeps it", t.when(), s.name)
		}
	}
}

// when is the time in turns, for people.
func (t *servedMatch) when() string {
	if turn := t.turn(); turn > 0 {
		return fmt.Sprintf("turn %d", turn)
	}
	return "before the first turn"
}

const maxLinesShown = 40 // of what a bot prints

// turn is the number of turns played so far.
func (t *servedMatch) turn() int { return int(t.referee.played.Load()) }

// replace gives a seat to someone who does nothing, because its bot could not take it.
func (t *servedMatch) replace(ctx context.Context, k int, reason match.Reason, why string) error {
	if _, done := t.failed[k]; done {
		return nil
	}
	s := &t.plan.seats[k]
	t.closePort(k)
	t.failed[k] = seatOutcome{reason: reason, note: why}
	t.note("%s: %s; its characters will stand still", s.name, why)
	if t.bots[k] != nil {
		if err := t.bots[k].Stop(stopGrace); err != nil {
			t.out.note("%v", err) // no reason to end a match, or a whole series
		}
	}
	return t.server.Join(ctx, t.referee.standIn(k))
}

// note prints a line beside the match, and keeps it with the turn.
func (t *servedMatch) note(format string, args ...any) {
	t.referee.scribe.noted(format, args...)
	t.out.note(format, args...)
}

// lastWords are the last lines of a bot's error stream, if there are any.
func (t *servedMatch) lastWords(k int) string {
	if t.bots[k] == nil {
		return ""
	}
	lines := t.bots[k].Tail(lastLines)
	for i := range lines {
		lines[i] = terminal.Plain(lines[i])
	}
	if len(lines) == 0 {
		return ""
	}
	return "; it last printed: " + strings.Join(lines, " | ")
}

const lastLines = 3

// watch waits until a bot leaves the match before its end, and says so with what is known of its program by then.
func (t *servedMatch) watch(k int) {
	bot := t.bots[k]
	var o seatOutcome
	select {
	case o = <-t.referee.left[k]:
	case <-bot.Done():
		t.exits <- k
		select {
		case o = <-t.referee.left[k]:
		case <-t.over:
			return
		}
	}
	select { // what ended the connection is mostly the end of the program
	case <-bot.Done():
	case <-time.After(goodbye / 2):
	}
	what := fmt.Sprintf("%s: %s", o.reason, o.note)
	if exit, ended := bot.Exit(); ended && !exit.Stopped && o.reason == match.Disconnected {
		what = "ended: " + exit.String()
	}
	t.note("turn %d: %s: %s%s", o.leftTurn, o.name, what, t.lastWords(k))
}

// dismiss waits for the bots' programs to end, and ends those that do not.
func (t *servedMatch) dismiss(ctx context.Context) {
	close(t.over)
	t.plan.exam.matchOver()
	patience := time.NewTimer(goodbye)
	defer patience.Stop()
	for _, bot := range t.bots {
		if bot == nil {
			continue
		}
		select {
		case <-bot.Done():
			continue
		case <-ctx.Done():
		case <-patience.C:
		}
		break
	}
	if err := harness.StopAll(t.bots, stopGrace); err != nil {
		t.out.note("%v", err)
	}
	t.watchers.Wait()
}

// blame notes for each seat whose program failed what it was.
func (t *servedMatch) blame() {
	for k := range t.plan.seats {
		t.plan.exam.ended(k, t.bots[k])
		o := &t.referee.outcome.seats[k]
		if f, ok := t.failed[k]; ok {
			o.reason, o.note = f.reason, f.note
			continue
		}
		if t.bots[k] == nil {
			continue
		}
		exit, _ := t.bots[k].Exit()
		if o.reason == match.Disconnected && !exit.Stopped {
			o.note = exit.String() + t.lastWords(k)
			if !exit.Clean() {
				o.reason = match.Crashed
			}
		}
		if exit.LeftBehind > 0 {
			t.out.note("%s: left children behind when it ended (%d); they were killed", t.plan.seats[k].name, exit.LeftBehind)
		}
		if err := t.bots[k].Output().Err; err != nil {
			lost := fmt.Errorf("--log: the output of %s is not complete: %w", o.name, err)
			t.referee.outcome.lost = both(t.referee.outcome.lost, lost)
		}
		if dropped := t.bots[k].Output().Dropped; dropped > 0 {
			t.out.note("%s: printed too much: %d octets of its output were dropped", t.plan.seats[k].name, dropped)
		}
	}
}
