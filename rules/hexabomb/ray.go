package hexabomb

import "iter"

// Ray iterates over the cells from a cell in a direction, the nearest first and without the cell itself, up to the
// first position without a cell.
func (b *Board) Ray(from Cell, d Direction) iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for c := from; ; {
			if c = b.neighbours[int(c)*neighbourStride+int(d)]; c == b.outside || !yield(c) {
				return
			}
		}
	}
}

// AppendBlast appends each cell that the blast of a bomb covers: the bomb's own, then those at most reach steps away
// in each direction.
func (b *Board) AppendBlast(dst []Cell, from Cell, reach int) []Cell {
	dst = append(dst, from)
	for d := range Direction(NumDirections) {
		rest := reach
		for c := range b.Ray(from, d) {
			if rest--; rest < 0 {
				break
			}
			dst = append(dst, c)
		}
	}
	return dst
}

const nearReach = MaxBomb // range of ordinary bombs, whose rays are precomputed

// closest is the closeness of a bomb's own cell. One step farther it is one less; at no distance it is 0.
const closest = MaxSpecialBomb + 1

// rays are the cells that a bomb on a cell covers, up to nearReach.
type rays struct {
	near   [1 + nearReach*NumDirections]uint32 // closeness<<closenessShift | cell, nearest first
	within [nearReach + 1]uint8                // by distance: how many entries of near are at most that far
}

// castRays follows the six directions from a cell, each up to the first place without a cell.
func (b *Board) castRays(from Cell) rays {
	var far [nearReach][NumDirections]Cell // by distance - 1 and direction
	for d := range Direction(NumDirections) {
		for distance := range far {
			far[distance][d] = b.outside
		}
		distance := 0
		for c := range b.Ray(from, d) {
			far[distance][d] = c
			if distance++; distance == nearReach {
				break
			}
		}
	}
	var r rays
	r.near[0] = closest<<closenessShift | uint32(from)
	r.within[0] = 1
	n := uint8(1)
	for distance := range far {
		for _, c := range far[distance] {
			if c != b.outside {
				r.near[n] = (closest-uint32(distance+1))<<closenessShift | uint32(c)
				n++
			}
		}
		r.within[distance+1] = n
	}
	return r
}
