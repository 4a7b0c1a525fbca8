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
	"blastyard/internal/text"
)

// Console reads commands and prints the server's log and answers. In a terminal the command line can be edited, and
// the log appears above it.
type Console struct {
	in  io.Reader
	out io.Writer
	tty *os.File // standard input, if it is a terminal
	raw bool     // commands are edited in the terminal

	mu       sync.Mutex
	screen   *term.Terminal // nil unless the prompt is open
	before   *term.State
	restored bool
}

// End is the reason why a Console reads no more commands.
type End int

// The values of End.
const (
	Quit End = iota // the command quit
	Left            // Ctrl-D, or Ctrl-C on an empty line
)

// ready is the prompt in a terminal.
const ready = ">>> "

// NewConsole returns a console. If simple is true there is no editing or completion, even in a terminal.
func NewConsole(in io.Reader, out io.Writer, simple bool) *Console {
	c := &Console{in: in, out: out}
	if file, ok := in.(*os.File); ok && isTerminal(in) {
		c.tty, c.raw = file, !simple && isTerminal(out)
	}
	return c
}

// Edits reports whether commands are edited in a terminal, which Restore then restores.
func (c *Console) Edits() bool { return c.raw }

func isTerminal(x any) bool {
	f, ok := x.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Write writes whole lines, above the prompt if there is one.
func (c *Console) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.screen != nil {
		return c.screen.Write(b)
	}
	return c.out.Write(b)
}

// Restore restores the terminal to its original mode.
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

// Serve executes commands until the input ends. It calls ended if the server should end: after quit, or at the end of
// input from a terminal. The end of other input does not end the server. In the background of a terminal, Serve waits
// for the foreground or the end of ctx.
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
			// If the terminal itself is gone, this is not a request to end the server.
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

// open puts the terminal into a mode in which lines can be edited. It returns nil if that is not possible.
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
	c.screen = term.NewTerminal(keys, ready)
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

// maxCommand bounds the memory that a line takes, in bytes; what follows in a longer line is dropped.
const maxCommand = 1 << 20

// lineReader returns a function that reads whole lines, or the beginning of lines that have more than maxCommand bytes.
func lineReader(in io.Reader) func() (string, error) {
	r := bufio.NewReader(text.NewReader(in))
	return func() (string, error) {
		part, err := r.ReadSlice('\n')
		command := string(part)
		for errors.Is(err, bufio.ErrBufferFull) {
			if part, err = r.ReadSlice('\n'); len(command) < maxCommand {
				command += string(part)
			}
		}
		if err != nil && command == "" {
			return "", err
		}
		return strings.TrimRight(command, "\r\n"), nil
	}
}
