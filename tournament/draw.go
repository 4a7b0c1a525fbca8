package tournament

import (
	"math/bits"
	"math/rand/v2"
)

// A draw draws numbers, always the same ones from a seed. It has its own algorithms, without numbers with fractions,
// so that each machine and each version of Go draws the same.
type draw struct{ rng *rand.PCG }

// The uses of a seed. Each draws from its own random stream.
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

// fraction draws a number from 0 to less than 1.
func (d draw) fraction() float64 { return float64(d.rng.Uint64()>>11) / (1 << 53) }

// patience draws a number from 0 up, in units of 1/1024, that is as good as distributed exponentially: each further
// 1024 halves how likely it is.
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
