package explain

import "testing"

// TestKnew: an escape records which blasts were known in the turns that were examined.
func TestKnew(t *testing.T) {
	e := &escape{turn: 3, foreseen: [][]bool{nil, {false, true}, {true, false}}}
	for _, c := range []struct {
		cell, turn int
		want       bool
	}{{0, 3, false}, {1, 3, true}, {0, 4, true}, {1, 4, false}, {0, 5, false}, {1, 5, false}} {
		if got := e.knew(c.cell, c.turn); got != c.want {
			t.Errorf("cell %d in turn %d: a blast was known: %v", c.cell, c.turn, got)
		}
	}
}

// plan is an outlook for tests: by turn from 1, the cells in a blast and the cells that cannot be entered.
type plan []struct{ deadly, closed []int }

func (p plan) last() int { return len(p) }

func (p plan) first(cell int) int {
	for t := range p {
		for _, c := range p[t].deadly {
			if c == cell {
				return t + 1
			}
		}
	}
	return 0
}

func (p plan) fill(turn int, deadly, open []bool) {
	for i := range deadly {
		deadly[i], open[i] = false, true
	}
	for _, c := range p[turn-1].deadly {
		deadly[c] = true
	}
	for _, c := range p[turn-1].closed {
		open[c] = false
	}
}

// TestSurvival: surviving blasts on a line of five cells.
func TestSurvival(t *testing.T) {
	for _, c := range []struct {
		name             string
		blastFirst       bool
		plan             plan
		lasting          string // by cell: whether a character there now can survive
		safe             string // by cell: whether a character there after the next turn can survive
		doomed, quietToo string
	}{
		{"nothing", false, nil, "11111", "11111", "00000", "11111"},
		{"a blast now", false, plan{{deadly: []int{1, 2, 3}}}, "11011", "10001", "00000", "10001"},
		{"a blast now, before the moves", true, plan{{deadly: []int{1, 2, 3}}}, "10001", "10001", "01110", "10001"},
		{"a blast in two turns", false, plan{{}, {deadly: []int{0, 1, 2, 3}}}, "00111", "00011", "00000", "00001"},
		{"the same, before the moves", true, plan{{}, {deadly: []int{0, 1, 2, 3}}}, "00011", "00001", "00000", "00001"},
		{"the way is closed", false, plan{{}, {deadly: []int{0, 1, 2, 3}, closed: []int{4}}}, "00011", "00001", "00000", "00001"},
	} {
		b := &layout{cells: 5, blastFirst: c.blastFirst, neighbours: [][]int{{1}, {0, 2}, {1, 3}, {2, 4}, {3}}}
		s := survival{layout: b}
		s.look(plan{{deadly: []int{0, 1, 2, 3, 4}}, {}, {}}) // a second look replaces the first
		s.look(c.plan)
		bits := func(of func(cell int) bool) (text string) {
			for cell := range b.cells {
				if of(cell) {
					text += "1"
				} else {
					text += "0"
				}
			}
			return text
		}
		got := [4]string{bits(s.lasting), bits(s.safe), bits(s.doomed), bits(s.quiet)}
		if want := [4]string{c.lasting, c.safe, c.doomed, c.quietToo}; got != want {
			t.Errorf("%s: lasting, safe, doomed and quiet are %v, want %v", c.name, got, want)
		}
	}
}
