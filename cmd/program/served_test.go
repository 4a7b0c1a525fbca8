package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"blastyard/cmd/internal/command"
	"blastyard/game/games"
	"blastyard/internal/freeport"
	"blastyard/internal/shellquote"
	"blastyard/protocol/netorcai"
	"blastyard/replay"
)

// lockedBuffer is written by a command while a test reads it.
type lockedBuffer struct {
	lines chan string
	buf   bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.buf.Write(p)
	for {
		line, err := b.buf.ReadString('\n')
		if err != nil {
			b.buf.Reset()
			b.buf.WriteString(line)
			return len(p), nil
		}
		b.lines <- line
	}
}

func (b *lockedBuffer) waitFor(t testing.TB, text string) string {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		select {
		case line := <-b.lines:
			if strings.Contains(line, text) {
				return strings.TrimSpace(line)
			}
		case <-deadline:
			t.Fatalf("no line with %q", text)
		}
	}
}

// idleBot answers every turn with nothing, until the end.
type idleBot struct{}

func (idleBot) Start(netorcai.GameStarts) error { return nil }

func (idleBot) Turn(context.Context, netorcai.Turn) (json.RawMessage, error) { return nil, nil }

// TestWaitForGuests: bots that connect by themselves are seated, on a port that is printed.
func TestWaitForGuests(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	errOut := &lockedBuffer{lines: make(chan string, 1000)}
	var out bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, strings.Fields("play --map tiny --bot builtin:greedy --wait 2 --turns 20 --seed 1 --json --replay none"), strings.NewReader(""), &out, errOut)
	}()
	line := errOut.waitFor(t, "waiting for 2 bots on ")
	address := regexp.MustCompile(` on (\S+), since `).FindStringSubmatch(line)[1]
	guests := make(chan error, 2)
	for _, name := range []string{"ann", "bob"} {
		go func() {
			c, err := netorcai.Dial(ctx, address)
			if err == nil {
				defer c.Close()
				if err = c.Login(ctx, name, netorcai.RolePlayer); err == nil {
					_, err = netorcai.Play(ctx, c, idleBot{})
				}
			}
			guests <- err
		}()
	}
	for range 2 {
		if err := <-guests; err != nil {
			t.Error(err)
		}
	}
	if code := <-ended; code != 0 {
		t.Errorf("exit %d", code)
	}
	for _, want := range []string{`"name":"ann"`, `"name":"bob"`, `"turns":20`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out.String())
		}
	}
}

// TestInterrupt: the end of the context, as by Ctrl-C, ends a match that waits for guests at once.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	errOut := &lockedBuffer{lines: make(chan string, 1000)}
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, strings.Fields("play --map tiny --bot builtin:greedy --wait 1 --replay none"), strings.NewReader(""), io.Discard, errOut)
	}()
	errOut.waitFor(t, "waiting for 1 bot on ")
	cancel()
	errOut.waitFor(t, "interrupted")
	select {
	case code := <-ended:
		if code != 1 {
			t.Errorf("exit %d", code)
		}
	case <-time.After(time.Minute):
		t.Error("it goes on")
	}
}

func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	code, _, stderr := run(t, "", "play", "--map", "tiny", "--bot", "builtin:idle", "--wait", "1", "--replay", "none", "--port", port)
	if code != 1 || !strings.Contains(stderr, "--port "+port) || !strings.Contains(stderr, "address already in use") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// TestPartsOneByOne plays a game with our server, our game logic and two of our clients, each a part of its own.
func TestPartsOneByOne(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	port := freeport.Text(t)
	log := &lockedBuffer{lines: make(chan string, 10000)}
	codes := make(chan int, 2)
	go func() {
		codes <- Run(ctx, []string{"netorcai", "--port", port, "--nb-players-max", "2", "--nb-visus-max", "0", "--nb-turns-max", "25", "--autostart", "--fast"},
			strings.NewReader(""), log, io.Discard)
	}()
	log.waitFor(t, "Listening incoming connections")
	var logicOut bytes.Buffer
	go func() {
		codes <- Run(ctx, []string{"hexabomb", "tiny", "-h", "127.0.0.1", "-p", port}, strings.NewReader(""), &logicOut, io.Discard)
	}()
	ends := make(chan netorcai.GameEnds, 2)
	for range 2 {
		go func() {
			var end netorcai.GameEnds
			c, err := netorcai.Dial(ctx, "127.0.0.1:"+port)
			if err == nil {
				defer c.Close()
				if err = c.Login(ctx, "idle", netorcai.RolePlayer); err == nil {
					end, err = netorcai.Play(ctx, c, idleBot{})
				}
			}
			if err != nil {
				t.Error(err)
			}
			ends <- end
		}()
	}
	for range 2 {
		if end := <-ends; end.WinnerPlayerID != -1 || !strings.Contains(string(end.GameState), `"score":{"0":25,"1":25}`) {
			t.Errorf("the game ended with winner %d and %s", end.WinnerPlayerID, end.GameState)
		}
	}
	for range 2 {
		if code := <-codes; code != 0 {
			t.Errorf("exit %d", code)
		}
	}
	if !strings.Contains(logicOut.String(), "Game is finished after 25 turns; winner: none") {
		t.Errorf("the game logic says %s", logicOut.String())
	}
}

// TestInterruptWithPrograms: Ctrl-C in mid-match blames nobody and leaves no process.
func TestInterruptWithPrograms(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Fatal("python3 is missing: install it")
	}
	bot, err := filepath.Abs("../../bots/python/bot.py")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	errOut := &lockedBuffer{lines: make(chan string, 1000)}
	ended := make(chan int, 1)
	mark := fmt.Sprintf("MARK-interrupt-%d", os.Getpid())
	spec := shellquote.Quote(python) + " " + shellquote.Quote(bot) + " " + mark
	go func() {
		ended <- Run(ctx, []string{"play", "--map", "tiny", "--bot", spec, "--bot", "builtin:greedy", "--replay", "none", "--turns", "1000", "--delay", "20ms", "--turn-time", "20s"},
			strings.NewReader(""), io.Discard, errOut)
	}()
	errOut.waitFor(t, "turn 100/1000")
	cancel()
	if code := <-ended; code != command.Failure {
		t.Errorf("exit %d", code)
	}
	close(errOut.lines)
	for line := range errOut.lines {
		if !strings.Contains(line, "interrupted") && !strings.Contains(line, "/1000: ") && !strings.Contains(line, " mybot prints: bot.py: kicked") && !strings.Contains(line, "refused: ") {
			t.Errorf("unexpected line %q", line)
		}
	}
	if found := processesWith(mark); len(found) > 0 {
		t.Errorf("still running: %v", found)
	}
}

// recorded is the turns of a valid replay, without times.
func recorded(t *testing.T, file string) []replay.Turn {
	t.Helper()
	r, err := replay.Open(file)
	if err == nil {
		err = replay.Verify(r, games.All())
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Turns {
		for j := range r.Turns[i].Moves {
			r.Turns[i].Moves[j].Micros = 0
		}
	}
	return r.Turns
}
