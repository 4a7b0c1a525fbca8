package program

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blastyard/internal/freeport"
	"blastyard/replay"
)

// TestDropIn2018 plays a game by the rules of 2018 at a server, with the drop-in game logic. It writes what the original
// of that time wrote.
func TestDropIn2018(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	port := freeport.Text(t)
	log := &lockedBuffer{lines: make(chan string, 10_000)}
	codes := make(chan int, 4)
	start := func(out io.Writer, args ...string) {
		go func() { codes <- Run(ctx, args, strings.NewReader(""), out, io.Discard) }()
	}
	start(log, "netorcai", "--port", port, "--nb-players-max=2", "--nb-visus-max=0", "--nb-turns-max=40", "--autostart", "--fast")
	log.waitFor(t, "Listening incoming connections")
	first, second := &lockedBuffer{lines: make(chan string, 100)}, &lockedBuffer{lines: make(chan string, 100)}
	start(first, "bot", "run", "builtin:hunter", "--host", "127.0.0.1", "--port", port, "--nickname", "me")
	log.waitFor(t, "nickname=me")
	start(second, "bot", "run", "builtin:random", "--host", "127.0.0.1", "--port", port, "--nickname", "you")
	log.waitFor(t, "nickname=you")
	logic := &lockedBuffer{lines: make(chan string, 1000)}
	start(logic, "hexabomb", "tiny", "--rules", "2018", "-h", "127.0.0.1", "-p", port)
	for range cap(codes) {
		if code := <-codes; code != 0 {
			t.Errorf("exit %d", code)
		}
	}
	for _, line := range []string{"Loading map tiny... done", "Connecting to netorcai... done", "Logging in as a game logic... done"} {
		logic.waitFor(t, line)
	}
	first.waitFor(t, "Game is finished; winner: ")
}

// TestReplay2018: a replay holds the version of its rules, and is played again by them. By those of 1.1 it is another
// match.
func TestReplay2018(t *testing.T) {
	file := filepath.Join(t.TempDir(), "old.blast")
	code, _, stderr := run(t, "", "play", "--rules", "2018", "--bot", "builtin:random", "--bot", "builtin:random", "--bot", "builtin:random", "--seed", "5",
		"--turns", "80", "--quiet", "--replay", file)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	r, err := replay.Open(file)
	if err != nil || r.Header.Rules != 2018 {
		t.Fatalf("rules %d, %v", r.Header.Rules, err)
	}
	if code, stdout, stderr := run(t, "", "replay", "verify", file); code != 0 {
		t.Errorf("exit %d: %s%s", code, stdout, stderr)
	}
	other := madeByOtherRules(t, file, 2018, 2)
	if code, _, _ := run(t, "", "replay", "verify", other); code == 0 {
		t.Error("the match is the same by the rules of 1.1")
	}
}
