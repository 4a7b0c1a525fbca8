package sprt

import (
	"math/rand/v2"
	"testing"

	"blastyard/internal/stage"
)

// model draws the half points, 0 to 4, of a pair. The versions differ by d in their shares of points.
type model struct {
	name string
	draw func(rng *rand.Rand, d float64) int
}

// single draws the half points of one match.
func single(rng *rand.Rand, d, draws float64) int {
	switch u := rng.Float64(); {
	case u < (1+d-draws)/2:
		return 2
	case u < (1+d+draws)/2:
		return 1
	}
	return 0
}

var models = []model{
	{"independent matches", func(rng *rand.Rand, d float64) int { return single(rng, d, 0) + single(rng, d, 0) }},
	{"many draws", func(rng *rand.Rand, d float64) int { return single(rng, d, 0.7) + single(rng, d, 0.7) }},
	{"both matches alike", func(rng *rand.Rand, d float64) int { return 2 * single(rng, d, 0) }},
	{"the seat decides nearly always", func(rng *rand.Rand, d float64) int {
		if rng.Float64() < 0.7 {
			return 2
		}
		return 2 * single(rng, d/0.3, 0)
	}},
	{"rare and heavy losses", func(rng *rand.Rand, d float64) int { // 3 half points of 4 mostly, otherwise 0
		if rng.Float64() < 2.0/3+2*d/3 {
			return 3
		}
		return 0
	}},
	{"rare and heavy wins", func(rng *rand.Rand, d float64) int {
		if rng.Float64() < 2.0/3-2*d/3 {
			return 1
		}
		return 4
	}},
}

// TestComparisonErrors: with no difference at most 5 of 100 comparisons find one; with the least that matters at most 5
// of 100 say that there is none, or name the wrong version. The comparison is looked at after each pair.
func TestComparisonErrors(t *testing.T) {
	comparisons, questions := 1000, []Question{{Least: 0.25, Error: 0.05, Most: 400}}
	if stage.All() {
		comparisons = 4000
		questions = append(questions, Question{Least: 0.1, Error: 0.05, Most: 2000}, Question{Least: 0.1, Error: 0.05, Most: 20})
	}
	for _, m := range models {
		for _, q := range questions {
			t.Run(m.name, func(t *testing.T) {
				t.Parallel()
				none, noPairs := compared(t, q, m, 0, comparisons)
				least, leastPairs := compared(t, q, m, q.Least, comparisons)
				t.Logf("least %v, at most %d pairs: without a difference %v in %.0f pairs; with it %v in %.0f pairs",
					q.Least, q.Most, none, noPairs, least, leastPairs)
				if wrong := none[Better] + none[Worse]; wrong > comparisons/20 {
					t.Errorf("without a difference %d of %d found one", wrong, comparisons)
				}
				if wrong := least[Worse] + least[Alike]; wrong > comparisons/20 {
					t.Errorf("with a difference of %v %d of %d were wrong", q.Least, wrong, comparisons)
				}
			})
		}
	}
}

// compared runs comparisons, and returns how often each finding came, and the mean number of pairs.
func compared(t *testing.T, q Question, m model, d float64, n int) (found map[Finding]int, pairs float64) {
	rng := rand.New(rand.NewPCG(21, 22))
	found = map[Finding]int{}
	for range n {
		c, err := NewComparison(q, 2)
		if err != nil {
			t.Fatal(err)
		}
		for c.Finding() == Open {
			if _, err := c.Add(m.draw(rng, d)); err != nil {
				t.Fatal(err)
			}
		}
		found[c.Finding()]++
		pairs += float64(c.Pairs().Blocks()) / float64(n)
	}
	return found, pairs
}

// TestComparisonStops: what is plain is found soon, in both directions, and equal versions are found alike.
func TestComparisonStops(t *testing.T) {
	for _, c := range []struct {
		name   string
		halves []int // again and again
		want   Finding
		least  int
		most   int
	}{
		{"all won", []int{4}, Better, 5, 12},
		{"all lost", []int{0}, Worse, 5, 12},
		{"three of four points", []int{4, 3, 2, 3}, Better, 8, 40},
		{"always the same", []int{2}, Alike, 10, 60},
		{"now one, now the other", []int{4, 0}, Nothing, 100, 100},
	} {
		q := Question{Least: 0.1, Error: 0.05, Most: 100}
		x, err := NewComparison(q, 2)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; x.Finding() == Open; i++ {
			if _, err := x.Add(c.halves[i%len(c.halves)]); err != nil {
				t.Fatal(err)
			}
		}
		if n := x.Pairs().Blocks(); x.Finding() != c.want || n < c.least || n > c.most {
			t.Errorf("%s: %q after %d pairs, want %q after %d to %d", c.name, x.Finding(), n, c.want, c.least, c.most)
		}
		before := x.Pairs()
		if f, err := x.Add(4); f != c.want || err != nil || x.Pairs().Blocks() != before.Blocks() {
			t.Errorf("%s: it goes on after its end: %q, %v", c.name, f, err)
		}
	}
}

func TestComparisonRefuses(t *testing.T) {
	for _, q := range []Question{{}, {Least: 0.1, Error: 0.05}, {Least: 1, Error: 0.05, Most: 1}, {Least: 0.1, Error: 0.5, Most: 1},
		{Least: -0.1, Error: 0.05, Most: 1}} {
		if _, err := NewComparison(q, 2); err == nil {
			t.Errorf("%+v is taken", q)
		}
	}
	c, err := NewComparison(Question{Least: 0.1, Error: 0.05, Most: 10}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Add(5); err == nil || c.Pairs().Blocks() != 0 {
		t.Errorf("five half points of a pair are counted: %v", err)
	}
}
