package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"blastyard/harness"
	"blastyard/internal/plain"
	"blastyard/match"
	"blastyard/viewer"
	"blastyard/viewer/terminal"
	"blastyard/viewer/tui"
)

// screen is where a match is seen: a show in a terminal, or lines of progress.
type screen struct {
	plan     *plan
	out, err io.Writer
	tty      *os.File // standard output where it is a terminal that is to be drawn on
	errTTY   bool     // standard error is a terminal: progress of a series can be overwritten

	frames chan viewer.Frame // of the show that is on; nil: none
	ended  <-chan struct{}   // the show is over

	inBrowser bool // the match is seen there, and not drawn in the terminal

	mu      sync.Mutex
	notes   []string // held back while the show is on
	sent    int      // notes that a frame has shown as events
	shown   int      // notes printed or held back
	drawing bool
	series  seriesLine
}

func newScreen(cmd *cobra.Command, p *plan) *screen {
	s := &screen{plan: p, out: cmd.OutOrStdout(), err: cmd.ErrOrStderr()}
	if f, ok := s.out.(*os.File); ok && terminal.IsTerminal(f) && !p.quiet && !p.json && p.games == 1 {
		s.tty = f
	}
	if f, ok := s.err.(*os.File); ok && terminal.IsTerminal(f) && !p.quiet {
		s.errTTY = true
	}
	return s
}

// maxNotes bounds what bots can make us print.
const maxNotes = 500

// note prints a line beside the match: at once, or after the show.
func (s *screen) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown++
	line := plain.Line(fmt.Sprintf(format, args...)) // whatever bots, guests and files have put into it
	switch {
	case s.shown > maxNotes:
		return
	case s.shown == maxNotes:
		line = "(more is not shown here; --log DIR keeps what bots print)"
	}
	if s.drawing {
		s.notes = append(s.notes, line)
		return
	}
	fmt.Fprintln(s.err, line)
}

// wants tells whether the board after a turn would be shown.
func (s *screen) wants(turn, turns int) bool {
	return s.frames != nil || !s.plan.quiet && s.plan.games == 1 && (s.tty == nil || s.inBrowser) && terminal.TenthDone(turn, turns)
}

// frame shows the board after a turn. What it holds is kept.
func (s *screen) frame(next viewer.Frame) {
	if s.frames == nil {
		if s.wants(next.Turn, next.Turns) {
			s.note("%s", terminal.Progress(&next, 0))
		}
		return
	}
	if next.Turn == 0 && s.plan.page != nil {
		next.Events = append(next.Events, viewer.Event{Player: -1, Text: "also at " + s.plan.page.URL})
	}
	s.mu.Lock()
	for ; s.sent < len(s.notes); s.sent++ {
		next.Events = append(next.Events, viewer.Event{Turn: next.Turn, Player: -1, Text: s.notes[s.sent]})
	}
	s.mu.Unlock()
	select {
	case s.frames <- next:
	case <-s.ended:
	}
}

// during plays a match, with a show where there is a terminal. When the watcher quits before the match has ended, the
// match is interrupted.
func (s *screen) during(ctx context.Context, play func(context.Context) (outcome, error)) (outcome, error) {
	if s.tty == nil || s.inBrowser {
		return play(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	showEnded := make(chan struct{})
	s.frames, s.ended, s.drawing = make(chan viewer.Frame), showEnded, true
	var o outcome
	var playErr error
	playEnded := make(chan struct{})
	go func() {
		defer close(playEnded)
		defer close(s.frames)
		o, playErr = play(ctx)
	}()
	showErr := s.play(ctx)
	close(showEnded)
	if showErr != nil {
		cancel()
	}
	<-playEnded
	s.mu.Lock()
	s.drawing = false
	for _, line := range s.notes {
		fmt.Fprintln(s.err, line)
	}
	s.mu.Unlock()
	if playErr == nil && showErr != nil && !errors.Is(showErr, tui.ErrQuit) {
		return o, showErr
	}
	return o, playErr
}

// interrupted says in a few words why a match did not come to its end: it was ended from outside, or the machine failed
// it.
func interrupted(ctx context.Context, err error) error {
	switch {
	case harness.HostFault(err):
		return fmt.Errorf("the match is void, and nobody is to blame: %w", err)
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return errors.New("interrupted")
	}
	return err
}

func (p *plan) runSingle(ctx context.Context, out *screen) error {
	t := p.game.newTable(p)
	defer t.close()
	o, err := out.during(ctx, func(ctx context.Context) (outcome, error) { return t.play(ctx, 0, out) })
	if err != nil {
		return both(interrupted(ctx, err), o.lost)
	}
	return both(out.result(&o), o.lost)
}

// both is two errors as one of one line; either may be nil.
func both(a, b error) error {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

// bot is how a seat is called in text: its name, and where it differs what was asked for.
func (s *seat) bot() string {
	if s.spec == "" {
		return s.name + " (connected by itself)"
	}
	return s.spec
}

// unwell tells whether there is anything to say of how a seat fared.
func (o *seatOutcome) unwell() bool { return o.reason != match.Finished || o.late > 0 || o.refused > 0 }
