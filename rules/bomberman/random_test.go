package bomberman

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestRandomIsDotNets compares with the numbers that .NET documents and everybody knows.
func TestRandomIsDotNets(t *testing.T) {
	for seed, want := range map[int32][]int32{0: {1559595546, 1755192844, 1649316166}, 1: {534011718, 237820880}, 42: {1434747710, 302596119, 269548474}} {
		var r random
		r.seed(seed)
		for i, n := range want {
			if got := r.next(); got != n {
				t.Errorf("seed %d, number %d: %d, want %d", seed, i, got, n)
			}
		}
	}
}

func TestRandomIsAsBefore(t *testing.T) {
	for _, seed := range []int32{0, 1, -1, 161803398, 161803399, 1<<31 - 1, -1 << 31, -1<<31 + 1, 1559595546} {
		compareRandom(t, seed, 1000)
	}
	rng := rand.New(rand.NewPCG(10, 11))
	overflows := map[*[randomSize]uint32]int{}
	for range 50000 {
		seed := int32(rng.Uint32())
		compareRandom(t, seed, randomSize+1)
		sums, _ := seedingSums(magnitude(seed))
		overflows[sums]++
	}
	for i := range seedings.sums {
		if overflows[&seedings.sums[i]] == 0 {
			t.Errorf("no seed had the overflows %b: %v", i, overflows)
		}
	}
}

func compareRandom(t *testing.T, seed int32, numbers int) {
	t.Helper()
	var r random
	r.seed(seed)
	ref := newRefRandom(seed)
	for i := range numbers {
		got, want := r.next(), ref.next()
		if got != want {
			t.Fatalf("seed %d, number %d: %d, want %d", seed, i, got, want)
		}
		if first := firstRandom(seed); i == 0 && first != got {
			t.Fatalf("seed %d: firstRandom is %d, the first number %d", seed, first, got)
		}
	}
}

// TestRandomByTheBook: the magnitudes without seedings are the documented ones, and they give the right numbers, too.
func TestRandomByTheBook(t *testing.T) {
	byTheBook := 0
	for _, x := range []struct {
		at        linear
		remainder int64 // of the difference from place 55, modulo randomMax
	}{{seedings.minuend, 0}, {seedings.minuend, 1}, {seedings.subtrahend, 1}, {seedings.subtrahend, 2}} {
		// (factor + 1) × abs + sum - seedingStart is the remainder.
		modulus := big.NewInt(randomMax)
		abs := new(big.Int).ModInverse(big.NewInt(int64(x.at.factor)+1), modulus)
		abs.Mul(abs, big.NewInt(x.remainder+int64(seedingStart)-int64(x.at.sum)))
		seed := int32(abs.Mod(abs, modulus).Int64())
		if _, ok := seedingSums(seed); !ok {
			byTheBook++
		}
		for d := int32(-2); d <= 2; d++ {
			compareRandom(t, seed+d, 2000)
			compareRandom(t, -seed+d, 2000)
		}
	}
	if byTheBook != 4 {
		t.Errorf("%d magnitudes are seeded by the book, expected 4", byTheBook)
	}
}

// TestScale compares scale with what .NET computes. Both grow with r, so it is enough to compare them at their steps,
// for each n that maps may need, and many more.
func TestScale(t *testing.T) {
	for n := 1; n <= 1200; n++ {
		for k := range n {
			last := int32(uint64(k) * randomMax / uint64(n)) // about here k begins
			for r := max(0, last-1); r <= min(randomMax-1, last+2); r++ {
				if got, want := scale(r, n), int(float64(r)*(1.0/randomMax)*float64(n)); got != want {
					t.Fatalf("%d of %d: %d, want %d", r, n, got, want)
				}
			}
		}
		if got := scale(randomMax-1, n); got != n-1 {
			t.Errorf("the last number of %d: %d", n, got)
		}
	}
}
