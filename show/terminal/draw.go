package terminal

import (
	"fmt"

	"blastyard/game/viewer"
)

// Draw draws a frame: the board, and the standings beside or below it. Lines are joined by "\n", with none at the end.
func Draw(f *viewer.Frame, opt Options) string {
	picture, _ := Compose(f, opt)
	return picture.Render(opt.Profile)
}

const (
	defaultWidth = 80
	gap          = 2  // columns between board and panel
	minPanel     = 28 // columns of a panel beside the board
	maxPanel     = 48
	tallBoard    = 32  // lines that a board takes at most where the height is not limited, if smaller cells are left
	mostLines    = 500 // lines of a board where the height is not limited
	someRows     = 24  // players that a panel lists where the height is not limited
	minBoard     = 12  // lines that a board keeps above a panel when neither fits
)

// A layout is where board and panel go.
type layout struct {
	grid
	beside       bool
	board        camera
	panelWidth   int
	panelHeight  int // 0: no panel
	width, lines int // of all
}

// Compose draws board and panel into one picture, and tells where the board's cells are on it.
func Compose(f *viewer.Frame, opt Options) (*Picture, *Board) {
	if opt.Width <= 0 {
		opt.Width = defaultWidth
	}
	th := newTheme(opt.Profile)
	l := arrange(f, opt, th)
	p := painter{theme: th, grid: l.grid, letters: opt.Letters || !th.fine || len(f.Players) > len(playerTints)}
	c := NewPicture(l.width, l.lines)
	board := p.drawBoard(f, l.board)
	c.Paste(board, 0, 0)
	bottom := board.height
	if l.board.hidden > 0 {
		note := fmt.Sprintf("%d of %d cells outside", l.board.hidden, len(f.Cells))
		if len(opt.Help) > 0 {
			note += ": wasd"
		}
		c.Text(0, bottom, Fit(note, l.boardWidth(opt.Width)), Style{Faint: true})
		bottom++
	}
	if l.panelHeight > 0 {
		pan := panel{theme: th, width: l.panelWidth, height: l.panelHeight}
		if l.beside {
			c.Paste(pan.draw(f, opt), l.width-l.panelWidth, 0)
		} else {
			c.Paste(pan.draw(f, opt), 0, bottom)
		}
	}
	return c, &Board{PanX: l.board.pan.x, PanY: l.board.pan.y, frame: f, picture: c, theme: th, layout: l}
}

// boardWidth is the room for the board and what is said below it.
func (l *layout) boardWidth(all int) int {
	if l.beside {
		return max(0, l.width-l.panelWidth-gap)
	}
	return all
}

// arrange picks the roomiest cells with which board and panel fit, the panel beside the board rather than below. If
// none do, the smallest cells are used and the board is cut.
func arrange(f *viewer.Frame, opt Options, th theme) layout {
	sizes := plainSizes
	switch {
	case th.coloured:
		sizes = colourSizes
	case f.Shape == viewer.Square:
		sizes = plainSizes[1:] // a player has one character, so no numbers
	}
	for _, g := range sizes {
		g.square = f.Shape == viewer.Square
		for _, beside := range []bool{true, false} {
			if l, ok := try(f, opt, g, beside); ok {
				return l
			}
		}
	}
	g := sizes[len(sizes)-1]
	g.square = f.Shape == viewer.Square
	return cut(f, opt, g)
}

// try lays board and panel out in full; it fails if they do not fit.
func try(f *viewer.Frame, opt Options, g grid, beside bool) (layout, bool) {
	_, w, h := extent(f, g)
	l := layout{grid: g, beside: beside && !opt.BoardOnly, width: w, lines: h}
	need := panelNeed(f, opt)
	switch {
	case opt.BoardOnly:
	case beside:
		l.panelWidth = min(opt.Width-w-gap, maxPanel)
		if l.panelWidth < minPanel {
			return l, false
		}
		l.panelHeight = max(h, need)
		if opt.Height > 0 {
			l.panelHeight = min(l.panelHeight, opt.Height)
		}
		l.width, l.lines = w+gap+l.panelWidth, max(h, l.panelHeight)
	default:
		l.panelWidth, l.panelHeight = opt.Width, need
		if opt.Height > 0 {
			l.panelHeight = min(need, opt.Height-h)
			if l.panelHeight < min(need, headLines+len(f.Players)+1) {
				return l, false
			}
		}
		l.width, l.lines = max(w, opt.Width), h+l.panelHeight
	}
	tooHigh := h > opt.Height
	if opt.Height == 0 {
		tooHigh = h > mostLines || g.h > 1 && h > tallBoard
	}
	if w > opt.Width || tooHigh {
		return l, false
	}
	l.board = aim(f, g, w, h, point{})
	return l, true
}

// panelNeed is the number of lines of a panel that shows everything.
func panelNeed(f *viewer.Frame, opt Options) int {
	n := headLines + 1 + 2*len(f.Players)
	if opt.Height == 0 {
		n = headLines + 1 + 2*min(len(f.Players), someRows)
	}
	if opt.Status != "" {
		n++
	}
	if len(opt.Help) > 0 { // a show: room for a log, so that the picture keeps its size
		return n + len(opt.Help) + 1 + MaxLog + 1
	}
	if len(f.Events) > 0 {
		n += 1 + min(len(f.Events), MaxLog)
	}
	return n
}

// cut lays out a board that does not fit: what is left of the room after a small panel and a line that says so.
func cut(f *viewer.Frame, opt Options, g grid) layout {
	pan := point{opt.PanX, opt.PanY}
	l := layout{grid: g, width: opt.Width, lines: opt.Height}
	boardLines := opt.Height - 1
	if opt.Height == 0 {
		boardLines = mostLines
	}
	switch {
	case opt.BoardOnly:
		l.board = aim(f, g, opt.Width, boardLines, pan)
		l.lines = l.board.height + 1
	case opt.Width >= 2*minPanel+gap:
		l.beside, l.panelWidth = true, minPanel
		l.board = aim(f, g, opt.Width-minPanel-gap, boardLines, pan)
		l.panelHeight = opt.Height
		if opt.Height == 0 {
			l.panelHeight = max(l.board.height+1, panelNeed(f, opt))
			l.lines = l.panelHeight
		}
	default:
		l.panelWidth, l.panelHeight = opt.Width, panelNeed(f, opt)
		if opt.Height > 0 {
			l.panelHeight = min(l.panelHeight, max(opt.Height-minBoard, opt.Height/3))
			boardLines = max(1, opt.Height-l.panelHeight-1)
		}
		l.board = aim(f, g, opt.Width, boardLines, pan)
		l.lines = l.board.height + 1 + l.panelHeight
	}
	if opt.Height > 0 {
		l.lines = min(l.lines, opt.Height)
	}
	return l
}
