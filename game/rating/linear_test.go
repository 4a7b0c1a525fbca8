package rating

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// plainCholesky and plainInverse are the textbook loops, one sum after the other.
func plainCholesky(m *matrix) *matrix {
	l := newMatrix(m.n)
	for i := range m.n {
		for j := range i {
			sum := m.row(i)[j]
			for k := range j {
				sum -= l.row(i)[k] * l.row(j)[k]
			}
			l.row(i)[j] = sum / l.row(j)[j]
		}
		sum := m.row(i)[i]
		for k := range i {
			sum -= l.row(i)[k] * l.row(i)[k]
		}
		l.row(i)[i] = math.Sqrt(sum)
	}
	return l
}

func plainInverse(l *matrix) *matrix {
	columns := newMatrix(l.n)
	for j := range l.n {
		column := columns.row(j)
		column[j] = 1 / l.row(j)[j]
		for i := j + 1; i < l.n; i++ {
			sum := 0.0
			for k := j; k < i; k++ {
				sum -= l.row(i)[k] * column[k]
			}
			column[i] = sum / l.row(i)[i]
		}
	}
	inverse := newMatrix(l.n)
	for i := range l.n {
		for j := range i + 1 {
			sum := 0.0
			for k := i; k < l.n; k++ {
				sum += columns.row(i)[k] * columns.row(j)[k]
			}
			inverse.row(i)[j], inverse.row(j)[i] = sum, sum
		}
	}
	return inverse
}

// TestKernelsAreExact: triangles and inverses are those of the textbook loops to the last bit, whatever the size and
// however many processors share the work. So an event of before has the standings of before.
func TestKernelsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 24, 47, 48, 49, 50, 96, 97, 143, 150, 201} {
		m := newMatrix(n)
		for i := range n { // a graph of who met whom, with a little of a prior
			m.row(i)[i] += 0.01
			for range 6 {
				j, w := rng.IntN(n), rng.Float64()
				m.row(i)[i] += w
				m.row(j)[j] += w
				m.row(i)[j] -= w
				m.row(j)[i] -= w
			}
		}
		l := plainCholesky(m)
		inverse := plainInverse(l)
		has := vectors
		for _, with := range []bool{false, has} {
			for _, processors := range []int{1, 3} {
				before := runtime.GOMAXPROCS(processors)
				vectors = with
				spares := new(spares)
				for range 2 { // that have other numbers
					m := newMatrix(n)
					for i := range m.a {
						m.a[i] = rng.Float64()
					}
					spares.put(m)
				}
				got := spares.get(n)
				if !m.choleskyInto(got) {
					t.Fatalf("%d entrants: it has no triangle", n)
				}
				equal(t, n, "triangle", got, l)
				equal(t, n, "inverse", got.inverse(spares), inverse)
				runtime.GOMAXPROCS(before)
			}
		}
		vectors = has
	}
}

func equal(t *testing.T, n int, what string, got, want *matrix) {
	t.Helper()
	for i, x := range got.a {
		if x != want.a[i] {
			t.Fatalf("%d entrants: element %d,%d of the %s is %v, want %v", n, i/n, i%n, what, x, want.a[i])
		}
	}
}
