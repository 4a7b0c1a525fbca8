package arena

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"blastyard/harness"
	"blastyard/internal/plain"
	"blastyard/match"
	"blastyard/stdio"
)

// Goodbye and lastLines are limits of a bot's end.
const (
	Goodbye   = time.Second // from the end of a match to the end of a bot's program
	lastLines = 3           // of a bot's error stream, where it has failed
)

// stopGrace is the time from asking a bot to end to killing it. Tests make it longer.
var stopGrace = 300 * time.Millisecond

// namespacePort is the port of a bot that has a network of its own.
const namespacePort = 4242

// program is a bot that is started for a match.
type program struct {
	begun   atomic.Bool   // it is being started: from here on it may be running
	ready   chan struct{} // closed when it was started, or could not be
	process process       // nil: it could not be started; written before ready is closed
	bot     *stdio.Bot    // of process, where it plays over its standard input and output; else nil
	start   time.Time
	login   time.Duration // from its start, or to its first answer over stdio; 0: it did not log in
}

// process is a program that was started: a *harness.Process.
type process interface {
	ending
	Exit() (e harness.Exit, ended bool)
	Stop(grace time.Duration) error
	Members() []int
	Tail(lines int) []string
	Output() harness.OutputStats
}

// startProcess starts a program. Tests replace it, to have bots that play without a process of their own.
var startProcess = func(ctx context.Context, c harness.Command) (process, error) {
	p, err := harness.Start(ctx, c)
	if err != nil {
		return nil, err // not p: an interface that holds a nil pointer is not nil
	}
	return p, nil
}

// command is how a seat's program is started.
func (m *netorcaiMatch) command(k int) (harness.Command, error) {
	c := m.ownCommand(k)
	c.Host, c.Port = loopback, namespacePort
	if m.apart() {
		c.Accept = func(conn net.Conn) { go m.ports.Deliver(k, conn) }
		return c, nil
	}
	var err error
	c.Port, err = m.openPort(k)
	return c, err
}

// startProgram starts a seat's program.
func (m *netorcaiMatch) startProgram(ctx context.Context, k int) (err error) {
	p := m.programs[k]
	p.begun.Store(true)
	defer close(p.ready)
	if m.seats[k].talks() {
		p.start = time.Now()
		p.bot, err = startFor(ctx, m.ownCommand(k), stdio.Start)
		if p.bot != nil {
			p.process = p.bot.Process()
		}
		return err
	}
	command, err := m.command(k)
	if err != nil {
		return err
	}
	p.start = time.Now()
	p.process, err = startFor(ctx, command, startProcess)
	return err
}

// startFor starts a program for a match. The end of ctx ends the start, but not the program: dismiss ends that when
// nobody plays any more. Else a bot that was killed would seem to have left. There may be a program beside the error.
func startFor[P any](ctx context.Context, c harness.Command,
	start func(context.Context, harness.Command) (P, error),
) (P, error) {
	life, kill := context.WithCancel(context.WithoutCancel(ctx))
	starting := context.AfterFunc(ctx, kill)
	p, err := start(life, c)
	if !starting() {
		err = ctx.Err()
	}
	return p, err
}

// lastWords are the last lines of a bot's error stream, if there are any.
func (m *netorcaiMatch) lastWords(k int) string {
	if m.programs[k] == nil || m.programs[k].process == nil {
		return ""
	}
	return wordsOf(m.programs[k].process)
}

// wordsOf are the last lines of a program's error stream, if there are any, as the end of a sentence.
func wordsOf(p process) string {
	lines := p.Tail(lastLines)
	for i := range lines {
		lines[i] = plain.Text(lines[i])
	}
	if len(lines) == 0 {
		return ""
	}
	return "; it last printed: " + strings.Join(lines, " | ")
}

// watch waits until a bot leaves the match before its end, and says at once why.
func (m *netorcaiMatch) watch(k int) {
	bot, left := m.programs[k].process, m.logic.left[k]
	var f failure
	select {
	case f = <-left:
	case <-bot.Done():
		m.exits <- k
		select {
		case f = <-left:
		case <-m.ended:
			select {
			case f = <-left: // it left in a match that was over soon after
			default:
				return
			}
		}
	}
	f.find(bot)
	m.tellFailure(k, &f)
	m.failures[k] <- f
}

// takeFailures takes note of the programs that have left since the turn before.
func (m *netorcaiMatch) takeFailures() {
	for _, k := range m.logic.leaving {
		if f, ok := await(m.events, m.failures[k]); ok {
			m.fail(k, &f)
		}
	}
	m.logic.leaving = nil
}

// endPrograms waits for the programs to end, and ends those that do not: those that have left not before it is known
// how they end by themselves.
func (m *netorcaiMatch) endPrograms() {
	m.over = time.Now()
	m.takeFailures()
	var err error
	m.during(func() {
		bots := make([]process, 0, len(m.programs))
		for _, p := range m.programs {
			if p != nil && p.process != nil {
				bots = append(bots, p.process)
			}
		}
		if len(bots) > 0 { // else the match may not even have begun to be served
			awaitAll(bots, m.serving.Done())
		}
		err = stopAll(bots)
		m.watchers.Wait()
	})
	if err != nil {
		m.note(NoSeat, false, "%v", err)
	}
}

// stopAll stops programs at the same time.
func stopAll(bots []process) error {
	errs := make([]error, len(bots))
	var stopped sync.WaitGroup
	for i, p := range bots {
		stopped.Go(func() { errs[i] = p.Stop(stopGrace) })
	}
	stopped.Wait()
	return errors.Join(errs...)
}

// complete notes for each seat how its program has ended, and why it failed where it has.
func (m *netorcaiMatch) complete() {
	for k := range m.seats {
		s := &m.result.Seats[k]
		if p := m.programs[k]; p != nil && p.process != nil {
			m.completeProgram(k, p.process, p.start, p.login, m.over)
		}
		if f, ok := m.replaced[k]; ok {
			s.Reason, s.Note = f.Reason, f.Note
		}
		if what := m.lobby.unfinished(k); what != "" && (s.Late > 0 || s.Reason == match.Disconnected) {
			m.note(k, false, "%s: %s", s.Name, what)
			s.Note = strings.TrimPrefix(s.Note+"; "+what, "; ")
		}
	}
}

// completeProgram notes what is known of a seat's program that has ended. over is the end of the match.
func (r *run) completeProgram(k int, p process, start time.Time, login time.Duration, over time.Time) {
	s := &r.result.Seats[k]
	exit, _ := p.Exit()
	s.Program = Program{Started: true, Stdio: r.seats[k].talks(), Login: login,
		Goodbye: max(0, start.Add(exit.Wall).Sub(over)), Exit: exit,
		Output: p.Output(), Tail: p.Tail(lastLines)}
	if exit.LeftBehind > 0 {
		r.note(k, false, "%s: left children behind when it ended (%d); they were killed", s.Name, exit.LeftBehind)
	}
	if dropped := s.Program.Output.Dropped; dropped > 0 {
		r.note(k, false, "%s: printed too much: %d bytes of its output were dropped", s.Name, dropped)
	}
}
