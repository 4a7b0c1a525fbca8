//go:build amd64 && !amd64.v3

package rating

import "golang.org/x/sys/cpu"

// vectors says whether minusVectors can be used. Tests change it. A program that is built for amd64.v3 uses none: there
// the compiler rounds a product and its sum together, which vectors would have to do, too.
var vectors = cpu.X86.HasAVX2

// minusVectors is tile.minus with vectors of four numbers. n is 1 or more, stride counts numbers.
//
//go:noescape
func minusVectors(n int, rows *float64, stride int, columns *float64, t *tile)
