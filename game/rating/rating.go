// Package rating computes strengths from results. It fits a whole event at once, so the order of the matches makes no
// difference, and it says how certain each strength is.
//
// For two seats, the model is the one of Davidson. For more, it is the one of Plackett and Luce with the ties of
// Turner, van Etten, Firth and Kosmidis (2020), which equals Davidson's for two seats. The worth of an entrant with
// strength θ is exp(θ). A match is decided from its best place to its last. Of the entrants that are left, the set S
// takes the next place with a probability that is proportional to
//
//	δ(|S|) · (product of the worths in S) ^ (1/|S|),     δ(1) = 1
//
// Each δ(s), for s entrants that share a place, is fitted too; it is 0 if no s entrants ever shared a place.
//
// The package reads no clock and draws only from seeds: the same matches give the same numbers.
package rating

import "math"

// eloPerStrength is the number of Elo-like points of one unit of strength: entrants 400 points apart win 10 to 1.
const eloPerStrength = 400 / math.Ln10

// middleElo is the mean of all entrants in Elo-like points.
const middleElo = 1500

// EloOf converts a strength to Elo-like points; the mean of all entrants is 1500.
func EloOf(strength float64) float64 { return middleElo + eloPerStrength*strength }

// WinOf returns the probability that an entrant beats one that is weaker by this difference, if they do not draw.
func WinOf(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }
