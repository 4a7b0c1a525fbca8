package bomberman

const randomMax = 1<<31 - 1

const randomSize = 55 // how many numbers back the generator looks

// random is Knuth's subtractive generator as in .NET's System.Random, so that a seed gives the map that it always gave.
// The numbers are made all 55 at a time.
type random struct {
	state [randomSize + 1]int32 // from 1
	last  int                   // the number that was given last; randomSize: new ones are due
}

func (r *random) seed(seed int32) {
	abs := seed
	switch {
	case seed == -1<<31:
		abs = randomMax
	case seed < 0:
		abs = -seed
	}
	s := &r.state
	j, k := int32(161803398)-abs, int32(1)
	s[randomSize] = j
	at := 0
	for range randomSize - 1 {
		if at += 21; at >= randomSize {
			at -= randomSize
		}
		s[at] = k
		j, k = k, notNegative(j-k)
	}
	for range 4 {
		for i := 1; i <= 24; i++ {
			s[i] = notNegative(s[i] - s[i+31])
		}
		for i := 25; i <= randomSize; i++ {
			s[i] = notNegative(s[i] - s[i-24])
		}
	}
	r.last = randomSize
}

// notNegative adds randomMax to a negative number, without a branch.
func notNegative(n int32) int32 { return n + n>>31&randomMax }

// refill makes the next 55 numbers.
func (r *random) refill() {
	s := &r.state
	for i := 1; i <= 34; i++ {
		s[i] = sample(s[i] - s[i+21])
	}
	for i := 35; i <= randomSize; i++ {
		s[i] = sample(s[i] - s[i-34])
	}
	r.last = 0
}

func sample(n int32) int32 {
	if n == randomMax {
		n--
	}
	return notNegative(n)
}

// next is Next(): from 0 up to, not including, 2^31-1.
func (r *random) next() int32 {
	if r.last >= randomSize {
		r.refill()
	}
	r.last++
	return r.state[r.last]
}

// between is Next(lo, hi): from lo up to, not including, hi.
func (r *random) between(lo, hi int) int { return scale(r.next(), hi-lo) + lo }

// scale makes a number below n of what next gives.
func scale(r int32, n int) int { return int(float64(r) * (1.0 / randomMax) * float64(n)) }
