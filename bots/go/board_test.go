package main

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"
)

// vector is a case of ../testdata/helpers-hexabomb.json; the README there says what its fields are.
type vector struct {
	Name      string
	State     State
	Free      [][2]int `json:"free_cells"`
	Distances []struct {
		From  [2]int
		Cells [][3]int
	}
	Paths []struct {
		From, To [2]int
		Path     []string
	}
	Blast []struct {
		Bomb  [2]int
		Cells [][2]int
	}
	Danger []struct {
		Cell  [2]int
		Turns []int
	}
	WaysOut []struct {
		Cell  [2]int
		Bomb  []int
		Moves []string
	} `json:"ways_out"`
}

func at(place [2]int) Cell { return Cell{place[0], place[1]} }

// expect fails the test unless a helper gave what a vector says.
func expect(t *testing.T, helper string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, expected %v", helper, got, want)
	}
}

func cellSet(places [][2]int) map[Cell]bool {
	set := map[Cell]bool{}
	for _, p := range places {
		set[at(p)] = true
	}
	return set
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../testdata/helpers-hexabomb.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 40 {
		t.Fatalf("%d cases, expected 40 at least", len(file.Cases))
	}
	for _, v := range file.Cases {
		t.Run(v.Name, func(t *testing.T) { v.check(t) })
	}
}

func (v *vector) check(t *testing.T) {
	board, free := v.State.Board(), freeCells(v.State)
	cells, bombs := maps.Clone(board), slices.Clone(v.State.Bombs)
	expect(t, "free cells", free, cellSet(v.Free))
	for _, d := range v.Distances {
		want := map[Cell]int{}
		for _, c := range d.Cells {
			want[Cell{c[0], c[1]}] = c[2]
		}
		expect(t, "distances", distances(free, at(d.From)), want)
	}
	for _, p := range v.Paths {
		got, found := path(free, at(p.From), at(p.To))
		if steps := distance(free, at(p.From), at(p.To)); found != (p.Path != nil) || found && steps != len(p.Path) || !found && steps != -1 {
			t.Errorf("from %v to %v: a path: %v, of %d steps; expected %v", p.From, p.To, found, steps, p.Path)
		}
		if len(got)+len(p.Path) > 0 {
			expect(t, "path", got, p.Path)
		}
	}
	for _, b := range v.Blast {
		i := slices.IndexFunc(v.State.Bombs, func(x Bomb) bool { return x.Cell == at(b.Bomb) })
		expect(t, "blast", blast(board, v.State.Bombs[i]), cellSet(b.Cells))
	}
	want := map[Cell][]int{}
	for _, d := range v.Danger {
		want[at(d.Cell)] = d.Turns
	}
	expect(t, "danger", danger(board, v.State.Bombs), want)
	for _, w := range v.WaysOut {
		var bomb []Bomb
		if w.Bomb != nil {
			bomb = []Bomb{{Range: w.Bomb[0], Delay: w.Bomb[1]}}
		}
		if got := waysOut(v.State, at(w.Cell), bomb...); !slices.Equal(got, w.Moves) {
			t.Errorf("ways out of %v with the bomb %v: %v, expected %v", w.Cell, w.Bomb, got, w.Moves)
		}
	}
	if !maps.Equal(board, cells) || !slices.Equal(v.State.Bombs, bombs) || !maps.Equal(free, cellSet(v.Free)) {
		t.Error("a helper changed what it was given")
	}
}
