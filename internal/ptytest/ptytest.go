// Package ptytest gives tests a terminal, or pipes instead, to type and to see what is printed.
package ptytest

import (
	"io"
	"os"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// Terminal is a pseudo terminal of 80 columns and 24 lines. It is closed at the end of the test.
type Terminal struct {
	*Console
	TTY *os.File // the terminal for a program

	typist *os.File // the other side
	before *term.State
}

// Open opens a terminal. If the system has none, the test is skipped.
func Open(t testing.TB) *Terminal {
	t.Helper()
	typist, tty, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo terminals here:", err)
	}
	p := &Terminal{Console: newConsole(t, typist), TTY: tty, typist: typist}
	p.Resize(80, 24)
	if p.before, err = term.GetState(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(p.Console, typist) // until EIO: the terminal was closed
	}()
	t.Cleanup(func() {
		_ = tty.Close()
		<-read // the last program at the other end has ended
		_ = typist.Close()
	})
	return p
}

// Resize changes the size of the terminal and tells its programs.
func (p *Terminal) Resize(columns, lines uint16) {
	p.t.Helper()
	if err := pty.Setsize(p.typist, &pty.Winsize{Cols: columns, Rows: lines}); err != nil {
		p.t.Fatal(err)
	}
}

// IsAsBefore reports whether the terminal has the modes with which it was opened.
func (p *Terminal) IsAsBefore() bool {
	p.t.Helper()
	now, err := term.GetState(int(p.TTY.Fd()))
	if err != nil {
		p.t.Fatal(err)
	}
	return *now == *p.before
}
