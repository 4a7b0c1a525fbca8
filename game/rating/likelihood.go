package rating

import "math"

// parameters are what a fit finds: the strengths, and the logarithm of δ(s) for each number s of entrants that shared a
// place somewhere in the event.
type parameters struct {
	n      int   // number of entrants
	ties   []int // the numbers s, ascending
	values []float64
}

// priorLead is the lead of a parameter over its opponent in the prior: an entrant of mean strength or, for the tie of
// s, the event that s equal entrants do not share a place. priorWin is its probability of winning there.
func (p *parameters) priorLead(i int) float64 {
	if i < p.n {
		return p.values[i]
	}
	return p.values[i] - math.Log(float64(p.ties[i-p.n]))
}

func (p *parameters) priorWin(i int) float64 { return WinOf(p.priorLead(i)) }

// worths has the parameters in the form that the likelihood needs.
type worths struct {
	p     *parameters
	alpha []float64   // worth of each entrant
	roots [][]float64 // by tie: the s-th root of each worth
	delta []float64   // by tie
}

func (p *parameters) worths() *worths {
	w := &worths{p: p, alpha: make([]float64, p.n)}
	for i := range w.alpha {
		w.alpha[i] = math.Exp(p.values[i])
	}
	for t, s := range p.ties {
		root := make([]float64, p.n)
		for i := range root {
			root[i] = math.Exp(p.values[i] / float64(s))
		}
		w.roots, w.delta = append(w.roots, root), append(w.delta, math.Exp(p.values[p.n+t]))
	}
	return w
}

// set sets the worth of an entrant to that of this strength.
func (w *worths) set(entrant int, strength float64) {
	w.alpha[entrant] = math.Exp(strength)
	for t, s := range w.p.ties {
		w.roots[t][entrant] = math.Exp(strength / float64(s))
	}
}

// stage has the probabilities of who takes the next place in a set of entrants, and their dependence on the strengths.
type stage struct {
	log    float64     // of the sum of the weights of all outcomes
	expect []float64   // by member: mean of its share of the place, which is 1/s if s share it
	square []float64   // by member: mean of the squared share
	each   [][]float64 // by tie and member: probability that it shares a place with s-1 others
	mass   []float64   // by tie: probability that s share the place
	pairs  []float64   // by two members: mean of the product of their shares

	poly, less, lesser []float64
}

// look computes the probabilities of a set and, if asked, the values for the curvature.
func (st *stage) look(w *worths, set []uint16, curvature bool) {
	k := len(set)
	st.expect, st.square = resized(st.expect, k), resized(st.square, k)
	if curvature {
		st.pairs = resized(st.pairs, k*k)
		clear(st.pairs)
	}
	if st.each == nil {
		st.each, st.mass = make([][]float64, len(w.delta)), make([]float64, len(w.delta))
	}
	if k == 2 && !general {
		st.lookAtPair(w, int(set[0]), int(set[1]), curvature)
		return
	}
	sum := 0.0
	for i, e := range set {
		a := w.alpha[e]
		st.expect[i], st.square[i] = a, a
		sum += a
	}
	for t, s := range w.p.ties {
		st.each[t], st.mass[t] = resized(st.each[t], k), 0
		if s > k {
			clear(st.each[t])
			continue
		}
		sum += st.share(w, t, s, set, curvature)
	}
	for i := range set {
		st.expect[i] /= sum
		st.square[i] /= sum
	}
	for t := range st.mass {
		st.mass[t] /= sum
		for i := range st.each[t] {
			st.each[t][i] /= sum
		}
	}
	if curvature {
		for i := range st.pairs {
			st.pairs[i] /= sum
		}
	}
	st.log = math.Log(sum)
}

// general makes look treat two entrants as it treats more. Tests change it.
var general = false

// lookAtPair is look for two entrants, which are most of what a league has. It computes the same in the same order, so
// that the numbers are equal to the last bit.
func (st *stage) lookAtPair(w *worths, i, j int, curvature bool) {
	a, b := w.alpha[i], w.alpha[j]
	sum, tie := a+b, 0.0
	both, either := [2]float64{a, b}, [2]float64{} // shares, and those of ties
	for t, s := range w.p.ties {
		st.each[t], st.mass[t] = resized(st.each[t], 2), 0
		if s > 2 {
			clear(st.each[t])
			continue
		}
		x, y, delta := w.roots[t][i], w.roots[t][j], w.delta[t]
		either[0] = delta * x * max(x+y-x, 0)
		either[1] = delta * y * max(x+y-y, 0)
		tie = delta * y * x / 4
		st.mass[t] = delta * (y * x)
		sum += st.mass[t]
	}
	for at, share := range both {
		st.expect[at] = (share + either[at]/2) / sum
		st.square[at] = (share + either[at]/4) / sum
	}
	if len(st.mass) > 0 && w.p.ties[0] == 2 {
		st.mass[0] /= sum
		st.each[0][0], st.each[0][1] = either[0]/sum, either[1]/sum
	}
	if curvature {
		st.pairs[2] = tie / sum
	}
	st.log = math.Log(sum)
}

// share adds the outcomes in which s members share the place, and returns the sum of their weights: δ(s) times the
// elementary symmetric polynomial of degree s of the roots of the worths.
func (st *stage) share(w *worths, t, s int, set []uint16, curvature bool) float64 {
	root, delta := w.roots[t], w.delta[t]
	poly := resized(st.poly, s+1)
	st.poly, st.less, st.lesser = poly, resized(st.less, s+1), resized(st.lesser, s+1)
	clear(poly)
	poly[0] = 1
	for _, e := range set {
		b := root[e]
		for d := s; d > 0; d-- {
			poly[d] += b * poly[d-1]
		}
	}
	f := float64(s)
	for i, e := range set {
		b := root[e]
		without(st.less, poly, b, s-1)
		chance := delta * b * st.less[s-1]
		st.each[t][i] = chance
		st.expect[i] += chance / f
		st.square[i] += chance / (f * f)
		if !curvature {
			continue
		}
		for j, other := range set[:i] {
			c := root[other]
			without(st.lesser, st.less, c, s-2)
			st.pairs[i*len(set)+j] += delta * b * c * st.lesser[s-2] / (f * f)
		}
	}
	st.mass[t] = delta * poly[s]
	return st.mass[t]
}

// without sets less to the polynomials, up to a degree, of all roots except b.
func without(less, poly []float64, b float64, degree int) {
	less[0] = 1
	for d := 1; d <= degree; d++ {
		less[d] = max(poly[d]-b*less[d-1], 0)
	}
}

func resized(s []float64, n int) []float64 {
	if cap(s) < n {
		return make([]float64, n, 2*n)
	}
	return s[:n]
}
