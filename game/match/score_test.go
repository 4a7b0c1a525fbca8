package match

import (
	"math"
	"testing"
)

func TestScoreInterval(t *testing.T) {
	for _, c := range []struct {
		scores    []int
		mean      float64
		low, high float64
	}{
		{nil, 0, 0, 0},
		{[]int{4}, 4, 4, 4},
		{[]int{4, 8}, 6, 6, 6},
		{[]int{1, 2, 3}, 2, -0.484138, 4.484138}, // 2 ± 4.302653·1/√3
		{[]int{10, 10, 10, 10}, 10, 10, 10},      // nothing differs
		{[]int{-3, 5, 100, 42, 7, 7, 19, 64}, 30.125, -0.006357, 60.256357}, // t is 2.364624
		{repeated(31, 0, 10), 4.838710, 2.975349, 6.702070},                 // beyond the list: t is 2.042272
	} {
		var sums Tally
		for _, s := range c.scores {
			sums.Add(Result{Winner: NoWinner, Scores: []int{s}}, 0)
		}
		low, high := sums.ScoreInterval()
		if mean := sums.MeanScore(); far(mean, c.mean) || far(low, c.low) || far(high, c.high) {
			t.Errorf("%v: %v, %v to %v; expected %v, %v to %v", c.scores, mean, low, high, c.mean, c.low, c.high)
		}
	}
}

// repeated returns n scores by repeating the given ones.
func repeated(n int, scores ...int) (list []int) {
	for i := range n {
		list = append(list, scores[i%len(scores)])
	}
	return list
}

func far(a, b float64) bool { return math.Abs(a-b) > 0.0005 }
