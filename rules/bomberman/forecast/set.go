package forecast

import (
	"iter"
	"math/bits"
)

// A Set is a set of blocks, one bit each, row by row.
type Set []uint64

// NewSet returns an empty set for a map of so many blocks.
func NewSet(blocks int) Set { return make(Set, (blocks+63)/64) }

// Has reports whether a block is in s.
func (s Set) Has(block int) bool { return s[block>>6]>>(block&63)&1 != 0 }

// Add puts a block into s.
func (s Set) Add(block int) { s[block>>6] |= 1 << (block & 63) }

// Fill puts every block into s.
func (s Set) Fill() {
	for i := range s {
		s[i] = ^uint64(0)
	}
}

// And keeps what is in both.
func (s Set) And(o Set) {
	for i := range s {
		s[i] &= o[i]
	}
}

// Without drops what is in o.
func (s Set) Without(o Set) {
	for i := range s {
		s[i] &^= o[i]
	}
}

// Or adds what is in o.
func (s Set) Or(o Set) {
	for i := range s {
		s[i] |= o[i]
	}
}

// Neighbours sets s to the four neighbours of every block of o, on a map of a width. Neighbours beyond the map's
// sides become border walls, which nobody can enter.
func (s Set) Neighbours(o Set, width int) {
	whole, part := width>>6, uint(width&63)
	for i := range s {
		s[i] = o[i]<<1 | o.word(i-1)>>63 | o[i]>>1 | o.word(i+1)<<63 |
			o.word(i-whole)<<part | o.word(i-whole-1)>>(64-part) | o.word(i+whole)>>part | o.word(i+whole+1)<<(64-part)
	}
}

func (s Set) word(i int) uint64 {
	if uint(i) >= uint(len(s)) {
		return 0
	}
	return s[i]
}

// Lowest returns the first block, or None.
func (s Set) Lowest() int {
	for i, w := range s {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return None
}

// All yields every block, in order.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}
