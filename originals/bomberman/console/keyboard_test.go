package console

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"blastyard/game/viewer"
)

// round asks players at the keyboard concurrently, and returns their commands.
func round(ctx context.Context, k *keyboard, players ...int) []string {
	k.clearQueue()
	for _, p := range players {
		k.enqueue(p, string(rune('A'+p))+" Player")
	}
	want := make([]string, len(players))
	var asked sync.WaitGroup
	for i, p := range players {
		asked.Go(func() {
			want[i] = k.wait(ctx, p)
		})
	}
	asked.Wait()
	return want
}

func TestPlayersTypeALetterARound(t *testing.T) {
	var out bytes.Buffer
	k := newKeyboard(t.Context(), strings.NewReader("w\na\r\n s\nW\nww\ns\nz\nx\nq\n\nd"), &out)
	k.draw = func() { out.WriteString("the board\n") }
	for i, want := range []string{"up", "left", "", "", "", "down", viewer.DoBomb, "trigger",
		"", "", "right", "", ""} {
		if got := round(t.Context(), k, 1); got[0] != want {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
	text := out.String()
	asked := "the board\nTo move, type a,w,s,d and press enter\nTo plant a bomb, type z and enter\n" +
		"You can reduce the bomb timer to 1 using x\n\nMovement for player B Player\n"
	if n := strings.Count(text, asked); n != 12 {
		t.Errorf("asked %d times, want 12 and no more after the end:\n%s", n, text)
	}
	if notes := k.takeNotes(); len(notes) != 1 || len(k.takeNotes()) != 0 || strings.Contains(text, "\x1b") {
		t.Errorf("notes %q, and on no terminal\n%q", notes, text)
	}
}

// TestPlayersTakeTurnsAtTheKeyboard: players are asked in the order of their keys, whoever comes first.
func TestPlayersTakeTurnsAtTheKeyboard(t *testing.T) {
	for range 20 {
		var out bytes.Buffer
		k := newKeyboard(t.Context(), strings.NewReader("w\na\nd\ns\n"), &out)
		if got := strings.Join(round(t.Context(), k, 0, 1, 4), " "); got != "up left right" {
			t.Fatalf("they want %s", got)
		}
		if got := strings.Join(round(t.Context(), k, 1, 4), " "); got != "down " {
			t.Fatalf("they want %q", got)
		}
	}
}

// TestPlayersHearWhatBecameOfThem: a refused command is reported to its player with the next question, once. A death
// is reported to the player who is asked next.
func TestPlayersHearWhatBecameOfThem(t *testing.T) {
	var out bytes.Buffer
	k := newKeyboard(t.Context(), strings.NewReader("w\nw\nw\n"), &out)
	k.draw = func() { out.WriteString("board") }
	k.clear = true
	asked := func(player int) string {
		out.Reset()
		round(t.Context(), k, player)
		return out.String()
	}
	k.tell(0, "cannot move up: a wall or a bomb is there")
	if got := asked(1); strings.Contains(got, "cannot") {
		t.Errorf("another player is told %q", got)
	}
	k.deaths = []string{"B Player has been killed"}
	got := asked(0)
	if !strings.HasPrefix(got, clearScreen+"board") ||
		!strings.Contains(got, "Could not process player command: cannot move up: a wall or a bomb is there\n") ||
		!strings.Contains(got, "B Player has been killed\n") {
		t.Errorf("told %q", got)
	}
	k.tell(0, "")
	if got := asked(0); strings.Contains(got, "cannot") || strings.Contains(got, "killed") {
		t.Errorf("told again: %q", got)
	}
}

// TestMatchEndsWhileSomebodyTypes: the match does not wait for a player any more when it ends.
func TestMatchEndsWhileSomebodyTypes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, typed := io.Pipe()
	defer typed.Close()
	var out bytes.Buffer
	k := newKeyboard(ctx, in, &out)
	k.draw = cancel
	if got := round(ctx, k, 0, 1); got[0] != "" || got[1] != "" || !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("they want %q", got)
	}
	if n := strings.Count(out.String(), "Movement for player "); n != 1 {
		t.Errorf("%d were asked:\n%s", n, out.String())
	}
}

// TestPauseWaitsForALineOfATerminal: without a terminal the match goes on.
func TestPauseWaitsForALineOfATerminal(t *testing.T) {
	in, typed := io.Pipe()
	var out bytes.Buffer
	k := newKeyboard(t.Context(), in, &out)
	defer in.Close()
	if k.pause(t.Context(), &out); out.String() != "standard input is no terminal: the match goes on\n" {
		t.Errorf("%q", out.String())
	}
	out.Reset()
	k.keys = true
	done := make(chan struct{})
	go func() {
		k.pause(t.Context(), &out)
		close(done)
	}()
	select { // it cannot end before a line is typed
	case <-done:
		t.Fatal("it went on")
	default:
	}
	if _, err := typed.Write([]byte("\n")); err != nil {
		t.Error(err)
	}
	if <-done; out.String() != "press Enter to go on: " {
		t.Errorf("%q", out.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	k.pause(ctx, &out) // does not wait
}
