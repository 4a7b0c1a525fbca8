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

// cholesky returns the lower triangle L with L·Lᵀ = m. It reads only the lower triangle of m. ok is false if m is not
// positive definite.
func (m *matrix) cholesky() (l *matrix, ok bool) {
	l = newMatrix(m.n)
	for i := range m.n {
		li := l.row(i)
		for j := range i + 1 {
			lj := l.row(j)
			sum := m.a[i*m.n+j]
			for k := range j {
				sum -= li[k] * lj[k]
			}
			if i != j {
				li[j] = sum / lj[j]
				continue
			}
			if sum <= 1e-13*m.a[i*m.n+i] || math.IsNaN(sum) {
				return nil, false
			}
			li[i] = math.Sqrt(sum)
		}
	}
	return l, true
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
	for j := range m.n {
		column := columns.row(j)
		column[j] = 1 / m.row(j)[j]
		for i := j + 1; i < m.n; i++ {
			row, sum := m.row(i), 0.0
			for k := j; k < i; k++ {
				sum -= row[k] * column[k]
			}
			column[i] = sum / row[i]
		}
	}
	inverse := newMatrix(m.n)
	for i := range m.n {
		a := columns.row(i)
		for j := range i + 1 {
			b, sum := columns.row(j), 0.0
			for k := i; k < m.n; k++ {
				sum += a[k] * b[k]
			}
			inverse.a[i*m.n+j] = sum
		}
	}
	inverse.mirror()
	return inverse
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
