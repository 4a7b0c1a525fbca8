package match

import "math"

// ScoreInterval returns the 95 % interval of the mean score (Student's t). With fewer than three games it is the mean
// itself.
func (t Tally) ScoreInterval() (low, high float64) {
	mean, n := t.MeanScore(), float64(t.Games)
	if t.Games < 3 {
		return mean, mean
	}
	variance := max(0, (t.Squares-n*mean*mean)/(n-1))
	spread := quantile(t.Games-1) * math.Sqrt(variance/n)
	return mean - spread, mean + spread
}

// quantiles are the 97.5 % quantiles of Student's t by degrees of freedom.
var quantiles = [...]float64{2: 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157,
	2.228139,
	2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922, 2.093024, 2.085963}

// quantile returns the 97.5 % quantile of Student's t. Beyond the list it uses an expansion around the normal
// distribution.
func quantile(freedom int) float64 {
	if freedom < len(quantiles) {
		return quantiles[freedom]
	}
	const z = 1.959963984540054
	n := float64(freedom)
	return z + (z*z*z+z)/(4*n) + (5*z*z*z*z*z+16*z*z*z+3*z)/(96*n*n)
}
