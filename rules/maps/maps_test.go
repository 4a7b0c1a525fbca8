package maps

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps/internal/design"
)

func TestFilesAreAsDesigned(t *testing.T) {
	var names []string
	for _, d := range design.All() {
		names = append(names, d.Name)
		file, err := File(d.Name)
		if err != nil {
			t.Error(err)
		}
		t.Log(d.Name + "\n" + picture(d.Map))
		if !bytes.Equal(file, MapFile(d.Map)) {
			t.Errorf("%s.json is not what the generator writes: run go generate ./rules/maps", d.Name)
		}
	}
	if !slices.Equal(names, Names()) || !slices.IsSorted(names) || !slices.Contains(names, Default) {
		t.Errorf("designed %v, named %v, default %q", names, Names(), Default)
	}
}

// picture shows a map's cells as dots, its starts as player numbers and its special positions as stars.
func picture(m *hexabomb.Map) string {
	signs := map[hexabomb.Coord]string{}
	for _, c := range m.Cells {
		signs[c] = "."
	}
	for p, starts := range m.Starts {
		for _, c := range starts {
			signs[c] = fmt.Sprint(p)
		}
	}
	for _, c := range m.SpecialStarts {
		signs[c] = "*"
	}
	var b strings.Builder
	for r := -12; r <= 12; r++ {
		var row strings.Builder
		for x := -30; x <= 30; x++ {
			sign := " "
			if (x-r)%2 == 0 {
				if s, ok := signs[hexabomb.Coord{Q: (x - r) / 2, R: r}]; ok {
					sign = s
				}
			}
			row.WriteString(sign)
		}
		if line := strings.TrimRight(row.String(), " "); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func TestMaps(t *testing.T) {
	for _, row := range []struct {
		name                     string
		cells, characters, ghost int
		fair                     []int // numbers of players
		least                    int   // symmetries for all players
	}{
		{"arena3", 163, 4, 3, []int{3}, 3},
		{"arena4", 415, 7, 3, []int{2, 4}, 4},
		{"duel", 91, 3, 1, []int{2}, 4},
		{"maze4", 337, 4, 3, []int{2, 4}, 4},
		{"tiny", 37, 1, 1, []int{2, 4, 6}, 12},
		{"yard", 127, 3, 2, []int{2, 4}, 4},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, err := Load(row.name)
			if err != nil {
				t.Fatal(err)
			}
			seats := row.fair[len(row.fair)-1]
			if len(m.Cells) != row.cells || len(m.Starts) != seats || len(m.Starts[0]) != row.characters || len(m.SpecialStarts) != row.ghost {
				t.Errorf("%d cells, %d players of %d, %d special; want %+v", len(m.Cells), len(m.Starts), len(m.Starts[0]), len(m.SpecialStarts), row)
			}
			if want := fmt.Sprintf("%d cells, ", row.cells); !strings.HasPrefix(Info(row.name), want) {
				t.Errorf("Info is %q, want it to start with %q", Info(row.name), want)
			}
			if got := FairPlayers(m); !slices.Equal(got, append([]int{1}, row.fair...)) {
				t.Errorf("fair for %v, want 1 and %v", got, row.fair)
			}
			for _, players := range row.fair {
				if !Fair(m, players) {
					t.Errorf("not fair for %d players", players)
				}
				for special := range 2 {
					if _, err := hexabomb.NewBoard(m, players, special); err != nil {
						t.Error(err)
					}
				}
			}
			if got := len(Symmetries(m, seats)); got != row.least {
				t.Errorf("%d symmetries, want %d", got, row.least)
			}
			if got := reachable(m); got != len(m.Cells) {
				t.Errorf("%d of %d cells are connected", got, len(m.Cells))
			}
		})
	}
}

// reachable is the number of cells connected to the first.
func reachable(m *hexabomb.Map) int {
	cells := setOf(m.Cells)
	queue := []hexabomb.Coord{m.Cells[0]}
	delete(cells, m.Cells[0])
	for i := 0; i < len(queue); i++ {
		for d := range hexabomb.Direction(hexabomb.NumDirections) {
			if next := queue[i].Add(d, 1); cells[next] {
				delete(cells, next)
				queue = append(queue, next)
			}
		}
	}
	return len(queue)
}

func TestUnfair(t *testing.T) {
	duel, err := Load("duel")
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(m *hexabomb.Map){
		"a cell more":      func(m *hexabomb.Map) { m.Cells = append(m.Cells, hexabomb.Coord{Q: 6}) },
		"a start moved":    func(m *hexabomb.Map) { m.Starts[0][0] = hexabomb.Coord{Q: -3} },
		"special position": func(m *hexabomb.Map) { m.SpecialStarts = []hexabomb.Coord{{Q: 1}} },
	} {
		m := &hexabomb.Map{Cells: slices.Clone(duel.Cells), SpecialStarts: duel.SpecialStarts}
		for _, s := range duel.Starts {
			m.Starts = append(m.Starts, slices.Clone(s))
		}
		if !Fair(m, 2) {
			t.Errorf("%s: not fair before", name)
		}
		if spoil(m); Fair(m, 2) {
			t.Errorf("%s: still fair", name)
		}
	}
	if shifted := (&hexabomb.Map{Cells: []hexabomb.Coord{{Q: 5, R: 1}, {Q: 6, R: 1}, {Q: 7, R: 1}}, Starts: [][]hexabomb.Coord{{{Q: 5, R: 1}}, {{Q: 7, R: 1}}}}); !Fair(shifted, 2) || Fair(shifted, 3) {
		t.Error("a line off the origin must be fair for 2, and only for as many as it seats")
	}
}

func TestUnknownMap(t *testing.T) {
	for _, name := range []string{"", "nowhere", "../maps", "yard.json"} {
		_, err := Load(name)
		if err == nil || !strings.Contains(err.Error(), "arena3, arena4, duel, maze4, tiny, yard") || Info(name) != "" {
			t.Errorf("Load(%q): %v", name, err)
		}
	}
}

func TestDesignedFilesAreSmall(t *testing.T) {
	for _, d := range design.All() {
		plain, err := wire.EncodeMap(d.Map)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(MapFile(d.Map)); got > len(plain)+len(plain)/20+60 {
			t.Errorf("%s: %d bytes, encoding/json needs %d", d.Name, got, len(plain))
		}
	}
}
