package blast

import (
	"fmt"
	"reflect"
	"testing"
)

// line returns bombs on a line of cells: "3=5" is a bomb on cell 3 with a blast of 5 cells in both directions. A bomb
// with an exclamation mark is due, "@7" is the turn in which it was placed, and "+9" the turn in which it was
// triggered.
func line(bombs ...string) Turn {
	var list Turn
	for i, text := range bombs {
		b := Bomb{Player: i % 2}
		var reach int
		var due string
		if _, err := fmt.Sscanf(text, "%d=%d%1s@%d+%d", &b.Cell, &reach, &due, &b.Placed, &b.Triggered); err != nil {
			panic(err)
		}
		b.Due = due == "!"
		for d := range reach + 1 {
			b.Cells, b.Distances = append(b.Cells, b.Cell+d, b.Cell-d), append(b.Distances, d, d)
		}
		list = append(list, b)
	}
	for i := range list {
		for j := range list {
			if i != j && list[i].Covers(list[j].Cell) {
				list[i].Reached = append(list[i].Reached, j)
			}
		}
	}
	return list
}

func cellOf(b *Bomb) int {
	if b == nil {
		return -1
	}
	return b.Cell
}

func TestKiller(t *testing.T) {
	chain := []string{"10=4!@3+0", "14=4?@6+0", "18=4?@5+0"} // the first sets off the second, and that the third
	for _, c := range []struct {
		name           string
		bombs          []string
		cell, before   int
		nearest, first int
	}{
		{"no bomb", nil, 10, 9, -1, -1},
		{"its blast", chain, 8, 9, 10, 10},
		{"its own cell", chain, 10, 9, 10, 10},
		{"not covered", chain, 5, 9, -1, -1},
		{"the nearer of two", chain, 13, 9, 14, 10},
		{"the end of a chain", chain, 22, 9, 18, 10},
		{"the first was placed too late", chain, 22, 3, -1, -1},
		{"a link was placed too late", chain, 22, 6, -1, -1},
		{"the next turn it was known", chain, 22, 7, 18, 10},
		{"the older one was known, not the nearer", chain, 13, 6, 10, 10},
		{"nothing sets it off", []string{"14=4?@6+0"}, 14, 9, -1, -1},
		{"the first of two that are as far", []string{"10=4!@1+0", "14=4!@1+0"}, 12, 9, 10, 10},
		{"triggered too late", []string{"10=4!@1+5"}, 10, 5, -1, -1},
		{"triggered before", []string{"10=4!@1+5"}, 10, 6, 10, 10},
		{"a triggered link counts from its placing", []string{"10=4!@1+0", "14=4?@1+8"}, 18, 5, 14, 10},
	} {
		nearest, first := line(c.bombs...).Killer(c.cell, c.before)
		if cellOf(nearest) != c.nearest || cellOf(first) != c.first {
			t.Errorf("%s: the killer is %d, the first %d, want %d, %d", c.name, cellOf(nearest), cellOf(first), c.nearest, c.first)
		}
	}
}

func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name                  string
		bombs                 []string
		cell, turn            int
		nearest, first, turns int
	}{
		{"one bomb", []string{"10=4!@3+0"}, 12, 7, 10, 10, 4},
		{"of the same turn", []string{"10=4!@3+0", "14=4?@7+0"}, 18, 7, 14, 10, 0},
		{"the older, though the newer is nearer", []string{"10=4!@3+0", "13=4!@5+0"}, 12, 7, 10, 10, 4},
		{"not known when it was placed", []string{"10=4!@0+0"}, 12, 7, 10, 10, 7},
		{"triggered", []string{"10=4!@1+6"}, 12, 7, 10, 10, 1},
		{"not covered", []string{"10=4!@3+0"}, 2, 7, -1, -1, 0},
	} {
		nearest, first, turns := line(c.bombs...).Known(c.cell, c.turn)
		if cellOf(nearest) != c.nearest || cellOf(first) != c.first || turns != c.turns {
			t.Errorf("%s: %d, %d, known for %d turns, want %d, %d, %d", c.name, cellOf(nearest), cellOf(first), turns,
				c.nearest, c.first, c.turns)
		}
	}
}

func TestPlayersAndChains(t *testing.T) {
	// Bombs of players 0, 1, 0, 1: the third reaches the first and is not reached by it.
	turn := line("10=2!@1+0", "30=3!@1+0", "14=5!@1+0", "33=1!@1+0")
	for _, c := range []struct {
		cell    int
		players []int
		onlyOf0 bool
	}{{12, []int{0}, true}, {31, []int{1}, false}, {50, nil, true}, {33, []int{1}, false}} {
		if got := turn.Players(c.cell); !reflect.DeepEqual(got, c.players) || turn.OnlyOf(0, c.cell) != c.onlyOf0 {
			t.Errorf("cell %d: players %v, only of player 0: %v", c.cell, got, turn.OnlyOf(0, c.cell))
		}
	}
	turn = append(turn, line("60=1!@1+0")...)
	if got := turn.Chains(); !reflect.DeepEqual(got, [][]int{{0, 2}, {1, 3}, {4}}) {
		t.Errorf("the chains are %v", got)
	}
	for i, want := range []bool{true, true, true, true, false} {
		if turn.Linked(i) != want {
			t.Errorf("bomb %d is linked: %v", i, !want)
		}
	}
}
