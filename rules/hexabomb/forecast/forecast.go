// Package forecast computes when each cell of a hexabomb board explodes: for bots, for lessons, and for warnings to
// persons.
package forecast

import (
	"math/bits"

	"blastyard/rules/hexabomb"
)

// A Forecast says when each cell explodes, chains included, if nobody drops another bomb. It simulates the rules, so
// it can only be wrong about later actions of players. Turns count from now: 1 is the next one. A Forecast must be
// used by one goroutine at a time.
type Forecast struct {
	sim   *hexabomb.State
	first []uint8 // by cell: the first turn of a blast, 0 for none
	// by cell: bit t: a blast at the end of turn t; bit 0: a bomb lies here or is dropped in a turn given to Look
	turns []uint64
	last  int
}

// Farthest is the last turn of a Forecast: no bomb has a longer delay.
const Farthest = hexabomb.MaxSpecialBomb

// lastBit is the last turn that has a bit of its own; later ones share it.
const lastBit = 63

// New returns a Forecast for states of a board. It knows no blasts yet.
func New(b *hexabomb.Board) *Forecast {
	return &Forecast{sim: hexabomb.NewState(b), first: make([]uint8, b.NumCells()), turns: make([]uint64, b.NumCells())}
}

// Look computes the blasts from s on. turns are the actions of the next turns; after them there are none. It
// allocates nothing.
func (f *Forecast) Look(s *hexabomb.State, turns ...[]hexabomb.Action) {
	clear(f.first)
	clear(f.turns)
	f.last = 0
	f.sim.CopyFrom(s)
	f.markBombs()
	for t := 1; t <= Farthest && (t <= len(turns) || f.sim.NumBombs() > 0); t++ {
		if t <= len(turns) {
			f.sim.Step(turns[t-1], nil)
			f.markBombs()
		} else {
			f.sim.Step(nil, nil)
		}
		for i := range f.sim.NumExplosions() {
			c, _ := f.sim.Explosion(i)
			if f.first[c] == 0 {
				f.first[c] = uint8(t)
			}
			f.turns[c] |= 1 << min(t, lastBit)
			f.last = t
		}
	}
}

func (f *Forecast) markBombs() {
	for i := range f.sim.NumBombs() {
		f.turns[f.sim.Bomb(i).Cell] |= 1
	}
}

// First returns the first turn at whose end the cell is in a blast: 1 for the next turn, 0 for never. A character
// that moves onto the cell in that turn dies, and a bomb on it is gone after it.
func (f *Forecast) First(c hexabomb.Cell) int { return int(f.first[c]) }

// Next returns the first turn from turn t on (t >= 1) at whose end the cell is in a blast, or 0. Turns from 63 on are
// reported as 63.
func (f *Forecast) Next(c hexabomb.Cell, t int) int {
	later := f.turns[c] >> min(t, lastBit)
	if later == 0 {
		return 0
	}
	return min(t, lastBit) + bits.TrailingZeros64(later)
}

// At reports whether the cell is in a blast at the end of turn t. Turns from 63 on count as one.
func (f *Forecast) At(c hexabomb.Cell, t int) bool { return f.turns[c]>>min(t, lastBit)&1 != 0 }

// Blocks reports whether a bomb that is known now is still on the cell when characters move in turn t.
func (f *Forecast) Blocks(c hexabomb.Cell, t int) bool {
	return f.turns[c]&1 != 0 && t <= int(f.first[c])
}

// Last is the last turn with a blast, 0 for none.
func (f *Forecast) Last() int { return f.last }

// Turns returns the blasts by cell: bit t of a cell is At(cell, t), and bit 0 says whether Blocks knows a bomb there.
// The slice is valid until the next Look and must not be changed.
func (f *Forecast) Turns() []uint64 { return f.turns }

// Firsts returns the results of First, by cell. The slice is valid until the next Look and must not be changed.
func (f *Forecast) Firsts() []uint8 { return f.first }

// After returns the state after the last blast, with the deaths by blasts. It is valid until the next Look and must
// not be changed.
func (f *Forecast) After() *hexabomb.State { return f.sim }
