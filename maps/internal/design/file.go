package design

import (
	"bytes"
	"fmt"
	"slices"

	"blastyard/hexabomb"
)

// File returns the map file of m, the cells in rows as they lie on the board.
func File(m *hexabomb.Map) []byte {
	cells := slices.Clone(m.Cells)
	slices.SortFunc(cells, func(a, b hexabomb.Coord) int {
		if a.R != b.R {
			return a.R - b.R
		}
		return a.Q - b.Q
	})
	var f bytes.Buffer
	f.WriteString("{\"cells\":[")
	for i, c := range cells {
		switch {
		case i == 0:
			f.WriteString("\n")
		case c.R != cells[i-1].R:
			f.WriteString(",\n")
		default:
			f.WriteString(",")
		}
		place(&f, c)
	}
	f.WriteString("\n],\n\"initial_positions\":{")
	for p, starts := range m.Starts {
		if p > 0 {
			f.WriteString(",")
		}
		fmt.Fprintf(&f, "\n\"%d\":", p)
		places(&f, starts)
	}
	f.WriteString("\n},\n\"special_initial_positions\":")
	places(&f, m.SpecialStarts)
	f.WriteString("}\n")
	return f.Bytes()
}

func places(f *bytes.Buffer, list []hexabomb.Coord) {
	f.WriteString("[")
	for i, c := range list {
		if i > 0 {
			f.WriteString(",")
		}
		place(f, c)
	}
	f.WriteString("]")
}

func place(f *bytes.Buffer, c hexabomb.Coord) { fmt.Fprintf(f, `{"q":%d,"r":%d}`, c.Q, c.R) }
