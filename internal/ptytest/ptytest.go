// Package ptytest gives tests a terminal: they type, and see what is shown.
package ptytest

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// Terminal is a pseudo terminal of 80 columns and 24 lines. It is closed at the end of the test.
type Terminal struct {
	TTY *os.File // what a program is given as its terminal

	t      testing.TB
	typist *os.File // the other side
	before *term.State

	mu    sync.Mutex
	shown bytes.Buffer
	more  chan struct{} // closed, and made anew, when something is shown
}

// Open makes a terminal; where the system has none the test is skipped.
func Open(t testing.TB) *Terminal {
	t.Helper()
	typist, tty, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo terminals here:", err)
	}
	p := &Terminal{TTY: tty, t: t, typist: typist, more: make(chan struct{})}
	p.Resize(80, 24)
	if p.before, err = term.GetState(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.read()
	}()
	t.Cleanup(func() {
		_ = tty.Close()
		<-read // the last program at the other end is gone
		_ = typist.Close()
	})
	return p
}

func (p *Terminal) read() {
	buffer := make([]byte, 4096)
	for {
		n, err := p.typist.Read(buffer)
		p.mu.Lock()
		p.shown.Write(buffer[:n])
		close(p.more)
		p.more = make(chan struct{})
		p.mu.Unlock()
		if err != nil { // EIO: the terminal was closed
			return
		}
	}
}

// Type presses keys.
func (p *Terminal) Type(keys string) {
	p.t.Helper()
	if _, err := p.typist.WriteString(keys); err != nil {
		p.t.Error(err)
	}
}

// Resize changes the size of the terminal, and tells its programs.
func (p *Terminal) Resize(columns, lines uint16) {
	p.t.Helper()
	if err := pty.Setsize(p.typist, &pty.Winsize{Cols: columns, Rows: lines}); err != nil {
		p.t.Fatal(err)
	}
}

// Shown is all that was written to the terminal.
func (p *Terminal) Shown() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown.String()
}

// soon is how long something may take to be shown; a quiet machine needs milliseconds.
const soon = 30 * time.Second

// Saw waits until some text was shown.
func (p *Terminal) Saw(text string) {
	p.t.Helper()
	p.Until(text, func(shown string) bool { return strings.Contains(shown, text) })
}

// Until waits until what was shown fulfils a condition.
func (p *Terminal) Until(what string, holds func(shown string) bool) {
	p.t.Helper()
	late := time.NewTimer(soon)
	defer late.Stop()
	for {
		p.mu.Lock()
		shown, more := p.shown.String(), p.more
		p.mu.Unlock()
		if holds(shown) {
			return
		}
		select {
		case <-more:
		case <-late.C:
			p.t.Fatalf("within %v there was no %q on the terminal:\n%q", soon, what, shown)
		}
	}
}

// IsAsBefore tells whether the terminal's modes are those that it was opened with.
func (p *Terminal) IsAsBefore() bool {
	p.t.Helper()
	now, err := term.GetState(int(p.TTY.Fd()))
	if err != nil {
		p.t.Fatal(err)
	}
	return *now == *p.before
}
