package tui

import (
	"blastyard/game/viewer"
	"blastyard/internal/english"
	"blastyard/show/terminal"
)

// blastCells returns the cells that a bomb of a choice covers with a range.
func blastCells(c *viewer.Choice, reach int) (cells []int) {
	if c.Blast == nil {
		return nil
	}
	for i, cell := range c.Blast.Cells {
		if len(c.Blast.Ranges) == 0 || c.Blast.Ranges[i] <= reach {
			cells = append(cells, cell)
		}
	}
	return cells
}

func blastText(c *viewer.Choice, reach int) string {
	return "covers " + english.Count(len(blastCells(c, reach)), "cell")
}

// blastTurn returns the turn in which a bomb without a choice of delay explodes.
func blastTurn(c *viewer.Choice) int {
	if c.Blast.Chain > 0 {
		return min(c.Blast.Turn, c.Blast.Chain)
	}
	return c.Blast.Turn
}

// markBlast marks the free cells that the bomb with the chosen range covers.
func (form *playForm) markBlast(board *terminal.Board, f *viewer.Frame) {
	if form.settings == nil || form.setting.Range == 0 {
		return
	}
	taken := map[int]bool{}
	for i := range f.Tokens {
		taken[f.Tokens[i].Cell] = true
	}
	for i := range f.Bombs {
		taken[f.Bombs[i].Cell] = true
	}
	for _, cell := range blastCells(form.settings, form.setting.Range) {
		if !taken[cell] {
			board.Mark(cell, "×", false)
		}
	}
}
