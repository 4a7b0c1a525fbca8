package rating

import "math"

// studentBelow returns the probability that a number of Student's distribution is below t: Wallace's approximation by
// the normal distribution, which is good to 0.001 from 8 degrees of freedom on.
func studentBelow(t, freedom float64) float64 {
	z := (8*freedom + 1) / (8*freedom + 3) * math.Sqrt(freedom*math.Log1p(t*t/freedom))
	return math.Erfc(-math.Copysign(z, t)/math.Sqrt2) / 2
}

// student975 returns the 97.5 % quantile of studentBelow.
func student975(freedom float64) float64 {
	z := (8*freedom + 3) / (8*freedom + 1) * normal975
	return math.Sqrt(freedom * math.Expm1(z*z/freedom))
}
