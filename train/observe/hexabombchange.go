package observe

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// A change is a byte of a view that a turn changed: where, counted from the start of the channels of its player, whose
// channels these are, and the value. They share a word, as lists of changes are made and read in every turn.
type change uint64

const (
	changePlayer = 32
	changeValue  = 48
)

func changeOf(at uint32, player int, value byte) change {
	return change(at) | change(player)<<changePlayer | change(value)<<changeValue
}

func (c change) at() uint32  { return uint32(c) }
func (c change) player() int { return int(uint16(c >> changePlayer)) }
func (c change) value() byte { return byte(c >> changeValue) }

// cleared is the change that takes c back.
func (c change) cleared() change { return c & (1<<changeValue - 1) }

// room makes room for more changes, and one beyond them, and returns it.
func (o *Hexabomb) room(more int) []change {
	o.changes = slices.Grow(o.changes, more+1)
	return o.changes[len(o.changes):cap(o.changes)]
}

// recolour sets list from n on to the changes of a cell's colour, and returns where they end. There must be room for
// two, and one beyond. Nothing here depends on a branch: what changes cannot be foreseen.
func (o *Hexabomb) recolour(list []change, n int, c hexabomb.Cell, colour hexabomb.Colour) int {
	old := o.colours[c]
	o.colours[c] = colour
	at, differs := o.offset(hexColour, c), number(old != colour)
	list[n] = changeOf(at, int(uint16(old)-1), 0)
	n += int(differs & number(old != 0))
	list[n] = changeOf(at, int(uint16(colour)-1), yes)
	return n + int(differs&number(colour != 0))
}
