// Package terminal draws frames for a terminal: a picture of the board with the standings beside it, or lines of text.
// Whatever a frame holds, no line is wider than asked for, and no text of a bot reaches the terminal with control
// characters in it. Package tui shows the pictures of a match as it goes on.
package terminal

import (
	"os"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// Options says how to draw. The zero value draws 80 columns, as many lines as it takes, without colour.
type Options struct {
	Width   int                  // columns that no line exceeds; 0: 80
	Height  int                  // lines that the picture does not exceed; 0: no limit
	Profile colorprofile.Profile // colours that the terminal knows; anything below ANSI is none

	Letters   bool     // the owner's letter on each cell; always so with fewer than 256 colours
	BoardOnly bool     // no standings and no log
	PanX      int      // columns by which the view of a board that is too large is moved to the right
	PanY      int      // lines by which it is moved down
	Status    string   // a line under the standings
	Help      []string // keys, shown where there is room
}

// OptionsFor finds out what a terminal can show, and honours NO_COLOR and its like in env ("KEY=value" strings). Width
// and Height are those of the terminal now; 80 and no limit where out is none.
func OptionsFor(out *os.File, env []string) Options {
	opt := Options{Width: 80, Profile: colorprofile.Detect(out, env)}
	if w, h, err := term.GetSize(int(out.Fd())); err == nil && w > 0 && h > 0 {
		opt.Width, opt.Height = w, h
	}
	return opt
}

// IsTerminal tells whether a file is a terminal on which pictures can be drawn. One that says TERM=dumb gets plain
// lines.
func IsTerminal(f *os.File) bool { return os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) }
