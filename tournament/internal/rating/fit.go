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

// ErrUndefined is in the error of a fit without prior where no finite strengths are the likeliest: somebody won or lost
// everything, or two groups never met.
var ErrUndefined = errors.New("rating: the results determine no finite strengths")

// Limits of the search. Newton's method takes about six steps.
const (
	maxSteps    = 100
	precision   = 1e-10 // of the last step
	tiny        = 1e-6  // a step at which rounding may begin to be felt
	maxStrength = 300   // beyond, worths are no numbers
)

// Model is how strong the entrants of an event are.
type Model struct {
	Strengths []float64 // by index of the entrant; natural logarithms of the worths; their mean is 0
	Ties      []float64 // by s: δ(s) of the package's formula; 0 where no s entrants ever shared a place

	prior      float64
	at         *parameters
	curvature  *matrix // the negative second derivatives at the fit
	covariance *matrix // of the strengths, by the resamples of Intervals; nil: none were made
}

// Fit finds the strengths of n entrants that make the results likeliest, with the default prior.
func Fit(d *Data, n int) (*Model, error) { return FitPrior(d, n, DefaultPrior) }

// FitPrior is Fit with a weight w of the prior. It keeps everything finite: it is as if each entrant had won w and lost
// w matches of two against one of mean strength, and as if w of 2w places had been shared by each number s of equal
// entrants that shared a place at least once. With w = 0 there is no prior; then ErrUndefined may come.
func FitPrior(d *Data, n int, w float64) (*Model, error) {
	if n < d.n || w < 0 || math.IsNaN(w) {
		return nil, fmt.Errorf("rating: fit of %d entrants with a prior of %v: expected %d or more, and 0 or more",
			n, w, d.n)
	}
	f := newFit(d, n, w)
	if err := f.climb(); err != nil {
		return nil, err
	}
	m := &Model{Strengths: slices.Clone(f.at.values[:n]), prior: w, at: f.at, curvature: f.curvature}
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

// centre moves the strengths so that their mean is 0.
func centre(strengths []float64) {
	sum := 0.0
	for _, s := range strengths {
		sum += s
	}
	for i := range strengths {
		strengths[i] -= sum / float64(len(strengths))
	}
}

// fit is the search for the likeliest parameters. The likelihood is concave in them.
type fit struct {
	d     *Data
	prior float64
	at    *parameters
	tally []float64 // by parameter: what was seen: the sum of shares of places, the number of shared places
	sets  *sets
	whole bool // sets hold the whole event, not only a chunk of it

	log       float64 // likelihood at at
	gradient  []float64
	curvature *matrix
}

func newFit(d *Data, n int, prior float64) *fit {
	f := &fit{d: d, prior: prior, sets: newSets(n), at: &parameters{n: n}}
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
		// δ at which s equal entrants share a place as often as not, roughly scaled by how often they did.
		f.at.values[n+t] = math.Log(float64(s) * (shared[s] + 1) / (shared[1] + 1))
	}
	return f
}

// stages calls do for each place that was decided in a match: who was left, and how many of them, the first ones,
// shared the place. The last one left is no decision.
func (d *Data) stages(do func(left []uint16, share int)) {
	at := 0
	for _, size := range d.sizes {
		end := at + int(size)
		for left := d.seats[at:end]; len(left) > 1; {
			share := sharing(left)
			do(left, share)
			left = left[share:]
		}
		at = end
	}
}

// climb is Newton's method; a step that does not lead up is halved.
func (f *fit) climb() error {
	f.evaluate()
	previous := math.Inf(1)
	for range maxSteps {
		l, ok := f.curvature.cholesky()
		if !ok {
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
			// Near the top rounding decides; a tiny step is taken whatever it brings.
			if largest < maxStrength && (f.log >= before || f.length(step)*size < tiny) {
				break
			}
			if size < 1e-9 {
				return fmt.Errorf("rating: the fit does not converge: %w", ErrUndefined)
			}
		}
		length := f.length(step)
		if length < precision || length < tiny && length > previous/2 { // or there is only rounding left
			return nil
		}
		previous = length
	}
	return fmt.Errorf("rating: the fit did not converge in %d steps: %w", maxSteps, ErrUndefined)
}

// length is the largest move of a step, the common move of all strengths left out: only the prior holds that one.
func (f *fit) length(step []float64) (length float64) {
	moves := slices.Clone(step)
	centre(moves[:f.at.n])
	for _, m := range moves {
		length = max(length, math.Abs(m))
	}
	return length
}

// fill puts the sets of the matches from a on, whose seats begin at from, into f.sets, as many as there is room for. It
// returns where it stopped.
func (f *fit) fill(a, from int) (b, to int) {
	f.sets.clear()
	for b, to = a, from; b < f.d.Matches() && f.sets.len() < maxSets; b++ {
		end := to + int(f.d.sizes[b])
		f.sets.add(f.d.seats[to:end])
		to = end
	}
	return b, to
}

// evaluate computes the likelihood with its derivatives.
func (f *fit) evaluate() {
	size := len(f.at.values)
	f.log, f.gradient, f.curvature = 0, slices.Clone(f.tally), newMatrix(size)
	for i, v := range f.at.values {
		f.log += f.tally[i] * v
	}
	w := f.at.worths()
	for a, from := 0, 0; a < f.d.Matches() && !f.whole; {
		b, to := f.fill(a, from)
		if f.whole = a == 0 && b == f.d.Matches(); !f.whole {
			f.addSets(w)
		}
		a, from = b, to
	}
	if f.whole {
		f.addSets(w)
	}
	f.addPrior()
	f.curvature.mirror()
}

// parts is into how many sums the sets are split. It is fixed, so that sums are the same on all machines.
const parts = 8

// addSets adds what the sets contribute to the likelihood.
func (f *fit) addSets(w *worths) {
	sums := make([]*sum, parts)
	var group sync.WaitGroup
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	for i := range sums {
		from, to := i*f.sets.len()/parts, (i+1)*f.sets.len()/parts
		if from == to {
			continue
		}
		sums[i] = newSum(f.at)
		slots <- true
		group.Go(func() {
			for set := from; set < to; set++ {
				sums[i].add(w, f.sets.of(set), float64(f.sets.counts[set]))
			}
			<-slots
		})
	}
	group.Wait()
	for _, s := range sums {
		if s == nil {
			continue
		}
		f.log -= s.log
		for i, g := range s.gradient {
			f.gradient[i] -= g
		}
		for i, c := range s.curvature.a {
			f.curvature.a[i] += c
		}
	}
}

// sum is a part of the sum over all sets, of the logarithms of their weights and the derivatives of those.
type sum struct {
	p         *parameters
	st        stage
	log       float64
	gradient  []float64
	curvature *matrix // its lower triangle
}

func newSum(p *parameters) *sum {
	return &sum{p: p, gradient: make([]float64, len(p.values)), curvature: newMatrix(len(p.values))}
}

// add adds a set that was there so many times. The second derivatives are covariances: of the shares of a place, and
// of how many share it.
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

// addPrior adds the prior, or without one what keeps the mean of the strengths where it is.
func (f *fit) addPrior() {
	n := f.at.n
	for i := range f.at.values {
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
