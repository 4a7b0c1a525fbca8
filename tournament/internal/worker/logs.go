package worker

import (
	"strconv"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/internal/plain"
)

// logs is a sink that keeps the last output of each bot, and the notes about it.
type logs struct {
	arena.NopSink
	seats []botLog
	clean func(seat int, text string) string
}

// botLog has the last lines of a bot.
type botLog struct {
	lines   []string // each with its turn
	bytes   int
	dropped bool // lines are missing before the first
}

// maxLog is the maximum number of bytes of a bot's output that are kept, including the turns.
const maxLog = 64 << 10

func newLogs(players int, clean func(seat int, text string) string) *logs {
	return &logs{seats: make([]botLog, players), clean: clean}
}

// Output implements arena.Sink.
func (l *logs) Output(o arena.Output) {
	if o.Seat >= 0 && o.Seat < len(l.seats) {
		l.seats[o.Seat].add(o.Turn, o.Line.Stream.String(), l.clean(o.Seat, o.Line.Text))
	}
}

// Note implements arena.Sink.
func (l *logs) Note(n arena.Note) {
	if n.Seat >= 0 && n.Seat < len(l.seats) {
		l.seats[n.Seat].add(n.Turn, harness.Note.String(), l.clean(n.Seat, n.Text))
	}
}

func (l *botLog) add(turn int, stream, text string) {
	line := strconv.Itoa(turn) + " " + stream + ": " + plain.Line(text) + "\n"
	l.lines = append(l.lines, line)
	l.bytes += len(line)
	for l.bytes > maxLog && len(l.lines) > 1 {
		l.bytes -= len(l.lines[0])
		l.lines, l.dropped = l.lines[1:], true
	}
}

// text returns the kept output of the bot in a seat: each line has the number of turns played before it.
func (l *logs) text(seat int) (text []byte) {
	x := &l.seats[seat]
	if x.dropped {
		text = append(text, "(earlier lines are not kept)\n"...)
	}
	for _, line := range x.lines {
		text = append(text, line...)
	}
	return text
}
