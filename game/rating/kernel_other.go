//go:build !amd64 || amd64.v3

package rating

// vectors: there are none.
var vectors = false

func minusVectors(int, *float64, int, *float64, *tile) { panic("rating: there are no vectors") }
