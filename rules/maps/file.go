package maps

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"blastyard/rules/hexabomb"
)

// MapFile returns the map file (JSON) of m, the cells in rows as they lie on the board.
func MapFile(m *hexabomb.Map) []byte {
	var f bytes.Buffer
	f.WriteString("{\"cells\":[")
	cells := inRows(m.Cells)
	for i, c := range cells {
		switch {
		case i == 0:
			f.WriteString("\n")
		case c.R != cells[i-1].R:
			f.WriteString(",\n")
		default:
			f.WriteString(",")
		}
		writePlace(&f, c)
	}
	f.WriteString("\n],\n\"initial_positions\":{")
	for p, starts := range m.Starts {
		if p > 0 {
			f.WriteString(",")
		}
		fmt.Fprintf(&f, "\n\"%d\":", p)
		writePlaces(&f, starts)
	}
	f.WriteString("\n}")
	if len(m.SpecialStarts) > 0 {
		f.WriteString(",\n\"special_initial_positions\":")
		writePlaces(&f, m.SpecialStarts)
	}
	f.WriteString("}\n")
	return f.Bytes()
}

func writePlaces(f *bytes.Buffer, list []hexabomb.Coord) {
	f.WriteString("[")
	for i, c := range list {
		if i > 0 {
			f.WriteString(",")
		}
		writePlace(f, c)
	}
	f.WriteString("]")
}

func writePlace(f *bytes.Buffer, c hexabomb.Coord) { fmt.Fprintf(f, `{"q":%d,"r":%d}`, c.Q, c.R) }

// inRows returns the positions in reading order: by R, then Q.
func inRows(places []hexabomb.Coord) []hexabomb.Coord {
	return slices.SortedStableFunc(slices.Values(places), func(a, b hexabomb.Coord) int {
		return cmp.Or(cmp.Compare(a.R, b.R), cmp.Compare(a.Q, b.Q))
	})
}
