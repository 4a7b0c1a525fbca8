package tournament

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// CrossTable says how entrants fared against each other. It computes a cell when it is asked for, because the table of
// 1,000 entrants has a million of them. It never changes, and is safe for concurrent use.
type CrossTable struct {
	Names []string // in the order of the standings
	cell  func(i, j int) PairCell
}

// NewCrossTable returns a table of entrants. cell returns how entrant i fared against entrant j, by index of names; it
// must always return the same, and be safe for concurrent use.
func NewCrossTable(names []string, cell func(i, j int) PairCell) *CrossTable {
	return &CrossTable{Names: names, cell: cell}
}

// Cell returns how entrant i fared against entrant j. Both are indexes of Names.
func (c *CrossTable) Cell(i, j int) PairCell { return c.cell(i, j) }

// WriteJSON writes the table as JSON, row by row: names, and pairs with [i][j]: entrant i against entrant j.
func (c *CrossTable) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	names := c.Names
	if names == nil {
		names = []string{}
	}
	if err := writeJSON(out, `{"names":`, names); err != nil {
		return err
	}
	before := `,"pairs":[`
	row := make([]PairCell, len(names))
	for i := range names {
		for j := range names {
			row[j] = c.cell(i, j)
		}
		if err := writeJSON(out, before, row); err != nil {
			return err
		}
		before = ","
	}
	if len(names) == 0 {
		_, _ = out.WriteString(before) // the writer remembers its error
	}
	_, _ = out.WriteString("]}")
	return out.Flush()
}

// MarshalJSON implements json.Marshaler. Of a large table it makes a large text: see WriteJSON.
func (c *CrossTable) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	err := c.WriteJSON(&text)
	return text.Bytes(), err
}

func writeJSON(out *bufio.Writer, before string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, _ = out.WriteString(before) // the writer remembers its error
	_, err = out.Write(text)
	return err
}

// crossTable returns the cross table with the entrants in this order.
func (t *Tally) crossTable(order []int, f fitted) *CrossTable {
	names := make([]string, len(order))
	for at, i := range order {
		names[at] = t.names[i]
	}
	pairs, certain := t.pairs, f.certain // and not the tally, which has all matches
	if f.tested {
		certain = nil
	}
	return NewCrossTable(names, func(row, column int) PairCell {
		i, j := order[row], order[column]
		p := fared(pairs, i, j)
		cell := PairCell{Met: int(p.met), Wins: int(p.wins), Losses: int(p.losses),
			Draws: int(p.met - p.wins - p.losses), Better: 0.5}
		if certain != nil && i != j {
			cell.Better = certain.Better(i, j)
		}
		return cell
	})
}
