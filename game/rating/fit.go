package rating

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
)

// DefaultPrior is the weight of the prior of Fit. See FitPrior.
const DefaultPrior = 0.5

// ErrUndefined is wrapped by the error of a fit without a prior if no finite strengths are the likeliest: an entrant
// won or lost everything, or two groups never met.
var ErrUndefined = errors.New("rating: the results determine no finite strengths")

// Limits of the search. Newton's method takes about six steps.
const (
	maxSteps    = 100
	precision   = 1e-10 // length of the last step
	near        = 1e-6  // length of a step after which the next one would be about its square, where that is enough
	tiny        = 1e-6  // step length at which rounding errors may begin to matter
	maxStrength = 300   // larger strengths overflow
)

// Model has the strengths of the entrants of an event.
type Model struct {
	Strengths []float64 // natural logarithm of the worth of each entrant, by index; their mean is 0
	Ties      []float64 // by s: δ(s) of the package's formula; 0 if no s entrants ever shared a place

	fit        *fit
	prior      float64
	at         *parameters
	curvature  *matrix // negative second derivatives at the fit
	covariance *matrix // of the strengths, from the resamples of Intervals; nil: there are none
}

// Fit returns the strengths of n entrants that make the results likeliest, with the default prior.
func Fit(d *Data, n int) (*Model, error) { return FitPrior(d, n, DefaultPrior) }

// FitPrior is Fit with weight w of the prior. The prior keeps all numbers finite: it acts as if each entrant had won w
// and lost w matches of two against an entrant of mean strength, and as if s equal entrants had shared w of 2w places,
// for each number s of entrants that shared a place at least once. With w = 0 there is no prior; the error may then be
// ErrUndefined.
func FitPrior(d *Data, n int, w float64) (*Model, error) {
	if n < d.n || w < 0 || math.IsNaN(w) {
		return nil, fmt.Errorf("rating: fit of %d entrants with a prior of %v: expected %d or more, and 0 or more",
			n, w, d.n)
	}
	f := newFit(d, n, w)
	if err := f.climb(); err != nil {
		return nil, err
	}
	m := &Model{Strengths: slices.Clone(f.at.values[:n]), prior: w, at: f.at, curvature: f.curvature, fit: f}
	centre(m.Strengths)
	m.Ties = make([]float64, 2)
	for t, s := range f.at.ties {
		for len(m.Ties) <= s {
			m.Ties = append(m.Ties, 0)
		}
		m.Ties[s] = math.Exp(f.at.values[n+t])
	}
	return m, nil
}

// centre shifts the strengths so that their mean is 0.
func centre(strengths []float64) {
	sum := 0.0
	for _, s := range strengths {
		sum += s
	}
	for i := range strengths {
		strengths[i] -= sum / float64(len(strengths))
	}
}

// fit searches for the likeliest parameters. The log-likelihood is a concave function of them.
type fit struct {
	d         *Data
	prior     float64
	at        *parameters
	tally     []float64 // by parameter: its observed value, the sum of shares of places or the number of shared places
	sets      *sets
	whole     bool    // sets has the whole event, not only a chunk of it
	precision float64 // of a normal prior of the strengths, instead of the half matches; 0: none

	log       float64 // log-likelihood at the parameters at
	gradient  []float64
	curvature *matrix

	sums   []*sum  // reused by each evaluation
	factor *matrix // reused by each step
	spares *spares
}

func newFit(d *Data, n int, prior float64) *fit {
	f := &fit{d: d, prior: prior, sets: newSets(n), at: &parameters{n: n}, spares: new(spares)}
	shared := make([]float64, MaxSeats+1)
	f.tally = make([]float64, n)
	d.stages(func(left []uint16, share int) {
		shared[share]++
		for _, seat := range left[:share] {
			f.tally[seat&^tied] += 1 / float64(share)
		}
	})
	for s := 2; s <= MaxSeats; s++ {
		if shared[s] > 0 {
			f.at.ties = append(f.at.ties, s)
			f.tally = append(f.tally, shared[s])
		}
	}
	f.at.values = make([]float64, len(f.tally))
	for t, s := range f.at.ties {
		// Start at the δ at which s equal entrants share a place half the time, roughly scaled by how often they did.
		f.at.values[n+t] = math.Log(float64(s) * (shared[s] + 1) / (shared[1] + 1))
	}
	return f
}

// stages calls do for each place that was decided in a match. left are the entrants that were left, and the first share
// of them shared the place. The last entrant that is left decides nothing.
func (d *Data) stages(do func(left []uint16, share int)) {
	for c := (cursor{d: d}); ; {
		left, _, ok := c.next()
		if !ok {
			return
		}
		for len(left) > 1 {
			share := sharing(left)
			do(left, share)
			left = left[share:]
		}
	}
}

// climb is Newton's method; it halves a step that does not lead up.
func (f *fit) climb() error {
	f.evaluate()
	previous := math.Inf(1)
	for range maxSteps {
		if f.factor == nil {
			f.factor = f.spares.get(f.curvature.n)
		}
		l := f.factor
		if !f.curvature.choleskyInto(l) {
			return ErrUndefined
		}
		step := slices.Clone(f.gradient)
		l.solve(step)
		from, before := slices.Clone(f.at.values), f.log
		for size := 1.0; ; size /= 2 {
			largest := 0.0
			for i := range step {
				f.at.values[i] = from[i] + size*step[i]
				largest = max(largest, math.Abs(f.at.values[i]))
			}
			if f.prior == 0 && largest > 40 {
				return ErrUndefined
			}
			if largest < maxStrength {
				f.evaluate()
			}
			// Near the maximum, rounding errors dominate, so a tiny step is accepted anyway.
			if largest < maxStrength && (f.log >= before || f.length(step)*size < tiny) {
				break
			}
			if size < 1e-9 {
				return fmt.Errorf("rating: the fit does not converge: %w", ErrUndefined)
			}
		}
		length := f.length(step)
		if length < precision || length < tiny && length > previous/2 || // or only rounding errors are left
			f.precision > 0 && length < near {
			return nil
		}
		previous = length
	}
	return fmt.Errorf("rating: the fit did not converge in %d steps: %w", maxSteps, ErrUndefined)
}

// length returns the largest change of a step, without the common shift of all strengths, which only the prior bounds.
func (f *fit) length(step []float64) (length float64) {
	moves := slices.Clone(step)
	centre(moves[:f.at.n])
	for _, m := range moves {
		length = max(length, math.Abs(m))
	}
	return length
}

// fill replaces f.sets by the sets of the next matches of a cursor, until it is full. It moves the cursor behind them.
func (f *fit) fill(from *cursor) {
	f.sets.clear()
	for f.sets.len() < maxSets {
		seats, _, ok := from.next()
		if !ok {
			return
		}
		f.sets.add(seats)
	}
}

// evaluate computes the log-likelihood with its derivatives.
func (f *fit) evaluate() {
	size := len(f.at.values)
	f.log, f.gradient = 0, slices.Clone(f.tally)
	if f.curvature == nil {
		f.curvature = f.spares.get(size)
	}
	clear(f.curvature.a)
	for i, v := range f.at.values {
		f.log += f.tally[i] * v
	}
	w := f.at.worths()
	for from, first := (cursor{d: f.d}), true; !from.end() && !f.whole; first = false {
		f.fill(&from)
		if f.whole = first && from.end(); !f.whole {
			f.addSets(w)
		}
	}
	if f.whole {
		f.addSets(w)
	}
	f.addPrior()
	f.curvature.mirror()
}

// parts is the number of partial sums. It is fixed, so that sums are equal on all machines.
const parts = 8

// addSets adds the contributions of the sets to the log-likelihood. It computes as many partial sums at the same time
// as there are processors, and adds them in their order.
func (f *fit) addSets(w *worths) {
	if f.sums == nil {
		f.sums = make([]*sum, min(runtime.GOMAXPROCS(0), parts))
	}
	sums := f.sums
	for first := 0; first < parts; first += len(sums) {
		var group sync.WaitGroup
		for i := range sums[:min(len(sums), parts-first)] {
			part := first + i
			from, to := part*f.sets.len()/parts, (part+1)*f.sets.len()/parts
			group.Go(func() {
				if sums[i] == nil {
					sums[i] = newSum(f.at)
				}
				sums[i].p, sums[i].log = f.at, 0
				for set := from; set < to; set++ {
					sums[i].add(w, f.sets.of(set), float64(f.sets.counts[set]))
				}
			})
		}
		group.Wait()
		for i, s := range sums[:min(len(sums), parts-first)] {
			if part := first + i; part*f.sets.len()/parts < (part+1)*f.sets.len()/parts {
				f.take(s)
			}
		}
	}
}

// take subtracts a partial sum, of whose curvature only the lower triangle counts, and clears it for the next.
func (f *fit) take(s *sum) {
	f.log -= s.log
	for i, g := range s.gradient {
		f.gradient[i] -= g
	}
	clear(s.gradient)
	share(0, s.curvature.n, panel, func(from, to int) {
		for i := from; i < to; i++ {
			row, of := f.curvature.row(i)[:i+1], s.curvature.row(i)[:i+1]
			for j, c := range of {
				row[j] += c
			}
			clear(of)
		}
	})
}

// sum is a partial sum over sets, of the logarithms of their weights and of the derivatives.
type sum struct {
	p         *parameters
	st        stage
	log       float64
	gradient  []float64
	curvature *matrix // lower triangle only
}

func newSum(p *parameters) *sum {
	return &sum{p: p, gradient: make([]float64, len(p.values)), curvature: newMatrix(len(p.values))}
}

// add adds a set that occurred this many times. The second derivatives are covariances of the shares of a place and of
// the number of entrants that share it.
func (u *sum) add(w *worths, set []uint16, times float64) {
	st, n := &u.st, u.p.n
	st.look(w, set, true)
	u.log += times * st.log
	for i, e := range set {
		u.gradient[e] += times * st.expect[i]
		row := u.curvature.row(int(e))
		row[e] += times * (st.square[i] - st.expect[i]*st.expect[i])
		for j, other := range set[:i] { // they ascend, so this is the lower triangle
			row[other] += times * (st.pairs[i*len(set)+j] - st.expect[i]*st.expect[j])
		}
	}
	for t, s := range u.p.ties {
		if s > len(set) {
			break
		}
		u.gradient[n+t] += times * st.mass[t]
		row := u.curvature.row(n + t)
		for i, e := range set {
			row[e] += times * (st.each[t][i]/float64(s) - st.expect[i]*st.mass[t])
		}
		for o := range t {
			row[n+o] -= times * st.mass[t] * st.mass[o]
		}
		row[n+t] += times * st.mass[t] * (1 - st.mass[t])
	}
}

// addPrior adds the prior. Without a prior, it adds a term that keeps the mean of the strengths where it is.
func (f *fit) addPrior() {
	n := f.at.n
	for i, v := range f.at.values {
		if i < n && f.precision > 0 {
			f.log -= f.precision / 2 * v * v
			f.gradient[i] -= f.precision * v
			f.curvature.row(i)[i] += f.precision
			continue
		}
		d := f.at.priorLead(i)
		p := WinOf(d)
		f.log += f.prior * (math.Log(p) + math.Log(WinOf(-d)))
		f.gradient[i] += f.prior * (1 - 2*p)
		f.curvature.row(i)[i] += 2 * f.prior * p * (1 - p)
	}
	if f.prior > 0 {
		return
	}
	trace := 0.0
	for i := range n {
		trace += f.curvature.row(i)[i]
	}
	for i := range n {
		row := f.curvature.row(i)
		for j := range i + 1 {
			row[j] += trace / float64(n*n)
		}
	}
}
