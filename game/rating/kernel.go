package rating

import (
	"runtime"
	"sync"
)

// The sums of matrices of many entrants take most of the time of standings. Here several sums are computed side by
// side, so that the processor need not wait for one addition before it begins the next, and rows are shared among
// processors. Each sum adds its products in the order of its index, as a plain loop would: results are equal to the
// last bit, on any number of processors.

// across is the number of columns that are computed side by side.
const across = 4

// minus subtracts the products of rows from sums: for each of two rows a and b and four rows c, sums has the sum that
// begins with the value that is there. All rows have the same length.
func minus(a, b []float64, c *[across][]float64, sums *[2][across]float64) {
	n := len(a)
	b = b[:n]
	c0, c1, c2, c3 := c[0][:n], c[1][:n], c[2][:n], c[3][:n]
	s00, s01, s02, s03 := sums[0][0], sums[0][1], sums[0][2], sums[0][3]
	s10, s11, s12, s13 := sums[1][0], sums[1][1], sums[1][2], sums[1][3]
	for k, x := range a {
		y := b[k]
		v0, v1, v2, v3 := c0[k], c1[k], c2[k], c3[k]
		s00 -= x * v0
		s01 -= x * v1
		s02 -= x * v2
		s03 -= x * v3
		s10 -= y * v0
		s11 -= y * v1
		s12 -= y * v2
		s13 -= y * v3
	}
	sums[0] = [across]float64{s00, s01, s02, s03}
	sums[1] = [across]float64{s10, s11, s12, s13}
}

// fewRows is the number of rows below which it is not worth sharing them among processors.
const fewRows = 96

// share calls do for ranges of at most step indexes that together are from..to-1, on all processors.
func share(from, to, step int, do func(from, to int)) {
	workers := runtime.GOMAXPROCS(0)
	if to-from < fewRows || workers == 1 {
		for at := from; at < to; at += step {
			do(at, min(at+step, to))
		}
		return
	}
	next := make(chan int, (to-from+step-1)/step)
	for at := from; at < to; at += step {
		next <- at
	}
	close(next)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for at := range next {
				do(at, min(at+step, to))
			}
		})
	}
	group.Wait()
}
