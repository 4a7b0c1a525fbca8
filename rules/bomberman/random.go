package bomberman

import "math/rand/v2"

const randomMax = 1<<31 - 1

const (
	randomSize = 55 // how many numbers back the generator looks
	randomLag  = 21

	randomPlaces = 64 // an index of six bits is always one of them
)

// random is Knuth's subtractive generator as in .NET's System.Random, so that a seed gives the same map as ever. It
// makes 55 numbers at a time.
type random struct {
	numbers [randomPlaces]int32 // from 1; place 0 is only used by join
	at      int                 // index of the next number
	stream  *rand.ChaCha8       // gives the numbers of a map with a secret; nil: a seed gives them
}

// seed starts anew. See seeding.
func (r *random) seed(seed int32) {
	abs := magnitude(seed)
	sums, ok := seedingSums(abs)
	r.at, r.stream = 1, nil
	if !ok {
		r.seedByTheBook(abs)
		return
	}
	numbers := (*[randomSize]int32)(r.numbers[1:])
	for i, factor := range &seedings.factor {
		numbers[i] = remainder(uint64(factor)*uint64(abs) + uint64(sums[i]))
	}
}

// firstRandom returns the first number of a seed.
func firstRandom(seed int32) int32 {
	abs := magnitude(seed)
	sums, ok := seedingSums(abs)
	if !ok {
		var r random
		r.seedByTheBook(abs)
		return r.numbers[1]
	}
	return remainder(uint64(seedings.factor[0])*uint64(abs) + uint64(sums[0]))
}

// seedByTheBook seeds as .NET does, which takes several times as long, and makes the first numbers.
func (r *random) seedByTheBook(abs int32) {
	var s [randomSize + 1]int32 // from 1
	j, k := seedingStart-abs, int32(1)
	s[randomSize] = j
	at := 0
	for range randomSize - 1 {
		at = (at + randomLag) % randomSize
		s[at] = k
		j, k = k, notNegative(j-k)
	}
	for range seedingRounds {
		for i := 1; i <= randomSize; i++ {
			s[i] = notNegative(s[i] - s[seedingPartner(i)])
		}
	}
	copy(r.numbers[:], s[:])
	r.refill()
}

// magnitude returns the value to which .NET first converts a seed.
func magnitude(seed int32) int32 {
	sign := seed >> 31
	abs := seed ^ sign - sign
	return abs - int32(uint32(abs)>>31) // of the smallest seed: randomMax
}

// notNegative adds randomMax to a negative number, without a branch.
func notNegative(n int32) int32 { return n + n>>31&randomMax }

// refill makes the next 55 numbers. .NET replaces randomMax by randomMax-1. That could only occur where seed uses
// seedByTheBook, and does not: a test tries all of these seeds. Profile-guided compilation would put a copy into each
// caller, although it is needed once in 55 numbers.
//
//go:noinline
func (r *random) refill() {
	if r.stream != nil {
		r.refillFromStream()
		return
	}
	n := (*[randomSize]int32)(r.numbers[1:])
	for i := range randomSize - randomLag {
		n[i] = notNegative(n[i] - n[i+randomLag])
	}
	for i := randomSize - randomLag; i < randomSize; i++ {
		n[i] = notNegative(n[i] - n[i-(randomSize-randomLag)])
	}
	r.at = 1
}

// next is Next(): from 0 up to, not including, 2^31-1.
func (r *random) next() int32 {
	if r.at > randomSize {
		r.refill()
	}
	r.at++
	return r.numbers[r.at-1]
}

// join makes new numbers when at most one is left from at on, and returns the index of the next two, which are
// consecutive.
func (r *random) join(at uint) uint {
	left := 1 + randomSize - at
	last := r.numbers[randomSize]
	r.refill()
	r.numbers[0] = last
	return 1 - left
}

// give copies the next numbers to dst, as far as they are made, and returns how many.
func (r *random) give(dst []int32) int {
	if r.at > randomSize {
		r.refill()
	}
	n := copy(dst, r.numbers[r.at:1+randomSize])
	r.at += n
	return n
}

// below returns 1 if a number is below a limit, else 0, for numbers from 0.
func below(number, limit int32) uint32 { return uint32(number-limit) >> 31 }

// between is Next(lo, hi): from lo up to, not including, hi.
func (r *random) between(lo, hi int) int { return scale(r.next(), hi-lo) + lo }

// scale converts a result of next to a number below n: r × n / randomMax. .NET uses floating-point numbers, with the
// same results, as a test shows.
func scale(r int32, n int) int {
	product := uint64(r) * uint64(n)
	return int((product + product>>31 + 1) >> 31)
}
