// Package tui shows matches in a terminal while they run, with keys to control it, and lets a person play there.
package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
	"blastyard/show/terminal"
)

// ErrQuit is returned by Watch and Play when the user wants the whole match to end.
var ErrQuit = errors.New("quit by the watcher")

// WatchOptions says where and how fast a match is watched.
type WatchOptions struct {
	Out     *os.File      // a terminal; nil: standard output
	In      *os.File      // keys, if it is a terminal; nil: standard input
	Env     []string      // "KEY=value" strings; nil: those of the process
	Pace    time.Duration // of a turn; 0: chosen so that the match takes about 15 s, between 60 ms and 1 s
	Letters bool          // as in terminal.Options
}

// fill sets the defaults.
func (o *WatchOptions) fill() {
	o.Out = cmp.Or(o.Out, os.Stdout)
	o.In = cmp.Or(o.In, os.Stdin)
	if o.Env == nil {
		o.Env = os.Environ()
	}
}

// Watch shows the frames from in, one a turn, until the channel is closed and the last frame was shown. Then it
// returns nil. It does not delay a producer that is faster than the pace: frames queue in memory, which is limited
// for a long match by dropping some. Frames must not change after they were sent. While Watch runs, nothing else may
// write to the terminal.
//
// Watch returns ErrQuit if the user quits before the match is over, or presses Ctrl-C at any time, and the cause if
// ctx ends. In every case the terminal is restored, and in is no longer read, so the producer must stop sending when
// Watch has returned.
func Watch(ctx context.Context, in <-chan viewer.Frame, opt WatchOptions) error {
	opt.fill()
	return run(ctx, in, opt, newModel(opt, colorprofile.Detect(opt.Out, opt.Env)))
}

// WatchAll is Watch for the frames of a finished match. If the user quits, it returns nil.
func WatchAll(ctx context.Context, all iter.Seq2[*viewer.Frame, error], opt WatchOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	frames, fed := make(chan viewer.Frame), make(chan error, 1)
	go func() {
		defer close(frames)
		for f, err := range all {
			if err != nil {
				fed <- err
				return
			}
			select {
			case frames <- f.Clone():
			case <-ctx.Done():
				fed <- nil
				return
			}
		}
		fed <- nil
	}()
	err := Watch(ctx, frames, opt)
	cancel()
	if feedErr := <-fed; feedErr != nil {
		return feedErr
	}
	if errors.Is(err, ErrQuit) {
		return nil
	}
	return err
}

// run runs a model until it ends, for whatever reason. All reasons become a quit: when bubbletea ends by a context,
// an interrupt or a panic, it leaves its reader running and does not restore the terminal.
func run(ctx context.Context, in <-chan viewer.Frame, opt WatchOptions, m *model) error {
	return runAs(ctx, opt, m, m, func(ctx context.Context, send func(tea.Msg)) { pump(ctx, in, send) })
}

// A source sends messages to a model until ctx ends.
type source func(ctx context.Context, send func(tea.Msg))

// runAs runs top, which wraps m, until it ends. Sources send it messages.
func runAs(ctx context.Context, opt WatchOptions, m *model, top tea.Model, sources ...source) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	m.ctx, m.abort = inner, cancel
	var keys io.Reader // nil if they do not come from a terminal
	if terminal.IsTerminal(opt.In) {
		keys = opt.In
	}
	program := tea.NewProgram(top, tea.WithInput(keys), tea.WithOutput(opt.Out), tea.WithEnvironment(opt.Env),
		tea.WithColorProfile(m.opt.Profile), tea.WithFilter(calmly))
	var helpers sync.WaitGroup
	for _, source := range sources {
		helpers.Go(func() { source(inner, program.Send) })
	}
	helpers.Go(func() {
		<-inner.Done()
		program.Quit()
	})
	_, err := program.Run()
	cancel()
	helpers.Wait()
	switch {
	case m.broken != nil:
		return m.broken
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("tui: %w", err)
	case m.seen:
		return nil
	}
	return ErrQuit
}

// calmly turns an interrupt into a quit.
func calmly(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.InterruptMsg); ok {
		return tea.QuitMsg{}
	}
	return msg
}

// pump sends the frames to the program until there are no more.
func pump(ctx context.Context, in <-chan viewer.Frame, send func(tea.Msg)) {
	for {
		select {
		case <-ctx.Done():
			return
		case f, ok := <-in:
			if !ok {
				send(endMsg{})
				return
			}
			send(frameMsg{f})
		}
	}
}
