package report

import (
	"fmt"
	"io"
	"strings"

	"blastyard/show/terminal"
)

// grid has rows of cells in columns.
type grid struct {
	left []bool // columns that are aligned left; all others are aligned right
	rows [][]string
}

// newGrid returns a grid with column titles. A "<" before a title aligns the column left.
func newGrid(titles ...string) *grid {
	g := &grid{left: make([]bool, len(titles))}
	for i, title := range titles {
		titles[i], g.left[i] = strings.TrimPrefix(title, "<"), strings.HasPrefix(title, "<")
	}
	g.row(titles...)
	return g
}

// row adds a row. Its texts may come from strangers.
func (g *grid) row(cells ...string) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = terminal.Plain(c)
	}
	g.rows = append(g.rows, row)
}

// write prints the rows. It leaves out columns whose cells are all empty.
func (g *grid) write(out io.Writer) {
	widths := make([]int, len(g.left))
	for i := range widths {
		for n, row := range g.rows {
			if w := terminal.Most(row[i]); n > 0 && row[i] != "" || widths[i] > 0 {
				widths[i] = max(widths[i], w)
			}
		}
		if widths[i] > 0 {
			widths[i] = max(widths[i], terminal.Most(g.rows[0][i]))
		}
	}
	for _, row := range g.rows {
		var line strings.Builder
		for i, cell := range row {
			if widths[i] > 0 {
				line.WriteString(terminal.Pad(cell, widths[i], !g.left[i]) + "  ")
			}
		}
		fmt.Fprintln(out, strings.TrimRight(line.String(), " "))
	}
}
