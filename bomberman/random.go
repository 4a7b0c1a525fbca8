package bomberman

const randomMax = 1<<31 - 1

// random is Knuth's subtractive generator as in .NET's System.Random, so that a seed gives the map that it always gave.
type random struct {
	state [56]int32
	a, b  int
}

func newRandom(seed int32) *random {
	r := &random{b: 21}
	abs := seed
	switch {
	case seed == -1<<31:
		abs = randomMax
	case seed < 0:
		abs = -seed
	}
	j, k := int32(161803398)-abs, int32(1)
	r.state[55] = j
	for i := 1; i < 55; i++ {
		at := 21 * i % 55
		r.state[at] = k
		j, k = k, notNegative(j-k)
	}
	for range 4 {
		for i := 1; i < 56; i++ {
			r.state[i] = notNegative(r.state[i] - r.state[1+(i+30)%55])
		}
	}
	return r
}

func notNegative(n int32) int32 {
	if n < 0 {
		n += randomMax
	}
	return n
}

// next is Next(): from 0 up to, not including, 2^31-1.
func (r *random) next() int32 {
	if r.a++; r.a == 56 {
		r.a = 1
	}
	if r.b++; r.b == 56 {
		r.b = 1
	}
	n := r.state[r.a] - r.state[r.b]
	if n == randomMax {
		n--
	}
	n = notNegative(n)
	r.state[r.a] = n
	return n
}

// between is Next(lo, hi): from lo up to, not including, hi.
func (r *random) between(lo, hi int) int {
	return int(float64(r.next())*(1.0/randomMax)*float64(hi-lo)) + lo
}
