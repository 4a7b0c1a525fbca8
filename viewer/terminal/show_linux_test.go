package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"blastyard/viewer"
)

// pty is a terminal and the other side of it, where a test types and reads what is shown.
type pty struct {
	*os.File // the terminal
	typist   *os.File
	mu       sync.Mutex
	shown    bytes.Buffer
}

func openPty(t *testing.T) *pty {
	t.Helper()
	typist, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no pseudo terminals here:", err)
	}
	fd := int(typist.Fd())
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	must(err)
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	must(err)
	must(unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))
	p := &pty{File: tty, typist: typist}
	read := make(chan struct{})
	go func() {
		defer close(read)
		buffer := make([]byte, 4096)
		for {
			n, err := typist.Read(buffer)
			p.mu.Lock()
			p.shown.Write(buffer[:n])
			p.mu.Unlock()
			if err != nil { // EIO: the terminal was closed
				return
			}
		}
	}()
	t.Cleanup(func() {
		tty.Close()
		<-read
		typist.Close()
	})
	return p
}

// saw waits until some text was shown.
func (p *pty) saw(t *testing.T, text string) {
	t.Helper()
	for range 500 {
		p.mu.Lock()
		found := bytes.Contains(p.shown.Bytes(), []byte(text))
		p.mu.Unlock()
		if found {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%q was not shown within 5 s", text)
}

const (
	enterScreen = "\x1b[?1049h"
	leaveScreen = "\x1b[?1049l"
	showCursor  = "\x1b[?25h"
)

// watch runs a show of a match, at a pace or live, and checks that the terminal comes back as it was and nothing is left.
func watch(t *testing.T, pace time.Duration, live bool, during func(p *pty, cancel context.CancelCauseFunc)) error {
	p := openPty(t)
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	before, err := term.GetState(int(p.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	frames := played(hexagonMap(3, 2, 2), 0, 5)
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
	go func() {
		done <- Show(ctx, in, ShowOptions{Out: p.File, In: p.File, Env: []string{"TERM=xterm-256color"}, Pace: pace})
	}()
	p.saw(t, enterScreen)
	during(p, cancel)
	select {
	case err = <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the show does not end")
	}
	close(over)
	producer.Wait()
	p.saw(t, leaveScreen)
	p.saw(t, showCursor)
	after, stateErr := term.GetState(int(p.Fd()))
	if stateErr != nil || *after != *before {
		t.Errorf("the terminal is not as it was: %v", stateErr)
	}
	return err
}

func TestShowToTheEnd(t *testing.T) {
	err := watch(t, 20*time.Millisecond, false, func(p *pty, _ context.CancelCauseFunc) { p.saw(t, "the match is over") })
	if err != nil {
		t.Error(err)
	}
}

func TestShowQuitByKey(t *testing.T) {
	for _, key := range []string{"q", "\x03"} {
		err := watch(t, time.Hour, true, func(p *pty, _ context.CancelCauseFunc) {
			p.saw(t, "of 5")
			if _, err := p.typist.WriteString(key); err != nil {
				t.Error(err)
			}
		})
		if !errors.Is(err, ErrQuit) {
			t.Errorf("key %q: %v", key, err)
		}
	}
}

func TestShowCancelled(t *testing.T) {
	why := errors.New("the server is gone")
	err := watch(t, time.Hour, true, func(_ *pty, cancel context.CancelCauseFunc) { cancel(why) })
	if !errors.Is(err, why) {
		t.Error(err)
	}
}

func TestShowResized(t *testing.T) {
	err := watch(t, time.Hour, true, func(p *pty, _ context.CancelCauseFunc) {
		p.saw(t, "of 5")
		err := unix.IoctlSetWinsize(int(p.typist.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 10, Col: 30})
		if err != nil {
			t.Error(err)
		}
		time.Sleep(50 * time.Millisecond)
		if _, err := p.typist.WriteString("q"); err != nil {
			t.Error(err)
		}
	})
	if !errors.Is(err, ErrQuit) {
		t.Error(err)
	}
}

// A frame that cannot be drawn must not leave the terminal in raw mode.
func TestShowPanics(t *testing.T) {
	p := openPty(t)
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	before, err := term.GetState(int(p.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	in := make(chan viewer.Frame, 1)
	in <- viewer.Frame{}
	opt := ShowOptions{Out: p.File, In: p.File, Env: []string{"TERM=xterm-256color"}}
	m := newModel(opt, colorprofile.ANSI256)
	m.paint = func(*viewer.Frame, Options) (*canvas, point) { panic("a bug, on purpose") }
	if err := run(context.Background(), in, opt, m); err == nil || errors.Is(err, ErrQuit) {
		t.Errorf("got %v, want the panic", err)
	}
	p.saw(t, leaveScreen)
	if after, err := term.GetState(int(p.Fd())); err != nil || *after != *before {
		t.Errorf("the terminal is not as it was: %v", err)
	}
}
