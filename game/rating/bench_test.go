package rating

import (
	"math/rand/v2"
	"runtime"
	"testing"
)

// million returns a million matches of 6 of 24 entrants, in blocks of 6, with ties of up to three.
func million() *Data {
	l := league{entrants: 24, seats: 6, blocks: 1_000_000 / 6, ties: []float64{0.3, 0.1}, spread: 0.8}
	d, _ := l.play(rand.New(rand.NewPCG(1, 2)))
	return d
}

// BenchmarkFit fits a million matches and computes their intervals.
func BenchmarkFit(b *testing.B) {
	d := million()
	b.Run("fit", func(b *testing.B) {
		for b.Loop() {
			if _, err := Fit(d, 24); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("posterior", func(b *testing.B) {
		m, err := Fit(d, 24)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			m.Posterior()
		}
	})
	b.Run("intervals", func(b *testing.B) {
		m, err := Fit(d, 24)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			m.Intervals(d, 1000, 1)
		}
	})
}

// TestDataIsSmall: a million matches of six take less than 40 MB, in blocks or singly.
func TestDataIsSmall(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		return int64(s.HeapAlloc)
	}
	for _, perBlock := range []int{1, 6} {
		before := heap()
		d := new(Data)
		rng := rand.New(rand.NewPCG(3, 4))
		ranks := []int{1, 2, 2, 4, 5, 5}
		for match := range 1_000_000 {
			if err := d.Add(match/perBlock, rng.Perm(24)[:6], ranks); err != nil {
				t.Fatal(err)
			}
		}
		size := heap() - before
		t.Logf("%d matches of %d blocks take %.1f MB", d.Matches(), d.Blocks(), float64(size)/1e6)
		if size > 40_000_000 || d.Matches() != 1_000_000 || d.Blocks() != (1_000_000+perBlock-1)/perBlock {
			t.Errorf("%d matches of %d blocks take %d bytes, want 40 MB at most", d.Matches(), d.Blocks(), size)
		}
		runtime.KeepAlive(d)
	}
}
