package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/harness"
)

func TestBombermanUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"1 player, expected 2 to 12: add --bot DIR or --console 1":                 {"-c", "1"},
		"13 players, expected 2 to 12":                                             {"-c", "13"},
		"--console is -1, expected 0 or more":                                      {"-c", "-1"},
		"--jobs is -1, expected 1 or more":                                         {"-j", "-1"},
		`--order is "arrival", expected key or seeded`:                             {"--order", "arrival"},
		`--sandbox: sandbox is "on", expected auto, off, require or require=LEVEL`: {"--sandbox", "on"},
		"--log is empty, expected a folder":                                        {"--log", ""},
		`interpreter "ruby=x", expected NAME=PROGRAM`:                              {"--interpreter", "ruby=x"},
	} {
		code, stdout, stderr := run(t, "", append([]string{"bomberman"}, args...)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, "blastyard bomberman: "+want) {
			t.Errorf("%v: exit code %d, %q, want %s", args, code, stderr, want)
		}
	}
}

func TestHandPlayersTypeALetterARound(t *testing.T) {
	var out bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	h := newHandPlayers(ctx, strings.NewReader("w\na\r\n s\nW\nww\ns\nz\nx\nq\n\nd"), &out)
	s := &roundsSeat{key: 'B', name: "Player 2"}
	for i, want := range []bomberman.Command{bomberman.Up, bomberman.Left, bomberman.Nothing, bomberman.Nothing, bomberman.Nothing, bomberman.Down,
		bomberman.PlaceBomb, bomberman.TriggerBomb, bomberman.Nothing, bomberman.Nothing, bomberman.Right, bomberman.Nothing, bomberman.Nothing} {
		if got := h.ask(ctx, s, func() { out.WriteString("the board\n") }); got != want {
			t.Errorf("line %d is %d, want %d", i, got, want)
		}
	}
	text := out.String()
	if n := strings.Count(text, "the board\nw: up, s: down, a: left, d: right\nz: place a bomb\nx: trigger a bomb\nanything else: nothing\nB Player 2> "); n != 12 {
		t.Errorf("asked %d times, want 12 and no more after the end:\n%s", n, text)
	}
	if notes := h.takeNotes(); len(notes) != 1 || strings.Contains(text, "\x1b") {
		t.Errorf("notes %q, and on no terminal\n%q", notes, text)
	}
}

// TestHandPlayersHearWhatBecameOfThem: a refused command is told to its player when it is asked again, once; a death to
// whoever is asked next.
func TestHandPlayersHearWhatBecameOfThem(t *testing.T) {
	var out bytes.Buffer
	h := newHandPlayers(t.Context(), strings.NewReader("w\nw\nw\n"), &out)
	a, b := &roundsSeat{key: 'A', name: "Player 1"}, &roundsSeat{key: 'B', name: "Player 2"}
	h.clear = true
	asked := func(s *roundsSeat) string {
		out.Reset()
		h.ask(t.Context(), s, func() { out.WriteString("board") })
		return out.String()
	}
	h.tell(a, "cannot move up: a wall or a bomb is there", false)
	if got := asked(b); strings.Contains(got, "cannot") {
		t.Errorf("another player is told %q", got)
	}
	h.tell(b, "", true)
	got := asked(a)
	if !strings.HasPrefix(got, clearScreen+"board") || !strings.Contains(got, "A Player 1: cannot move up: a wall or a bomb is there\n") ||
		!strings.Contains(got, "B Player 2 has been killed\n") {
		t.Errorf("told %q", got)
	}
	h.tell(a, "", false)
	if got := asked(a); strings.Contains(got, "cannot") || strings.Contains(got, "killed") {
		t.Errorf("told again: %q", got)
	}
}

// TestPauseWaitsForALineOfATerminal: without one the match goes on.
func TestPauseWaitsForALineOfATerminal(t *testing.T) {
	in, typed := io.Pipe()
	var out bytes.Buffer
	h := newHandPlayers(t.Context(), in, &out)
	defer in.Close()
	if err := h.pause(t.Context(), &out); err != nil || out.String() != "standard input is no terminal: the match goes on\n" {
		t.Errorf("%v, %q", err, out.String())
	}
	out.Reset()
	h.keys = true
	done := make(chan error)
	go func() { done <- h.pause(t.Context(), &out) }()
	select { // it cannot end before something is typed
	case err := <-done:
		t.Fatalf("it went on: %v", err)
	default:
	}
	if _, err := typed.Write([]byte("\n")); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil || out.String() != "press Enter to go on: " {
		t.Errorf("%v, %q", err, out.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.pause(ctx, &out); err == nil {
		t.Error("the end of the match does not end the pause")
	}
}

func TestBotFoldersHostAndJoin(t *testing.T) {
	for line, want := range map[string]string{
		"bomberman host --port 5":        "bomberman host --port 5",
		"bomberman join there":           "bomberman join there",
		"bomberman -b a host join":       "bomberman -b a ./host ./join",
		"bomberman -b host -b join -l x": "bomberman -b ./host -b ./join -l x",
		"bomberman":                      "bomberman",
		"play host":                      "play host",
		"":                               "",
	} {
		got := strings.Join(withBotFolders(strings.Fields(line)), " ")
		if want = strings.ReplaceAll(want, "./", "."+string(os.PathSeparator)); got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

func TestPictureHasColoursOnlyWhereTheyAreSeen(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	text := &wire.Text{Names: []string{"Ann", "Bob"}}
	draw := func() string {
		var out bytes.Buffer
		newBoardPainter(&out).draw(text, s)
		return out.String()
	}
	plain := string(text.AppendConsole(nil, s))
	if got := draw(); got != plain {
		t.Errorf("without a terminal:\n%q\nwant\n%q", got, plain)
	}
	t.Setenv("CLICOLOR_FORCE", "1")
	t.Setenv("COLORTERM", "truecolor")
	t.Setenv("TERM", "xterm-256color")
	if got := draw(); !strings.Contains(got, "\x1b[1;38;2;230;159;0mA\x1b[m") || !strings.Contains(got, "Player Name: Ann\n") {
		t.Errorf("with colours: %q", got)
	}
	t.Setenv("CLICOLOR_FORCE", "")
	t.Setenv("NO_COLOR", "1")
	if got := draw(); strings.Contains(got, "38;2;") {
		t.Errorf("with NO_COLOR: %q", got)
	}
}

func TestSandboxIsReachedOrRefused(t *testing.T) {
	code, _, stderr := run(t, "x\n", "bomberman", "-c", "2", "--sandbox", "require", "--log", t.TempDir())
	if _, err := harness.NewSandbox(harness.SandboxRequire); err != nil {
		if code != exitFailure || !strings.Contains(stderr, "sandbox not reached: this system gives level ") {
			t.Errorf("exit code %d, %q", code, stderr)
		}
	} else if code != exitOK {
		t.Errorf("exit code %d, %q", code, stderr)
	}
}
