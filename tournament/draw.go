package tournament

import (
	"math/bits"
	"math/rand/v2"
)

// A draw draws pseudo-random numbers from a seed. Its algorithms use only integers, so that every machine and every
// version of Go draws the same numbers.
type draw struct{ rng *rand.PCG }

// The uses of a seed. Each use draws from a random stream of its own.
const (
	useDesign = iota + 1<<16
	useSeats
	useGauntlet
	useRandom
	useLadder
)

func newDraw(seed, use uint64) draw { return draw{rand.NewPCG(seed, use)} }

// below draws a number from 0 to n-1.
func (d draw) below(n int) int {
	high, _ := bits.Mul64(d.rng.Uint64(), uint64(n))
	return int(high)
}

func (d draw) shuffle(list []int) {
	for i := len(list) - 1; i > 0; i-- {
		j := d.below(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

// fraction draws a number that is at least 0 and less than 1.
func (d draw) fraction() float64 { return float64(d.rng.Uint64()>>11) / (1 << 53) }

// patience draws a number of 0 or more, in units of 1/1024. Its distribution is close to exponential: each further 1024
// is half as likely.
func (d draw) patience() int64 {
	u := d.rng.Uint64()
	halvings := bits.LeadingZeros64(u | 1)
	rest := u << (halvings + 1) >> 54
	return int64(halvings)<<10 + 1023 - int64(rest)
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
