package tournament

import (
	"runtime"
	"testing"
	"time"

	teststage "blastyard/internal/stage"
)

// sixes is an event with a million matches of six players.
func sixes(matches int) Config {
	return Config{Format: RoundRobin, Entrants: names(24), Players: 6, Rounds: matches / 24}
}

// TestMemory: a million results take far less than 120 MB.
func TestMemory(t *testing.T) {
	teststage.Only(t, "measures memory")
	const matches = 1_000_000
	before := heap()
	begun := time.Now()
	s := newSchedule(t, sixes(matches))
	playHalfAway(t, s)
	counted, _, planned := s.Count()
	if counted != planned || counted < matches-100 {
		t.Fatalf("%d of %d matches count, want about %d", counted, planned, matches)
	}
	each := float64(heap()-before) / float64(counted)
	t.Logf("%.1f bytes a result, %v", each, time.Since(begun).Round(time.Millisecond))
	if each > 80 {
		t.Errorf("%.0f bytes a result, want at most 80", each)
	}
	runtime.KeepAlive(s)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// playHalfAway plays with hundreds of matches in flight.
func playHalfAway(t testing.TB, s *Schedule) {
	r := Result{State: "0123456789abcdef", Scores: []int{12, 1, 30, 4, 200, 6}, Ranks: []int{3, 6, 2, 5, 1, 4},
		Used: []int64{0, 1, 300, 20, 1000, 5}, Turns: 100}
	var flying []Fixture
	for {
		if len(flying) < 240 {
			flying = append(flying, s.Take(24, s.Used)...)
		}
		if len(flying) == 0 {
			return
		}
		n := min(24, len(flying))
		for _, f := range flying[:n] {
			r.ID, r.Entrants = f.ID, f.Entrants
			if added, err := s.Add(&r); !added || err != nil {
				t.Fatal(added, err)
			}
		}
		flying = append(flying[:0], flying[n:]...)
	}
}

// BenchmarkMillion takes and adds results until the end of an event.
func BenchmarkMillion(b *testing.B) {
	for b.Loop() {
		playHalfAway(b, newSchedule(b, sixes(1_000_000)))
	}
}

func BenchmarkFingerprint(b *testing.B) {
	s := newSchedule(b, sixes(1_000_000))
	playHalfAway(b, s)
	for b.Loop() {
		s.Fingerprint()
	}
}
