// Package terminal draws frames for a terminal: a picture of the board with the standings beside it, or lines of
// text. Whatever a frame contains, no line is wider than requested, and no control character of a bot reaches the
// terminal. Package tui shows the pictures of a match while it runs.
package terminal

import (
	"os"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// Options says how to draw. The zero value draws 80 columns and any number of lines, without colour.
type Options struct {
	Width   int                  // limit of columns; 0: 80
	Height  int                  // limit of lines; 0: none
	Profile colorprofile.Profile // colours of the terminal; anything below ANSI means no colour

	Letters   bool     // show the owner's letter on each cell; always done with fewer than 256 colours
	BoardOnly bool     // no standings and no log
	PanX      int      // columns by which the view of a large board is moved to the right
	PanY      int      // lines by which it is moved down
	Status    string   // a line below the standings
	Help      []string // keys, shown if there is room
}

// OptionsFor returns the options for a terminal. It respects NO_COLOR and similar variables in env ("KEY=value"
// strings). Width and Height are the current size, or 80 and no limit if out is no terminal.
func OptionsFor(out *os.File, env []string) Options {
	opt := Options{Width: 80, Profile: colorprofile.Detect(out, env)}
	if w, h, err := term.GetSize(int(out.Fd())); err == nil && w > 0 && h > 0 {
		opt.Width, opt.Height = w, h
	}
	return opt
}

// IsTerminal reports whether a file is a terminal for pictures. With TERM=dumb it returns false, and plain lines are
// printed.
func IsTerminal(f *os.File) bool { return os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) }
