package terminal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
)

var profiles = []colorprofile.Profile{colorprofile.Unknown, colorprofile.NoTTY, colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor}

func TestDrawKeepsToItsSize(t *testing.T) {
	sizes := [][2]int{{0, 0}, {80, 24}, {120, 40}, {200, 60}, {40, 60}, {60, 20}, {30, 10}, {10, 4}, {5, 3}, {3, 2}, {1, 1}, {300, 1}, {500, 200}}
	for name, f := range oddFrames() {
		for _, p := range profiles {
			for _, size := range sizes {
				for kind, opt := range map[string]Options{"": {}, "show": {Status: "paused", Help: help}, "board": {BoardOnly: true, Letters: true, PanX: 5, PanY: -3}} {
					t.Run(fmt.Sprintf("%s/%v/%dx%d/%s", name, p, size[0], size[1], kind), func(t *testing.T) {
						opt.Width, opt.Height, opt.Profile = size[0], size[1], p
						width := size[0]
						if width == 0 {
							width = defaultWidth
						}
						checkText(t, Draw(&f, opt), width, size[1], p >= colorprofile.ASCII)
						if kind != "" {
							return
						}
						checkText(t, strings.TrimSuffix(Standings(&f, opt), "\n"), width, 0, p >= colorprofile.ASCII)
						checkText(t, Progress(&f, size[0]), width, 1, false)
					})
				}
			}
		}
	}
}

func TestDrawDoesNotChangeTheFrame(t *testing.T) {
	f := played(hexagonMap(3, 2, 2), 0, 20)[20]
	before := fmt.Sprint(f)
	Draw(&f, Options{Profile: colorprofile.TrueColor})
	Standings(&f, Options{})
	if after := fmt.Sprint(f); after != before {
		t.Errorf("the frame was\n%s\nand is\n%s", before, after)
	}
}

// TestCellsDoNotOverlap: with any size, each cell has a place of its own.
func TestCellsDoNotOverlap(t *testing.T) {
	f := played(hexagonMap(4, 2, 2), 0, 0)[0]
	for _, g := range colourSizes {
		taken := make(map[point]int)
		s := newStamp(g)
		area := 0
		for i := range f.Cells {
			at := g.place(&f.Cells[i])
			for _, q := range s.quarters {
				p := point{2*at.x + q.x, 2*at.y + q.y}
				if other, ok := taken[p]; ok {
					t.Fatalf("size %d×%d: cells %d and %d share a quarter", g.w, g.h, other, i)
				}
				taken[p] = i
				area++
			}
		}
		if want := len(f.Cells) * 4 * g.w * g.h; area != want {
			t.Errorf("size %d×%d: cells cover %d quarters, want %d: there are holes", g.w, g.h, area, want)
		}
	}
}

// TestLayout: boards that fit are not cut, in any usual size of a terminal.
func TestLayout(t *testing.T) {
	tests := []struct {
		radius, players, width, height int
		profile                        colorprofile.Profile
		w                              int // columns of a cell
		beside                         bool
		hidden                         bool
	}{
		{3, 6, 80, 24, colorprofile.TrueColor, 6, true, false},
		{6, 4, 80, 24, colorprofile.TrueColor, 2, true, false},
		{6, 4, 80, 24, colorprofile.NoTTY, 4, false, false},
		{6, 4, 120, 40, colorprofile.TrueColor, 4, true, false},
		{6, 4, 120, 40, colorprofile.NoTTY, 4, true, false},
		{6, 4, 200, 60, colorprofile.ANSI256, 8, true, false},
		{11, 4, 80, 24, colorprofile.TrueColor, 2, true, false},
		{11, 4, 200, 60, colorprofile.TrueColor, 4, true, false},
		{6, 4, 50, 60, colorprofile.TrueColor, 2, false, false},
		{20, 4, 80, 24, colorprofile.TrueColor, 2, true, true},
		{20, 4, 50, 24, colorprofile.TrueColor, 2, false, true},
	}
	for _, tt := range tests {
		f := played(hexagonMap(tt.radius, tt.players, 2), 0, 0)[0]
		l := arrange(&f, Options{Width: tt.width, Height: tt.height}, newTheme(tt.profile))
		if l.w != tt.w || l.beside != tt.beside || l.board.hidden > 0 != tt.hidden {
			t.Errorf("radius %d in %d×%d: cells %d wide, panel beside: %t, hidden: %d; want %d, %t, %t", tt.radius, tt.width, tt.height,
				l.w, l.beside, l.board.hidden, tt.w, tt.beside, tt.hidden)
		}
	}
}

func TestPanStaysOnTheBoard(t *testing.T) {
	f := played(hexagonMap(30, 2, 2), 0, 0)[0]
	opt := Options{Width: 80, Height: 24, PanX: 10000, PanY: -10000}
	_, board := Compose(&f, opt)
	if board.PanX <= 0 || board.PanX > 100 || board.PanY >= 0 || board.PanY < -60 {
		t.Errorf("pan %d, %d", board.PanX, board.PanY)
	}
}

func TestOwnersCanBeReadWithoutColour(t *testing.T) {
	f := viewer.Frame{Cells: []viewer.Cell{{X: 0, Owner: 1}, {X: 1, Owner: 2}, {X: 2}, {X: 3, Owner: 28}}}
	if got, want := Draw(&f, Options{BoardOnly: true, Width: 8, Height: 2}), "a b · ab"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	f.Bombs = []viewer.Bomb{{Cell: 0, Timer: 3, Owner: 1}, {Cell: 2, Timer: 4}, {Cell: 3, Timer: 12}}
	f.Explosions = []viewer.Explosion{{Cell: 1, Owner: 2}}
	for _, c := range []struct {
		width int
		want  string
	}{{8, "a3b✶·412"}, {16, " a●3 b✶  ·●4 ●12"}} {
		if got := Draw(&f, Options{BoardOnly: true, Width: c.width, Height: 2}); got != c.want {
			t.Errorf("bombs and a blast in %d columns: got %q, want %q", c.width, got, c.want)
		}
	}
}
