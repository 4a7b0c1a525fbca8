package arena

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"blastyard/arena/harness"
	"blastyard/game/match"
	"blastyard/game/viewer"
	"blastyard/protocol/drawing"
)

// events queues what happens between two turns, on any goroutine, and delivers it to the sinks on the goroutine of
// the match: at once if that is waiting, and again with the next turn. Its methods may be called from any goroutine.
type events struct {
	sinks  []Sink
	signal chan struct{} // something is queued
	turn   atomic.Int64  // number of turns played

	mu    sync.Mutex
	queue []any       // Output or Note
	bytes int         // of pending.output
	kept  map[int]int // lines of pending.output, by seat
	drawn drawing.Collector

	pending pending // for the next turn
}

// pending holds what belongs to the next turn.
type pending struct {
	late, host []int
	left       []Left
	output     []Output
	notes      []Note
	drawings   []drawing.Drawing // by seat
}

// The stored output of the bots in one turn is limited, because a turn must fit into a replay. Package harness limits
// the output of a whole match.
const (
	maxTurnLines  = 200       // of a bot
	maxTurnOutput = 256 << 10 // bytes of all bots; a byte may take six in a replay
	maxNote       = 500       // bytes of a note, which may quote a bot
)

func newEvents(sinks []Sink) *events { return &events{sinks: sinks, signal: make(chan struct{}, 1)} }

// board sets the cells on which bots can draw.
func (e *events) board(f *viewer.Frame) {
	cells := make([]drawing.Point, len(f.Cells))
	for i, c := range f.Cells {
		cells[i] = drawing.Point{X: c.X, Y: c.Y}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drawn.SetBoard(cells)
}

func (e *events) push(v any) {
	e.queue = append(e.queue, v)
	select {
	case e.signal <- struct{}{}:
	default: // a signal is pending already
	}
}

// Note reports a line about a match. Lines with kept are stored with the match.
func (e *events) Note(seat int, kept bool, format string, args ...any) {
	if len(e.sinks) == 0 {
		return
	}
	e.tell(Note{Seat: seat, Text: fmt.Sprintf(format, args...), Kept: kept})
}

// Missed is a Note about a turn in which the player of a seat did nothing valid. last are the last lines that its bot
// printed.
func (e *events) Missed(seat int, kept bool, last []string, format string, args ...any) {
	if len(e.sinks) == 0 {
		return
	}
	e.tell(Note{Seat: seat, Text: fmt.Sprintf(format, args...), Kept: kept, Missed: true, Last: last})
}

func (e *events) tell(n Note) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.tellLocked(n)
}

func (e *events) tellLocked(n Note) {
	n.Turn = int(e.turn.Load())
	e.push(n)
	if n.Kept {
		n.Text = shortNote(n.Text)
		e.pending.notes = append(e.pending.notes, n)
	}
}

// Keep stores a line with the next turn, without reporting it at once.
func (e *events) Keep(seat int, format string, args ...any) {
	if len(e.sinks) == 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pending.notes = append(e.pending.notes, Note{Seat: seat, Turn: int(e.turn.Load()),
		Text: shortNote(fmt.Sprintf(format, args...)), Kept: true})
}

// Output reports a line that the bot of a seat printed, or collects what the line draws.
func (e *events) Output(seat int, name string, l harness.Line) {
	if len(e.sinks) == 0 {
		return
	}
	o := Output{Seat: seat, Turn: int(e.turn.Load()), Line: l}
	e.mu.Lock()
	defer e.mu.Unlock()
	if l.Stream != harness.Note {
		drawn, note := e.drawn.Add(seat, l.Text)
		if note != "" {
			e.tellLocked(Note{Seat: seat, Text: name + ": " + note, Kept: true})
		}
		if drawn {
			return
		}
	}
	e.push(o)
	if l.Stream == harness.Note {
		return
	}
	if len(e.pending.output) == 0 {
		e.bytes, e.kept = 0, map[int]int{}
	}
	if e.bytes > maxTurnOutput || len(e.pending.output) >= maxTurnLines*MaxPlayers || e.kept[seat] >= maxTurnLines {
		return
	}
	if e.bytes += len(l.Text); e.bytes > maxTurnOutput {
		o.Line.Text = "(more was printed in this turn)"
	}
	e.pending.output = append(e.pending.output, o)
	e.kept[seat]++
}

// Late records that a player missed the next turn. host says that this is the machine's fault, as far as is known.
func (e *events) Late(player int, host bool) {
	if len(e.sinks) == 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.pending.late = append(e.pending.late, player); host {
		e.pending.host = append(e.pending.host, player)
	}
}

// left records that a player has left.
func (e *events) left(player int, reason match.Reason, note string) {
	if len(e.sinks) == 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pending.left = append(e.pending.left, Left{Player: player, Reason: reason, Note: shortNote(note)})
}

// take returns what belongs to the turn that was just played, and starts the next.
func (e *events) take() pending {
	e.mu.Lock()
	defer e.mu.Unlock()
	p := e.pending
	p.drawings = e.drawn.Take()
	e.pending = pending{}
	return p
}

// Deliver passes what is queued to the sinks. Only the goroutine of the match calls it.
func (e *events) Deliver() {
	e.mu.Lock()
	queue := e.queue
	e.queue = nil
	e.mu.Unlock()
	for _, v := range queue {
		for _, s := range e.sinks {
			switch v := v.(type) {
			case Output:
				s.Output(v)
			case Note:
				s.Note(v)
			}
		}
	}
}

// Signal returns a channel that is ready when there is something to Deliver.
func (e *events) Signal() <-chan struct{} { return e.signal }

// TurnsPlayed returns how many turns were played. It may be called from any goroutine.
func (e *events) TurnsPlayed() int { return int(e.turn.Load()) }

// Await waits for a value and delivers events in the meantime. ok is false if the channel was closed.
func Await[T any](r *Run, c <-chan T) (v T, ok bool) { return await(r.Events, c) }

func await[T any](e *events, c <-chan T) (v T, ok bool) {
	for {
		select {
		case v, ok = <-c:
			return v, ok
		case <-e.signal:
			e.Deliver()
		}
	}
}

// During calls do on another goroutine and delivers events until it returns.
func (e *events) During(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	await(e, done)
}

// shortNote shortens a text that may quote a bot.
func shortNote(s string) string {
	if len(s) <= maxNote {
		return s
	}
	return strings.ToValidUTF8(s[:maxNote], "") + "…"
}
