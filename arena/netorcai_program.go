package arena

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"blastyard/harness"
	"blastyard/internal/plain"
	"blastyard/match"
)

// How long things may take around a match.
const (
	Goodbye   = time.Second            // from the end of a match to the end of a bot's program
	stopGrace = 300 * time.Millisecond // from asking a bot to end to killing it
	lastLines = 3                      // of a bot's error stream, where it has failed
)

// namespacePort is the port of a bot that has a network of its own.
const namespacePort = 4242

// program is a bot that is started for a match.
type program struct {
	ready   chan struct{}    // closed when it was started, or could not be
	process *harness.Process // nil: it could not be started; written before ready is closed
	start   time.Time
	login   time.Duration // from its start; 0: it did not log in
}

// command is how a seat's program is started.
func (m *netorcaiMatch) command(k int) (harness.Command, error) {
	s := &m.seats[k]
	c := harness.Command{Line: s.who.Command, Name: s.name, Dir: s.Dir, Host: loopback, Port: namespacePort,
		Env:     slices.Concat(m.Config.Env, s.Env),
		LogFile: m.logFile(m.index, m.series, k), OnLine: func(l harness.Line) { m.output(k, l) }}
	if m.Sandbox != nil {
		box := *m.Sandbox
		box.Folder, box.Readable = m.ownFolder(s)
		c.Sandbox = &box
	}
	if m.apart() {
		c.Accept = func(conn net.Conn) { go m.ports.Deliver(k, conn) }
		return c, nil
	}
	var err error
	c.Port, err = m.openPort(k)
	return c, err
}

// lastWords are the last lines of a bot's error stream, if there are any.
func (m *netorcaiMatch) lastWords(k int) string {
	if m.programs[k] == nil || m.programs[k].process == nil {
		return ""
	}
	lines := m.programs[k].process.Tail(lastLines)
	for i := range lines {
		lines[i] = plain.Text(lines[i])
	}
	if len(lines) == 0 {
		return ""
	}
	return "; it last printed: " + strings.Join(lines, " | ")
}

// watch waits until a bot leaves the match before its end, and says so with what is known of its program by then.
func (m *netorcaiMatch) watch(k int) {
	bot, left := m.programs[k].process, m.logic.left[k]
	var l goneAway
	select {
	case l = <-left:
	case <-bot.Done():
		m.exits <- k
		select {
		case l = <-left:
		case <-m.ended:
			return
		}
	}
	select { // what ended the connection is mostly the end of the program
	case <-bot.Done():
	case <-time.After(Goodbye / 2):
	}
	what := fmt.Sprintf("%s: %s", l.reason, l.note)
	if exit, ended := bot.Exit(); ended && !exit.Stopped && l.reason == match.Disconnected {
		what = "ended: " + exit.String()
	}
	m.note(k, true, "turn %d: %s: %s%s", l.turn, m.lobby.name(k), what, m.lastWords(k))
}

// endPrograms waits for the programs to end, and ends those that do not.
func (m *netorcaiMatch) endPrograms() {
	m.over = time.Now()
	var err error
	m.during(func() {
		m.waitForPrograms()
		bots := make([]*harness.Process, 0, len(m.programs))
		for _, p := range m.programs {
			if p != nil {
				bots = append(bots, p.process)
			}
		}
		err = harness.StopAll(bots, stopGrace)
		m.watchers.Wait()
	})
	if err != nil {
		m.note(NoSeat, false, "%v", err)
	}
}

// waitForPrograms gives the programs some time to end by themselves.
func (m *netorcaiMatch) waitForPrograms() {
	patience := time.NewTimer(Goodbye)
	defer patience.Stop()
	for _, p := range m.programs {
		if p == nil || p.process == nil {
			continue
		}
		select {
		case <-p.process.Done():
		case <-m.serving.Done(): // the match was broken off
			return
		case <-patience.C:
			return
		}
	}
}

// complete notes for each seat how its program has ended, and why it failed where it has.
func (m *netorcaiMatch) complete() {
	for k := range m.seats {
		s := &m.result.Seats[k]
		p := m.programs[k]
		ran := p != nil && p.process != nil
		if ran {
			m.completeProgram(k, s)
		}
		switch f, ok := m.replaced[k]; {
		case ok:
			s.Reason, s.Note = f.Reason, f.Note
		case ran && s.Reason == match.Disconnected && !s.Program.Exit.Stopped:
			s.Note = s.Program.Exit.String() + m.lastWords(k)
			if !s.Program.Exit.Clean() {
				s.Reason = match.Crashed
			}
		}
	}
}

func (m *netorcaiMatch) completeProgram(k int, s *SeatResult) {
	p := m.programs[k]
	exit, _ := p.process.Exit()
	s.Program = Program{Started: true, Login: p.login, Goodbye: max(0, p.start.Add(exit.Wall).Sub(m.over)), Exit: exit,
		Output: p.process.Output(), Tail: p.process.Tail(lastLines)}
	if exit.LeftBehind > 0 {
		m.note(k, false, "%s: left children behind when it ended (%d); they were killed", s.Name, exit.LeftBehind)
	}
	if dropped := s.Program.Output.Dropped; dropped > 0 {
		m.note(k, false, "%s: printed too much: %d bytes of its output were dropped", s.Name, dropped)
	}
}
