package rating

import (
	"math"
	"slices"
)

// Posterior says how certain strengths are. It takes them as drawn from a normal distribution. The spread of the field
// is unknown: each spread of a grid has a weight, by how well it explains the results, and strengths of its own with
// their covariance. So among near-equal entrants hardly any is surely better.
//
// Matches of a block are not independent, so blocks vary more than the model says. The likelihood is flattened by how
// much more they do (a quasi-likelihood). As that is known only roughly, Student's distribution replaces the normal
// one.
type Posterior struct {
	n         int
	spreads   []spread
	flat      float64 // by how much the likelihood is flattened, 1 or more
	freedom   float64 // degrees of freedom of flat
	mean      float64 // of the spreads
	intervals []Interval

	of  *fit        // the fit that flatten has looked at,
	cov *covariance // and the covariance of its strengths, before they are flattened
}

// spread is a possible spread of the strengths.
type spread struct {
	weight float64
	means  []float64
	cov    []float64 // lower triangle of their covariance, but for their common shift
}

// between returns the variance of the difference of two strengths.
func (s *spread) between(i, j int) float64 {
	i, j = max(i, j), min(i, j)
	return s.cov[i*(i+1)/2+i] + s.cov[j*(j+1)/2+j] - 2*s.cov[i*(i+1)/2+j]
}

const (
	wide        = 2.5 // spread of the prior of intervals: wide, so that it hardly matters where results say something
	wider       = 2.2 // but in an unequal field it is this multiple of the field's spread,
	widest      = 5   // up to this
	lean        = 0.3 // power of the spread in its prior
	usualSpread = 2.0 // spreads of fields are rarely more than twice this
	known       = 8   // degrees of freedom that the flattening has before any result: its value is 1 then
	unlikely    = 5e-3

	manyEntrants = 96 // from so many on, spreads that have no weight are not looked at
	hopeless     = 50 // logarithm of how much less likely such spreads are: less than a sum can hold
)

// grid has the possible spreads.
var grid = []float64{0.02, 0.05, 0.1, 0.17, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6}

// Posterior computes how certain the strengths of a model are.
func (m *Model) Posterior() *Posterior {
	p := &Posterior{n: m.at.n}
	f := m.spreadFit(wide, m.at)
	p.weigh(f)
	if m.far(f) { // else there are so many results that the prior makes no difference
		if p.mean > wide { // look again from nearer
			f = m.nextFit(p.mean, f)
			p.weigh(f)
		}
		if last := max(p.mean, min(wider*p.mean, widest)); last > wide {
			f = m.nextFit(last, f)
		}
	}
	p.setIntervals(f)
	p.of, p.cov = nil, nil
	return p
}

// Intervals returns the 95 % intervals of the strengths.
func (p *Posterior) Intervals() []Interval { return p.intervals }

// Better returns the likelihood that entrant i is stronger than entrant j.
func (p *Posterior) Better(i, j int) float64 {
	if i == j {
		return 0.5
	}
	sum := 0.0
	for _, s := range p.spreads {
		variance := s.between(i, j)
		if variance <= 0 {
			sum += s.weight / 2
			continue
		}
		sum += s.weight * studentBelow((s.means[i]-s.means[j])/math.Sqrt(variance), p.freedom)
	}
	return sum
}

// spreadFit fits with a normal prior of this spread instead of the half matches, beginning at these values.
func (m *Model) spreadFit(spread float64, from *parameters) *fit {
	f := *m.fit
	f.precision, f.curvature = 1/(spread*spread), nil // the model keeps its own
	f.at = &parameters{n: m.at.n, ties: m.at.ties, values: slices.Clone(from.values)}
	if err := f.climb(); err != nil {
		panic("rating: a fit with a prior failed: " + err.Error())
	}
	return &f
}

// nextFit is spreadFit that begins where another one ended, which is not needed any more.
func (m *Model) nextFit(spread float64, from *fit) *fit {
	m.fit.spares.put(from.curvature)
	return m.spreadFit(spread, from.at)
}

// far reports whether a fit with another prior is so far from the model that the prior makes a difference.
func (m *Model) far(f *fit) bool {
	difference := make([]float64, m.at.n)
	for i := range difference {
		difference[i] = f.at.values[i] - m.at.values[i]
	}
	centre(difference)
	return slices.ContainsFunc(difference, func(d float64) bool { return math.Abs(d) > 0.02 })
}

// weigh finds the flattening, and the weights of all spreads from a fit.
func (p *Posterior) weigh(f *fit) {
	p.flatten(f)
	h, gradient := f.flattened(p.flat)
	factor := f.spares.get(h.n)
	logs, steps := make([]float64, len(grid)), make([][]float64, len(grid))
	fromNearest(nearestSpread(f.at.values[:p.n]), logs, p.n >= manyEntrants, func(i int) float64 {
		steps[i], logs[i] = h.withPrior(factor, gradient, f.at.values, p.n, grid[i])
		// The prior of the spread. The grid is about even in log τ, so it favours small spreads, whose claims are few.
		logs[i] += lean*math.Log(grid[i]) - grid[i]*grid[i]/(2*usualSpread*usualSpread)
		return logs[i]
	})
	top, sum := slices.Max(logs), 0.0
	for _, log := range logs {
		sum += math.Exp(log - top)
	}
	p.spreads, p.mean = nil, 0
	kept := 0.0
	for i, log := range logs {
		weight := math.Exp(log-top) / sum
		p.mean += weight * grid[i]
		if weight < unlikely {
			continue
		}
		means := slices.Clone(f.at.values[:p.n])
		for e := range means {
			means[e] += steps[i][e]
		}
		centre(means)
		// Again: to keep all triangles would take a hundred megabytes for many entrants of whom little is known.
		h.withPrior(factor, gradient, f.at.values, p.n, grid[i])
		inverse := factor.inverse(f.spares)
		p.spreads = append(p.spreads, spread{weight, means, inverse.triangle(p.n)})
		f.spares.put(inverse)
		kept += weight
	}
	f.spares.put(factor)
	f.spares.put(h)
	for i := range p.spreads {
		p.spreads[i].weight /= kept
	}
}

// nearestSpread returns the spread of the grid that is nearest to that of some strengths.
func nearestSpread(strengths []float64) (nearest int) {
	sum, squares := 0.0, 0.0
	for _, s := range strengths {
		sum, squares = sum+s, squares+s*s
	}
	n := float64(max(1, len(strengths)))
	tau := math.Sqrt(max(squares/n-sum/n*sum/n, 0))
	for i := range grid {
		if math.Abs(grid[i]-tau) < math.Abs(grid[nearest]-tau) {
			nearest = i
		}
	}
	return nearest
}

// fromNearest calls try for the spreads of the grid, away from the nearest one. Among many entrants it stops in each
// direction at the first spread that is hopeless, for the logarithm falls on both sides of the best one. Those that
// were not tried get no weight.
func fromNearest(nearest int, logs []float64, many bool, try func(i int) float64) {
	for i := range logs {
		logs[i] = math.Inf(-1)
	}
	top := try(nearest)
	for _, way := range []int{1, -1} {
		for i := nearest + way; i >= 0 && i < len(logs); i += way {
			log := try(i)
			if top = max(top, log); many && log < top-hopeless {
				break
			}
		}
	}
}

// flatten finds how much more blocks vary than independent matches would. While results are few it stays close to 1.
func (p *Posterior) flatten(f *fit) {
	m := &Model{at: f.at, prior: f.prior, fit: f}
	b := m.bundle(f.d)
	if p.cov != nil {
		f.spares.put(p.cov.columns)
	}
	l := f.spares.get(f.curvature.n)
	f.curvature.choleskyInto(l) // it succeeded in the fit already
	p.of, p.cov = f, l.covarianceOf(p.n, f.spares)
	f.spares.put(l)
	parameters := float64(len(f.at.ties))
	seen, expect := 0.0, 0.0
	for i := range p.n {
		parameters += 1 - f.precision*p.cov.variance(i)
		expect += f.curvature.row(i)[i] - f.precision
		for _, pull := range b.pulls {
			seen += pull[i] * pull[i]
		}
	}
	p.freedom, p.flat = known, 1
	if b.all == 0 || expect <= 0 {
		return
	}
	// A block of k entrants says something about k-1 differences.
	units := float64(b.all) * (float64(f.d.seats)/float64(f.d.matches) - 1)
	if free := units - parameters; free > 0 {
		p.freedom += free
		p.flat = max(1, (known+units*seen/expect)/p.freedom)
	}
}

// flattened returns the curvature of the flattened likelihood without a prior, and its gradient at the fit.
func (f *fit) flattened(by float64) (h *matrix, gradient []float64) {
	h, gradient = f.spares.get(len(f.at.values)), make([]float64, len(f.at.values))
	copy(h.a, f.curvature.a)
	for i := range f.at.n {
		h.row(i)[i] -= f.precision
		gradient[i] = f.precision * f.at.values[i] / by // the prior's, which balances it there
	}
	for i := range h.a {
		h.a[i] /= by
	}
	return h, gradient
}

// withPrior adds a normal prior to a likelihood with curvature m and this gradient at values. It sets factor to the
// triangle of the sum; step leads to the likeliest values. log is the logarithm of the likelihood of the prior's
// spread, but for a constant (Laplace).
func (m *matrix) withPrior(factor *matrix, gradient, values []float64, n int, spread float64) (
	step []float64, log float64) {
	precision := 1 / (spread * spread)
	step = slices.Clone(gradient)
	diagonal := make([]float64, n) // m is as before at the end
	for i := range n {
		diagonal[i] = m.row(i)[i]
		m.row(i)[i] += precision
		step[i] -= precision * values[i]
		log += (math.Log(precision) - precision*values[i]*values[i]) / 2
	}
	if !m.choleskyInto(factor) {
		panic("rating: a curvature with a prior is not positive")
	}
	for i, x := range diagonal {
		m.row(i)[i] = x
	}
	slope := slices.Clone(step)
	factor.solve(step)
	for i := range step {
		log += slope[i]*step[i]/2 - math.Log(factor.row(i)[i])
	}
	return step, log
}
