package sprt

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSPRTErrors: if Elo0 is true, at most alpha of all tests accept Elo1, and vice versa. The games of a pair depend
// on each other.
func TestSPRTErrors(t *testing.T) {
	const tests = 2000
	for _, c := range []struct {
		name        string
		s           Test
		independent bool
	}{
		{"narrow", Test{Elo0: 0, Elo1: 30, Alpha: 0.05, Beta: 0.05}, false},
		{"wide", Test{Elo0: -20, Elo1: 30, Alpha: 0.05, Beta: 0.1}, false},
		{"independent games", Test{Elo0: 0, Elo1: 40, Alpha: 0.1, Beta: 0.05}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, 12))
			wrong := func(elo float64, accept Verdict) float64 {
				n := 0
				for range tests {
					if c.s.simulate(t, rng, elo, c.independent) == accept {
						n++
					}
				}
				return float64(n) / float64(tests)
			}
			alpha, beta := wrong(c.s.Elo0, AcceptH1), wrong(c.s.Elo1, AcceptH0)
			t.Logf("%.2f %% wrongly called stronger, %.2f %% wrongly called not stronger", 100*alpha, 100*beta)
			if alpha > c.s.Alpha || beta > c.s.Beta {
				t.Errorf("error rates %v and %v, want %v and %v at most", alpha, beta, c.s.Alpha, c.s.Beta)
			}
			if alpha == 0 || beta == 0 {
				t.Error("no test was wrong: the simulation is not one")
			}
		})
	}
}

// simulate runs a test of an entrant that is stronger by elo, and returns the verdict. A third of the games are draws.
func (s Test) simulate(t *testing.T, rng *rand.Rand, elo float64, independent bool) Verdict {
	score := ScoreOfElo(elo)
	game := func() int { // half points: 0, 1 or 2, with the mean 2·score
		switch u := rng.Float64(); {
		case u < score-1.0/6:
			return 2
		case u < score+1.0/6:
			return 1
		}
		return 0
	}
	p := NewPairs(2)
	for range 100_000 {
		first, second := game(), game()
		if !independent && rng.Float64() < 0.4 {
			second = first
		}
		if err := p.Add(first + second); err != nil {
			t.Fatal(err)
		}
		if v := s.Verdict(p); v != GoOn {
			return v
		}
	}
	t.Fatal("a test did not end in 100,000 pairs")
	return GoOn
}

func TestPairs(t *testing.T) {
	p := NewPairs(2)
	for _, halves := range []int{0, 4, 4, 3, 2, 4} {
		if err := p.Add(halves); err != nil {
			t.Fatal(err)
		}
	}
	for _, halves := range []int{-1, 5} {
		if err := p.Add(halves); err == nil {
			t.Errorf("a pair of games takes %d half points", halves)
		}
	}
	if p.Blocks() != 6 {
		t.Errorf("%d blocks, want 6", p.Blocks())
	}
	elo, low, high := p.Elo() // 17 of 24 points; counts of 0 are replaced by 0.001
	if math.Abs(elo-154.1) > 0.5 || low > elo-50 || high < elo+50 {
		t.Errorf("stronger by %v, from %v to %v, want about 154 in a wide interval", elo, low, high)
	}
	if won := (Pairs{0, 0, 0, 0, 7}); (Test{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}).LLR(won) <= 0 {
		t.Error("seven pairs that were won speak against a stronger entrant")
	}
	s := Test{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	if lower, upper := s.Bounds(); math.Abs(upper-math.Log(19)) > 1e-12 || math.Abs(lower+upper) > 1e-12 {
		t.Errorf("bounds %v and %v, want ± ln 19", lower, upper)
	}
	if got := s.Verdict(NewPairs(2)); got != GoOn {
		t.Errorf("without any games the verdict is %v", got)
	}
}
