package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	teststage "blastyard/internal/stage"
)

// league says how simulated events are played.
type league struct {
	name     string
	entrants int
	seats    int
	blocks   int       // blocks have as many matches as seats
	repeats  float64   // probability that a block repeats its first result, so that matches are not independent
	ties     []float64 // δ(2), δ(3), …
	spread   float64   // standard deviation of the true strengths
	slack    float64   // tolerated relative error of claims
}

// draw draws a match from the model, and returns the ranks of these players.
func (l league) draw(rng *rand.Rand, strengths []float64, players []int) []int {
	ranks := make([]int, len(players))
	left := make([]int, len(players))
	for i := range left {
		left[i] = i
	}
	for rank := 1; len(left) > 0; {
		var sets []int // each set is a mask of items of left
		var weights []float64
		sum := 0.0
		for set := 1; set < 1<<len(left); set++ {
			size, mean := 0, 0.0
			for i, seat := range left {
				if set>>i&1 == 1 {
					size++
					mean += strengths[players[seat]]
				}
			}
			delta := 1.0
			if size > 1 {
				if delta = 0; size-2 < len(l.ties) {
					delta = l.ties[size-2]
				}
			}
			sum += delta * math.Exp(mean/float64(size))
			sets, weights = append(sets, set), append(weights, sum)
		}
		at, _ := slices.BinarySearch(weights, rng.Float64()*sum)
		var after []int
		for i, seat := range left {
			if sets[at]>>i&1 == 1 {
				ranks[seat] = rank
			} else {
				after = append(after, seat)
			}
		}
		rank += len(left) - len(after)
		left = after
	}
	return ranks
}

// play simulates a whole event, and returns its data and the true strengths.
func (l league) play(rng *rand.Rand) (*Data, []float64) {
	strengths := make([]float64, l.entrants)
	for i := range strengths {
		strengths[i] = l.spread * rng.NormFloat64()
	}
	centre(strengths)
	d := new(Data)
	deck := rng.Perm(l.entrants)
	for block := range l.blocks {
		if len(deck) < l.seats { // everybody plays about equally often
			for _, e := range rng.Perm(l.entrants) {
				if !slices.Contains(deck, e) {
					deck = append(deck, e)
				}
			}
		}
		players := deck[:l.seats:l.seats]
		deck = deck[l.seats:]
		ranks := l.draw(rng, strengths, players)
		same := rng.Float64() < l.repeats
		for range l.seats {
			if err := d.Add(block, players, ranks); err != nil {
				panic(err)
			}
			if !same {
				ranks = l.draw(rng, strengths, players)
			}
		}
	}
	return d, strengths
}

// TestIntervalsCover: the 95 % intervals contain the true strength in 93 to 97 of 100 cases. Claims that one entrant is
// better than another with more than 90 % are right as often as Better says.
func TestIntervalsCover(t *testing.T) {
	for _, l := range []league{
		{"pairs", 8, 2, 170, 0.5, []float64{0.6}, 0.8, 0.03},
		{"few pairs", 6, 2, 45, 0.3, []float64{0.4}, 0.6, 0.03},
		{"hardly any pairs", 5, 2, 15, 0.3, []float64{0.4}, 0.6, 0.12}, // claims from so little data are too bold
		{"one pair", 2, 2, 40, 0.4, []float64{0.4}, 0.5, 0.03},
		{"unequal pairs", 8, 2, 170, 0.3, []float64{0.4}, 1.6, 0.03},
		{"fours", 10, 4, 80, 0.4, []float64{0.5, 0.2, 0.1}, 0.8, 0.03},
		{"repeated pairs", 8, 2, 120, 1, []float64{0.6}, 0.8, 0.03},
		{"repeated fours", 8, 4, 60, 1, []float64{0.6}, 0.8, 0.03},
		{"independent fours", 8, 4, 60, 0, []float64{0.6}, 0.8, 0.03},
		{"few fours", 8, 4, 24, 0.4, []float64{0.3}, 0.6, 0.03},
		{"fours with many ties", 8, 4, 60, 0.3, []float64{4, 3, 2}, 0.8, 0.03},
		{"sixes", 10, 6, 40, 0.3, []float64{0.4, 0.1}, 0.8, 0.03},
	} {
		t.Run(l.name, func(t *testing.T) {
			if l.blocks*l.entrants > 300 {
				teststage.Only(t, "simulates 1,000 large events")
			}
			t.Parallel()
			const events = 1000
			rng := rand.New(rand.NewPCG(20261122, uint64(l.entrants*100+l.blocks)))
			covered, all := 0, 0
			sure, right := 0.0, 0.0
			for event := range events {
				d, truth := l.play(rng)
				m, err := Fit(d, l.entrants)
				if err != nil {
					t.Fatal(err)
				}
				for i, interval := range m.Intervals(d, 200, uint64(event)) {
					all++
					if interval.Low <= truth[i] && truth[i] <= interval.High {
						covered++
					}
					if j := (i + 1) % l.entrants; m.Better(i, j) > 0.9 {
						sure += m.Better(i, j)
						if truth[i] > truth[j] {
							right++
						}
					}
				}
			}
			share := float64(covered) / float64(all)
			t.Logf("%.1f %% of %d intervals cover the true strength; %.0f of %.0f claims expected to be right are",
				100*share, all, right, sure)
			if share < 0.93 || share > 0.97 {
				t.Errorf("%.1f %% of the intervals cover the true strength, want 93 to 97", 100*share)
			}
			if math.Abs(right-sure) > l.slack*sure {
				t.Errorf("%.0f claims that one is better than another are right, want %.0f of them", right, sure)
			}
		})
	}
}
