package hexabomb

const nearReach = MaxBomb // the reach of ordinary bombs, whose rays are kept ready

// ray is what a bomb on a cell covers, up to nearReach.
type ray struct {
	near   [1 + nearReach*NumDirections]uint32 // (distance + 1)<<16 | cell, nearest first
	within [nearReach + 1]uint8                // by distance: how many of near are at most that far
}

// castRay follows the six directions from a cell, each up to the first place without a cell.
func (b *Board) castRay(from Cell) ray {
	var r ray
	var ends [NumDirections]Cell
	for d := range ends {
		ends[d] = from
	}
	r.near[0] = 1<<16 | uint32(from)
	n := uint8(1)
	for distance := range uint32(nearReach + 1) {
		for d := range ends {
			if distance == 0 || ends[d] == b.outside {
				continue
			}
			if ends[d] = b.neighbours[int(ends[d])*neighbourStride+d]; ends[d] != b.outside {
				r.near[n] = (distance+1)<<16 | uint32(ends[d])
				n++
			}
		}
		r.within[distance] = n
	}
	return r
}
