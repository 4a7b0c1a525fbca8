package store

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"blastyard/tournament"
	"blastyard/tournament/internal/cells"
)

// StandingsCSV writes standings after a line with the names of the columns. Each reason of a failure and each tie-break
// has a column.
func StandingsCSV(w io.Writer, st *tournament.Standings) error {
	var columns []string
	for _, c := range tournament.Columns {
		columns = append(columns, c.Name)
	}
	kinds := map[string]bool{}
	places := 0
	for i := range st.Entrants {
		for reason := range st.Entrants[i].Failures {
			kinds[reason] = true
		}
		places = max(places, len(st.Entrants[i].Ranks))
	}
	reasons := slices.Sorted(maps.Keys(kinds))
	for i := range places {
		columns = append(columns, fmt.Sprintf("rank_%d", i+1))
	}
	for _, reason := range reasons {
		columns = append(columns, "failed: "+reason)
	}
	for _, name := range st.TieBreaks {
		columns = append(columns, "tie-break: "+name)
	}
	sheet := cells.NewSheet(w, columns...)
	for i := range st.Entrants {
		e := &st.Entrants[i]
		var row []any
		for _, c := range tournament.Columns {
			row = append(row, c.Of(e))
		}
		for j := range places {
			n := 0
			if j < len(e.Ranks) {
				n = e.Ranks[j]
			}
			row = append(row, n)
		}
		for _, reason := range reasons {
			row = append(row, e.Failures[reason])
		}
		for j := range st.TieBreaks {
			if j < len(e.TieBreaks) {
				row = append(row, e.TieBreaks[j])
			} else {
				row = append(row, "")
			}
		}
		sheet.Row(row...)
	}
	return wrap(sheet.Flush(), "CSV")
}

// CrossTableCSV writes a cross table: a line for each pair that met.
func CrossTableCSV(w io.Writer, t *tournament.CrossTable) error {
	sheet := cells.NewSheet(w, "entrant", "other", "met", "wins", "draws", "losses", "better")
	for i := range t.Names {
		for j := range t.Names {
			if c := t.Cell(i, j); i != j && c.Met > 0 {
				sheet.Row(t.Names[i], t.Names[j], c.Met, c.Wins, c.Draws, c.Losses, c.Better)
			}
		}
	}
	return wrap(sheet.Flush(), "CSV")
}
