package terminal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
	"blastyard/show/internal/meaning"
)

// TestTerminalSaysWhatTheFrameHolds: for four games, cells that hold something else look different in a terminal; and
// beside the board there are all names and figures.
func TestTerminalSaysWhatTheFrameHolds(t *testing.T) {
	for name, match := range meaning.Matches(t) {
		t.Run(name, func(t *testing.T) {
			var book meaning.Book
			for _, f := range match.Frames {
				opt := Options{Width: 400, Profile: colorprofile.TrueColor, Letters: true}
				picture, board := Compose(f, opt)
				checkFigures(t, f, Draw(f, Options{Width: 400}))
				for i, holds := range meaning.Cells(f) {
					at := board.place(i)
					var look strings.Builder
					for y := max(0, board.layout.h/2-1); y < min(board.layout.h, board.layout.h/2+2); y++ {
						for x := range board.layout.w {
							fmt.Fprintf(&look, "%+v ", picture.at(at.x+x, at.y+y))
						}
					}
					book.Add(holds, look.String())
				}
			}
			book.Check(t, meaning.Least[name])
		})
	}
}

// checkFigures: each player's name, score and columns are in a picture, in its two lines.
func checkFigures(t *testing.T, f *viewer.Frame, picture string) {
	t.Helper()
	p := panel{legend: f.Legend}
	lines := strings.Split(picture, "\n")
	for i := range f.Players {
		row := &f.Players[i]
		found := false
		for k, l := range lines[:len(lines)-1] {
			if !strings.Contains(l, " "+row.Name+" ") || !strings.HasSuffix(strings.TrimRight(l, " "), fmt.Sprintf(" %d", row.Score)) {
				continue
			}
			found = true
			rest := strings.Fields(lines[k+1])
			for _, c := range p.all() {
				text := p.say(&c, row)
				if text != "" && !strings.Contains(" "+strings.Join(rest, " ")+" ", " "+text+" ") {
					t.Fatalf("turn %d: there is no %s %q about %s in %q", f.Turn, c.title, text, row.Name, lines[k+1])
				}
			}
		}
		if !found {
			t.Fatalf("turn %d: there is no line with the score %d of %s in\n%s", f.Turn, row.Score, row.Name, picture)
		}
	}
}
