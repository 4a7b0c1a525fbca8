// Package lines prints the events of a match as lines while it runs.
package lines

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/internal/inaction"
	"blastyard/internal/plain"
	"blastyard/show/terminal"
)

// Limits of the lines about each seat, and of all lines that bots can cause.
const (
	maxRefusalsShown = 3
	maxLinesShown    = 40
	maxNotes         = 500
)

// Notes prints lines beside a match, at once or, while something draws on the terminal, afterwards. It may be used by
// any goroutine.
type Notes struct {
	Out io.Writer

	mu       sync.Mutex
	held     []string // while something draws
	hold     bool
	shown    int    // number of lines printed or held
	drawn    int    // how many of held a frame has shown
	progress string // the last line of the terminal, which the next line overwrites; "": none
}

// clearLine moves to the start of the terminal's last line and clears it.
const clearLine = "\r\x1b[K"

// progressWidth is the width of a progress line, so that it does not fill the last line of most terminals.
const progressWidth = 79

// Print prints a line, made safe for a terminal.
func (n *Notes) Print(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.shown++
	line := plain.Line(fmt.Sprintf(format, args...)) // bots, guests and files may have put anything into it
	switch {
	case n.shown > maxNotes:
		return
	case n.shown == maxNotes:
		line = "(more is not shown here; --log DIR keeps what bots print)"
	}
	n.write(line)
}

// Tell is like Print for lines whose number bots cannot influence: it has no limit.
func (n *Notes) Tell(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.write(plain.Line(fmt.Sprintf(format, args...)))
}

// write prints a line above the progress line, or holds it back.
func (n *Notes) write(line string) {
	switch {
	case n.hold:
		n.held = append(n.held, line)
	case n.progress != "":
		fmt.Fprint(n.Out, clearLine, line, "\n", n.progress)
	default:
		fmt.Fprintln(n.Out, line)
	}
}

// Progress shows a line at the bottom of the terminal, in place of the last progress line. "" removes it.
func (n *Notes) Progress(line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if line == "" && n.progress == "" {
		return
	}
	n.progress = terminal.Fit(plain.Line(line), progressWidth)
	fmt.Fprint(n.Out, clearLine, n.progress)
}

// HoldBack holds lines back until Release.
func (n *Notes) HoldBack() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hold = true
}

// Release prints the lines that were held back.
func (n *Notes) Release() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hold = false
	for _, line := range n.held {
		fmt.Fprintln(n.Out, line)
	}
	n.held, n.drawn = nil, 0
}

// News returns the lines held back since the last call.
func (n *Notes) News() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	lines := n.held[n.drawn:]
	n.drawn = len(n.held)
	return lines
}

// Lines is a sink that prints the events of a match.
type Lines struct {
	arena.NopSink
	notes   *Notes
	game    string // in a series: the beginning of each line; otherwise ""
	series  int    // the number of the match in its series; 0: no series
	verbose bool   // print progress and the output of bots too, not only problems
	quiet   bool

	begun   bool
	turns   int // limit of the match; 0: that of the rules
	limit   time.Duration
	players []arena.PlayerInfo
	counts  []seatLines // lines printed, by seat
	names   func(seat int) string
	again   func(p *arena.PlayerInfo) string
	acts    []inaction.Watch // by player id
}

// seatLines counts the lines about a seat.
type seatLines struct{ refused, late, printed int }

// Options say what is printed.
type Options struct {
	Game  int  // the number of the match in its series, from 1, which begins each line; 0: no series
	Full  bool // print progress and the output of bots too, not only problems
	Quiet bool // do not print refused actions and late turns
}

// New returns a sink for one match.
func New(n *Notes, p *arena.Prepared, o Options) *Lines {
	l := &Lines{
		notes:   n,
		verbose: o.Full,
		quiet:   o.Quiet,
		series:  o.Game,
		counts:  make([]seatLines, len(p.Seats)),
		names:   func(seat int) string { return p.Seats[seat].Name },
	}
	if o.Game > 0 {
		l.game = fmt.Sprintf("game %d: ", o.Game)
	}
	return l
}

// print prints a line about the match.
func (l *Lines) print(format string, args ...any) {
	l.notes.Print("%s%s", l.game, fmt.Sprintf(format, args...))
}

// Again sets a function that returns the command to replay a player's turns, or "". It is printed when a player
// fails.
func (l *Lines) Again(command func(p *arena.PlayerInfo) string) *Lines {
	l.again = command
	return l
}

// Begin implements arena.Sink.
func (l *Lines) Begin(b *arena.Begin) {
	l.begun, l.turns, l.players, l.limit = true, b.Turns, b.Players, b.Limit
	l.acts = make([]inaction.Watch, len(b.Players))
	l.names = func(seat int) string {
		if id := l.player(seat); id != arena.NoPlayer {
			return b.Players[id].Name
		}
		return fmt.Sprintf("seat %d", seat+1)
	}
}

// player returns the player id of a seat.
func (l *Lines) player(seat int) int {
	return slices.IndexFunc(l.players, func(p arena.PlayerInfo) bool { return p.Seat == seat })
}

// Note implements arena.Sink.
func (l *Lines) Note(n arena.Note) {
	text := n.Text
	if n.Missed {
		seat := &l.counts[n.Seat]
		if seat.late++; l.quiet || seat.late > maxRefusalsShown {
			return
		}
		for _, line := range n.Last {
			text += "; it printed: " + line
		}
	}
	if id := l.player(n.Seat); n.Failed && l.again != nil && id != arena.NoPlayer {
		if command := l.again(&l.players[id]); command != "" {
			text += "; see it again with: " + command
		}
	}
	if l.begun && (n.Kept || n.Missed) && !strings.HasPrefix(text, "turn ") {
		text = fmt.Sprintf("turn %d: %s", n.Turn+1, text) // it is about the next turn
	}
	l.print("%s", text)
}

// Output implements arena.Sink.
func (l *Lines) Output(o arena.Output) {
	seat := &l.counts[o.Seat]
	if seat.printed++; !l.verbose || seat.printed > maxLinesShown+1 {
		return
	}
	if seat.printed > maxLinesShown {
		l.print("%s: %s prints more; --log DIR keeps it", l.when(o.Turn), l.names(o.Seat))
		return
	}
	l.print("%s: %s prints: %s", l.when(o.Turn), l.names(o.Seat), terminal.Plain(o.Line.Text))
}

// when describes the turn of a line that was printed after so many turns. As in the replay, it is the next turn.
func (l *Lines) when(turn int) string {
	switch {
	case !l.begun:
		return "before the first turn"
	case l.turns > 0 && turn >= l.turns:
		return "after the last turn"
	default:
		return fmt.Sprintf("turn %d", turn+1)
	}
}

// Turn implements arena.Sink.
func (l *Lines) Turn(t *arena.Turn) {
	l.inactive(t)
	if l.quiet {
		return
	}
	for i := range t.Refused {
		l.refused(t, &t.Refused[i])
	}
	for i := range t.Excess {
		l.refused(t, &t.Excess[i])
	}
	for _, id := range t.Late {
		p := &l.players[id]
		if seat := &l.counts[p.Seat]; seat.late < maxRefusalsShown {
			seat.late++
			l.print("turn %d: %s: late: %s", t.Number, p.Name, l.lateness(t, id))
		}
	}
	if l.verbose && terminal.TenthDone(t.Number, t.Frame().Turns) {
		l.print("%s", terminal.Progress(t.Frame(), 0))
	}
}

func (l *Lines) lateness(t *arena.Turn, player int) string {
	text := fmt.Sprintf("no answer within %v", l.limit)
	if slices.Contains(t.Host, player) {
		return text + "; the machine gave it no processor"
	}
	return text
}

func (l *Lines) refused(t *arena.Turn, x *game.Refusal) {
	p := &l.players[x.Player]
	seat := &l.counts[p.Seat]
	if seat.refused++; !p.Program && !p.Person || seat.refused > maxRefusalsShown {
		return
	}
	what := x.Reason
	switch {
	case strings.HasPrefix(x.Action, "character "): // only such an event is worth a frame
		what = t.Frame().ActionOf(x.Action) + ": " + x.Reason
	case x.Action != "":
		what = x.Action + ": " + x.Reason
	}
	l.print("turn %d: %s: refused: %s", t.Number, p.Name, what)
}
