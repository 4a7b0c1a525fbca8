// Package render shows matches of environments to people: as pixels, as text, and on a page in the browser while they
// are played.
package render

import (
	"fmt"

	"github.com/charmbracelet/colorprofile"

	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
	"blastyard/show/picture"
	"blastyard/show/terminal"
)

// DefaultWidth is the default width of RGB in pixels.
const DefaultWidth = 640

// A Match has what can be shown of a match now. Either Hexabomb or Bomberman is set.
type Match struct {
	Hexabomb  *hexabomb.State
	Bomberman *bomberman.State

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
	if m.Hexabomb != nil {
		games.PictureHexabomb(f, m.Hexabomb, m.Turns, seats)
		return
	}
	games.PictureBomberman(f, m.Bomberman, seats)
	if m.Turns > 0 {
		f.Turns = min(m.Turns, f.Turns)
	}
}

// game returns the name of the game and the title of its map.
func (m *Match) game() (name, title string) {
	name = "bomberman"
	if m.Hexabomb != nil {
		name = "hexabomb"
	}
	title = name
	if m.Map != "" {
		title += " on " + m.Map
	}
	return name, title
}

// header returns what pages and pictures need besides the frame f.
func (m *Match) header(f *viewer.Frame) *viewer.Header {
	h := viewer.Header{Map: m.Map, Seed: fmt.Sprint(m.Seed)}
	h.Game, h.Title = m.game()
	return viewer.NewHeader(h, f)
}

// winner returns the player that leads, or -1.
func (m *Match) winner() int {
	if m.Hexabomb != nil {
		return m.Hexabomb.Winner()
	}
	return m.Bomberman.Winner()
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
