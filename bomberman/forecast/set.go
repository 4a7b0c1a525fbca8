package bomberbots

import "math/bits"

// set is a set of blocks, a bit each, row by row.
type set []uint64

func newSet(blocks int) set { return make(set, (blocks+63)/64) }

func (s set) has(block int) bool { return s[block>>6]>>(block&63)&1 != 0 }

func (s set) add(block int) { s[block>>6] |= 1 << (block & 63) }

func (s set) fill() {
	for i := range s {
		s[i] = ^uint64(0)
	}
}

// and keeps what is in both.
func (s set) and(o set) {
	for i := range s {
		s[i] &= o[i]
	}
}

// without drops what is in o.
func (s set) without(o set) {
	for i := range s {
		s[i] &^= o[i]
	}
}

// or adds what is in o.
func (s set) or(o set) {
	for i := range s {
		s[i] |= o[i]
	}
}

// neighbours sets s to the four neighbours of every block of o, on a map of a width. What it puts beyond the map's sides
// lies on border walls, where nobody can go.
func (s set) neighbours(o set, width int) {
	whole, part := width>>6, uint(width&63)
	for i := range s {
		s[i] = o[i]<<1 | o.word(i-1)>>63 | o[i]>>1 | o.word(i+1)<<63 |
			o.word(i-whole)<<part | o.word(i-whole-1)>>(64-part) | o.word(i+whole)>>part | o.word(i+whole+1)<<(64-part)
	}
}

func (s set) word(i int) uint64 {
	if uint(i) >= uint(len(s)) {
		return 0
	}
	return s[i]
}

// lowest is the first block, or none.
func (s set) lowest() int {
	for i, w := range s {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return none
}

// each calls f for every block, in order, until f returns false.
func (s set) each(f func(block int) bool) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			if !f(i<<6 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}
