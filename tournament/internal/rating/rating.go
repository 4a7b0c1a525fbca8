// Package rating makes strengths of results. It fits the whole of an event at once, so the order of the matches makes
// no difference, and it says how sure each strength is.
//
// The model is the one of Davidson for two seats, and of Plackett and Luce with the ties of Turner, van Etten, Firth
// and Kosmidis (2020) for more; the first is the second for two seats. An entrant has a strength θ, its worth is
// exp(θ). A match is decided from its best place to its last: of those who are left, the set S takes the next place
// with a chance that is proportional to
//
//	δ(|S|) · (product of the worths in S) ^ (1/|S|),     δ(1) = 1
//
// Each δ(s), for s entrants that share a place, is fitted too; it is 0 where no s entrants ever shared a place.
//
// The package reads no clock and draws only from seeds: the same matches give the same numbers.
package rating

import "math"

// eloPerStrength is how many Elo-like points one unit of strength is: entrants 400 points apart win 10 to 1.
const eloPerStrength = 400 / math.Ln10

// middleElo is the mean of all entrants in Elo-like points.
const middleElo = 1500

// EloOf is a strength in Elo-like points, 1500 being the mean of all entrants.
func EloOf(strength float64) float64 { return middleElo + eloPerStrength*strength }

// WinOf is the chance that an entrant beats another who is weaker by this strength, where they do not draw.
func WinOf(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }
