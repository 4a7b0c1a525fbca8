package terminal

import (
	"fmt"
	"slices"

	"blastyard/game/viewer"
)

// Draw draws a frame: the board, with the standings beside or below it. Lines are separated by "\n".
func Draw(f *viewer.Frame, opt Options) string {
	picture, _ := Compose(f, opt)
	return picture.Render(opt.Profile)
}

const (
	defaultWidth = 80
	gap          = 2  // columns between board and panel
	minPanel     = 28 // columns of a panel beside the board
	maxPanel     = 48
	tallBoard    = 32  // limit of a board's lines without a height limit, if smaller cells exist
	mostLines    = 500 // limit of a board's lines without a height limit
	someRows     = 24  // limit of players in a panel without a height limit
	minBoard     = 12  // lines of a board above a panel if neither fits
)

// A layout contains the positions of board and panel.
type layout struct {
	grid
	beside       bool
	board        camera
	panelWidth   int
	panelHeight  int // 0: no panel
	width, lines int // of the whole picture
}

// Compose draws board and panel into one picture, and returns where the board's cells are.
func Compose(f *viewer.Frame, opt Options) (*Picture, *Board) {
	if opt.Width <= 0 {
		opt.Width = defaultWidth
	}
	th := newTheme(opt.Profile)
	l := arrange(f, opt, th)
	p := painter{theme: th, grid: l.grid, legend: f.Legend}
	p.letters = opt.Letters || !th.fine || len(f.Players) > len(playerTints)
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
		pan := panel{theme: th, legend: f.Legend, width: l.panelWidth, height: l.panelHeight}
		if l.beside {
			c.Paste(pan.draw(f, opt), l.width-l.panelWidth, 0)
		} else {
			c.Paste(pan.draw(f, opt), 0, bottom)
		}
	}
	return c, &Board{PanX: l.board.pan.x, PanY: l.board.pan.y, frame: f, picture: c, theme: th, layout: l}
}

// boardWidth returns the width for the board and the text below it.
func (l *layout) boardWidth(all int) int {
	if l.beside {
		return max(0, l.width-l.panelWidth-gap)
	}
	return all
}

// arrange chooses the largest cells with which board and panel fit, with the panel beside the board if possible. If
// none fit, it uses the smallest cells and cuts the board.
func arrange(f *viewer.Frame, opt Options, th theme) layout {
	sizes := plainSizes
	switch {
	case th.coloured:
		sizes = colourSizes
	case alone(f):
		sizes = plainSizes[1:] // no numbers are needed
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

// alone reports whether the characters have no numbers, because each is the only one of its player.
func alone(f *viewer.Frame) bool {
	numbered := func(t viewer.Token) bool { return t.ID != viewer.OnlyToken }
	return len(f.Tokens) > 0 && !slices.ContainsFunc(f.Tokens, numbered)
}

// try lays board and panel out completely. It fails if they do not fit.
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

// panelNeed returns the number of lines of a complete panel.
func panelNeed(f *viewer.Frame, opt Options) int {
	n := headLines + 1 + 2*len(f.Players)
	if opt.Height == 0 {
		n = headLines + 1 + 2*min(len(f.Players), someRows)
	}
	if opt.Status != "" {
		n++
	}
	if len(opt.Help) > 0 { // a live show reserves room for a log, so that the picture keeps its size
		return n + len(opt.Help) + 1 + MaxLog + 1
	}
	if len(f.Events) > 0 {
		n += 1 + min(len(f.Events), MaxLog)
	}
	return n
}

// cut lays out a board that does not fit. It gets the room beside a small panel and a line that says so.
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
