// Package sprt has the sequential test of two entrants: is the first one stronger? Competitions use it, and so does the
// command compare. It is pure.
package sprt

import (
	"fmt"
	"math"
)

// Verdict is the state of a sequential test.
type Verdict int

// The verdicts.
const (
	GoOn     Verdict = iota // not decided yet
	AcceptH0                // the first entrant is not stronger: the difference is nearer to Elo0
	AcceptH1                // the first entrant is stronger: the difference is nearer to Elo1
)

func (v Verdict) String() string {
	switch v {
	case GoOn:
		return "undecided"
	case AcceptH0:
		return "not stronger"
	case AcceptH1:
		return "stronger"
	default:
		return fmt.Sprintf("Verdict(%d)", int(v))
	}
}

// Test is a sequential probability ratio test of two entrants: is the first one stronger than the second by Elo1
// points, or only by Elo0? It evaluates pairs of games with swapped seats. The games of a pair are not independent, so
// the test counts how often pairs had each sum of points (generalised SPRT, Van den Bergh), as fastchess and OpenBench
// do.
type Test struct {
	Elo0, Elo1  float64 // Elo1 is greater
	Alpha, Beta float64 // probabilities of accepting Elo1 if Elo0 is true, and Elo0 if Elo1 is true
}

// Pairs counts blocks of games of two entrants by the points of the first one: Pairs[i] blocks have i half points. A
// pair of games has 0 to 4 half points (pentanomial), so there are 5 counts; a single game has 3.
type Pairs []int

// NewPairs returns empty counts for blocks of this many games.
func NewPairs(games int) Pairs { return make(Pairs, 2*games+1) }

// Add counts a block in which the first entrant got this many half points.
func (p Pairs) Add(halfPoints int) error {
	if halfPoints < 0 || halfPoints >= len(p) {
		return fmt.Errorf("sprt: %d half points of a block: expected 0 to %d", halfPoints, len(p)-1)
	}
	p[halfPoints]++
	return nil
}

// Blocks returns the number of counted blocks.
func (p Pairs) Blocks() (n int) {
	for _, count := range p {
		n += count
	}
	return n
}

// frequencies returns the shares of the counts. It replaces counts of 0 by a small number, so that no probability is 0.
func (p Pairs) frequencies() (total float64, shares []float64) {
	shares = make([]float64, len(p))
	for i, count := range p {
		shares[i] = max(float64(count), 1e-3)
		total += shares[i]
	}
	for i := range shares {
		shares[i] /= total
	}
	return total, shares
}

// Elo returns by how many Elo-like points the first entrant is stronger, with its 95 % interval. The result is infinite
// if it got all points or none.
func (p Pairs) Elo() (elo, low, high float64) {
	total, shares := p.frequencies()
	mean, variance := 0.0, 0.0
	for i, share := range shares {
		mean += share * p.score(i)
	}
	for i, share := range shares {
		variance += share * (p.score(i) - mean) * (p.score(i) - mean)
	}
	d := 1.959963984540054 * math.Sqrt(variance/total)
	return EloOfScore(mean), EloOfScore(mean - d), EloOfScore(mean + d)
}

// score returns the share of points of a block with i half points.
func (p Pairs) score(i int) float64 { return float64(i) / float64(len(p)-1) }

// EloOfScore returns by how many Elo-like points somebody is stronger who gets this share of all points, from 0 to 1.
// It is infinite for none and for all.
func EloOfScore(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// ScoreOfElo returns the share of all points that somebody gets who is stronger by this many Elo-like points.
func ScoreOfElo(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// LLR returns the log-likelihood ratio of Elo1 to Elo0.
func (s Test) LLR(p Pairs) float64 {
	if p.Blocks() == 0 {
		return 0
	}
	total, shares := p.frequencies()
	score0, score1 := ScoreOfElo(s.Elo0), ScoreOfElo(s.Elo1)
	t0, t1 := p.tilt(shares, score0), p.tilt(shares, score1)
	sum := 0.0
	for i, share := range shares {
		// The likeliest shares with a given mean score are share / (1 + t·(score − mean)).
		sum += share * math.Log((1+t0*(p.score(i)-score0))/(1+t1*(p.score(i)-score1)))
	}
	return total * sum
}

// tilt finds t with Σ share·(score−mean)/(1+t·(score−mean)) = 0, between the two poles. The sum falls with t. tilt uses
// Newton's steps, and bisects the interval if a step leaves it.
func (p Pairs) tilt(shares []float64, mean float64) float64 {
	low, high, t := -1/(1-mean), 1/mean, 0.0
	for range 200 {
		sum, slope := 0.0, 0.0
		for i, share := range shares {
			d := p.score(i) - mean
			term := d / (1 + t*d)
			sum += share * term
			slope += share * term * term
		}
		if sum > 0 {
			low = t
		} else {
			high = t
		}
		next := t + sum/slope
		if next <= low || next >= high {
			next = (low + high) / 2
		}
		if math.Abs(next-t) <= 1e-14*(1+math.Abs(t)) {
			return next
		}
		t = next
	}
	return t
}

// Bounds returns the ratios at which the test ends: at or below lower it accepts Elo0, at or above upper Elo1.
func (s Test) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdict returns the verdict on these counts. It is only valid if the test asks after each block, in order, and keeps
// the first verdict other than GoOn.
func (s Test) Verdict(p Pairs) Verdict {
	lower, upper := s.Bounds()
	switch llr := s.LLR(p); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	default:
		return GoOn
	}
}
