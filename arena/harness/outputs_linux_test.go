package harness

import (
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
)

// byItsUser starts a script at each level, which runs as a user of its own where root starts it.
func byItsUser(t *testing.T, script string, test func(t *testing.T, p *Process), change ...func(*Command)) {
	t.Helper()
	folder, err := os.MkdirTemp("", "outputs-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	eachLevel(t, func(t *testing.T, level SandboxLevel) {
		user, err := TakeUser(level)
		if err != nil {
			t.Fatal(err)
		}
		defer user.Free()
		test(t, begin(t, "script", append([]func(*Command){func(c *Command) {
			c.Words, c.Dir = []string{"/bin/sh", "-c", script}, folder
			c.Sandbox = &Sandbox{Level: level, Folder: folder, RunAs: user}
		}}, change...)...))
	})
}

// TestABotOpensItsOutputsByName: as a shell does for "> /dev/stdout".
func TestABotOpensItsOutputsByName(t *testing.T) {
	const script = "echo opened > /dev/stdout; echo also opened > /dev/stderr; echo by its number > /proc/self/fd/1"
	byItsUser(t, script, func(t *testing.T, p *Process) {
		e := ended(t, p)
		out, errOut := p.tailOf(Stdout, 9), p.tailOf(Stderr, 9)
		if !e.Clean() || !slices.Equal(out, []string{"opened", "by its number"}) || !slices.Equal(errOut, []string{"also opened"}) {
			t.Errorf("%v: %q, %q", e, out, errOut)
		}
	})
}

// TestABotOpensItsInputByName: a bot that is asked reads /dev/stdin, and complains at /dev/stderr.
func TestABotOpensItsInputByName(t *testing.T) {
	said := make(chan string, 1)
	const script = "read line < /dev/stdin; echo heard $line > /dev/stdout; echo complains > /dev/stderr"
	byItsUser(t, script, func(t *testing.T, p *Process) {
		if _, err := fmt.Fprintln(p.Input(), "question"); err != nil {
			t.Fatal(err)
		}
		e := ended(t, p)
		out, errOut := <-said, p.tailOf(Stderr, 9)
		if !e.Clean() || out != "heard question\n" || !slices.Equal(errOut, []string{"complains"}) {
			t.Errorf("%v: %q, %q", e, out, errOut)
		}
	}, func(c *Command) {
		c.Read = func(r io.Reader) {
			text, _ := io.ReadAll(r)
			said <- string(text)
		}
	})
}
