package hexabots

import (
	"math/bits"

	"blastyard/hexabomb"
)

// Danger tells when each cell blows up, chains included, if nobody drops another bomb. It plays the rules on, so it can
// only be wrong about what players are still to do.
type Danger struct {
	sim   *hexabomb.State
	first []uint8  // by cell: the first turn of a blast, 0 for none
	mask  []uint64 // by cell: bit t: a blast at the end of turn t from now; bit 0: a bomb lies here or is dropped now
	last  int
}

// maxDanger is the last turn from now that a Danger looks at: no bomb has a longer delay.
const maxDanger = hexabomb.MaxSpecialBomb

// NewDanger returns a Danger for states of a board; it knows of no blast yet.
func NewDanger(b *hexabomb.Board) *Danger {
	return &Danger{sim: hexabomb.NewState(b), first: make([]uint8, b.NumCells()), mask: make([]uint64, b.NumCells())}
}

// Look foresees the blasts from s on, when the actions are those of the coming turns, the next first, and none follow. It
// allocates nothing.
func (d *Danger) Look(s *hexabomb.State, turns ...[]hexabomb.Action) {
	clear(d.first)
	clear(d.mask)
	d.last = 0
	d.sim.CopyFrom(s)
	d.markBombs()
	for t := 1; t <= maxDanger && (t <= len(turns) || d.sim.NumBombs() > 0); t++ {
		if t <= len(turns) {
			d.sim.Step(turns[t-1], nil)
			d.markBombs()
		} else {
			d.sim.Step(nil, nil)
		}
		for i := range d.sim.NumExplosions() {
			c, _ := d.sim.Explosion(i)
			if d.first[c] == 0 {
				d.first[c] = uint8(t)
			}
			d.mask[c] |= 1 << min(t, 63)
			d.last = t
		}
	}
}

func (d *Danger) markBombs() {
	for i := range d.sim.NumBombs() {
		d.mask[d.sim.Bomb(i).Cell] |= 1
	}
}

// First is the first turn from now at whose end the cell is in a blast: 1 for the coming turn, 0 for never. A character
// that moves onto the cell in that turn dies, and a bomb that lies there is gone after it.
func (d *Danger) First(c hexabomb.Cell) int { return int(d.first[c]) }

// Next is the first turn from turn t on (t >= 1) at whose end the cell is in a blast, 0 for none. Turns from 63 on are
// told as 63.
func (d *Danger) Next(c hexabomb.Cell, t int) int {
	later := d.mask[c] >> min(t, 63)
	if later == 0 {
		return 0
	}
	return min(t, 63) + bits.TrailingZeros64(later)
}

// At tells whether the cell is in a blast at the end of turn t from now. Turns from 63 on are one.
func (d *Danger) At(c hexabomb.Cell, t int) bool { return d.mask[c]>>min(t, 63)&1 != 0 }

// Blocks tells whether a bomb that is known today still lies on the cell when characters move in turn t from now.
func (d *Danger) Blocks(c hexabomb.Cell, t int) bool { return d.mask[c]&1 != 0 && t <= int(d.first[c]) }

// Last is the last turn from now with a blast, 0 for none.
func (d *Danger) Last() int { return d.last }

// After is the state after the last blast; those who die in a blast are dead in it. It is valid until the next Look and
// must not be changed.
func (d *Danger) After() *hexabomb.State { return d.sim }
