package wire

import (
	"strings"
	"testing"

	"blastyard/rules/bomberman"
)

// TestRows: rows are those of map.txt before the first round. With reveal only what is under soft walls differs.
func TestRows(t *testing.T) {
	for seed := range int32(20) {
		players := 2 + int(seed)%11
		m, err := bomberman.Generate(bomberman.DefaultSettings(), players, seed)
		if err != nil {
			t.Fatal(err)
		}
		var text Text
		for range players {
			text.Names = append(text.Names, "x")
		}
		drawn := string(text.AppendMap(nil, bomberman.NewState(m)))
		hidden := 0
		for y := 1; y <= m.Height; y++ {
			row, revealed := string(AppendRow(nil, m, y, false)), string(AppendRow([]byte(">"), m, y, true))
			if !strings.Contains(drawn, row) || len(row) != m.Width {
				t.Errorf("seed %d: row %d, %q, is not in\n%s", seed, y, row, drawn)
			}
			revealed, _ = strings.CutPrefix(revealed, ">")
			for i := range row {
				if row[i] != revealed[i] {
					hidden++
				}
				if row[i] != revealed[i] && (row[i] != '+' || !strings.Contains("12", revealed[i:i+1])) {
					t.Errorf("seed %d: row %d, column %d: %q and revealed %q", seed, y, i, row, revealed)
				}
			}
		}
		if hidden == 0 {
			t.Errorf("seed %d: nothing lies under the walls", seed)
		}
	}
}
