package prompt

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"

	"blastyard/internal/foreground"
)

// Console is where the server's log and answers go and commands come from: a line reader, or in a terminal a prompt
// that can be edited, with the log above it.
type Console struct {
	in  io.Reader
	out io.Writer
	tty *os.File // standard input, where that is a terminal
	raw bool     // commands are edited in the terminal

	mu       sync.Mutex
	screen   *term.Terminal // nil: not yet, or no longer, or never
	before   *term.State
	restored bool
}

// End is why a Console reads no more commands.
type End int

// The ends.
const (
	Quit End = iota // the command quit
	Left            // Ctrl-D, or Ctrl-C on an empty line
)

// text is the prompt on a terminal.
const text = ">>> "

// NewConsole makes a console. simple: no editing and completion, even in a terminal.
func NewConsole(in io.Reader, out io.Writer, simple bool) *Console {
	c := &Console{in: in, out: out}
	if file, ok := in.(*os.File); ok && isTerminal(in) {
		c.tty, c.raw = file, !simple && isTerminal(out)
	}
	return c
}

func isTerminal(x any) bool {
	f, ok := x.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Write writes whole lines, above the prompt where there is one.
func (c *Console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen != nil {
		return c.screen.Write(b)
	}
	return c.out.Write(b)
}

// Restore gives the terminal back as it was.
func (c *Console) Restore() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.restored = true
	if c.screen == nil {
		return
	}
	c.screen.SetPrompt("")
	c.screen = nil
	_, _ = io.WriteString(c.out, "\r\x1b[K") // the prompt's line
	_ = term.Restore(int(c.tty.Fd()), c.before)
}

// Serve carries out commands until the input ends, and tells ended where that is to end the server. The end of an input
// that is no terminal does not end it, and is not told. In the background of a terminal Serve waits for the foreground,
// until ctx ends.
func (c *Console) Serve(ctx context.Context, sh *Shell, ended func(End)) {
	in := foreground.Input(ctx, c.in)
	read := lineReader(in)
	if c.raw {
		if foreground.Await(ctx, c.tty) != nil {
			return
		}
		if screen := c.open(ctx, in, sh); screen != nil {
			read = screen.ReadLine
		}
	}
	for {
		line, err := read()
		if errors.Is(err, term.ErrPasteIndicator) {
			err = nil
		}
		if err != nil {
			// A terminal that has gone is no terminal any more: nobody has asked for an end.
			if errors.Is(err, io.EOF) && c.tty != nil && isTerminal(c.tty) {
				ended(Left)
			}
			return
		}
		answer, end := sh.Do(line)
		if answer != "" {
			_, _ = c.Write([]byte(answer + "\n"))
		}
		if end {
			ended(Quit)
			return
		}
	}
}

// open makes the terminal one in which lines can be edited; nil where that is not possible.
func (c *Console) open(ctx context.Context, in io.Reader, sh *Shell) *term.Terminal {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.restored || ctx.Err() != nil {
		return nil
	}
	before, err := term.MakeRaw(int(c.tty.Fd()))
	if err != nil {
		return nil
	}
	c.before = before
	keys := &keyboard{in: in, out: c.out}
	c.screen = term.NewTerminal(keys, text)
	if width, height, err := term.GetSize(int(c.tty.Fd())); err == nil && width > 0 && height > 0 {
		_ = c.screen.SetSize(width, height)
	}
	c.screen.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		switch key {
		case '\t':
			done := sh.Complete(line[:pos])
			return done + line[pos:], len(done), true
		case cancel:
			keys.over = line == ""
			return "", 0, true
		}
		return "", 0, false
	}
	return c.screen
}

// lineReader reads lines of any length and keeps a sensible part of each.
func lineReader(in io.Reader) func() (string, error) {
	r := bufio.NewReader(in)
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
