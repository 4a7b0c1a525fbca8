package program

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/protocol/netorcai"
)

// These tests drive "blastyard netorcai" as a process, as the original's own tests drive the original: commands on
// standard input, lines on standard output, clients over TCP, signals and exit codes.

// soon is how long an answer may take; a quiet machine needs milliseconds.
const soon = time.Minute

// orchestra is a running server.
type orchestra struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.WriteCloser
	lines chan string
	addr  string
	ended chan struct{}
}

// startNetorcai starts the server on a free port and waits until it listens.
func startNetorcai(t *testing.T, args ...string) *orchestra {
	t.Helper()
	port := freeport.Text(t)
	o := runNetorcai(t, append([]string{"--port=" + port}, args...)...)
	o.addr = "127.0.0.1:" + port
	want := "Listening incoming connections"
	if slices.Contains(args, "--quiet") { // says nothing when it listens, but answers then
		o.types("print nb-turns-max")
		want = "nb-turns-max="
	}
	if first := o.line(); !strings.Contains(first, want) {
		t.Fatalf("the first line is %q", first)
	}
	return o
}

// runNetorcai starts the server.
func runNetorcai(t *testing.T, args ...string) *orchestra {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := &orchestra{t: t, lines: make(chan string, 10_000), ended: make(chan struct{})}
	o.cmd = &exec.Cmd{Path: self, Args: append([]string{"blastyard", "netorcai"}, args...), Env: append(os.Environ(), "GORACE=atexit_sleep_ms=0")}
	if o.stdin, err = o.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	o.cmd.Stdout = w
	if err := o.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(o.lines)
		for s := bufio.NewScanner(stdout); s.Scan(); {
			o.lines <- s.Text()
		}
	})
	go func() {
		_ = o.cmd.Wait()
		close(o.ended)
	}()
	t.Cleanup(func() {
		_ = o.cmd.Process.Kill()
		<-o.ended
		reading.Wait()
		_ = stdout.Close()
	})
	return o
}

// line is the next line of output.
func (o *orchestra) line() string {
	o.t.Helper()
	select {
	case line, ok := <-o.lines:
		if !ok {
			o.t.Fatal("the output has ended")
		}
		return line
	case <-time.After(soon):
		o.t.Fatal("no line of output")
	}
	return ""
}

// expects reads lines until one contains the text.
func (o *orchestra) expects(text string) string {
	o.t.Helper()
	var read []string
	deadline := time.After(soon)
	for {
		select {
		case line, ok := <-o.lines:
			if !ok {
				o.t.Fatalf("the output has ended without %q, after\n%s", text, strings.Join(read, "\n"))
			}
			if strings.Contains(line, text) {
				return line
			}
			read = append(read, line)
		case <-deadline:
			o.t.Fatalf("no %q, only\n%s", text, strings.Join(read, "\n"))
		}
	}
}

// types enters a line at the prompt.
func (o *orchestra) types(line string) {
	o.t.Helper()
	if _, err := io.WriteString(o.stdin, line+"\n"); err != nil {
		o.t.Fatal(err)
	}
}

// exits waits for the end of the process.
func (o *orchestra) exits(code int) {
	o.t.Helper()
	select {
	case <-o.ended:
	case <-time.After(soon):
		o.t.Fatal("the process does not end")
	}
	if got := o.cmd.ProcessState.ExitCode(); got != code {
		o.t.Errorf("exit code %d, want %d", got, code)
	}
}

func (o *orchestra) ctx() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 2*soon)
	o.t.Cleanup(cancel)
	return ctx
}

func (o *orchestra) login(role netorcai.Role) *netorcai.Client {
	o.t.Helper()
	c, err := netorcai.Dial(o.ctx(), o.addr)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { _ = c.Close() })
	if err := c.Login(o.ctx(), "client", role); err != nil {
		o.t.Fatal(err)
	}
	return c
}

// kicked reads until the client is kicked, and checks why.
func (o *orchestra) kicked(c *netorcai.Client, reason string) {
	o.t.Helper()
	for {
		_, err := c.Read(o.ctx())
		var kick *netorcai.KickError
		if errors.As(err, &kick) {
			if !strings.Contains(kick.Reason, reason) {
				o.t.Errorf("kicked with %q, want %q", kick.Reason, reason)
			}
			return
		}
		if err != nil {
			o.t.Fatalf("%v, want a KICK", err)
		}
	}
}

// gets reads one message.
func gets[M netorcai.Message](o *orchestra, c *netorcai.Client) M {
	o.t.Helper()
	m, err := c.Read(o.ctx())
	got, ok := m.(M)
	if err != nil || !ok {
		o.t.Fatalf("read %#v, %v; want a %T", m, err, got)
	}
	return got
}
