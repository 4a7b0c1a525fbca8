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
)

// roundsMatch is one match with bot folders and console players.
type roundsMatch struct {
	options      *roundsOptions
	interpreters rounds.Interpreters
	sandbox      *harness.Sandbox // nil: none
	stdin        io.Reader
	out, err     io.Writer

	seats        []roundsSeat // by key
	players      []wire.PlayerInfo
	text         wire.Text
	state        *bomberman.State
	runner       *rounds.Runner
	removeCopies func() // of the bots' folders
	folders      *rounds.Folders
	hand         *handPlayers
	painter      *boardPainter

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
	dir  string      // of the bot, not of its copy
	idle rounds.Idle

	ran     bool // in this round
	outcome rounds.Outcome
	trouble string           // the last that was told
	before  bomberman.Player // of this round
	late    int              // rounds
	host    int              // rounds that it missed since the machine gave it no processor
	faults  int              // rounds without a command, beside these
}

// run prepares the match, plays it and shows the result.
func (m *roundsMatch) run(ctx context.Context) error {
	defer func() { m.removeCopies() }()
	defer m.runner.Close()
	if err := m.prepare(ctx); err != nil {
		return interrupted(ctx, err)
	}
	if err := m.makeFolders(); err != nil {
		return err
	}
	defer m.folders.Close()
	m.painter = newBoardPainter(m.out)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m.hand = newHandPlayers(ctx, m.stdin, m.out)
	m.commands, m.failed = make([]bomberman.Command, len(m.seats)), make([]bool, len(m.seats))
	m.beginReplay()
	if err := m.rounds(ctx); err != nil {
		err = interrupted(ctx, err)
		m.endReplay(err.Error())
		return err
	}
	replayFile := m.endReplay("")
	m.hand.tellDeaths()
	if m.options.pretty {
		m.painter.draw(&m.text, m.state)
	}
	m.result(replayFile)
	return nil
}

// rounds plays the match to its end.
func (m *roundsMatch) rounds(ctx context.Context) error {
	for !m.state.Over() {
		if err := m.round(ctx); err != nil {
			return err
		}
	}
	// The end is a round that nobody plays any more.
	return m.folders.Begin(m.state, &m.text, m.players, nil)
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
	if m.options.copyBots {
		var err error
		if bots, err = m.copyBots(); err != nil {
			return err
		}
	}
	if m.sandbox != nil && len(bots) > 0 {
		fmt.Fprintln(m.err, sandboxLine(m.sandbox))
	}
	return m.runner.Calibrate(ctx, bots)
}

// round plays one round.
func (m *roundsMatch) round(ctx context.Context) error {
	n := m.state.Round()
	m.log.Reset()
	var living, bots []byte
	byHand := false
	for k := range m.seats {
		s := &m.seats[k]
		s.before = m.state.Player(k)
		if s.before.Alive {
			living = append(living, s.key)
			byHand = byHand || s.bot == nil
		}
		if s.bot != nil {
			bots = append(bots, s.key)
		}
	}
	if err := m.folders.Begin(m.state, &m.text, m.players, bots); err != nil {
		return err
	}
	if m.options.pretty && (!byHand || m.hand.ended) {
		m.painter.draw(&m.text, m.state)
	}
	if err := m.collect(ctx, n, living); err != nil {
		return err
	}
	m.state.Step(m.commands, m.failed)
	m.report(n, living)
	m.tellReplay(living)
	if err := m.folders.End(n, m.log.Bytes(), m.state, &m.text, bots); err != nil {
		return err
	}
	if m.options.consoleLog {
		fmt.Fprintf(m.out, "round %d\n%s", n, m.log.Bytes())
	}
	return m.debugStop(ctx, n)
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
			log := "[blastyard] no longer run, since it did nothing for too long\n[blastyard] command: 6, trigger\n"
			if err := m.folders.EndPlayer(n, s.key, []byte(log)); err != nil {
				return err
			}
			continue
		}
		s.ran = true
		entries = append(entries, rounds.Entry{Bot: s.bot, Key: s.key, Done: func(o *rounds.Outcome) error {
			if ctx.Err() == nil {
				m.commands[k] = s.idle.Next(o.Command)
			}
			s.outcome = *o
			return m.folders.EndPlayer(n, s.key, o.Log(m.commands[k]))
		}})
	}
	asking, end := context.WithCancel(ctx)
	defer end()
	bots := make(chan error, 1)
	go func() {
		_, err := m.runner.Round(ctx, m.folders, entries)
		if err != nil {
			end() // nobody is asked in vain
		}
		bots <- err
	}()
	for k := range m.seats {
		if s := &m.seats[k]; s.bot == nil && slices.Contains(living, s.key) {
			m.commands[k] = m.hand.ask(asking, s, func() { m.painter.draw(&m.text, m.state) })
		}
	}
	err := <-bots
	for _, note := range m.hand.takeNotes() {
		m.note("round %d: %s", n, note)
	}
	return errors.Join(err, ctx.Err())
}

// report writes the engine's log of a round and tells of troubles, the same one only once in a row. Only the lines of
// commands have names in them, at their end: no name can look like another line.
func (m *roundsMatch) report(n int, living []byte) {
	for k := range m.seats {
		s := &m.seats[k]
		if !slices.Contains(living, s.key) {
			continue
		}
		m.log.Write(wire.AppendAdded(nil, k, s.name, m.commands[k]))
		note := func(text string) { fmt.Fprintf(&m.log, "Player %c: %s\n", s.key, text) }
		p := m.state.Player(k)
		why := wire.Refusal(m.commands[k], m.failed[k], s.before, p)
		if why != "" {
			note("refused: " + why)
		}
		if s.ran {
			m.trouble(n, s, note)
		}
		if !p.Alive {
			note("killed")
		}
		if s.bot == nil {
			m.hand.tell(s, why, !p.Alive)
		}
	}
}

// trouble notes what was wrong with a bot's run.
func (m *roundsMatch) trouble(n int, s *roundsSeat, note func(string)) {
	o := &s.outcome
	for _, fault := range o.Faults {
		note("FAULT: " + fault)
		m.note("round %d: %c %s: FAULT: %s", n, s.key, s.name, plain.Text(fault))
	}
	if o.Why == "" {
		s.trouble = ""
		return
	}
	note(o.Why)
	kind := o.Why
	switch {
	case o.Host:
		s.host++
		kind = "host"
	case o.Late:
		s.late++
		kind = "late"
	default:
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
	m.note("round %d: %c %s: %s: does nothing%s", n, s.key, s.name, plain.Text(o.Why), last)
}

// debugStop waits for a key when the match is to be debugged and a bot wrote to its error stream.
func (m *roundsMatch) debugStop(ctx context.Context, n int) error {
	if !m.options.debug {
		return nil
	}
	wrote := false
	for i := range m.seats {
		if s := &m.seats[i]; s.ran && s.outcome.Printed.Stderr > 0 {
			wrote = true
			m.note("round %d: %c %s wrote to its error stream: %s (see %s)", n, s.key, s.name, strings.Join(s.outcome.Errors, " | "),
				m.folders.Player(n, s.key))
		}
	}
	if !wrote {
		return nil
	}
	return m.hand.pause(ctx, m.err)
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
	fmt.Fprintln(m.out, "Leader Board")
	for place, k := range m.state.LeaderBoard() {
		fmt.Fprintf(m.out, "%d: Player %c: %s\n", place, m.seats[k].key, m.seats[k].name)
	}
	fmt.Fprintf(m.out, "\nGame over in round %d, seed %d\n\n", m.state.Round(), m.options.seed)
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
		if s.host > 0 {
			fmt.Fprintf(m.out, "; no processor in %d rounds", s.host)
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
