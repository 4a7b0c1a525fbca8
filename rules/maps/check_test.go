package maps

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"blastyard/rules/hexabomb"
)

func TestCheck(t *testing.T) {
	for name, row := range map[string]struct {
		text    string
		players int
		want    Report
	}{
		"a line": {"a0  .   .   .   b0", 2, Report{
			FairFor: []int{1, 2}, Parts: []int{5}, Nearest: []int{4, 4}, Distances: [][]int{{0, 4}, {4, 0}}, Near: []int{2, 2}, Contested: 1,
		}},
		"one player": {"a0  .   .   .   b0", 1, Report{
			FairFor: []int{1, 2}, Parts: []int{5}, Nearest: []int{Apart}, Distances: [][]int{{0}}, Near: []int{5},
		}},
		"apart, with an island that nobody reaches": {"a0  .       .   .   .       b0", 2, Report{
			FairFor: []int{1}, Parts: []int{3, 2, 1}, Unreachable: Places{{Q: 3}, {Q: 4}, {Q: 5}}, Nearest: []int{Apart, Apart},
			Distances: [][]int{{0, Apart}, {Apart, 0}}, Near: []int{2, 1},
		}},
		"an island for the special player": {"a0  .   b0      @0", 2, Report{
			FairFor: []int{1}, Parts: []int{3, 1}, Nearest: []int{2, 2}, Distances: [][]int{{0, 2}, {2, 0}}, Near: []int{1, 1}, Contested: 1,
		}},
		"around a hole": {"  a0  .|.       .|  b0  c0", 3, Report{
			FairFor: []int{1, 2}, Parts: []int{6}, Nearest: []int{2, 1, 1},
			Distances: [][]int{{0, 2, 3}, {2, 0, 1}, {3, 1, 0}}, Near: []int{2, 1, 2}, Contested: 1,
		}},
	} {
		m, err := hexabomb.ParseMap(row.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Check(m, row.players)
		if err != nil {
			t.Fatal(err)
		}
		w := &row.want
		w.Cells, w.Players, w.Characters, w.Special = len(m.Cells), row.players, 1, len(m.SpecialStarts)
		w.Symmetries, w.Fair = Symmetries(m, row.players), slices.Contains(w.FairFor, row.players)
		w.Group = GroupName(w.Symmetries)
		if diff := cmp.Diff(w, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestCheckAny: each cell is counted once, and distances equal those of a simple search.
func TestCheckAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		c, err := Check(m, len(m.Starts))
		if err != nil {
			t.Fatal(err)
		}
		parts, near := 0, c.Contested
		for _, n := range c.Parts {
			parts += n
		}
		for _, n := range c.Near {
			near += n
		}
		onlySpecial := near + len(c.Unreachable) // and cells that only the special player reaches
		if parts != len(m.Cells) || onlySpecial > len(m.Cells) || len(m.SpecialStarts) == 0 && onlySpecial != len(m.Cells) {
			t.Errorf("%d cells: parts %v, near %v, %d contested, %d idle", len(m.Cells), c.Parts, c.Near, c.Contested, len(c.Unreachable))
		}
		for p, row := range c.Distances {
			for q, far := range row {
				if want := plainDistance(m, p, q); far != want || c.Distances[q][p] != far {
					t.Errorf("from %d to %d: %d, want %d", p, q, far, want)
				}
			}
		}
		for p, far := range c.Nearest {
			want := Apart
			for q := range m.Starts {
				if d := plainDistance(m, p, q); q != p && d != Apart && (want == Apart || d < want) {
					want = d
				}
			}
			if far != want {
				t.Errorf("nearest to %d: %d, want %d", p, far, want)
			}
		}
	})
}

// plainDistance expands from a player's starts until it reaches one of the other's.
func plainDistance(m *hexabomb.Map, from, to int) int {
	left, reached := setOf(m.Cells), setOf(m.Starts[from])
	for steps := 0; len(reached) > 0; steps++ {
		next := map[hexabomb.Coord]bool{}
		for c := range reached {
			delete(left, c)
			for _, s := range m.Starts[to] {
				if s == c {
					return steps
				}
			}
		}
		for c := range left {
			if touches(reached, c) {
				next[c] = true
			}
		}
		reached = next
	}
	return Apart
}

func TestManyPlayersHaveNoMatrix(t *testing.T) {
	m := &hexabomb.Map{}
	for i := range MaxMatrix + 1 {
		m.Cells = append(m.Cells, hexabomb.Coord{Q: i})
		m.Starts = append(m.Starts, m.Cells[i:])
	}
	for i := range m.Starts {
		m.Starts[i] = m.Starts[i][:1]
	}
	c, err := Check(m, MaxMatrix+1)
	if err != nil || c.Distances != nil || !reflect.DeepEqual(c.Nearest, []int{1, 1, 1, 1, 1, 1, 1, 1, 1}) {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := Check(m, MaxMatrix+2); err == nil {
		t.Error("more players than seats are checked")
	}
}

func TestGroupNames(t *testing.T) {
	for name, row := range map[string]struct {
		group   string
		symbols string
	}{
		"arena3": {"C3", "[identity rotation by 120° rotation by 240°]"},
		"yard":   {"D2", "[identity mirror left to right rotation by 180° mirror top to bottom]"},
		"tiny": {"D6", "[identity mirror left to right rotation by 60° mirror at the line of 120° rotation by 120° mirror at the line of 150°" +
			" rotation by 180° mirror top to bottom rotation by 240° mirror at the line of 30° rotation by 300° mirror at the line of 60°]"},
	} {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		group := Symmetries(m, len(m.Starts))
		if GroupName(group) != row.group || fmt.Sprint(group) != row.symbols {
			t.Errorf("%s: %s %v, want %+v", name, GroupName(group), group, row)
		}
	}
}

// TestSymmetriesAreAsNamed: on the screen, x goes to the right and y upwards.
func TestSymmetriesAreAsNamed(t *testing.T) {
	right, upRight := hexabomb.Coord{Q: 1}, hexabomb.Coord{Q: 1, R: -1}
	for _, s := range latticeSymmetries() {
		var want hexabomb.Coord
		switch s.String() {
		case "identity", "mirror top to bottom":
			want = right
		case "rotation by 60°", "mirror at the line of 30°":
			want = upRight
		case "rotation by 180°", "mirror left to right":
			want = hexabomb.Coord{Q: -1}
		default:
			continue
		}
		if got := s.apply(right); got != want {
			t.Errorf("%v carries %v to %v, want %v", s, right, got, want)
		}
	}
}
