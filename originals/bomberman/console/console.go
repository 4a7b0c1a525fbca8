// Package console is the console of 2016-Bomberman's original engine: its output for a match, and the players at its
// keyboard. A Console is a sink of package arena.
package console

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"blastyard/arena"
	"blastyard/arena/overrounds"
	"blastyard/game"
	"blastyard/game/match"
	"blastyard/internal/letters"
	"blastyard/internal/plain"
	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

// Config says what a console prints, and where.
type Config struct {
	In       io.Reader // of the players at the keyboard
	Out, Err io.Writer

	// Names are the names of the players, by seat of the match. Two may be equal.
	Names []string

	Dir    string // the folder of the match
	Pretty bool   // draw every round
	Log    bool   // print the engine's log
	Debug  bool   // wait for Enter when a bot has written to its error stream
}

// Console prints one match. Players at the keyboard are asked one after the other, in the order of their keys.
type Console struct {
	arena.NopSink
	config   Config
	ctx      context.Context //nolint:containedctx // of the match, which may wait for the keyboard
	keyboard *keyboard
	painter  *painter
	players  []player // by id
	text     wire.Text
	state    *bomberman.State // of the match
	result   *arena.Result
}

// player is what the console knows of a player.
type player struct {
	name       string
	atKeyboard bool
	before     bomberman.Player // state before the next round
	trouble    string           // the last problem that was reported
}

// New returns the console for a match that ends with ctx.
func New(ctx context.Context, c Config) *Console {
	return &Console{config: c, ctx: ctx, keyboard: newKeyboard(ctx, c.In, c.Out), painter: newPainter(c.Out)}
}

// Person returns a player at the keyboard, for one seat of the match.
func (c *Console) Person() arena.Player { return &person{keyboard: c.keyboard} }

// Begin implements arena.Sink.
func (c *Console) Begin(b *arena.Begin) {
	c.players = make([]player, len(b.Players))
	c.text.Names = make([]string, len(b.Players))
	for id := range b.Players {
		p := &b.Players[id]
		c.players[id] = player{name: c.config.Names[p.Seat], atKeyboard: p.Person}
		c.text.Names[id] = c.players[id].name
	}
	c.state = b.Match.State().(*bomberman.State)
	c.keyboard.draw = c.draw
	fmt.Fprintln(c.config.Out, "Starting new game")
	c.nextRound()
}

func (c *Console) draw() { c.painter.draw(&c.text, c.state) }

// nextRound prepares the next round: the players at the keyboard that are asked, and the picture for the others.
func (c *Console) nextRound() {
	asked := false
	c.keyboard.clearQueue()
	for id := range c.players {
		p := &c.players[id]
		p.before = c.state.Player(id)
		if p.atKeyboard && p.before.Alive {
			asked = true
			c.keyboard.enqueue(id, p.name)
		}
	}
	if c.config.Pretty && (!asked || c.keyboard.ended) {
		c.draw()
	}
}

// Note implements arena.Sink. Notes about players are reported with their rounds.
func (c *Console) Note(n arena.Note) {
	if n.Seat == arena.NoSeat {
		c.note("%s", n.Text)
	}
}

// Turn implements arena.Sink.
func (c *Console) Turn(t *arena.Turn) {
	n := t.Number - 1 // rounds count from 0
	for _, note := range c.keyboard.takeNotes() {
		c.note("round %d: %s", n, note)
	}
	round := overrounds.DetailsOf(t)
	for i := range round.Runs {
		c.tellRun(n, &round.Runs[i])
	}
	c.tellPlayers(t)
	if c.config.Log {
		fmt.Fprintf(c.config.Out, "round %d\n%s", n, round.Log)
	}
	if c.config.Debug {
		c.debugStop(n, round.Runs)
	}
	if !t.Match.Over() {
		c.nextRound()
	}
}

// tellPlayers stores for the players at the keyboard what the round did to them.
func (c *Console) tellPlayers(t *arena.Turn) {
	for id := range c.players {
		p := &c.players[id]
		if !p.atKeyboard || !p.before.Alive {
			continue
		}
		after := c.state.Player(id)
		failed := slices.ContainsFunc(t.Refused, func(r game.Refusal) bool { return r.Player == id })
		c.keyboard.tell(id, wire.Refusal(overrounds.DetailsOf(t).Commands[id], failed, p.before, after))
		if !after.Alive {
			c.keyboard.deaths = append(c.keyboard.deaths, fmt.Sprintf("Player %s has been killed", p.name))
		}
	}
}

// tellRun reports problems of a bot's run. It does not repeat the last problem.
func (c *Console) tellRun(n int, run *overrounds.Run) {
	o, p, key := run.Outcome, &c.players[run.Player], bomberman.Key(run.Player)
	for _, fault := range o.Faults {
		c.note("round %d: %c %s: FAULT: %s", n, key, p.name, plain.Text(fault))
	}
	kind := o.Why
	switch {
	case o.Why == "":
	case o.Host:
		kind = "host"
	case o.Late:
		kind = "late"
	}
	told := kind == p.trouble
	if p.trouble = kind; told || kind == "" {
		return
	}
	last := ""
	if len(o.Errors) > 0 {
		last = "; it last printed: " + strings.Join(o.Errors, " | ")
	}
	c.note("round %d: %c %s gave no command: %s%s", n, key, p.name, plain.Text(o.Why), last)
}

// debugStop waits for Enter if a bot wrote to its error stream.
func (c *Console) debugStop(n int, runs []overrounds.Run) {
	wrote := false
	for _, run := range runs {
		if run.Outcome.Printed.Stderr == 0 {
			continue
		}
		wrote = true
		key := string(bomberman.Key(run.Player))
		c.note("round %d: %s %s wrote to its error stream: %s (see %s)", n, key, c.players[run.Player].name,
			strings.Join(run.Outcome.Errors, " | "), filepath.Join(c.config.Dir, fmt.Sprint(n), key))
	}
	if wrote {
		c.keyboard.pause(c.ctx, c.config.Err)
	}
}

func (c *Console) note(format string, args ...any) {
	fmt.Fprintln(c.config.Err, plain.Line(fmt.Sprintf(format, args...)))
}

// End implements arena.Sink.
func (c *Console) End(e *arena.End) {
	c.result = e.Result
	if e.Err != nil {
		return
	}
	c.keyboard.tellDeaths()
	if c.config.Pretty {
		c.draw()
	}
}

// PrintResult prints the leader board of a finished match, first in the original's format.
func (c *Console) PrintResult(seed int32) {
	out, width := c.config.Out, 0
	for id := range c.players {
		width = max(width, letters.Width(c.players[id].name))
	}
	fmt.Fprintln(out, "Game has ended\nLeader Board")
	for place, id := range c.state.LeaderBoard() {
		fmt.Fprintf(out, "%d: Player %c: %s\n", place, bomberman.Key(id), c.players[id].name)
	}
	fmt.Fprintf(out, "\nGame over in round %d, seed %d\n\n", c.state.Round(), seed)
	for place, id := range c.state.LeaderBoard() {
		at, p := c.state.Player(id), &c.players[id]
		status := "alive"
		if !at.Alive {
			status = fmt.Sprintf("killed in round %d", at.KilledRound)
		}
		space := strings.Repeat(" ", width-letters.Width(p.name))
		fmt.Fprintf(out, "%2d. %c %s%s %6d points  %s%s\n", place+1, bomberman.Key(id), p.name, space, at.Points,
			status, c.troubles(id))
	}
}

// troubles says what was wrong with the turns of a player, in the words of all results, and whether its bot was given
// up. Turns are the rounds of the folder here, which count from 0.
func (c *Console) troubles(id int) (text string) {
	at := slices.IndexFunc(c.result.Seats, func(s arena.SeatResult) bool { return s.Player == id })
	if at < 0 {
		return ""
	}
	seat := &c.result.Seats[at]
	found := seat.Troubles()
	for _, line := range found.Lines() {
		const first = " (first in turn "
		before, after, is := strings.Cut(line, first)
		end := strings.IndexAny(after, ":)")
		if turn, err := strconv.Atoi(after[:max(0, end)]); is && err == nil {
			line = fmt.Sprintf("%s (first in round %d%s", before, turn-1, after[end:])
		}
		text += "; " + plain.Text(line)
	}
	if seat.Reason == match.Timeout {
		text += "; given up"
	}
	return text
}
