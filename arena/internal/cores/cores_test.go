package cores

import (
	"slices"
	"testing"
)

func TestAssign(t *testing.T) {
	for _, c := range []struct {
		allowed, taken []int
		programs       int
		want           []int
	}{
		{[]int{0, 1, 2, 3}, nil, 2, []int{1, 2}},
		{[]int{0, 1, 2, 3}, nil, 3, []int{1, 2, 3}},
		{[]int{0, 1, 2, 3}, nil, 4, nil},              // the arena keeps one
		{[]int{7, 4, 5}, nil, 2, []int{5, 7}},         // as taskset allows
		{[]int{0, 1, 2, 3}, []int{1}, 2, []int{2, 3}}, // beside another match
		{[]int{0, 1, 2, 3}, []int{1, 3}, 2, nil},      // all have one, or none
		{[]int{0, 1}, nil, 1, []int{1}},
		{[]int{0, 1}, nil, 2, nil},
		{[]int{5}, nil, 1, nil},
		{nil, nil, 1, nil}, // not known
		{[]int{0, 1, 2}, nil, 0, nil},
		{[]int{0, 1, 2}, nil, -1, nil},
	} {
		asked := 0
		got := Assign(c.allowed, func(core int) bool {
			asked++
			return !slices.Contains(c.taken, core)
		}, c.programs)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v of which %v are taken, for %d programs: %v, want %v", c.allowed, c.taken, c.programs, got, c.want)
		}
		if c.programs < 1 && asked > 0 {
			t.Errorf("asked for %d processors for no program", asked)
		}
	}
}
