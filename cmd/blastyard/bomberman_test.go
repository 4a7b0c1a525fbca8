package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"blastyard/bomberman"
	"blastyard/bomberman/wire"
	"blastyard/harness"
)

func TestBombermanUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"1 player, expected 2 to 12: add --bot DIR or --console 1": {"-c", "1"},
		"13 players, expected 2 to 12":                             {"-c", "13"},
		"--console is -1, expected 0 or more":                      {"-c", "-1"},
		"--jobs is -1, expected 0 (all) or more":                   {"-j", "-1"},
		`--order is "arrival", expected key or seeded`:             {"--order", "arrival"},
		`--sandbox is "on", expected auto, off or require`:         {"--sandbox", "on"},
		"--log is empty, expected a folder":                        {"--log", ""},
		`interpreter "ruby=x", expected NAME=PROGRAM`:              {"--interpreter", "ruby=x"},
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
	h := newHandPlayers(ctx, strings.NewReader("w\n A \r\ndown\nS\nz\nx\nq\n\n1"), &out)
	s := &roundsSeat{key: 'B', name: "Player 2"}
	for i, want := range []bomberman.Command{bomberman.Up, bomberman.Left, bomberman.Right, bomberman.Down, bomberman.PlaceBomb,
		bomberman.TriggerBomb, bomberman.Nothing, bomberman.Nothing, bomberman.Nothing, bomberman.Nothing, bomberman.Nothing} {
		if got := h.ask(ctx, s); got != want {
			t.Errorf("line %d is %d, want %d", i, got, want)
		}
	}
	if n := strings.Count(out.String(), "B Player 2: w up"); n != 10 || len(h.takeNotes()) != 1 {
		t.Errorf("asked %d times, want 10 and no more after the end:\n%s", n, out.String())
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
		if code != exitFailure || !strings.Contains(stderr, "sandbox not reached: this system gives bots only: a process group of its own") {
			t.Errorf("exit code %d, %q", code, stderr)
		}
	} else if code != exitOK {
		t.Errorf("exit code %d, %q", code, stderr)
	}
}
