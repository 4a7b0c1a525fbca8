package tui

import (
	"context"
	"errors"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"go.uber.org/goleak"

	"blastyard/game/viewer"
	"blastyard/internal/leaktest"
	"blastyard/internal/ptytest"
	"blastyard/show/internal/termtest"
	"blastyard/show/terminal"
)

const (
	enterScreen = "\x1b[?1049h"
	leaveScreen = "\x1b[?1049l"
	showCursor  = "\x1b[?25h"
)

// watch watches a match, at a pace or live, and checks that the terminal is restored and nothing is left.
func watch(t *testing.T, pace time.Duration, live bool, during func(p *ptytest.Terminal, cancel context.CancelCauseFunc)) error {
	p := ptytest.Open(t)
	defer leaktest.Verify(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	frames := termtest.Played(termtest.HexagonMap(3, 2, 2), 0, 5)
	in := make(chan viewer.Frame)
	over := make(chan struct{})
	var producer sync.WaitGroup
	producer.Go(func() {
		for _, f := range frames {
			select {
			case in <- f:
			case <-over:
				return
			}
		}
		if live {
			<-over
			return
		}
		close(in)
	})
	done := make(chan error, 1)
	var err error
	go func() {
		done <- Watch(ctx, in, WatchOptions{Out: p.TTY, In: p.TTY, Env: []string{"TERM=xterm-256color"}, Pace: pace})
	}()
	p.Saw(enterScreen)
	during(p, cancel)
	select {
	case err = <-done:
	case <-time.After(time.Minute):
		t.Fatal("Watch does not end")
	}
	close(over)
	producer.Wait()
	p.Saw(leaveScreen)
	p.Saw(showCursor)
	if !p.IsAsBefore() {
		t.Error("the terminal is not as it was")
	}
	return err
}

func TestWatchToTheEnd(t *testing.T) {
	err := watch(t, 20*time.Millisecond, false, func(p *ptytest.Terminal, _ context.CancelCauseFunc) { p.Saw("the match is over") })
	if err != nil {
		t.Error(err)
	}
}

func TestWatchQuitByKey(t *testing.T) {
	for _, key := range []string{"q", "\x03"} {
		err := watch(t, time.Hour, true, func(p *ptytest.Terminal, _ context.CancelCauseFunc) {
			p.Saw("of 5")
			p.Type(key)
		})
		if !errors.Is(err, ErrQuit) {
			t.Errorf("key %q: %v", key, err)
		}
	}
}

func TestWatchCancelled(t *testing.T) {
	why := errors.New("the server is gone")
	err := watch(t, time.Hour, true, func(_ *ptytest.Terminal, cancel context.CancelCauseFunc) { cancel(why) })
	if !errors.Is(err, why) {
		t.Error(err)
	}
}

func TestWatchResized(t *testing.T) {
	err := watch(t, time.Hour, true, func(p *ptytest.Terminal, _ context.CancelCauseFunc) {
		p.Saw("of 5")
		before := len(p.Shown())
		p.Resize(30, 10)
		if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil { // this process may have another terminal
			t.Error(err)
		}
		p.Until("drawn anew", func(shown string) bool { return len(shown) > before })
		p.Type("q")
	})
	if !errors.Is(err, ErrQuit) {
		t.Error(err)
	}
}

// TestWatchPanics: a frame that cannot be drawn does not leave the terminal in raw mode.
func TestWatchPanics(t *testing.T) {
	p := ptytest.Open(t)
	defer leaktest.Verify(t, goleak.IgnoreCurrent())
	in := make(chan viewer.Frame, 1)
	in <- viewer.Frame{}
	opt := WatchOptions{Out: p.TTY, In: p.TTY, Env: []string{"TERM=xterm-256color"}}
	m := newModel(opt, colorprofile.ANSI256)
	m.paint = func(*viewer.Frame, terminal.Options) (*terminal.Picture, int, int) { panic("a bug, on purpose") }
	if err := run(context.Background(), in, opt, m); err == nil || errors.Is(err, ErrQuit) {
		t.Errorf("got %v, want the panic", err)
	}
	p.Saw(leaveScreen)
	if !p.IsAsBefore() {
		t.Error("the terminal is not as it was")
	}
}
