package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/internal/plain"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
)

// What is printed of each seat one by one, and what bots can make us print in all.
const (
	maxRefusalsShown = 3
	maxLinesShown    = 40
	maxNotes         = 500
)

// notes prints lines beside a match: at once, or, while something draws on the terminal, afterwards. It may be used from
// any goroutine.
type notes struct {
	out io.Writer

	mu    sync.Mutex
	held  []string // while somebody draws
	hold  bool
	shown int // printed or held
	drawn int // of held, those that a frame has shown
}

func (n *notes) print(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.shown++
	line := plain.Line(fmt.Sprintf(format, args...)) // whatever bots, guests and files have put into it
	switch {
	case n.shown > maxNotes:
		return
	case n.shown == maxNotes:
		line = "(more is not shown here; --log DIR keeps what bots print)"
	}
	if n.hold {
		n.held = append(n.held, line)
		return
	}
	fmt.Fprintln(n.out, line)
}

// holdBack keeps lines until release.
func (n *notes) holdBack() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hold = true
}

// release prints what was held back.
func (n *notes) release() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hold = false
	for _, line := range n.held {
		fmt.Fprintln(n.out, line)
	}
	n.held = nil
}

// news are the lines held back that were not asked for before.
func (n *notes) news() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	lines := n.held[n.drawn:]
	n.drawn = len(n.held)
	return lines
}

// lines is a sink that prints what happens in a match, line by line.
type lines struct {
	arena.NopSink
	notes *notes
	full  bool // also progress, and what bots print; else only what goes wrong
	quiet bool

	begun   bool
	limit   time.Duration
	players []arena.Player
	told    []seatLines // by seat
	names   func(seat int) string
}

// seatLines counts what was told of a seat.
type seatLines struct{ refused, late, printed int }

func newLines(n *notes, p *arena.Prepared, full, quiet bool) *lines {
	return &lines{notes: n, full: full, quiet: quiet, told: make([]seatLines, p.Seats()), names: p.Name}
}

// Begin implements arena.Sink.
func (l *lines) Begin(b *arena.Begin) {
	l.begun, l.players, l.limit = true, b.Players, b.Limit
	l.names = func(seat int) string {
		for i := range b.Players {
			if b.Players[i].Seat == seat {
				return b.Players[i].Name
			}
		}
		return fmt.Sprintf("seat %d", seat+1)
	}
}

// Note implements arena.Sink.
func (l *lines) Note(n arena.Note) {
	text := n.Text
	if n.Missed {
		told := &l.told[n.Seat]
		if told.late++; l.quiet || told.late > maxRefusalsShown {
			return
		}
		for _, line := range n.Last {
			text += "; it printed: " + line
		}
	}
	if l.begun && (n.Kept || n.Missed) && !strings.HasPrefix(text, "turn ") {
		text = fmt.Sprintf("turn %d: %s", n.Turn+1, text) // it is about the turn to come
	}
	l.notes.print("%s", text)
}

// Output implements arena.Sink.
func (l *lines) Output(o arena.Output) {
	told := &l.told[o.Seat]
	if told.printed++; !l.full || told.printed > maxLinesShown+1 {
		return
	}
	if told.printed > maxLinesShown {
		l.notes.print("%s: %s prints more; --log DIR keeps it", when(o.Turn), l.names(o.Seat))
		return
	}
	l.notes.print("%s: %s prints: %s", when(o.Turn), l.names(o.Seat), terminal.Plain(o.Line.Text))
}

// when is the time in turns, for people.
func when(turn int) string {
	if turn > 0 {
		return fmt.Sprintf("turn %d", turn)
	}
	return "before the first turn"
}

// Turn implements arena.Sink.
func (l *lines) Turn(t *arena.Turn) {
	if l.quiet {
		return
	}
	for i := range t.Refused {
		l.refused(t.Number, &t.Refused[i])
	}
	for i := range t.Excess {
		l.refused(t.Number, &t.Excess[i])
	}
	for _, id := range t.Late {
		p := &l.players[id]
		if told := &l.told[p.Seat]; told.late < maxRefusalsShown {
			told.late++
			l.notes.print("turn %d: %s: late: %s", t.Number, p.Name, l.lateness(t, id))
		}
	}
	if l.full && terminal.TenthDone(t.Number, t.Frame().Turns) {
		l.notes.print("%s", terminal.Progress(t.Frame(), 0))
	}
}

func (l *lines) lateness(t *arena.Turn, player int) string {
	text := fmt.Sprintf("no answer within %v", l.limit)
	for _, id := range t.Host {
		if id == player {
			return text + "; the machine gave it no processor"
		}
	}
	return text
}

func (l *lines) refused(turn int, x *game.Refusal) {
	p := &l.players[x.Player]
	told := &l.told[p.Seat]
	if told.refused++; !p.Program && !p.Person || told.refused > maxRefusalsShown {
		return
	}
	what := x.Reason
	if x.Action != "" {
		what = x.Action + ": " + x.Reason
	}
	l.notes.print("turn %d: %s: refused: %s", turn, p.Name, what)
}

// last is a sink that keeps the board at the end of a match, and who played.
type last struct {
	arena.NopSink
	frame   viewer.Frame
	players []arena.Player
}

// Begin implements arena.Sink.
func (l *last) Begin(b *arena.Begin) { l.players = b.Players }

// End implements arena.Sink.
func (l *last) End(e *arena.End) { l.frame = e.Frame().Clone() }
