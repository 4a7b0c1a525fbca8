package terminal

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"blastyard/game/viewer"
)

// Standings returns the table of a frame: rank, mark, name, score, cells, share, note. Lines end with "\n". It uses
// Width and Profile of opt. Players with the same score share a rank; the special player has none.
func Standings(f *viewer.Frame, opt Options) string {
	if opt.Width <= 0 {
		opt.Width = defaultWidth
	}
	p := panel{theme: newTheme(opt.Profile), width: opt.Width}
	rows := standingRows(f)
	name := 4
	for _, r := range rows {
		name = max(name, Most(r.name))
	}
	name = max(4, min(name, opt.Width-lessThanName))
	c := NewPicture(opt.Width, len(rows)+1)
	head := fmt.Sprintf("%4s %-3s %s %7s %6s %6s", "", "", Pad("", name, false), "score", "cells", "share")
	c.Text(0, 0, head, Style{Faint: true})
	for y, r := range rows {
		x := c.Text(0, y+1, fmt.Sprintf("%4s ", r.rank), Style{})
		mark := p.mark(r.row)
		x = c.Text(x, y+1, mark.text, mark.Style)
		x = c.Text(x+1, y+1, Pad(r.name, name, false), Style{Bold: r.rank == "1."})
		x = c.Text(x, y+1, fmt.Sprintf(" %7s %6d %5.1f%%  ", r.score, r.row.Cells, 100*r.row.Share), Style{})
		c.Text(x, y+1, Fit(r.note, opt.Width-x), Style{})
	}
	return c.Render(max(opt.Profile, colorprofile.NoTTY)) + "\n"
}

// lessThanName is the width of the table without the name, with a few columns for the note.
const lessThanName = 4 + 1 + markWidth + 1 + 8 + 7 + 7 + 2 + 12

type standing struct {
	row               *viewer.Player
	rank, name, score string
	note              string
}

func standingRows(f *viewer.Frame) []standing {
	rows := make([]standing, 0, len(f.Players))
	rank := 0
	for i, id := range f.Ranking() {
		row := &f.Players[id]
		s := standing{row: row, name: nameOf(row), score: scoreOf(row), note: noteOf(row)}
		if row.Special {
			s.note = strings.TrimSpace("special " + s.note)
		} else {
			if i == 0 || row.Score != rows[i-1].row.Score || row.Failed != rows[i-1].row.Failed {
				rank = i + 1
			}
			s.rank = fmt.Sprintf("%d.", rank)
		}
		rows = append(rows, s)
	}
	return rows
}

// Final returns the board with the table below it, which stays on the screen after a match. Both fit into the
// terminal of opt, with a few lines left for the caller. Lines end with "\n".
func Final(f *viewer.Frame, opt Options) string {
	table := Standings(f, opt)
	board := opt
	board.BoardOnly, board.PanX, board.PanY = true, 0, 0
	if opt.Height > 0 {
		board.Height = max(1, opt.Height-strings.Count(table, "\n")-afterLines)
	}
	return Draw(f, board) + "\n" + table
}

const afterLines = 4 // the seed, the command that repeats the match, the prompt
