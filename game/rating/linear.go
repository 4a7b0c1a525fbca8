package rating

import "math"

// matrix is a square matrix.
type matrix struct {
	n int
	a []float64 // row by row
}

func newMatrix(n int) *matrix { return &matrix{n, make([]float64, n*n)} }

func (m *matrix) row(i int) []float64 { return m.a[i*m.n : (i+1)*m.n] }

// spares are matrices that are used again: those of many entrants would leave hundreds of megabytes to the garbage
// collector. Their zero value has none.
type spares struct{ free []*matrix }

// get returns a matrix of n rows, with any numbers.
func (s *spares) get(n int) *matrix {
	last := len(s.free) - 1
	if last < 0 || s.free[last].n != n {
		return newMatrix(n)
	}
	m := s.free[last]
	s.free = s.free[:last]
	return m
}

// put takes back a matrix that is not needed any more; nil is none.
func (s *spares) put(m *matrix) {
	if m != nil {
		s.free = append(s.free, m)
	}
}

// triangle returns the lower triangle of the first n rows, row by row.
func (m *matrix) triangle(n int) []float64 {
	triangle := make([]float64, 0, n*(n+1)/2)
	for i := range n {
		triangle = append(triangle, m.row(i)[:i+1]...)
	}
	return triangle
}

// mirror copies the lower triangle to the upper one.
func (m *matrix) mirror() {
	for i := range m.n {
		for j := range i {
			m.a[j*m.n+i] = m.a[i*m.n+j]
		}
	}
}

// panel is the number of columns of a triangle that are finished together.
const panel = 24

// choleskyInto sets l, whatever that was, to the lower triangle L with L·Lᵀ = m. It reads only the lower triangle of m.
// It returns false if m is not positive definite.
func (m *matrix) choleskyInto(l *matrix) bool {
	packed := make([]float64, panel*m.n)
	for from := 0; from < m.n; from += panel {
		to := min(from+panel, m.n)
		for j := from; j < to; j += across {
			l.pack(packed[(j-from)*from:], j, to, 0, from)
		}
		share(from, m.n, panel, func(top, bottom int) { l.less(m, packed, top, bottom, from, to) })
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

// less sets the columns from..to-1 of some rows to those of m less the products of the columns before from, which
// are packed. In the rows of these columns themselves it also sets elements above the diagonal, which finish and root
// clear.
func (m *matrix) less(of *matrix, packed []float64, top, bottom, from, to int) {
	for i := top; i < bottom; {
		rows := min(down, bottom-i)
		for j := from; j < to; j += across {
			columns := packed[(j-from)*from : (j-from+across)*from]
			width := min(across, to-j)
			var t tile
			for r := range rows {
				copy(t[r][:width], of.row(i + r)[j:j+width])
			}
			if rows == down {
				t.minus(from, m.a[i*m.n:], m.n, columns)
			} else {
				for r := range rows {
					minusRow(m.row(i + r)[:from], columns, &t[r])
				}
			}
			for r := range rows {
				copy(m.row(i + r)[j:j+width], t[r][:width])
			}
		}
		i += rows
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
func (m *matrix) inverse(s *spares) *matrix {
	columns := m.columns(s)
	defer s.put(columns)
	return columns.square(s)
}

// square returns (L·Lᵀ)⁻¹; m is columns of L.
func (m *matrix) square(s *spares) *matrix {
	inverse := s.get(m.n)
	share(0, m.n, across, func(from, to int) { m.products(inverse, from, to) })
	inverse.mirror()
	return inverse
}

// columns returns a matrix whose row j is column j of the inverse of the triangle m, from j on; what is before that is
// not set.
func (m *matrix) columns(s *spares) *matrix {
	columns := s.get(m.n)
	share(0, m.n, across, func(from, to int) { m.columnsOf(columns, from, to) })
	return columns
}

// columnsOf sets the rows from..to-1 of columns, at most eight, to those columns of the inverse of the triangle m.
func (m *matrix) columnsOf(columns *matrix, from, to int) {
	packed := make([]float64, (m.n-from)*across) // from row from on
	for i := from; i < m.n; {
		rows, known := min(down, m.n-i), i-from
		var t tile
		if rows == down {
			t.minus(known, m.a[i*m.n+from:], m.n, packed)
		} else {
			for r := range rows {
				minusRow(m.row(i + r)[from:i], packed, &t[r])
			}
		}
		for r := range rows {
			row := m.row(i + r)
			minusRow(row[i:i+r], packed[known*across:], &t[r])
			for c := range across {
				packed[(known+r)*across+c] = reciprocal(t[r][c], row[i+r], i+r, from+c)
			}
		}
		i += rows
	}
	for c := range to - from {
		column := columns.row(from + c)[from:]
		for k := range column {
			column[k] = packed[k*across+c]
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

// products sets the columns from..to-1 of the lower triangle of inverse, at most eight, to the products of the rows of
// m, whose row j begins at column j.
func (m *matrix) products(inverse *matrix, from, to int) {
	packed := make([]float64, (m.n-from)*across)
	m.pack(packed, from, to, from, m.n)
	for i := from; i < m.n; {
		rows := min(down, m.n-i)
		columns := packed[(i-from)*across:]
		var t tile
		if rows == down {
			t.minus(m.n-i, m.a[i*m.n+i:], m.n, columns)
		} else {
			for r := range rows {
				minusRow(m.row(i + r)[i:], columns, &t[r])
			}
		}
		for r := range rows {
			row := inverse.row(i + r)
			for c := range to - from {
				row[from+c] = 0 - t[r][c]
			}
		}
		i += rows
	}
}

// covariance is (L·Lᵀ)⁻¹ as the covariance of strengths whose mean is 0. It computes what is asked for.
type covariance struct {
	n       int     // number of strengths: only the first rows and columns count
	columns *matrix // of the inverse of L
	means   []float64
	mean    float64
}

// covarianceOf returns the covariance of n strengths; m is the triangle L.
func (m *matrix) covarianceOf(n int, s *spares) *covariance {
	c := &covariance{n: n, columns: m.columns(s), means: make([]float64, m.n)}
	for i := range n {
		c.means[i] = 1 / float64(n)
	}
	m.solve(c.means)
	for _, mean := range c.means[:n] {
		c.mean += mean / float64(n)
	}
	return c
}

// variance returns the variance of strength i.
func (c *covariance) variance(i int) float64 {
	sum := 0.0
	for _, x := range c.columns.row(i)[i:] {
		sum += x * x
	}
	return sum + c.mean - 2*c.means[i]
}

// all returns the whole covariance; only its first rows and columns count.
func (c *covariance) all(s *spares) *matrix {
	all := c.columns.square(s)
	for i := range c.n {
		row := all.row(i)[:c.n]
		for j := range row {
			row[j] += c.mean - c.means[i] - c.means[j]
		}
	}
	return all
}
