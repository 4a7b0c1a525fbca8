package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/harness"
	"blastyard/harness/rounds"
	"blastyard/internal/plain"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// roundsMatch is one match with bot folders and console players.
type roundsMatch struct {
	options      *roundsOptions
	interpreters rounds.Interpreters
	sandbox      *harness.Sandbox // nil: none
	stdin        io.Reader
	out, err     io.Writer

	seats   []roundsSeat // by key
	players []wire.PlayerInfo
	text    wire.Text
	state   *bomberman.State
	runner  *rounds.Runner
	folders *rounds.Folders
	hand    *handPlayers
	painter *boardPainter

	commands []bomberman.Command
	failed   []bool
	scribe   bombermanScribe
	names    []viewer.Seat // by key
	frame    viewer.Frame
	log      bytes.Buffer // the engine's, of this round
}

// roundsSeat is a player.
type roundsSeat struct {
	key  byte
	name string
	bot  *rounds.Bot // nil: at the keyboard
	idle rounds.Idle

	ran     bool // in this round
	outcome rounds.Outcome
	trouble string // the last that was told
	late    int    // rounds
	faults  int    // rounds without a command, beside late ones
}

// run prepares the match, plays it and shows the result.
func (m *roundsMatch) run(ctx context.Context) error {
	if err := m.prepare(ctx); err != nil {
		return interrupted(ctx, err)
	}
	folders, moved, err := rounds.NewFolders(m.options.logDir, m.options.seed, m.options.keep || m.options.debug)
	if err != nil {
		return err
	}
	defer folders.Close()
	if moved != "" {
		fmt.Fprintf(m.err, "the folder of an earlier match with seed %d is now %s\n", m.options.seed, moved)
	}
	m.folders = folders
	m.painter = newBoardPainter(m.out)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m.hand = newHandPlayers(ctx, m.stdin, m.out)
	m.commands, m.failed = make([]bomberman.Command, len(m.seats)), make([]bool, len(m.seats))
	m.beginReplay()
	for !m.state.Over() {
		if err := m.round(ctx); err != nil {
			m.endReplay(interrupted(ctx, err).Error())
			return interrupted(ctx, err)
		}
	}
	replayFile := m.endReplay("")
	// The end is a round that nobody plays any more.
	if err := m.folders.Begin(m.state, &m.text, m.players, nil); err != nil {
		m.note("%v", err)
	}
	if m.options.pretty {
		m.painter.draw(&m.text, m.state)
	}
	m.result(replayFile)
	return nil
}

// prepare builds the bots and measures their languages.
func (m *roundsMatch) prepare(ctx context.Context) error {
	var bots []*rounds.Bot
	built := map[string]bool{}
	for i := range m.seats {
		b := m.seats[i].bot
		if b == nil {
			continue
		}
		if m.options.build && !built[b.Dir] {
			built[b.Dir] = true
			if err := b.Build(ctx, &m.interpreters, m.err); err != nil {
				return err
			}
		}
		bots = append(bots, b)
	}
	if m.sandbox != nil && len(bots) > 0 {
		fmt.Fprintf(m.err, "sandbox of the bots: %v\n", m.sandbox.Level)
	}
	return m.runner.Calibrate(ctx, bots)
}

// round plays one round.
func (m *roundsMatch) round(ctx context.Context) error {
	n := m.state.Round()
	m.log.Reset()
	var living []byte
	for k := range m.seats {
		if m.state.Player(k).Alive {
			living = append(living, m.seats[k].key)
		}
	}
	if err := m.folders.Begin(m.state, &m.text, m.players, living); err != nil {
		m.note("round %d: %v", n, err)
	}
	byHand := slices.ContainsFunc(m.seats, func(s roundsSeat) bool { return s.bot == nil && slices.Contains(living, s.key) })
	if m.options.pretty || byHand && !m.hand.ended {
		m.painter.draw(&m.text, m.state)
	}
	if err := m.collect(ctx, n, living); err != nil {
		return err
	}
	m.state.Step(m.commands, m.failed)
	m.report(n, living)
	m.tellReplay(living)
	if err := m.folders.End(n, m.log.Bytes()); err != nil {
		m.note("round %d: %v", n, err)
	}
	if m.options.consoleLog {
		fmt.Fprintf(m.out, "round %d\n%s", n, m.log.Bytes())
	}
	return m.debugStop(n)
}

// collect fills in the commands: bots run while those at the keyboard think.
func (m *roundsMatch) collect(ctx context.Context, n int, living []byte) error {
	var entries []rounds.Entry
	for k := range m.seats {
		s := &m.seats[k]
		m.commands[k], s.ran = bomberman.Nothing, false
		if s.bot == nil || !slices.Contains(living, s.key) {
			continue
		}
		if s.idle.Gone() {
			m.commands[k] = s.idle.Next(bomberman.Nothing)
			m.endPlayer(n, s, []byte("[blastyard] no longer run, since it did nothing for too long\n[blastyard] command: 6, trigger\n"))
			continue
		}
		s.ran = true
		entries = append(entries, rounds.Entry{Bot: s.bot, Key: s.key, Folder: m.folders.Player(n, s.key), Done: func(o *rounds.Outcome) {
			if ctx.Err() == nil {
				m.commands[k] = s.idle.Next(o.Command)
			}
			s.outcome = *o
			m.endPlayer(n, s, o.Log(m.commands[k]))
		}})
	}
	bots := make(chan struct{})
	go func() {
		defer close(bots)
		m.runner.Round(ctx, entries)
	}()
	for k := range m.seats {
		if s := &m.seats[k]; s.bot == nil && slices.Contains(living, s.key) {
			m.commands[k] = m.hand.ask(ctx, s)
			if err := m.folders.WriteMove(n, s.key, m.commands[k]); err != nil {
				m.hand.note("%v", err)
			}
			m.endPlayer(n, s, []byte(fmt.Sprintf("[blastyard] command: %d, %s\n", m.commands[k], wire.CommandName(m.commands[k]))))
		}
	}
	<-bots
	for _, note := range m.hand.takeNotes() {
		m.note("round %d: %s", n, note)
	}
	return ctx.Err()
}

// endPlayer closes a player's folder of a round. It is called from several goroutines.
func (m *roundsMatch) endPlayer(n int, s *roundsSeat, log []byte) {
	if err := m.folders.EndPlayer(n, s.key, log); err != nil {
		m.hand.note("%c %s: %v", s.key, s.name, err)
	}
}

// report writes the engine's log of a round and tells of troubles, the same one only once in a row.
func (m *roundsMatch) report(n int, living []byte) {
	for k := range m.seats {
		s := &m.seats[k]
		if !slices.Contains(living, s.key) {
			continue
		}
		c := m.commands[k]
		fmt.Fprintf(&m.log, "%c %s: %d, %s", s.key, s.name, c, wire.CommandName(c))
		if m.failed[k] {
			m.log.WriteString(", refused")
		}
		if s.ran {
			m.trouble(n, s)
		}
		m.log.WriteByte('\n')
		if p := m.state.Player(k); !p.Alive {
			fmt.Fprintf(&m.log, "%c %s: killed\n", s.key, s.name)
		}
	}
}

func (m *roundsMatch) trouble(n int, s *roundsSeat) {
	o := &s.outcome
	if o.Why == "" {
		s.trouble = ""
		return
	}
	fmt.Fprintf(&m.log, " (%s)", o.Why)
	kind := o.Why
	if o.Late {
		s.late++
		kind = "late"
	} else {
		s.faults++
	}
	if kind == s.trouble {
		return
	}
	s.trouble = kind
	last := ""
	if len(o.Errors) > 0 {
		last = "; it last printed: " + strings.Join(o.Errors, " | ")
	}
	m.note("round %d: %c %s: %s: does nothing%s", n, s.key, s.name, terminal.Plain(o.Why), last)
}

// debugStop ends the match if it is to be debugged and a bot wrote to its error stream.
func (m *roundsMatch) debugStop(n int) error {
	if !m.options.debug {
		return nil
	}
	var errs []error
	for i := range m.seats {
		if s := &m.seats[i]; s.ran && s.outcome.Printed.Stderr > 0 {
			errs = append(errs, fmt.Errorf("round %d: %c %s wrote to its error stream: %s (see %s)", n, s.key, s.name,
				strings.Join(s.outcome.Errors, " | "), m.folders.Player(n, s.key)))
		}
	}
	return errors.Join(errs...)
}

func (m *roundsMatch) note(format string, args ...any) {
	fmt.Fprintln(m.err, plain.Line(fmt.Sprintf(format, args...)))
}

// result prints the leader board and how to play the same match again.
func (m *roundsMatch) result(replayFile string) {
	width := 0
	for i := range m.seats {
		width = max(width, len([]rune(m.seats[i].name)))
	}
	fmt.Fprintf(m.out, "Game over in round %d, seed %d\n\n", m.state.Round(), m.options.seed)
	for place, k := range m.state.LeaderBoard() {
		p, s := m.state.Player(k), &m.seats[k]
		status := "alive"
		if !p.Alive {
			status = fmt.Sprintf("killed in round %d", p.KilledRound)
		}
		fmt.Fprintf(m.out, "%2d. %c %-*s %6d points  %s", place+1, s.key, width, s.name, p.Points, status)
		if s.late > 0 {
			fmt.Fprintf(m.out, "; too late in %d rounds", s.late)
		}
		if s.faults > 0 {
			fmt.Fprintf(m.out, "; no command in %d rounds", s.faults)
		}
		if s.idle.Gone() {
			fmt.Fprint(m.out, "; given up")
		}
		fmt.Fprintln(m.out)
	}
	if replayFile != "" {
		fmt.Fprintf(m.out, "\nreplay: %s", replayFile)
	}
	fmt.Fprintf(m.out, "\nfolder: %s\nrepeat: %s\n", m.folders.Dir(), m.options.command())
}
