package rating

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
)

// Interval contains the true strength in 95 of 100 cases.
type Interval struct{ Low, High float64 }

// Parameters of the intervals.
const (
	maxBundles = 1000              // maximum number of units to draw: blocks or, if there are more, bundles of blocks
	ownBlocks  = 8                 // number of an entrant's blocks that weigh as much as the model's spread
	normal975  = 1.959963984540054 // 97.5 % quantile of the normal distribution
)

// Intervals returns the 95 % intervals of the strengths of a model that was fitted to d, from resamples. Only the rule
// that stops events uses it, so that an event of before stops where it stopped; all else uses Posterior.
//
// Each resample draws as many blocks as there are, with repetition, and moves the fit by the step of Newton's method
// for these blocks. The intervals follow from the spread of the strengths over the resamples. The same seed gives the
// same intervals. If an entrant played only a few blocks, they say too little about its luck. Its draws then come
// partly from the model's luck of matches, scaled by how much more the blocks of this event vary; if it played none,
// they come wholly from the model.
func (m *Model) Intervals(d *Data, resamples int, seed uint64) []Interval {
	b := m.bundle(d)
	r := m.newResampler(b, m.blocksOf(d), seed)
	n := m.at.n
	m.covariance = newMatrix(n)
	for range max(2, resamples) {
		moved := r.draw()
		centre(moved)
		for i, x := range moved {
			row := m.covariance.row(i)
			for j, y := range moved[:i+1] {
				row[j] += x * y
			}
		}
	}
	for i := range m.covariance.a {
		m.covariance.a[i] /= float64(max(2, resamples))
	}
	m.covariance.mirror()
	intervals := make([]Interval, n)
	for i, s := range m.Strengths {
		half := normal975 * math.Sqrt(m.covariance.row(i)[i])
		intervals[i] = Interval{s - half, s + half}
	}
	return intervals
}

// Better returns the likelihood that entrant i is stronger than entrant j, from the resamples of Intervals; 0.5 before
// Intervals was called.
func (m *Model) Better(i, j int) float64 {
	if m.covariance == nil || i == j {
		return 0.5
	}
	variance := m.covariance.row(i)[i] + m.covariance.row(j)[j] - 2*m.covariance.row(i)[j]
	if variance <= 0 {
		return 0.5
	}
	return math.Erfc((m.Strengths[j]-m.Strengths[i])/math.Sqrt(2*variance)) / 2
}

// bundles are the blocks of an event, bundled if there are many, with their pull on the parameters.
type bundles struct {
	pulls [][]float64 // by bundle and parameter: the gradient of the log-likelihood of its matches
	all   int         // number of blocks
	free  float64     // number of parameters of the model that the results determine
}

// bundle computes the pulls of all blocks at the fit.
func (m *Model) bundle(d *Data) *bundles {
	n, size := m.at.n, len(m.at.values)
	b := &bundles{all: d.Blocks(), free: float64(size - 1)}
	b.pulls = make([][]float64, min(b.all, maxBundles))
	for i := range b.pulls {
		b.pulls[i] = make([]float64, size)
	}
	f := &fit{d: d, sets: newSets(n), at: m.at}
	if m.fit != nil && m.fit.whole && m.fit.d == d {
		f = m.fit // it has all sets
	}
	w := m.at.worths()
	tie := make([]int, MaxSeats+1)
	for t, s := range m.at.ties {
		tie[s] = n + t
	}
	for from := (cursor{d: d}); !from.end(); {
		to := from
		if f.whole {
			to = cursor{d: d, chunk: len(d.chunks)}
		} else {
			f.fill(&to)
		}
		b.add(from, to, expectations(w, f.sets), f.sets, tie)
		from = to
	}
	return b
}

// add adds the pulls of matches. Each processor adds those of some bundles, in the order of the matches.
func (b *bundles) add(from, to cursor, e *expected, s *sets, tie []int) {
	workers := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for c := from; c != to; {
				seats, block, _ := c.next()
				if bundle := int(block) % len(b.pulls); bundle%workers == worker {
					e.pull(b.pulls[bundle], s, seats, tie)
				}
			}
		})
	}
	group.Wait()
}

// blocksOf returns the number of blocks that involve each parameter.
func (m *Model) blocksOf(d *Data) []float64 {
	n := m.at.n
	blocks := make([]float64, len(m.at.values))
	for t := range m.at.ties {
		blocks[n+t] = float64(d.Blocks())
	}
	last := make([]int32, n) // the last block in which an entrant was seen, plus 1
	for c := (cursor{d: d}); !c.end(); {
		seats, block, _ := c.next()
		for _, seat := range seats {
			if last[seat&^tied] != block+1 {
				last[seat&^tied] = block + 1
				blocks[seat&^tied]++
			}
		}
	}
	return blocks
}

// expected is what the model expects of each set: for each set the share of each member, then the probability of each
// number of entrants that may share the place.
type expected struct {
	values []float64
	n      int // number of entrants
	ties   int
}

func expectations(w *worths, s *sets) *expected {
	e := &expected{n: w.p.n, ties: len(w.p.ties)}
	e.values = make([]float64, 0, len(s.members)+s.len()*e.ties)
	var st stage
	for set := range s.len() {
		st.look(w, s.of(set), false)
		e.values = append(append(e.values, st.expect...), st.mass...)
	}
	return e
}

// pull adds the difference between what happened in a match and what was expected.
func (e *expected) pull(pull []float64, s *sets, seats []uint16, tie []int) {
	key := s.hash(seats)
	for len(seats) > 1 {
		set := s.index(key, seats)
		members := s.of(set)
		values := e.values[int(s.starts[set])+set*e.ties:]
		for i, member := range members {
			pull[member] -= values[i]
		}
		for t, mass := range values[len(members) : len(members)+e.ties] {
			pull[e.n+t] -= mass
		}
		share := sharing(seats)
		if share > 1 {
			pull[tie[share]]++
		}
		for _, seat := range seats[:share] {
			pull[seat&^tied] += 1 / float64(share)
			key -= s.hashes[seat&^tied]
		}
		seats = seats[share:]
	}
}

// resampler draws changes of the strengths.
type resampler struct {
	m      *Model
	b      *bundles
	rng    *rand.Rand
	factor *matrix   // L with L·Lᵀ = curvature
	mean   []float64 // of the pulls
	own    []float64 // by parameter: weight of the draws of blocks
	model  []float64 // by parameter: weight of the draws from the model
	times  []float64 // by bundle: how often it was drawn
	noise  []float64
	moved  []float64
}

func (m *Model) newResampler(b *bundles, blocks []float64, seed uint64) *resampler {
	size := len(m.at.values)
	r := &resampler{m: m, b: b, rng: rand.New(rand.NewPCG(seed, uint64(len(b.pulls)))), mean: make([]float64, size),
		own: make([]float64, size), model: make([]float64, size), times: make([]float64, len(b.pulls)),
		noise: make([]float64, size), moved: make([]float64, size)}
	r.factor = newMatrix(size)
	m.curvature.choleskyInto(r.factor) // this succeeded in the fit already
	for _, pull := range b.pulls {
		for i, p := range pull {
			r.mean[i] += p / float64(len(b.pulls))
		}
	}
	correction := b.correction()
	spread := r.spread(correction)
	for i := range size {
		share := ownBlocks / (blocks[i] + ownBlocks)
		r.own[i] = math.Sqrt((1 - share) * correction)
		r.model[i] = math.Sqrt(share * spread)
	}
	return r
}

// correction is how much larger the variance of resampled pulls should be, because the parameters were fitted to the
// same blocks. In theory it lies between no correction and one for all free parameters. TestIntervalsCover shows that
// half of that is right.
func (b *bundles) correction() float64 {
	blocks := float64(b.all)
	if blocks < 2 {
		return 0
	}
	return min(blocks/max(1, blocks-b.free/2), 2)
}

// spread is how much more blocks vary than independent matches would. It is 1 while there are few blocks, and
// approaches the observed value as they become more.
func (r *resampler) spread(correction float64) float64 {
	seen, expect := 0.0, 0.0
	for i := range r.m.at.n {
		for _, pull := range r.b.pulls {
			seen += (pull[i] - r.mean[i]) * (pull[i] - r.mean[i])
		}
		p := r.m.at.priorWin(i)
		expect += r.m.curvature.row(i)[i] - 2*r.m.prior*p*(1-p)
	}
	blocks := float64(len(r.b.pulls))
	if expect <= 0 || blocks == 0 {
		return 1
	}
	return (ownBlocks + blocks*correction*seen/expect) / (ownBlocks + blocks)
}

// draw returns the change of the strengths in a resample, in a slice that the next draw reuses.
func (r *resampler) draw() []float64 {
	clear(r.times)
	for range r.times {
		r.times[r.rng.IntN(len(r.times))]++
	}
	clear(r.moved)
	for b, times := range r.times {
		if times == 1 {
			continue
		}
		for i, p := range r.b.pulls[b] {
			r.moved[i] += (times - 1) * p
		}
	}
	for i := range r.noise {
		r.noise[i] = r.rng.NormFloat64()
	}
	r.factor.times(r.noise)
	prior := math.Sqrt(r.m.prior)
	for i := range r.moved {
		// The wins and losses of the prior are drawn like others.
		p := r.m.at.priorWin(i)
		luck := prior * (r.rng.NormFloat64()*(1-p) - r.rng.NormFloat64()*p)
		r.moved[i] = r.own[i]*(r.moved[i]+luck) + r.model[i]*r.noise[i]
	}
	r.factor.solve(r.moved)
	return r.moved[:r.m.at.n]
}
