package overnetorcai

import (
	"context"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/programs"
	"blastyard/game/match"
)

// namespacePort is the port of a bot that has a network of its own.
const namespacePort = 4242

// program is a bot that is started for a match.
type program struct {
	begun   atomic.Bool      // it is being started: from here on it may be running
	ready   chan struct{}    // closed when it was started, or could not be
	process programs.Process // nil: it could not be started; written before ready is closed
	bot     *programs.Stdio  // of process, where it plays over its standard input and output; else nil
	start   time.Time
	login   time.Duration // from its start; 0: it did not log in
}

// command is how a seat's program is started.
func (m *session) command(k int) (harness.Command, error) {
	c := programs.Command(m.Run, k)
	c.Host, c.Port = loopback, namespacePort
	if m.Apart() {
		c.Accept = func(conn net.Conn) { go m.ports.Deliver(k, conn) }
		return c, nil
	}
	var err error
	c.Port, err = m.openPort(k)
	return c, err
}

// startProgram starts a seat's program.
func (m *session) startProgram(ctx context.Context, k int) (err error) {
	p := m.programs[k]
	p.begun.Store(true)
	defer close(p.ready)
	if m.Seats[k].Stdio() {
		p.start = time.Now()
		p.bot, err = programs.StartStdio(ctx, programs.Command(m.Run, k), m.times)
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
	p.process, err = programs.Start(ctx, command, m.startProcess)
	return err
}

// lastWords are the last lines of a bot's error stream, if there are any.
func (m *session) lastWords(k int) string {
	if m.programs[k] == nil || m.programs[k].process == nil {
		return ""
	}
	return programs.LastWords(m.programs[k].process)
}

// watch waits until a bot leaves the match before its end, and says at once why.
func (m *session) watch(k int) {
	bot, left := m.programs[k].process, m.logic.left[k]
	var f arena.Failure
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
	programs.Find(&f, bot, m.times.Exit)
	m.TellFailure(k, &f)
	m.failures[k] <- f
}

// takeFailures takes note of the programs that have left since the turn before.
func (m *session) takeFailures() {
	for _, k := range m.logic.leaving {
		if f, ok := arena.Await(m.Run, m.failures[k]); ok {
			m.Fail(k, &f)
		}
	}
	m.logic.leaving = nil
}

// endPrograms waits for the programs to end, and ends those that do not: those that have left not before it is known
// how they end by themselves.
func (m *session) endPrograms() {
	m.over = time.Now()
	m.takeFailures()
	var err error
	m.During(func() {
		bots := make([]programs.Process, 0, len(m.programs))
		for _, p := range m.programs {
			if p != nil && p.process != nil {
				bots = append(bots, p.process)
			}
		}
		if len(bots) > 0 { // else the match may not even have begun to be served
			programs.AwaitAll(bots, m.serving.Done())
		}
		err = programs.Stop(bots, m.times.StopGrace)
		m.watchers.Wait()
	})
	if err != nil {
		m.Note(arena.NoSeat, false, "%v", err)
	}
}

// complete notes for each seat how its program has ended, and why it failed where it has.
func (m *session) complete() {
	for k := range m.Seats {
		s := &m.Result.Seats[k]
		if p := m.programs[k]; p != nil && p.process != nil {
			if p.bot != nil {
				p.login = p.bot.Login
			}
			programs.Complete(m.Run, k, p.process, p.start, p.login, m.over)
		}
		if f, ok := m.replaced[k]; ok {
			s.Reason, s.Note = f.Reason, f.Note
		}
		if what := m.lobby.unfinished(k); what != "" && (s.Late > 0 || s.Reason == match.Disconnected) {
			m.Note(k, false, "%s: %s", s.Name, what)
			s.Note = strings.TrimPrefix(s.Note+"; "+what, "; ")
		}
	}
}
