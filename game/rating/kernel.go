package rating

import (
	"runtime"
	"sync"
)

// The sums of matrices of many entrants take most of the time of standings. Here several sums are computed side by
// side, by vectors where the processor has them, so that it need not wait for one addition before it begins the next,
// and rows are shared among processors. Each sum adds its products in the order of its index, and rounds each product,
// as a plain loop would: results are equal to the last bit, with vectors or without, on any number of processors.

// A tile has the sums of this many rows and columns.
const (
	down   = 4
	across = 8
)

type tile [down][across]float64

// minus subtracts the products of rows and packed columns from a tile. rows begins with the first of four rows, of
// which each begins stride numbers after the one before; columns has packed columns: number k of column c is at
// k·across+c. All have n numbers.
func (t *tile) minus(n int, rows []float64, stride int, columns []float64) {
	if n <= 0 {
		return
	}
	rows, columns = rows[:(down-1)*stride+n], columns[:n*across]
	if vectors {
		minusVectors(n, &rows[0], stride, &columns[0], t)
		return
	}
	for r := range down {
		minusRow(rows[r*stride:r*stride+n], columns, &t[r])
	}
}

// minusRow subtracts the products of one row and packed columns from their sums.
func minusRow(row, columns []float64, sums *[across]float64) {
	s0, s1, s2, s3, s4, s5, s6, s7 := sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]
	for _, x := range row {
		c := columns[:across:across]
		columns = columns[across:]
		s0 -= x * c[0]
		s1 -= x * c[1]
		s2 -= x * c[2]
		s3 -= x * c[3]
		s4 -= x * c[4]
		s5 -= x * c[5]
		s6 -= x * c[6]
		s7 -= x * c[7]
	}
	*sums = [across]float64{s0, s1, s2, s3, s4, s5, s6, s7}
}

// pack packs the numbers from..to-1 of rows first..first+7 of a matrix as columns. Where there are fewer rows, the last
// one stands for them.
func (m *matrix) pack(columns []float64, first, end, from, to int) {
	for c := range across {
		row := m.row(min(first+c, end-1))[from:to]
		for k, x := range row {
			columns[k*across+c] = x
		}
	}
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
