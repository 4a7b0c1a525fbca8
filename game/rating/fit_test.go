//stage:unraced its tests compute for minutes with the race detector

package rating

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// of returns the data of matches, each in its own block: an item has players and ranks in turn.
func of(t *testing.T, matches ...[]int) *Data {
	t.Helper()
	d := new(Data)
	for i := 0; i < len(matches); i += 2 {
		if err := d.Add(i/2, matches[i], matches[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func fitted(t *testing.T, d *Data, n int) *Model {
	t.Helper()
	m, err := Fit(d, n)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// repeat returns a match repeated this many times.
func repeat(times int, match ...[]int) (all [][]int) {
	for range times {
		all = append(all, match...)
	}
	return all
}

// TestPairFit: for two entrants, the likeliest strengths and δ have a closed form.
func TestPairFit(t *testing.T) {
	matches := slices.Concat(repeat(9, []int{0, 1}, []int{1, 2}), repeat(4, []int{0, 1}, []int{2, 1}),
		repeat(6, []int{1, 0}, []int{1, 1}))
	m, err := FitPrior(of(t, matches...), 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	// Davidson: P(win)/P(loss) = exp(θ0−θ1), and P(draw) = ν·√(P(win)·P(loss)).
	if got, want := m.Strengths[0]-m.Strengths[1], math.Log(9.0/4); math.Abs(got-want) > 1e-9 {
		t.Errorf("the first is stronger by %v, want %v", got, want)
	}
	if got, want := m.Ties[2], 6/math.Sqrt(9*4); math.Abs(got-want) > 1e-9 {
		t.Errorf("ν is %v, want %v", got, want)
	}
}

// TestHopelessFits: results without likeliest strengths get finite ones from the prior, and wide intervals.
func TestHopelessFits(t *testing.T) {
	for _, c := range []struct {
		name    string
		n       int
		matches [][]int
		sign    []int // of the strengths
	}{
		{"one won all", 2, repeat(10, []int{0, 1}, []int{1, 2}), []int{1, -1}},
		{"one won a million", 2, repeat(100_000, []int{0, 1}, []int{1, 2}), []int{1, -1}},
		{"two groups", 4, slices.Concat(repeat(3, []int{0, 1}, []int{1, 2}), repeat(3, []int{2, 3}, []int{2, 1})),
			[]int{1, -1, -1, 1}},
		{"all draws", 3, repeat(5, []int{0, 1, 2}, []int{1, 1, 1}), []int{0, 0, 0}},
		{"draws of pairs", 2, repeat(1000, []int{0, 1}, []int{1, 1}), []int{0, 0}},
		{"nothing played", 3, nil, []int{0, 0, 0}},
		{"one never played", 3, repeat(4, []int{0, 1}, []int{1, 2}, []int{0, 1}, []int{2, 1}), []int{0, 0, 0}},
		{"a chain", 4, slices.Concat(repeat(50, []int{0, 1}, []int{1, 2}, []int{1, 2}, []int{1, 2}),
			repeat(50, []int{2, 3}, []int{1, 2})), []int{1, 1, -1, -1}},
		{"many seats", 6, repeat(20, []int{5, 4, 3, 2, 1, 0}, []int{1, 2, 3, 4, 5, 6}), []int{-1, -1, -1, 1, 1, 1}},
	} {
		d := of(t, c.matches...)
		if _, err := FitPrior(d, c.n, 0); !errors.Is(err, ErrUndefined) {
			t.Errorf("%s: without a prior the error is %v, want ErrUndefined", c.name, err)
		}
		m := fitted(t, d, c.n)
		for i, s := range m.Strengths {
			if math.IsNaN(s) || math.Abs(s) > 20 || c.sign[i] != 0 && s*float64(c.sign[i]) < 0.3 ||
				c.sign[i] == 0 && math.Abs(s) > 1e-9 {
				t.Errorf("%s: strength %d is %v, want one of sign %d", c.name, i, s, c.sign[i])
			}
		}
		for i, interval := range m.Intervals(d, 500, 1) {
			width := interval.High - interval.Low
			if math.IsNaN(width) || width > 20 || width < 0.05 || width < 1 && len(c.matches) < 100 && c.name != "all draws" {
				t.Errorf("%s: interval %d is %v, want a wide one", c.name, i, interval)
			}
		}
		if got := m.Better(0, 1) + m.Better(1, 0); math.Abs(got-1) > 1e-12 {
			t.Errorf("%s: better and worse are %v, want 1", c.name, got)
		}
	}
}

// TestFitInChunks: an event with more sets than fit in memory gets the same strengths and intervals.
func TestFitInChunks(t *testing.T) {
	l := league{entrants: 70, seats: 4, blocks: 300, ties: []float64{0.5}, spread: 0.7}
	d, _ := l.play(rand.New(rand.NewPCG(1, 2)))
	whole := fitted(t, d, l.entrants)
	wholeIntervals := whole.Intervals(d, 50, 3)
	defer func(n int) { maxSets = n }(maxSets)
	maxSets = 100
	chunks := fitted(t, d, l.entrants)
	for i, s := range whole.Strengths {
		if math.Abs(s-chunks.Strengths[i]) > 1e-9 {
			t.Errorf("strength %d is %v, want %v", i, chunks.Strengths[i], s)
		}
	}
	for i, interval := range chunks.Intervals(d, 50, 3) {
		if want := wholeIntervals[i]; math.Abs(interval.Low-want.Low) > 1e-9 || math.Abs(interval.High-want.High) > 1e-9 {
			t.Errorf("interval %d is %v, want %v", i, interval, want)
		}
	}
}

// TestFitIsRepeatable: the same matches in another order, also of the players of a match, give the same strengths; the
// same seed gives the same intervals.
func TestFitIsRepeatable(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	l := league{entrants: 9, seats: 3, blocks: 60, ties: []float64{0.5, 0.2}, spread: 0.7}
	var players, ranks [][]int
	for range l.blocks {
		p := rng.Perm(l.entrants)[:l.seats]
		players, ranks = append(players, p), append(ranks, l.draw(rng, make([]float64, l.entrants), p))
	}
	build := func(order []int, reverse bool) *Data {
		d := new(Data)
		for _, i := range order {
			p, r := slices.Clone(players[i]), slices.Clone(ranks[i])
			if reverse {
				slices.Reverse(p)
				slices.Reverse(r)
			}
			if err := d.Add(i, p, r); err != nil {
				t.Fatal(err)
			}
		}
		return d
	}
	straight := make([]int, l.blocks)
	for i := range straight {
		straight[i] = i
	}
	d := build(straight, false)
	m := fitted(t, d, l.entrants)
	other := fitted(t, build(rng.Perm(l.blocks), true), l.entrants)
	for i, s := range m.Strengths {
		if math.Abs(s-other.Strengths[i]) > 1e-9 {
			t.Errorf("strength %d is %v, in another order %v", i, s, other.Strengths[i])
		}
	}
	same := build(straight, true)
	if a, b := m.Intervals(d, 100, 7), fitted(t, same, l.entrants).Intervals(same, 100, 7); !cmp.Equal(a, b) {
		t.Error(cmp.Diff(a, b))
	}
	if a, b := m.Intervals(d, 100, 7), m.Intervals(d, 100, 8); cmp.Equal(a, b) {
		t.Error("another seed gives the same intervals")
	}
}

// TestBlockNumbers: in whatever order blocks come, equal numbers mean the same block.
func TestBlockNumbers(t *testing.T) {
	for _, c := range []struct {
		numbers []int
		want    []int32
	}{
		{[]int{3, 3, 5, 9}, []int32{0, 0, 1, 2}},
		{[]int{3, 5, 3, 9, 5, 5}, []int32{0, 1, 0, 2, 1, 1}},
		{[]int{7, 2, 7, -4, 2, 8, 8, -4}, []int32{0, 1, 0, 2, 1, 3, 3, 2}},
	} {
		var d Data
		for _, block := range c.numbers {
			if err := d.Add(block, []int{0, 1}, []int{1, 2}); err != nil {
				t.Fatal(err)
			}
		}
		_, blocks := matchesOf(&d)
		if distinct := slices.Max(c.want) + 1; !slices.Equal(blocks, c.want) || d.Blocks() != int(distinct) {
			t.Errorf("%v are %v, %d blocks, want %v", c.numbers, blocks, d.Blocks(), c.want)
		}
	}
}

// matchesOf returns the seats and the block of each match, as a cursor goes through them.
func matchesOf(d *Data) (seats [][]uint16, blocks []int32) {
	for c := (cursor{d: d}); ; {
		s, block, ok := c.next()
		if !ok {
			return seats, blocks
		}
		seats, blocks = append(seats, s), append(blocks, block)
	}
}

// TestClone: data of several chunks have each match once, in order; what is added to a copy or to the original later
// is not in the other.
func TestClone(t *testing.T) {
	add := func(d *Data, block, a, b int) {
		t.Helper()
		if err := d.Add(block, []int{a, b, 99}, []int{1, 1, 3}); err != nil {
			t.Fatal(err)
		}
	}
	var d Data
	for _, matches := range []int{0, 1, chunkMatches, 2*chunkMatches + 5} {
		for i := d.Matches(); i < matches; i++ {
			add(&d, i/2, i%90, 90)
		}
		clone := d.Clone()
		add(clone, matches, 91, 92)
		add(clone, matches+1, 92, 93)
		want := 90 // the first match of the original, or the first that was added to the copy
		if matches == 0 {
			want = 92
		}
		seats, blocks := matchesOf(clone)
		if len(seats) != matches+2 || clone.Matches() != matches+2 || int(seats[0][1]&^tied) != want ||
			int(seats[matches][0]) != 91 || int(blocks[matches+1]) != clone.Blocks()-1 {
			t.Fatalf("the copy of %d matches has %d with two more, the last are %v", matches, len(seats), seats[matches:])
		}
		if seats, blocks = matchesOf(&d); len(seats) != matches || len(blocks) != matches || d.Matches() != matches {
			t.Fatalf("%d matches are %d after the copy has changed", matches, len(seats))
		}
		for i, s := range seats {
			if int(s[0]) != i%90 || int(blocks[i]) != i/2 || len(s) != 3 || s[1] != 90|tied || s[2] != 99 {
				t.Fatalf("of %d matches, match %d of block %d is %v", matches, i, blocks[i], s)
			}
		}
	}
}

func TestWrongMatches(t *testing.T) {
	for _, c := range []struct{ players, ranks []int }{
		{[]int{0}, []int{1}}, {[]int{0, 1}, []int{1}}, {nil, nil}, {[]int{0, 0}, []int{1, 2}}, {[]int{0, -1}, []int{1, 2}},
		{[]int{0, 1 << 15}, []int{1, 2}}, {make([]int, 256), make([]int, 256)},
	} {
		d := new(Data)
		if err := d.Add(0, c.players, c.ranks); err == nil || d.Matches() != 0 {
			t.Errorf("players %v with ranks %v: error %v, %d matches, want an error", c.players, c.ranks, err, d.Matches())
		}
	}
	d := of(t, []int{0, 5}, []int{1, 2})
	if _, err := Fit(d, 5); err == nil {
		t.Error("a fit of 5 entrants takes a match of entrant 5")
	}
	if _, err := FitPrior(d, 6, math.NaN()); err == nil {
		t.Error("a fit takes a prior that is no number")
	}
	var o Online
	for _, c := range []struct{ players, ranks []int }{{[]int{0}, []int{1}}, {[]int{0, 1}, nil}, {[]int{0, -1}, []int{1, 2}}} {
		if err := o.Add(c.players, c.ranks); err == nil {
			t.Errorf("the online rating takes players %v with ranks %v", c.players, c.ranks)
		}
	}
}

func TestElo(t *testing.T) {
	for strength, want := range map[float64]float64{0: 1500, math.Log(10): 1900, -math.Log(10) / 2: 1300} {
		if got := EloOf(strength); math.Abs(got-want) > 1e-9 {
			t.Errorf("a strength of %v is %v points, want %v", strength, got, want)
		}
	}
	if got := WinOf(math.Log(3)); math.Abs(got-0.75) > 1e-12 {
		t.Errorf("a lead of ln 3 wins with %v, want 0.75", got)
	}
}
