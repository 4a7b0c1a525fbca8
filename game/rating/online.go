package rating

import (
	"fmt"
	"math"
	"slices"
)

// Constants of the online rating: the defaults of openskill.
const (
	onlineMu    = 25.0
	onlineSigma = onlineMu / 3
	onlineBeta  = onlineSigma / 2 // how much luck influences a match
	onlineTau   = onlineMu / 300  // growth of a sigma with each match, because bots change
	onlineKappa = 0.0001          // lower limit of the factor by which a match reduces a squared sigma
)

// Online is a rating that is updated after each match: algorithm 4 of Weng and Lin (2011), Plackett–Luce, as in
// openskill. Unlike Fit, it depends on the order of the matches. Its zero value has no entrants.
type Online struct {
	mu, sigma []float64
	seats     []onlineSeat
}

type onlineSeat struct{ player, rank, ties int }

// Grow makes room for n entrants; new entrants start with the same rating.
func (o *Online) Grow(n int) {
	for len(o.mu) < n {
		o.mu = append(o.mu, onlineMu)
		o.sigma = append(o.sigma, onlineSigma)
	}
}

// Len returns the number of entrants.
func (o *Online) Len() int { return len(o.mu) }

// Mu returns the estimated strength of an entrant. It starts at 25.
func (o *Online) Mu(player int) float64 { return o.mu[player] }

// Sigma returns the uncertainty of Mu as a standard deviation. It starts at 25/3.
func (o *Online) Sigma(player int) float64 { return o.sigma[player] }

// Strength returns Mu on the scale of Fit's strengths; 0 is the start.
func (o *Online) Strength(player int) float64 {
	// Once the sigmas are small, a logistic function of the difference over c = √(2β²) decides a match of two.
	return (o.mu[player] - onlineMu) / (onlineBeta * math.Sqrt2)
}

// Add counts a match. players are indexes, and ranks are as for Data.Add. New entrants are added.
func (o *Online) Add(players, ranks []int) error {
	if len(players) != len(ranks) || len(players) < 2 {
		return fmt.Errorf("rating: a match has %d players and %d ranks: expected 2 or more of both",
			len(players), len(ranks))
	}
	if lowest := slices.Min(players); lowest < 0 {
		return fmt.Errorf("rating: a player is %d: expected an index from 0", lowest)
	}
	o.Grow(slices.Max(players) + 1)
	o.seats = o.seats[:0]
	c2 := 0.0
	for i, p := range players {
		ties := 0
		for _, r := range ranks {
			if r == ranks[i] {
				ties++
			}
		}
		o.seats = append(o.seats, onlineSeat{p, ranks[i], ties})
		o.sigma[p] = math.Hypot(o.sigma[p], onlineTau)
		c2 += o.sigma[p]*o.sigma[p] + onlineBeta*onlineBeta
	}
	o.update(math.Sqrt(c2))
	return nil
}

// update changes the ratings of the match's seats. c is the scale of the match.
func (o *Online) update(c float64) {
	var worth, left, omega, delta [MaxSeats + 1]float64
	worths, lefts, omegas, deltas := worth[:], left[:], omega[:], delta[:]
	if n := len(o.seats); n > len(worths) {
		worths, lefts, omegas, deltas = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	}
	for i, s := range o.seats {
		worths[i] = math.Exp(o.mu[s.player] / c)
	}
	for q, s := range o.seats { // those that were left when q took its place
		for i, other := range o.seats {
			if other.rank >= s.rank {
				lefts[q] += worths[i]
			}
		}
	}
	for i, s := range o.seats {
		for q, other := range o.seats {
			if other.rank > s.rank {
				continue
			}
			chance := worths[i] / lefts[q]
			deltas[i] += chance * (1 - chance) / float64(other.ties)
			if q == i {
				omegas[i] += (1 - chance) / float64(other.ties)
			} else {
				omegas[i] -= chance / float64(other.ties)
			}
		}
	}
	for i, s := range o.seats {
		variance := o.sigma[s.player] * o.sigma[s.player]
		o.mu[s.player] += variance / c * omegas[i]
		shrink := variance / (c * c) * deltas[i] * o.sigma[s.player] / c
		o.sigma[s.player] *= math.Sqrt(max(1-shrink, onlineKappa))
	}
}
