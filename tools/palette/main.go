// Command palette writes the colours of package game/viewer, of players and of what is neutral, for the page: into
// show/web/src/colours.ts. `go generate ./show/web` runs it.
package main

import (
	"fmt"
	"image/color"
	"os"
	"strings"

	"blastyard/game/viewer"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: palette FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], []byte(script()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "palette:", err)
		os.Exit(1)
	}
}

// script is the text of colours.ts.
func script() string {
	var b strings.Builder
	b.WriteString("// Written by go generate ./show/web from game/viewer/palette.go: change the colours there.\n\n" +
		"/** The players' colours, by look. After the last look the first ones come again, with other patterns. */\n" +
		"export const players = [\n")
	for _, c := range viewer.Palette {
		fmt.Fprintf(&b, "  %q,\n", hex(c))
	}
	b.WriteString("] as const;\n")
	for _, c := range []struct {
		name, what string
		colour     color.RGBA
	}{
		{"neutral", "Ground without an owner.", viewer.NeutralColour},
		{"stone", "Walls that stay.", viewer.StoneColour},
		{"brick", "Walls that blasts destroy.", viewer.BrickColour},
		{"ash", "A blast whose colours tie.", viewer.AshColour},
	} {
		fmt.Fprintf(&b, "\n/** %s */\nexport const %s = %q;\n", c.what, c.name, hex(c.colour))
	}
	return b.String()
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
