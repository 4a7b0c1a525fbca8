package observe

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// A change is a changed byte of a view: its place, counted from the start of the channels of a player, the player, and
// the value. They share a word, because lists of changes are made and read in every turn.
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

// cleared returns the change that sets the byte of c to 0.
func (c change) cleared() change { return c & (1<<changeValue - 1) }

// room makes room for more changes and one beyond them, and returns that room.
func (o *Hexabomb) room(more int) []change {
	o.changes = slices.Grow(o.changes, more+1)
	return o.changes[len(o.changes):cap(o.changes)]
}

// recolour writes the changes of a cell's colour to list from n on, and returns their end. There must be room for two,
// and one beyond. It has no branches, because the processor cannot predict what changes.
func (o *Hexabomb) recolour(list []change, n int, c hexabomb.Cell, colour hexabomb.Colour) int {
	old := o.colours[c]
	o.colours[c] = colour
	at, differs := o.offset(hexColour, c), number(old != colour)
	list[n] = changeOf(at, int(uint16(old)-1), 0)
	n += int(differs & number(old != 0))
	list[n] = changeOf(at, int(uint16(colour)-1), yes)
	return n + int(differs&number(colour != 0))
}
