//go:build unix

package harness

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func init() {
	misbehaviour["echo"] = func() {
		for s := bufio.NewScanner(os.Stdin); s.Scan(); {
			fmt.Println("echo", s.Text())
			fmt.Fprintln(os.Stderr, "heard", s.Text())
		}
		os.Exit(5)
	}
	misbehaviour["close output"] = func() {
		os.Stdout.Close()
		time.Sleep(lifetime)
	}
	misbehaviour["close input"] = func() {
		os.Stdin.Close()
		fmt.Println("closed")
		time.Sleep(lifetime)
	}
}

// talking starts a bot and returns a channel with the lines of its standard output. The channel is closed at the end.
func talking(t *testing.T, kind string, begin func(*testing.T, string, ...func(*Command)) *Process) (*Process, <-chan string) {
	t.Helper()
	lines := make(chan string, 100)
	p := begin(t, kind, func(c *Command) {
		c.Read = func(r io.Reader) {
			defer close(lines)
			for s := bufio.NewScanner(r); s.Scan(); {
				lines <- s.Text()
			}
		}
	})
	return p, lines
}

// hear waits for a line. It returns "" at the end.
func hear(t *testing.T, lines <-chan string) string {
	t.Helper()
	select {
	case line := <-lines:
		return line
	case <-time.After(patience):
		t.Fatal("the bot says nothing")
		return ""
	}
}

// converse sends a line to an echo bot, expects it back, then lets the bot end.
func converse(t *testing.T, p *Process, lines <-chan string) {
	t.Helper()
	for i := range 3 {
		if _, err := fmt.Fprintf(p.Input(), "line %d\n", i); err != nil {
			t.Fatal(err)
		}
		if got, want := hear(t, lines), fmt.Sprintf("echo line %d", i); got != want {
			t.Fatalf("heard %q, expected %q", got, want)
		}
	}
	if err := p.Input().Close(); err != nil {
		t.Error(err)
	}
	if e := ended(t, p); e.Code != 5 {
		t.Errorf("%v", e)
	}
	if got := hear(t, lines); got != "" {
		t.Errorf("after its end: %q", got)
	}
	if got := strings.Join(p.Tail(5), ","); got != "heard line 0,heard line 1,heard line 2" {
		t.Errorf("its error stream: %s", got)
	}
	if out := p.Output(); out.Stdout != int64(len("echo line 0\n")*3) || out.Stderr == 0 {
		t.Errorf("counted: %+v", out)
	}
}

func TestInput(t *testing.T) {
	p, lines := talking(t, "echo", begin)
	converse(t, p, lines)
}

// TestClosedOutput: the harness notices a bot that closes its output and runs on.
func TestClosedOutput(t *testing.T) {
	p, lines := talking(t, "close output", begin)
	if got := hear(t, lines); got != "" {
		t.Errorf("heard %q", got)
	}
	if _, ended := p.Exit(); ended {
		t.Error("it has ended")
	}
}

// TestClosedInput: writing to a bot that has closed its input or does not read does not block for ever.
func TestClosedInput(t *testing.T) {
	p, lines := talking(t, "close input", begin)
	hear(t, lines)
	for {
		if _, err := io.WriteString(p.Input(), strings.Repeat("x", 100)); err != nil {
			return
		}
	}
}

func TestInputThatIsNotRead(t *testing.T) {
	p, lines := talking(t, "stubborn", begin)
	if got := hear(t, lines); got != "ready" {
		t.Fatalf("heard %q", got)
	}
	written := make(chan error, 1)
	go func() {
		var err error
		for err == nil {
			_, err = io.WriteString(p.Input(), strings.Repeat("x", 64<<10))
		}
		written <- err
	}()
	if err := p.Stop(0); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-written:
		if !errors.Is(err, os.ErrClosed) && !strings.Contains(err.Error(), "broken pipe") {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("the write still waits")
	}
}
