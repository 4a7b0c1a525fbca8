package netconsole

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"

	"blastyard/internal/errortext"
	"blastyard/internal/text"
)

// Commands executes the lines of in, until it ends: "start" begins the game, and "end" calls end and is the last one.
// The host goes on after in has ended. say is called with a line about each problem.
func (h *Host) Commands(in io.Reader, say func(line string), end func()) {
	for lines := bufio.NewScanner(text.NewReader(in)); lines.Scan(); {
		switch command := strings.TrimSpace(lines.Text()); command {
		case "":
		case "start":
			if err := h.Start(); err != nil {
				say("cannot start: " + errortext.Text(err))
			}
		case "end":
			end()
			return
		default:
			say(fmt.Sprintf("unknown command %.40q, expected start or end", command))
		}
	}
	if h.cfg.AutoStart == 0 {
		say("standard input has ended: from here on no game can be started (--players starts one without it)")
	}
}

// Log writes lines of several goroutines, until it is closed.
type Log struct {
	mu     sync.Mutex
	w      io.Writer
	closed bool
}

// NewLog returns a log that writes to w.
func NewLog(w io.Writer) *Log { return &Log{w: w} }

// Say writes a line.
func (l *Log) Say(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		fmt.Fprintln(l.w, line)
	}
}

// Close closes the log. Nothing is written after it.
func (l *Log) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}
