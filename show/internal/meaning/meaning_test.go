package meaning

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the frames for the tests of the page anew")

// TestFramesForThePage: the page is tested with the same frames, and with what their cells and columns say.
func TestFramesForThePage(t *testing.T) {
	type told struct {
		Header  json.RawMessage   `json:"header"`
		Frames  []json.RawMessage `json:"frames"`
		Holds   [][]string        `json:"holds"`   // by frame and cell
		Figures [][][]string      `json:"figures"` // by frame, player and column
		Least   int               `json:"least"`   // different things that cells hold
	}
	all := map[string]told{}
	for name, m := range Matches(t) {
		x := told{Header: m.Header.AppendJSON(nil)}
		held := map[string]bool{}
		for i, f := range m.Frames {
			if i%8 != 7 && i != len(m.Frames)-1 {
				continue // a file of all would be large
			}
			holds := Cells(f)
			for _, what := range holds {
				held[what] = true
			}
			var rows [][]string
			for p := range f.Players {
				var row []string
				if f.Legend != nil {
					for _, c := range f.Legend.Columns {
						row = append(row, f.Legend.Say(c.Text, &f.Players[p]))
					}
				}
				rows = append(rows, row)
			}
			x.Frames, x.Holds, x.Figures = append(x.Frames, f.AppendJSON(nil)), append(x.Holds, holds), append(x.Figures, rows)
		}
		delete(held, "")
		if x.Least = len(held); x.Least < Least[name]/2 {
			t.Errorf("%s: the frames for the page hold %d different things, expected at least %d", name, x.Least, Least[name]/2)
		}
		all[name] = x
	}
	want, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "web", "testdata", "meaning.json")
	if *update {
		if err := os.WriteFile(file, append(want, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != string(want)+"\n" {
		t.Errorf("%s is not what the games give now (%v): go test ./show/internal/meaning -update", file, err)
	}
}
