package main

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"
)

// vector is a case of ../../testdata/helpers-bomberman.json; the README there says what its fields are.
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
		Path     []int
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
		Moves []int
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

func TestNeighbours(t *testing.T) {
	expect(t, "neighbours", neighbours(Cell{5, 7}), []Step{{1, Cell{5, 6}}, {2, Cell{4, 7}}, {3, Cell{6, 7}}, {4, Cell{5, 8}}})
}

func TestNumbers(t *testing.T) {
	for seed, wants := range map[uint32][]float64{7: {50271532, 266108690, 4195786334}, 2147483647: {1842962257, 546041740, 1654754255}} {
		next := numbers(seed)
		for _, want := range wants {
			expect(t, "numbers", next()*(1<<32), want)
		}
	}
	t.Setenv("BLASTYARD_SEED", "5")
	expect(t, "random", random(&State{Round: 2})*(1<<32), 50271532.0)
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("../../testdata/helpers-bomberman.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 30 {
		t.Fatalf("%d cases, expected 30 at least", len(file.Cases))
	}
	for _, v := range file.Cases {
		t.Run(v.Name, func(t *testing.T) { v.check(t) })
	}
}

func (v *vector) check(t *testing.T) {
	before, err := json.Marshal(v.State)
	if err != nil {
		t.Fatal(err)
	}
	free := freeCells(&v.State)
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
		if !slices.Equal(got, p.Path) {
			t.Errorf("path from %v to %v: %v, expected %v", p.From, p.To, got, p.Path)
		}
	}
	bombs := v.State.Bombs()
	if len(bombs) != len(v.Blast) {
		t.Errorf("%d bombs, expected %d", len(bombs), len(v.Blast))
	}
	for _, b := range v.Blast {
		i := slices.IndexFunc(bombs, func(x Bomb) bool { return x.Location == at(b.Bomb) })
		expect(t, "blast", blast(&v.State, bombs[i]), cellSet(b.Cells))
	}
	want := map[Cell][]int{}
	for _, d := range v.Danger {
		want[at(d.Cell)] = d.Turns
	}
	expect(t, "danger", danger(&v.State), want)
	for _, w := range v.WaysOut {
		var bomb []Bomb
		if w.Bomb != nil {
			bomb = []Bomb{{Radius: w.Bomb[0], Timer: w.Bomb[1], Location: at(w.Cell)}}
		}
		if got := waysOut(&v.State, at(w.Cell), bomb...); !slices.Equal(got, w.Moves) {
			t.Errorf("ways out of %v with the bomb %v: %v, expected %v", w.Cell, w.Bomb, got, w.Moves)
		}
	}
	if after, err := json.Marshal(v.State); err != nil || string(after) != string(before) {
		t.Error("a helper changed what it was given")
	}
}
