package report

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"blastyard/internal/plain"
	"blastyard/show/terminal"
	"blastyard/tournament"
	"blastyard/tournament/event"
)

// Watch reports the progress of an event while it is played.
type Watch struct {
	Out   io.Writer
	TTY   *os.File // Out if it is a terminal, where the standings are redrawn; nil: lines are printed
	Title string   // above the drawing
	Foot  string   // below it

	// State returns the current state of the event.
	State func() (event.Progress, *tournament.Standings)

	tenth int
	told  map[string]bool // the notes that were printed
	lines int             // of the last drawing
}

// How often Watch checks an event.
const (
	drawEvery = 500 * time.Millisecond
	lookEvery = 100 * time.Millisecond
)

// Run reports the progress until ctx ends: a line for each tenth of the matches, or a drawing.
func (w *Watch) Run(ctx context.Context) {
	every := lookEvery
	if w.TTY != nil {
		every = drawEvery
	}
	p, _ := w.State()
	w.tenth = tenthOf(&p)
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for {
		w.look()
		select {
		case <-ctx.Done():
			w.end()
			return
		case <-ticks.C:
		}
	}
}

// end reports the final state if it is new, and removes the drawing.
func (w *Watch) end() {
	if w.TTY == nil {
		w.look()
		return
	}
	w.erase()
}

func (w *Watch) look() {
	p, s := w.State()
	if w.TTY != nil {
		w.draw(&p, s, terminal.OptionsFor(w.TTY, os.Environ()))
		return
	}
	if t := tenthOf(&p); t > w.tenth {
		w.tenth = t
		fmt.Fprintln(w.Out, plain.Line(ProgressLine(&p, s)))
	}
	for _, note := range notesOf(&p) {
		if !w.told[note] {
			if w.told == nil {
				w.told = map[string]bool{}
			}
			w.told[note] = true
			fmt.Fprintln(w.Out, plain.Line(note))
		}
	}
}

func (w *Watch) erase() {
	if w.lines > 0 {
		fmt.Fprintf(w.Out, "\x1b[%dA\x1b[J", w.lines)
		w.lines = 0
	}
}

// draw draws the event over the last drawing, as far as it fits the terminal.
func (w *Watch) draw(p *event.Progress, s *tournament.Standings, o terminal.Options) {
	lines := w.frame(p, s, o.Height)
	var b strings.Builder
	if w.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", w.lines)
	}
	for _, line := range lines {
		if o.Width > 0 {
			line = terminal.Fit(line, o.Width-1)
		}
		b.WriteString("\r" + line + "\x1b[K\n")
	}
	b.WriteString("\x1b[J")
	fmt.Fprint(w.Out, b.String())
	w.lines = len(lines)
}

// frame returns the drawing, with at most this many lines; 0: any number.
func (w *Watch) frame(p *event.Progress, s *tournament.Standings, height int) []string {
	lines := []string{terminal.Plain(w.Title), terminal.Plain(ProgressLine(p, nil)), ""}
	var below []string
	for _, note := range notesOf(p) {
		below = append(below, terminal.Plain(note))
	}
	if len(p.Running) > 0 {
		below = append(below, terminal.Plain("now: "+runningLine(p)))
	}
	below = append(below, "", terminal.Plain(w.Foot))
	if s != nil && s.Matches > 0 {
		most := 0
		if height > 0 {
			most = max(1, height-len(lines)-len(below)-4) // titles, number of others, a blank line, the cursor
		}
		var b strings.Builder
		WriteStandings(&b, s, most)
		lines = append(lines, strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")...)
		lines = append(lines, "")
	}
	return append(lines, below...)
}
