package harness

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"testing"
	"time"
)

func init() {
	misbehaviour["echo by name"] = func() {
		for s := bufio.NewScanner(os.Stdin); s.Scan(); {
			f, err := os.OpenFile("/dev/stdout", os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				fmt.Println(err)
				continue
			}
			fmt.Fprintln(f, "echo", s.Text())
			fmt.Fprintln(os.Stderr, "heard", s.Text())
			f.Close()
		}
		os.Exit(5)
	}
}

// TestOutputByName: a bot that is asked can open its standard output by its name, as shells do.
func TestOutputByName(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		p, lines := talking(t, "echo by name", func(t *testing.T, kind string, change ...func(*Command)) *Process {
			return confined(t, kind, level, change...)
		})
		converse(t, p, lines)
	})
}

// TestWrote: at each level the system tells when a bot has answered, although nothing has read the answer.
func TestWrote(t *testing.T) {
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		outputs, closed := make(chan counter), make(chan struct{})
		defer close(closed)
		p := confined(t, "echo", level, func(c *Command) {
			c.Read = func(r io.Reader) {
				outputs <- r.(counter)
				<-closed
			}
		})
		out := <-outputs
		if at, ok := out.Wrote(); ok {
			t.Errorf("before its first answer it has written at %v", at)
		}
		const exact = 20 * time.Millisecond // two ticks of a slow kernel
		bytes := 0
		for _, line := range []string{"one", "two"} {
			asked := time.Now()
			if _, err := fmt.Fprintln(p.Input(), line); err != nil {
				t.Fatal(err)
			}
			bytes += len("echo " + line + "\n")
			for end := time.Now().Add(patience); out.Unread() < bytes; time.Sleep(time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d bytes have come, expected %d", out.Unread(), bytes)
				}
			}
			answered := time.Now()
			for time.Since(answered) < 5*exact { // in which the time of what has come must not change
				time.Sleep(time.Millisecond)
			}
			at, ok := out.Wrote()
			if !ok || at.Before(asked.Add(-exact)) || at.After(answered.Add(exact)) {
				t.Errorf("%s: it has written at %v (%v), asked at %v, answered until %v", line, at, ok, asked, answered)
			}
		}
	})
}
