package netconsole

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"blastyard/internal/text/texttest"
)

// TestCommands: lines of standard input start and end a host's game. Other lines are reported.
func TestCommands(t *testing.T) {
	h, err := Listen(t.Context(), Config{Address: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan struct{})
	go func() {
		defer close(served)
		_, _ = h.Serve(ctx)
	}()
	for in, want := range map[string][]string{
		"\n stop \nstart\n": {`unknown command "stop", expected start or end`,
			"cannot start: 0 players connected, expected 2 to 12",
			"standard input has ended: from here on no game can be started (--players starts one without it)"},
		"end\nstop\n": {"end"},
	} {
		var told []string
		tell := func(line string) { told = append(told, line) }
		h.Commands(strings.NewReader(in), tell, func() { tell("end") })
		if !slices.Equal(told, want) {
			t.Errorf("%q: told %q, want %q", in, told, want)
		}
	}
	cancel()
	<-served
}

// TestLogEnds: nothing is written to a log that was closed.
func TestLogEnds(t *testing.T) {
	var out bytes.Buffer
	l := NewLog(&out)
	l.Say("one")
	l.Close()
	l.Say("two")
	if out.String() != "one\n" {
		t.Errorf("%q", out.String())
	}
}

// TestPipesOfWindows: commands and letters come with a byte order mark, or in UTF-16, from a pipe of PowerShell.
func TestPipesOfWindows(t *testing.T) {
	for how, in := range texttest.OnWindows("end\n") {
		ended := false
		new(Host).Commands(bytes.NewReader(in), func(line string) { t.Errorf("%s: %s", how, line) }, func() { ended = true })
		if !ended {
			t.Errorf("%s: end was not understood", how)
		}
	}
	for how, in := range texttest.OnWindows("w\nz\n") {
		ctx, cancel := context.WithCancel(t.Context())
		letters := make(chan rune)
		go readLetters(ctx, bytes.NewReader(in), letters)
		if first, second := <-letters, <-letters; first != 'w' || second != 'z' {
			t.Errorf("%s: %q, %q, want w, z", how, first, second)
		}
		cancel()
	}
}
