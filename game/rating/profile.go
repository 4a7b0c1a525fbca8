package rating

import (
	"math"
	"slices"
)

// certain is the standard deviation below which a strength's interval is taken as symmetric.
const certain = 0.12

// setIntervals sets the intervals from a fit. The interval of a strength ends where the flattened likelihood has fallen
// by as much as at the 97.5 % quantile. So it is longer to the side about which results say less: for who won all,
// upwards.
func (p *Posterior) setIntervals(f *fit) {
	cov := p.cov
	if p.of != f || p.flat != 1 {
		f.spares.put(cov.columns)
		h, gradient := f.flattened(p.flat)
		factor := f.spares.get(h.n)
		h.withPrior(factor, gradient, f.at.values, p.n, 1/math.Sqrt(f.precision))
		f.spares.put(h)
		cov = factor.covarianceOf(p.n, f.spares)
		f.spares.put(factor)
	}
	centred := make([]float64, p.n)
	copy(centred, f.at.values)
	centre(centred)
	far := student975(p.freedom)
	p.intervals = make([]Interval, p.n)
	var loose []int // entrants whose intervals may be longer to one side
	sds := make([]float64, p.n)
	for e, s := range centred {
		sds[e] = math.Sqrt(cov.variance(e))
		p.intervals[e] = Interval{s - far*sds[e], s + far*sds[e]}
		if sds[e] > certain {
			loose = append(loose, e)
		}
	}
	if len(loose) == 0 {
		return
	}
	all, lists := cov.all(f.spares), f.setsOf()
	share(0, len(loose), panel, func(from, to int) {
		w := f.newSlope(lists, p.flat)
		for _, e := range loose[from:to] {
			row, step := all.row(e), far/sds[e]
			low, high := w.reach(e, row, -step)*far, w.reach(e, row, step)*far
			p.intervals[e] = Interval{centred[e] - low*sds[e], centred[e] + high*sds[e]}
		}
	})
}

// slope evaluates the likelihood on the way from the fit in which a strength changes and all others follow it. Only the
// sets with this entrant are evaluated; of all others the likelihood is taken as a parabola.
type slope struct {
	f    *fit
	flat float64
	of   [][]int32 // by entrant: the sets that contain it
	at   *parameters
	w    *worths
	last []int32 // by entrant: the place of the evaluation for which its worth was computed
	now  int32
	st   stage
}

// setsOf returns the sets that contain each entrant. Of a huge event it takes those that fit.
func (f *fit) setsOf() [][]int32 {
	if !f.whole {
		f.fill(&cursor{d: f.d})
	}
	counts := make([]int, f.at.n)
	for _, e := range f.sets.members {
		counts[e]++
	}
	of, room := make([][]int32, f.at.n), make([]int32, len(f.sets.members))
	for e, n := range counts {
		of[e], room = room[:0:n], room[n:]
	}
	for set := range f.sets.len() {
		for _, e := range f.sets.of(set) {
			of[e] = append(of[e], int32(set))
		}
	}
	return of
}

// newSlope returns a slope. of has what setsOf returns.
func (f *fit) newSlope(of [][]int32, flat float64) *slope {
	w := &slope{f: f, flat: flat, of: of}
	w.at = &parameters{n: f.at.n, ties: f.at.ties, values: slices.Clone(f.at.values)}
	w.w, w.last = w.at.worths(), make([]int32, f.at.n)
	return w
}

// reach returns by which factor a step must be longer than it is, so that the likelihood falls by what it would fall
// if it were a parabola. row is the entrant's row of the covariance, step the length in units of it.
func (w *slope) reach(e int, row []float64, step float64) float64 {
	const small = 0.05
	zero, back, on := w.log(e, row, 0), w.log(e, row, -small*step), w.log(e, row, small*step)
	rise, bend := (on-back)/(2*small), (on+back-2*zero)/(small*small)
	far := step * step * row[e]
	x := 1.0
	for range 8 {
		// What the parabola of all sets falls, but with the true values of the sets with this entrant.
		fall := far*x*x/2 + zero + rise*x + bend*x*x/2 - w.log(e, row, x*step)
		next := min(max(x*math.Sqrt(far/2/max(fall, 1e-9)), x/2), 2*x)
		if math.Abs(next-x) < 0.003 {
			return next
		}
		x = next
	}
	return x
}

// log returns the logarithm of the flattened likelihood of the sets with an entrant.
func (w *slope) log(e int, row []float64, step float64) (log float64) {
	w.now++
	for _, set := range w.of[e] {
		members := w.f.sets.of(int(set))
		for _, i := range members { // only those that play with it
			if w.last[i] != w.now {
				w.last[i] = w.now
				w.w.set(int(i), w.f.at.values[i]+step*row[i])
			}
		}
		w.st.look(w.w, members, false)
		log -= float64(w.f.sets.counts[set]) * w.st.log
	}
	return log / w.flat
}
