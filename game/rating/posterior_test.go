package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// plainPosterior is Posterior that looks at all spreads and computes each covariance by the textbook. It returns the
// intervals, and the likelihood that one entrant is stronger than another.
func plainPosterior(m *Model) ([]Interval, func(i, j int) float64) {
	n := m.at.n
	var freedom, flat, mean float64
	var weights []float64
	var means [][]float64
	var covs []*matrix
	weigh := func(f *fit) {
		p := &Posterior{n: n}
		p.flatten(f)
		freedom, flat = p.freedom, p.flat
		h, gradient := f.flattened(flat)
		logs := make([]float64, len(grid))
		top, sum := math.Inf(-1), 0.0
		for i, tau := range grid {
			_, logs[i] = h.withPrior(newMatrix(h.n), gradient, f.at.values, n, tau)
			logs[i] += lean*math.Log(tau) - tau*tau/(2*usualSpread*usualSpread)
			top = max(top, logs[i])
		}
		for _, log := range logs {
			sum += math.Exp(log - top)
		}
		mean, weights, means, covs = 0, nil, nil, nil
		kept := 0.0
		for i, tau := range grid {
			weight := math.Exp(logs[i]-top) / sum
			if mean += weight * tau; weight < unlikely {
				continue
			}
			factor := newMatrix(h.n)
			step, _ := h.withPrior(factor, gradient, f.at.values, n, tau)
			at := make([]float64, n)
			for e := range at {
				at[e] = f.at.values[e] + step[e]
			}
			weights, means, covs = append(weights, weight), append(means, at), append(covs, centredInverse(factor, n))
			kept += weight
		}
		for i := range weights {
			weights[i] /= kept
		}
	}
	spreadFit := func(spread float64) *fit {
		f := m.spreadFit(spread, m.at)
		if err := f.climb(); err != nil { // once more: it stops early
			panic(err)
		}
		return f
	}
	f := spreadFit(wide)
	weigh(f)
	if m.far(f) {
		if mean > wide {
			f = spreadFit(mean)
			weigh(f)
		}
		if last := max(mean, min(wider*mean, widest)); last > wide {
			f = spreadFit(last)
		}
	}
	h, gradient := f.flattened(flat)
	factor := newMatrix(h.n)
	h.withPrior(factor, gradient, f.at.values, n, 1/math.Sqrt(f.precision))
	c := centredInverse(factor, n)
	centred := append([]float64{}, f.at.values[:n]...)
	centre(centred)
	w, far := f.newSlope(f.setsOf(), flat), student975(freedom)
	intervals := make([]Interval, n)
	for e, s := range centred {
		sd, low, high := math.Sqrt(c.row(e)[e]), 1.0, 1.0
		if sd > certain {
			low, high = w.reach(e, c.row(e), -far/sd), w.reach(e, c.row(e), far/sd)
		}
		intervals[e] = Interval{s - low*far*sd, s + high*far*sd}
	}
	return intervals, func(i, j int) (sum float64) {
		for s, weight := range weights {
			variance := covs[s].row(i)[i] + covs[s].row(j)[j] - 2*covs[s].row(i)[j]
			sum += weight * studentBelow((means[s][i]-means[s][j])/math.Sqrt(variance), freedom)
		}
		return sum
	}
}

// centredInverse returns the covariance of n strengths whose mean is 0, by the textbook; l is the triangle.
func centredInverse(l *matrix, n int) *matrix {
	whole, c := plainInverse(l), newMatrix(n)
	means, all := make([]float64, n), 0.0
	for i := range n {
		copy(c.row(i), whole.row(i)[:n])
		for _, x := range c.row(i) {
			means[i] += x / float64(n)
		}
		all += means[i] / float64(n)
	}
	for i := range n {
		for j := range n {
			c.row(i)[j] += all - means[i] - means[j]
		}
	}
	return c
}

// TestPosteriorIsThatOfTheTextbook: what is left out, for speed, changes no number.
func TestPosteriorIsThatOfTheTextbook(t *testing.T) {
	for _, l := range []league{
		{entrants: 3, seats: 2, blocks: 4, spread: 0.5},
		{entrants: 12, seats: 2, blocks: 90, repeats: 0.3, spread: 0.3},
		{entrants: 12, seats: 4, blocks: 300, ties: []float64{0.5, 0.2, 0.1}, spread: 3},
		{entrants: 130, seats: 2, blocks: 1200, repeats: 0.3, spread: 1},
		{entrants: 130, seats: 2, blocks: 400, spread: 0},
		{entrants: 100, seats: 3, blocks: 2500, repeats: 0.5, ties: []float64{0.4}, spread: 2.5},
		{entrants: 97, seats: 2, blocks: 6000, ties: []float64{0.4}, spread: 0.3},
	} {
		t.Run(fmt.Sprint(l.entrants, l.seats, l.blocks, l.spread), func(t *testing.T) {
			d, _ := l.play(rand.New(rand.NewPCG(7, uint64(l.blocks))))
			m := fitted(t, d, l.entrants)
			p := m.Posterior()
			intervals, better := plainPosterior(m)
			apart := func(what string, i int, a, b float64) {
				if !(math.Abs(a-b) < 1e-9) {
					t.Errorf("%s %d is %v, want %v", what, i, a, b)
				}
			}
			for i, got := range p.Intervals() {
				apart("low end", i, got.Low, intervals[i].Low)
				apart("high end", i, got.High, intervals[i].High)
				if j := i + 1; j < l.entrants {
					apart("better than the next", i, p.Better(i, j), better(i, j))
					apart("worse than the next", i, p.Better(j, i), 1-better(i, j))
				}
			}
		})
	}
}

// TestPairsAreAsOthers: sets of two, which have a shorter way of their own, give the numbers that all sets do: to the
// last bit where the compiler does not round a product and its sum together.
func TestPairsAreAsOthers(t *testing.T) {
	for _, l := range []league{
		{entrants: 30, seats: 2, blocks: 200, spread: 0.5},
		{entrants: 30, seats: 2, blocks: 200, ties: []float64{0.5}, spread: 0.5},
		{entrants: 70, seats: 4, blocks: 200, ties: []float64{0.5, 0.3, 0.1}, spread: 1},
		{entrants: 20, seats: 3, blocks: 200, ties: []float64{0, 0.3}, spread: 1},
	} {
		d, _ := l.play(rand.New(rand.NewPCG(9, uint64(l.seats))))
		quick := fitted(t, d, l.entrants)
		quickBundle := quick.bundle(d)
		general, maxPaired = true, 0
		m := fitted(t, d, l.entrants)
		slow := m.bundle(d)
		general, maxPaired = false, 1500
		if len(quick.Ties) != len(l.ties)+2 && len(l.ties) > 0 {
			t.Fatalf("%d seats: ties are %v, want %d numbers", l.seats, quick.Ties, len(l.ties))
		}
		same := func(what string, got, want []float64) {
			for i, x := range got {
				if x != want[i] && (runtime.GOARCH == "amd64" || math.Abs(x-want[i]) > 1e-9) {
					t.Fatalf("%d seats, %d ties: %s %d is %v, want %v", l.seats, len(l.ties), what, i, x, want[i])
				}
			}
		}
		same("strength", quick.Strengths, m.Strengths)
		same("tie", quick.Ties, m.Ties)
		same("element of the curvature", quick.curvature.a, m.curvature.a)
		for i, pull := range quickBundle.pulls {
			same("pull", pull, slow.pulls[i])
		}
	}
}
