package program

import (
	"bytes"
	"context"
	"io"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"blastyard/cmd/internal/command"
	"blastyard/internal/flagerror"
	"blastyard/internal/usage"
)

// netRun is a command of the network console that runs in this process.
type netRun struct {
	t      *testing.T
	stdin  *io.PipeWriter
	stop   context.CancelFunc
	ended  chan struct{}
	code   int // when ended
	stdout bytes.Buffer
	stderr safeBuffer
}

// safeBuffer can be read while it is written.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(b)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// startNet starts "host …" or "join …", as they are below blastyard bomberman.
func startNet(t *testing.T, args ...string) *netRun {
	t.Helper()
	root := &cobra.Command{Use: "blastyard", SilenceErrors: true, SilenceUsage: true}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage.Error{Err: flagerror.Explain(err, nil)} })
	root.AddCommand(newBombermanHostCommand(), newBombermanJoinCommand())
	r := &netRun{t: t, ended: make(chan struct{})}
	in, typist := io.Pipe()
	r.stdin = typist
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	r.stop = cancel
	go func() {
		defer close(r.ended)
		r.code = command.Run(ctx, root, args, in, &r.stdout, &r.stderr)
	}()
	t.Cleanup(func() {
		cancel()
		typist.Close()
		<-r.ended
		in.Close()
	})
	return r
}

// wait waits for the end and checks the exit code.
func (r *netRun) wait(code int) {
	r.t.Helper()
	select {
	case <-r.ended:
	case <-time.After(time.Minute):
		r.t.Fatalf("the command does not end; stderr:\n%s", r.stderr.String())
	}
	if r.code != code {
		r.t.Fatalf("exit code %d, want %d\nstdout:\n%s\nstderr:\n%s", r.code, code, r.stdout.String(), r.stderr.String())
	}
}

// says waits until standard error matches, and returns the first group.
func (r *netRun) says(pattern string) string {
	r.t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if m := regexp.MustCompile(pattern).FindStringSubmatch(r.stderr.String()); m != nil {
			return m[len(m)-1]
		}
	}
	r.t.Fatalf("stderr does not match %q:\n%s", pattern, r.stderr.String())
	return ""
}

func (r *netRun) types(lines string) {
	r.t.Helper()
	if _, err := io.WriteString(r.stdin, lines); err != nil {
		r.t.Fatal(err)
	}
}

func startHost(t *testing.T, args ...string) (host *netRun, address string) {
	t.Helper()
	host = startNet(t, append([]string{"host", "--host", "127.0.0.1", "--port", "0", "--player-port", "0"}, args...)...)
	return host, host.says(`waiting for players at (\S+): `)
}

func TestNetworkGame(t *testing.T) {
	host, address := startHost(t, "--seed", "5")
	ann := startNet(t, "join", address, "--name", "Ann")
	host.says("player 1, Ann, has come")
	host.types("start\n")
	host.says("cannot start: 1 player connected, expected 2 to 12")
	host.types("stop\n")
	host.says(`unknown command "stop", expected start or end`)
	bob := startNet(t, "join", address, "-n", "Bob")
	host.says("player 2, Bob, has come")
	again := startNet(t, "join", address, "--name", "Bob")
	again.wait(1)
	again.says(`^blastyard join: Bob at .*: the host refuses: the name "Bob" is taken, and its player is connected\n$`)
	host.types("start\n")
	ann.types("d\n") // and then nothing, for ever
	ann.stdin.Close()
	bob.types("z\n") // and stays there
	bob.stdin.Close()
	for _, r := range []*netRun{host, ann, bob} {
		r.wait(0)
	}
	board := "1. A Ann: 0 points\n2. B Bob: -"
	if got := host.stdout.String(); !strings.HasPrefix(got, board) || !strings.HasSuffix(got, " points, killed in round 4\n") {
		t.Errorf("the host's result:\n%s", got)
	}
	for _, r := range []*netRun{ann, bob} {
		if got := r.stdout.String(); !strings.Contains(got, "Current Round: 0, Seed: 5") || !strings.Contains(got, "The game is over after 5 rounds\n"+board) {
			t.Errorf("a player was shown:\n%s", got)
		}
	}
	if !strings.Contains(bob.stdout.String(), "You are dead.\nBob was killed in round 4") {
		t.Errorf("Bob was shown:\n%s", bob.stdout.String())
	}
}

func TestNetworkGameByNumberOfPlayers(t *testing.T) {
	host, address := startHost(t, "--players", "2", "--turn-time", "1ms")
	host.stdin.Close()
	players := []*netRun{startNet(t, "join", address, "--name", "Ann"), startNet(t, "join", address, "--name", "Bob")}
	host.wait(0)
	for _, p := range players {
		p.wait(0) // nobody typed anything
	}
	if !strings.Contains(host.stdout.String(), "1. A ") || strings.Contains(host.stderr.String(), "standard input has ended") {
		t.Errorf("stdout %q, stderr %q", host.stdout.String(), host.stderr.String())
	}
	host.says("has not answered within 1ms")
}

func TestHostEnds(t *testing.T) {
	host, address := startHost(t)
	ann := startNet(t, "join", address, "--name", "Ann")
	host.says("Ann, has come")
	host.types("end\n")
	host.wait(0)
	ann.wait(0)
	if got := ann.stdout.String(); got != "The host has ended the game\n" {
		t.Errorf("the player was shown %q", got)
	}
	host, _ = startHost(t)
	host.stdin.Close()
	host.says("standard input has ended: from here on no game can be started")
	host.stop()
	host.wait(1)
	host.says("blastyard host: interrupted\n$")
}

func TestJoinInterrupted(t *testing.T) {
	host, address := startHost(t)
	ann := startNet(t, "join", address, "--name", "Ann")
	host.says("Ann, has come")
	ann.says("Ann is registered at")
	ann.stop()
	ann.wait(1)
	ann.says("blastyard join: interrupted\n$")
	host.says("player 1, Ann, has left")
}

// TestJoiningInterrupted: whoever ends it while it waits for the host is told so, and not what it waited for.
func TestJoiningInterrupted(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ann := startNet(t, "join", silent.Addr().String(), "--name", "Ann")
	conn, err := silent.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ann.stop()
	ann.wait(1)
	if got := ann.stderr.String(); got != "blastyard join: interrupted\n" {
		t.Errorf("stderr %q", got)
	}
}

func TestNetworkUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"host", "--port", "70000"}, 2, "--port is 70000, expected 0 to 65535"},
		{[]string{"host", "--player-port", "65530"}, 2, "--player-port is 65530, expected 0 to 65523"},
		{[]string{"host", "--players", "13"}, 2, "--players is 13, expected 0 or 2 to 12"},
		{[]string{"host", "--turn-time", "-1s"}, 2, "--turn-time is -1s, expected 0s or more"},
		{[]string{"host", "--seed", "3000000000"}, 2, `--seed is "3000000000", expected a number closer to 0`},
		{[]string{"host", "here"}, 2, `unexpected argument "here"`},
		{[]string{"host", "--host", "203.0.113.1"}, 1, "203.0.113.1"},
		{[]string{"join", "a", "b"}, 2, "expected at most one argument, the host, but there are 2"},
		{[]string{"join", "localhost:http"}, 2, `the port of "localhost:http" is "http", expected 1 to 65535`},
		{[]string{"join", "a:b:c"}, 2, `the host is "a:b:c", expected HOST or HOST:PORT`},
		{[]string{"join", "--name", "a<b"}, 2, `--name is "a<b", expected a name without the character <`},
		{[]string{"join", "--name", ""}, 2, `--name is "", expected a name`},
		{[]string{"join", "127.0.0.1:1"}, 1, "127.0.0.1:1"},
	} {
		r := startNet(t, c.args...)
		r.wait(c.code)
		if got := r.stderr.String(); !strings.Contains(got, c.want) || strings.Count(got, "\n") != 1 || r.stdout.Len() > 0 {
			t.Errorf("%q: stderr %q, want a line with %q; stdout %q", c.args, got, c.want, r.stdout.String())
		}
	}
	for _, name := range []string{"host", "join"} {
		r := startNet(t, name, "--help")
		r.wait(0)
		if !strings.Contains(r.stdout.String(), "Examples:\n  blastyard bomberman "+name) {
			t.Errorf("%s --help shows no examples:\n%s", name, r.stdout.String())
		}
	}
}
