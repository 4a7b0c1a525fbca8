package rating

import "math"

// matrix is a square matrix.
type matrix struct {
	n int
	a []float64 // row by row
}

func newMatrix(n int) *matrix { return &matrix{n, make([]float64, n*n)} }

func (m *matrix) row(i int) []float64 { return m.a[i*m.n : (i+1)*m.n] }

// mirror copies the lower triangle to the upper one.
func (m *matrix) mirror() {
	for i := range m.n {
		for j := range i {
			m.a[j*m.n+i] = m.a[i*m.n+j]
		}
	}
}

// panel is the number of columns of a triangle that are finished together.
const panel = 48

// cholesky returns the lower triangle L with L·Lᵀ = m. It reads only the lower triangle of m. ok is false if m is not
// positive definite.
func (m *matrix) cholesky() (l *matrix, ok bool) {
	l = newMatrix(m.n)
	return l, m.choleskyInto(l)
}

// choleskyInto is cholesky that sets l, whatever that was.
func (m *matrix) choleskyInto(l *matrix) bool {
	for from := 0; from < m.n; from += panel {
		to := min(from+panel, m.n)
		share(from, m.n, panel, func(top, bottom int) { l.less(m, top, bottom, from, to) })
		for i := from; i < to; i++ {
			if l.finish(i, from, i); !l.root(m, i, from) {
				return false
			}
		}
		share(to, m.n, panel, func(top, bottom int) {
			for i := top; i < bottom; i++ {
				l.finish(i, from, to)
			}
		})
	}
	return true
}

// less sets the columns from..to-1 of some rows to those of m less the products of the columns before from. In the
// rows of these columns themselves it also sets elements above the diagonal, which finish and root clear.
func (m *matrix) less(of *matrix, top, bottom, from, to int) {
	for i := top; i < bottom; i += 2 {
		second := min(i+1, bottom-1)
		for j := from; j < to; j += across {
			var sums [2][across]float64
			var rows [across][]float64
			for c := range rows {
				column := min(j+c, to-1)
				rows[c] = m.row(column)[:from]
				sums[0][c], sums[1][c] = of.a[i*of.n+column], of.a[second*of.n+column]
			}
			minus(m.row(i)[:from], m.row(second)[:from], &rows, &sums)
			n := min(across, to-j)
			copy(m.row(i)[j:j+n], sums[0][:n])
			copy(m.row(second)[j:j+n], sums[1][:n])
		}
	}
}

// finish computes the columns from..to-1 of row i, of which the products before from are subtracted already.
func (m *matrix) finish(i, from, to int) {
	li := m.row(i)
	for j := from; j < to; j++ {
		lj, sum := m.row(j), li[j]
		for k := from; k < j; k++ {
			sum -= li[k] * lj[k]
		}
		li[j] = sum / lj[j]
	}
}

// root computes the element of the diagonal in row i of the panel that begins at from, and clears those right of it.
func (m *matrix) root(of *matrix, i, from int) bool {
	li := m.row(i)
	sum := li[i]
	for k := from; k < i; k++ {
		sum -= li[k] * li[k]
	}
	if sum <= 1e-13*of.a[i*of.n+i] || math.IsNaN(sum) {
		return false
	}
	li[i] = math.Sqrt(sum)
	clear(li[i+1:])
	return true
}

// solve replaces b by the x with L·Lᵀ·x = b; m is the triangle L.
func (m *matrix) solve(b []float64) {
	for i := range m.n {
		row := m.row(i)
		for k := range i {
			b[i] -= row[k] * b[k]
		}
		b[i] /= row[i]
	}
	for i := m.n - 1; i >= 0; i-- {
		b[i] /= m.a[i*m.n+i]
		row := m.row(i)
		for k := range i {
			b[k] -= row[k] * b[i]
		}
	}
}

// times replaces z by L·z; m is the triangle L.
func (m *matrix) times(z []float64) {
	for i := m.n - 1; i >= 0; i-- {
		row, sum := m.row(i), 0.0
		for k := range i + 1 {
			sum += row[k] * z[k]
		}
		z[i] = sum
	}
}

// inverse returns (L·Lᵀ)⁻¹; m is the triangle L.
func (m *matrix) inverse() *matrix {
	columns := newMatrix(m.n) // row j is column j of the inverse of L, from j on
	share(0, m.n, across, func(from, to int) { m.columnsOf(columns, from, to) })
	inverse := newMatrix(m.n)
	share(0, m.n, panel, func(top, bottom int) { columns.products(inverse, top, bottom) })
	inverse.mirror()
	return inverse
}

// columnsOf sets the rows from..to-1 of columns, at most four, to those columns of the inverse of the triangle m.
func (m *matrix) columnsOf(columns *matrix, from, to int) {
	var all [across][]float64
	for c := range all {
		all[c] = columns.row(min(from+c, to-1))
	}
	for i := from; i < m.n; i += 2 {
		second := min(i+1, m.n-1)
		var known [across][]float64
		for c := range known {
			known[c] = all[c][from:i]
		}
		var sums [2][across]float64
		minus(m.row(i)[from:i], m.row(second)[from:i], &known, &sums)
		for c := range to - from {
			j, column := from+c, all[c]
			column[i] = reciprocal(sums[0][c], m.row(i)[i], i, j)
			if second > i {
				column[second] = reciprocal(sums[1][c]-m.row(second)[i]*column[i], m.row(second)[second], second, j)
			}
		}
	}
}

// reciprocal returns element i of column j of the inverse of a triangle.
func reciprocal(sum, diagonal float64, i, j int) float64 {
	switch {
	case i < j:
		return 0
	case i == j:
		return 1 / diagonal
	}
	return sum / diagonal
}

// products sets rows of the lower triangle of inverse to the products of the rows of m, whose row j begins at column
// j.
func (m *matrix) products(inverse *matrix, top, bottom int) {
	for i := top; i < bottom; i += 2 {
		second := min(i+1, bottom-1)
		for j := 0; j <= second; j += across {
			var rows [across][]float64
			for c := range rows {
				rows[c] = m.row(min(j+c, m.n-1))[i:]
			}
			var sums [2][across]float64
			minus(m.row(i)[i:], m.row(second)[i:], &rows, &sums)
			for c := range min(across, m.n-j) {
				inverse.a[i*m.n+j+c] = 0 - sums[0][c]
				inverse.a[second*m.n+j+c] = 0 - sums[1][c]
			}
		}
	}
}

// centredInverse returns the first n rows and columns of (L·Lᵀ)⁻¹, as the covariance of strengths whose mean is 0.
func (m *matrix) centredInverse(n int) *matrix {
	whole := m.inverse()
	c := newMatrix(n)
	means, all := make([]float64, n), 0.0
	for i := range n {
		copy(c.row(i), whole.row(i)[:n])
		for _, x := range c.row(i) {
			means[i] += x / float64(n)
		}
		all += means[i] / float64(n)
	}
	for i := range n {
		row := c.row(i)
		for j := range row {
			row[j] += all - means[i] - means[j]
		}
	}
	return c
}
