package ptytest

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// Console records what a program prints, and types for a test.
type Console struct {
	t    testing.TB
	keys io.Writer

	mu    sync.Mutex
	shown bytes.Buffer
	more  chan struct{} // closed, and replaced, when something is printed
}

func newConsole(t testing.TB, keys io.Writer) *Console {
	return &Console{t: t, keys: keys, more: make(chan struct{})}
}

// Piped starts a program with pipes instead of a terminal. Its standard output and error are recorded. The Enter key
// (\r) is a line feed. The program is killed at the end of the test if it still runs.
func Piped(t testing.TB, cmd *exec.Cmd) *Console {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	c := newConsole(t, lineFeeds{stdin})
	cmd.Stdout, cmd.Stderr = c, c
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return c
}

// lineFeeds writes the Enter key as a line feed.
type lineFeeds struct{ w io.Writer }

func (l lineFeeds) Write(keys []byte) (int, error) {
	return l.w.Write(bytes.ReplaceAll(keys, []byte("\r"), []byte("\n")))
}

// Write records a text.
func (c *Console) Write(text []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown.Write(text)
	close(c.more)
	c.more = make(chan struct{})
	return len(text), nil
}

// Type presses keys.
func (c *Console) Type(keys string) {
	c.t.Helper()
	if _, err := io.WriteString(c.keys, keys); err != nil {
		c.t.Error(err)
	}
}

// Shown returns everything that was printed.
func (c *Console) Shown() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown.String()
}

// soon is how long a text may take to be printed. A quiet machine needs milliseconds.
const soon = 90 * time.Second

// Saw waits until a text was printed.
func (c *Console) Saw(text string) {
	c.t.Helper()
	c.Until(text, func(shown string) bool { return strings.Contains(shown, text) })
}

// Until waits until what was printed fulfils a condition.
func (c *Console) Until(what string, holds func(shown string) bool) {
	c.t.Helper()
	late := time.NewTimer(soon)
	defer late.Stop()
	for {
		c.mu.Lock()
		shown, more := c.shown.String(), c.more
		c.mu.Unlock()
		if holds(shown) {
			return
		}
		select {
		case <-more:
		case <-late.C:
			c.t.Fatalf("within %v there was no %q in\n%q", soon, what, shown)
		}
	}
}
