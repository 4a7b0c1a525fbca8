package program

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"blastyard/internal/freeport"
)

// TestBotRun plays a game of sudden death at a server, with nothing but our programs, each started by its own command line.
func TestBotRun(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	port := freeport.Text(t)
	log := &lockedBuffer{lines: make(chan string, 10_000)}
	codes := make(chan int, 4)
	notes := &lockedBuffer{lines: make(chan string, 100)}
	startWith := func(out, errOut io.Writer, args ...string) {
		go func() { codes <- Run(ctx, args, strings.NewReader(""), out, errOut) }()
	}
	start := func(out io.Writer, args ...string) { startWith(out, io.Discard, args...) }
	startWith(log, notes, "netorcai", "--port", port, "--nb-players-max=1", "--nb-splayers-max=1", "--nb-visus-max=0", "--nb-turns-max=30", "--autostart", "--fast")
	log.waitFor(t, "Listening incoming connections")
	notes.waitFor(t, "waiting for a game logic and 1 player and 1 special player")
	out := &lockedBuffer{lines: make(chan string, 100)}
	start(out, "bot", "run", "builtin:hunter", "--host", "127.0.0.1", "--port", port, "--nickname", "me")
	log.waitFor(t, "nickname=me")
	t.Setenv("NETORCAI_HOST", "127.0.0.1")
	t.Setenv("NETORCAI_PORT", port)
	start(io.Discard, "bot", "run", "builtin:ghost", "--seed", "3")
	log.waitFor(t, "nickname=ghost")
	start(io.Discard, "hexabomb", "maze4", "-h", "127.0.0.1", "-p", port)
	for range cap(codes) {
		if code := <-codes; code != 0 {
			t.Errorf("exit %d", code)
		}
	}
	out.waitFor(t, "Game is finished; winner: ")
}

func TestBotRunCommandLines(t *testing.T) {
	t.Setenv("NETORCAI_PORT", "")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "0 arguments, expected one: the bot"},
		{"greedy", 2, `"greedy" is not a built-in bot; did you mean builtin:greedy?`},
		{"builtin:nosuch", 2, `"builtin:nosuch" is not a built-in bot, expected one of builtin:drowsy, `},
		{"builtin:greedy --port 70000", 2, "--port is 70000, expected 1 to 65535"},
		{"builtin:greedy --nickname elevenchars", 2, `--nickname is "elevenchars", expected 1 to 10 characters without white space`},
		{"builtin:greedy --role visualization", 2, `--role is "visualization", expected "player" or "special player"`},
		{"builtin:ghost --role player", 2, "builtin:ghost cannot be a player"},
		{"builtin:greedy --host 127.0.0.1 --port 1", 1, "127.0.0.1:1"},
	} {
		code, stdout, stderr := run(t, "", append([]string{"bot", "run"}, strings.Fields(c.args)...)...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("bot run %s: exit %d, %q, %q; want %d with %q", c.args, code, stdout, stderr, c.code, c.want)
		}
	}
	t.Setenv("NETORCAI_PORT", "x")
	if code, _, stderr := run(t, "", "bot", "run", "builtin:greedy"); code != 2 || !strings.Contains(stderr, `the variable NETORCAI_PORT is "x", expected a port`) {
		t.Errorf("exit %d, %q", code, stderr)
	}
}
