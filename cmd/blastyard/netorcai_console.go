package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// netorcaiConsole is where the netorcai server's log and answers go and commands come from: a line reader, or in a
// terminal a prompt that can be edited, with the log above it.
type netorcaiConsole struct {
	in  io.Reader
	out io.Writer

	mu     sync.Mutex
	screen *term.Terminal // nil: no terminal, or no longer
	keys   *keyWatcher
	fd     int
	before *term.State
}

func newNetorcaiConsole(in io.Reader, out io.Writer, simple bool) *netorcaiConsole {
	c := &netorcaiConsole{in: in, out: out}
	inFile, inOK := in.(*os.File)
	outFile, outOK := out.(*os.File)
	if simple || !inOK || !outOK || !term.IsTerminal(int(inFile.Fd())) || !term.IsTerminal(int(outFile.Fd())) {
		return c
	}
	c.fd = int(inFile.Fd())
	before, err := term.MakeRaw(c.fd)
	if err != nil {
		return c
	}
	c.before = before
	c.keys = &keyWatcher{Reader: in, Writer: out}
	c.screen = term.NewTerminal(c.keys, "> ")
	if width, height, err := term.GetSize(int(outFile.Fd())); err == nil && width > 0 && height > 0 {
		_ = c.screen.SetSize(width, height)
	}
	return c
}

// Write writes whole lines, above the prompt where there is one.
func (c *netorcaiConsole) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen != nil {
		return c.screen.Write(b)
	}
	return c.out.Write(b)
}

// restore gives the terminal back as it was.
func (c *netorcaiConsole) restore() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen == nil {
		return
	}
	c.screen.SetPrompt("")
	c.screen = nil
	_, _ = io.WriteString(c.out, "\r\x1b[K") // the prompt's line
	_ = term.Restore(c.fd, c.before)
}

// serve carries out commands to the end of input. quit is called for the command quit, interrupt for Ctrl-C in a terminal.
func (c *netorcaiConsole) serve(sh *netorcaiShell, quit, interrupt func()) {
	read := c.lineReader()
	c.mu.Lock()
	if c.screen != nil {
		read = c.screen.ReadLine
		c.screen.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
			if key != '\t' {
				return "", 0, false
			}
			done := sh.complete(line[:pos])
			return done + line[pos:], len(done), true
		}
	}
	c.mu.Unlock()
	for {
		line, err := read()
		if errors.Is(err, term.ErrPasteIndicator) {
			err = nil
		}
		if err != nil {
			c.ended(interrupt)
			return
		}
		answer, end := sh.do(line)
		if answer != "" {
			_, _ = c.Write([]byte(answer + "\n"))
		}
		if end {
			quit()
			return
		}
	}
}

// ended is called at the end of input, which is no reason for the server to stop; Ctrl-C is.
func (c *netorcaiConsole) ended(interrupt func()) {
	terminal := c.keys != nil
	c.restore() // from here on Ctrl-C is a signal again
	if terminal && c.keys.sawInterrupt() {
		interrupt()
	}
}

// lineReader reads lines of any length and keeps a sensible part of each.
func (c *netorcaiConsole) lineReader() func() (string, error) {
	r := bufio.NewReader(c.in)
	return func() (string, error) {
		line, err := r.ReadSlice('\n')
		text := string(line)
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = r.ReadSlice('\n')
		}
		if err != nil && text == "" {
			return "", err
		}
		return strings.TrimRight(text, "\r\n"), nil
	}
}

// keyWatcher notes Ctrl-C, which a raw terminal gives as a key.
type keyWatcher struct {
	io.Reader
	io.Writer
	mu          sync.Mutex
	interrupted bool
}

func (k *keyWatcher) Read(b []byte) (int, error) {
	n, err := k.Reader.Read(b)
	k.mu.Lock()
	k.interrupted = bytes.IndexByte(b[:n], 3) >= 0
	k.mu.Unlock()
	return n, err
}

func (k *keyWatcher) sawInterrupt() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.interrupted
}
