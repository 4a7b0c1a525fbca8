// Package render shows matches of environments to people: as pixels, as text, and on a page in the browser while they
// are played.
package render

import (
	"fmt"

	"github.com/charmbracelet/colorprofile"

	"blastyard/game"
	"blastyard/game/viewer"
	"blastyard/show/picture"
	"blastyard/show/terminal"
)

// DefaultWidth is the default width of RGB in pixels.
const DefaultWidth = 640

// A Match has what can be shown of a match now.
type Match struct {
	game.Match
	Game string // its name

	Turns   int      // maximum number of turns; 0: the rules end the match
	Map     string   // name of the map; empty: it comes from the seed
	Seed    uint64   // of the match
	Episode int64    // of the environment: each episode is another match
	Names   []string // of the players, by id
	Over    bool     // the match has ended
}

// Frame sets f to the picture of the match.
func (m *Match) Frame(f *viewer.Frame) {
	seats := make([]viewer.Seat, len(m.Names))
	for i, name := range m.Names {
		seats[i] = viewer.Seat{Name: name, Connected: true, Micros: viewer.NoTime}
	}
	m.Picture(f, m.Turns, seats)
}

// title says what is played.
func (m *Match) title() string {
	if m.Map != "" {
		return m.Game + " on " + m.Map
	}
	return m.Game
}

// header returns what pages and pictures need besides the frame f.
func (m *Match) header(f *viewer.Frame) *viewer.Header {
	return viewer.NewHeader(viewer.Header{Game: m.Game, Title: m.title(), Map: m.Map, Seed: fmt.Sprint(m.Seed)}, f)
}

// RGB appends the pixels of a picture of the match: row by row from the top left, with a byte each for red, green and
// blue. width is in pixels; 0: DefaultWidth. The height follows from the board. From a width of 360 on, the standings
// are beside the board.
func RGB(dst []byte, m *Match, width int) (pixels []byte, w, h int, err error) {
	if width == 0 {
		width = DefaultWidth
	}
	var f viewer.Frame
	m.Frame(&f)
	img, err := picture.Image(m.header(&f), &f, picture.Options{Width: width, Standings: true})
	if err != nil {
		return dst, 0, 0, fmt.Errorf("render: draw the match: %w", err)
	}
	w, h = img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		row := img.Pix[y*img.Stride:]
		for x := range w {
			dst = append(dst, row[4*x], row[4*x+1], row[4*x+2])
		}
	}
	return dst, w, h, nil
}

// Text returns a picture of the match in characters: lines of at most 80 columns, with the standings. With colour it
// has the escape sequences of terminals; otherwise each cell shows its owner.
func Text(m *Match, colour bool) string {
	var f viewer.Frame
	m.Frame(&f)
	o := terminal.Options{Profile: colorprofile.NoTTY}
	if colour {
		o.Profile = colorprofile.ANSI256
	}
	return terminal.Draw(&f, o) + "\n"
}
