package terminal

import (
	"blastyard/game/viewer"
)

// A Board says where the cells of a frame are in the picture that Compose drew.
type Board struct {
	PanX, PanY int // the effective part of the requested pan; a board does not leave the picture

	frame   *viewer.Frame
	picture *Picture
	theme   theme
	layout  layout
}

// place returns where a cell begins on the board.
func (b *Board) place(cell int) point {
	at := b.layout.place(&b.frame.Cells[cell])
	return point{at.x - b.layout.board.origin.x, at.y - b.layout.board.origin.y}
}

// Outside returns by how many columns and lines the pan must change to show a cell completely.
func (b *Board) Outside(cell int) (x, y int) {
	if cell < 0 || cell >= len(b.frame.Cells) {
		return 0, 0
	}
	at := b.place(cell)
	inside := func(at, size, room int) int { return min(at, 0) + max(at+size-room, 0) }
	return inside(at.x, b.layout.w, b.layout.board.width), inside(at.y, b.layout.h, b.layout.board.height)
}

// Room returns the number of columns for a mark on a cell.
func (b *Board) Room() int { return b.layout.w }

// Mark writes clean text in the middle of a cell, bright on dark. If first is set, it is dark on bright, to stand
// out. It skips a cell that is not completely visible.
func (b *Board) Mark(cell int, text string, first bool) {
	if cell < 0 || cell >= len(b.frame.Cells) {
		return
	}
	at, w, l := b.place(cell), b.Room(), &b.layout
	at.y += l.h / 2
	if at.x < 0 || at.y < 0 || at.x+w > l.board.width || at.y >= l.board.height {
		return
	}
	ink, paper := b.theme.colour(inkTint), b.theme.colour(paperTint)
	s := Style{Fg: paper, Bg: ink, Bold: true}
	if first {
		s.Fg, s.Bg = ink, paper
	}
	b.picture.Text(at.x+(w-Columns(text)+1)/2, at.y, text, s)
}
