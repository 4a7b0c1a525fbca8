package console

import (
	"bytes"
	"strings"
	"testing"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/wire"
)

func TestPictureHasColoursOnlyWhereTheyAreSeen(t *testing.T) {
	m, err := bomberman.Generate(bomberman.DefaultSettings(), 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := bomberman.NewState(m)
	text := &wire.Text{Names: []string{"Ann", "Bob"}}
	draw := func() string {
		var out bytes.Buffer
		newPainter(&out).draw(text, s)
		return out.String()
	}
	plain := string(text.AppendConsole(nil, s))
	if got := draw(); got != plain {
		t.Errorf("without a terminal:\n%q\nwant\n%q", got, plain)
	}
	t.Setenv("CLICOLOR_FORCE", "1")
	t.Setenv("COLORTERM", "truecolor")
	t.Setenv("TERM", "xterm-256color")
	if got := draw(); !strings.Contains(got, "\x1b[1;38;2;230;159;0mA\x1b[m") ||
		!strings.Contains(got, "Player Name: Ann\n") {
		t.Errorf("with colours: %q", got)
	}
	t.Setenv("CLICOLOR_FORCE", "")
	t.Setenv("NO_COLOR", "1")
	if got := draw(); strings.Contains(got, "38;2;") {
		t.Errorf("with NO_COLOR: %q", got)
	}
}
