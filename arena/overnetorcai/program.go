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

// namespacePort is the port for a bot that has a network of its own.
const namespacePort = 4242

// program is a bot that is started for a match.
type program struct {
	begun   atomic.Bool            // the program is being started and may run
	ready   chan struct{}          // closed when it was started or the start failed
	process programs.Process       // nil: the start failed; written before ready is closed
	bot     *programs.Stdio        // of process, if that plays over its standard input and output; otherwise nil
	able    atomic.Pointer[[]byte] // what bot can do in the next turn, as JSON; nil: it is not told
	start   time.Time
	login   time.Duration // time from the start to the login; 0: no login
}

// command returns the command for a seat's program.
func (m *session) command(k int) (harness.Command, error) {
	c := programs.Command(m.run, k)
	c.Host, c.Port = loopback, namespacePort
	if m.run.Prepared.Apart() {
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
	if m.run.Prepared.Seats[k].Stdio() {
		p.start = time.Now()
		p.bot, err = programs.StartStdio(ctx, programs.Command(m.run, k), m.times)
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

// lastWords returns the last lines of a bot's error stream, as the end of a sentence, or "".
func (m *session) lastWords(k int) string {
	if m.programs[k] == nil || m.programs[k].process == nil {
		return ""
	}
	return programs.LastWords(m.programs[k].process)
}

// watch waits until a bot leaves the match before its end, and reports the reason at once.
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
			case f = <-left: // it left during a match that ended soon after
			default:
				return
			}
		}
	}
	programs.Find(&f, bot, m.times.Exit)
	m.run.TellFailure(k, &f)
	m.failures[k] <- f
}

// takeFailures records the programs that have left since the last turn.
func (m *session) takeFailures() {
	for _, k := range m.logic.leaving {
		if f, ok := arena.Await(m.run, m.failures[k]); ok {
			m.run.Fail(k, &f)
		}
	}
	m.logic.leaving = nil
}

// endPrograms waits for the programs to end, and stops those that do not. It stops those that have left only after it
// has found out how they end by themselves.
func (m *session) endPrograms() {
	m.over = time.Now()
	m.takeFailures()
	var err error
	m.run.Events.During(func() {
		bots := make([]programs.Process, 0, len(m.programs))
		for _, p := range m.programs {
			if p != nil && p.process != nil {
				bots = append(bots, p.process)
			}
		}
		if len(bots) > 0 { // otherwise the server may not even have started
			programs.AwaitAll(bots, m.serving.Done())
		}
		err = programs.Stop(bots, m.times.StopGrace)
		m.watchers.Wait()
	})
	if err != nil {
		m.run.Events.Note(arena.NoSeat, false, "%v", err)
	}
}

// complete records for each seat how its program ended and, if it failed, why.
func (m *session) complete() {
	for k := range m.run.Prepared.Seats {
		s := &m.run.Result.Seats[k]
		if p := m.programs[k]; p != nil && p.process != nil {
			if p.bot != nil {
				p.login = p.bot.Login
			}
			programs.Complete(m.run, k, p.process, p.start, p.login, m.over)
		}
		if f, ok := m.replaced[k]; ok {
			s.Reason, s.Note = f.Reason, f.Note
		}
		programs.TellRefused(m.run, k, s.Program.Exit.Refused)
		if what := m.lobby.unfinished(k); what != "" && (s.Late > 0 || s.Reason == match.Disconnected) {
			m.run.Events.Note(k, false, "%s: %s", s.Name, what)
			s.Note = strings.TrimPrefix(s.Note+"; "+what, "; ")
		}
	}
}
