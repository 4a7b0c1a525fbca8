package lzma

import "math/bits"

// What things save or cost in a stream, in bits, roughly. What is copied is chosen by that.
const (
	byteSaves  = 5 // a byte that is no literal
	matchCosts = 9 // beside its distance
	repCosts   = 6
	laterCosts = 1 // a literal now for the sake of what comes next
)

const (
	mostTries = 64  // candidates that are looked at
	enough    = 128 // bytes: nothing better is looked for
	hashed    = 4   // bytes
	shortest  = 3   // of a match at a new distance
	hashBits  = 20  // of the hash of so many
	shortBits = 16  // of 3
)

// finder finds what was there before.
type finder struct {
	data   []byte
	heads  []int32 // the last position by the hash of what is there, from 1
	before []int32 // and the one before it, by position
	short  []int32 // the last position by the hash of the shortest match
	filled int     // positions before are in them

	next   copied // the best at nextAt, which was looked at already; -1: nowhere
	nextAt int
	saves  int // of next
}

func newFinder(data []byte) *finder {
	return &finder{data: data, heads: make([]int32, 1<<hashBits), before: make([]int32, len(data)),
		short: make([]int32, 1<<shortBits), nextAt: -1}
}

// choose says what to write at a position: a literal is a copy of length 1 without a rep.
func (f *finder) choose(at int, reps *[4]int) copied {
	c, saves := f.next, f.saves
	if at != f.nextAt {
		c, saves = f.best(at, reps)
	}
	if saves > 0 && c.length < enough && at+1 < len(f.data) {
		f.nextAt = at + 1
		if f.next, f.saves = f.best(at+1, reps); f.saves > saves+laterCosts {
			saves = 0
		}
	}
	if saves > 0 {
		f.nextAt = -1
		return c
	}
	if d := reps[0]; d <= at && f.data[at] == f.data[at-d] {
		return copied{length: 1, distance: d}
	}
	return copied{length: 1, rep: -1}
}

// best is what saves most at a position, if anything does.
func (f *finder) best(at int, reps *[4]int) (best copied, saves int) {
	f.fill(at)
	for i, d := range reps {
		if d > at {
			continue
		}
		n := f.same(at, d)
		s := byteSaves*n - repCosts - i
		if n >= minLength && s > saves {
			best, saves = copied{n, d, i}, s
		}
	}
	if len(f.data)-at < hashed {
		return best, saves
	}
	length := shortest - 1
	take := func(d int) {
		if at+length >= len(f.data) || f.data[at+length] != f.data[at+length-d] {
			return // it is not longer
		}
		n := f.same(at, d)
		if n <= length {
			return
		}
		length = n
		if s := byteSaves*n - matchCosts - bits.Len(uint(d)); s > saves {
			best, saves = copied{n, d, -1}, s
		}
	}
	if p := int(f.short[f.hash3(at)]) - 1; p >= 0 {
		take(at - p)
	}
	p := int(f.heads[f.hash4(at)]) - 1
	for tries := mostTries; p >= 0 && tries > 0 && length < maxLength; tries-- {
		take(at - p)
		p = int(f.before[p]) - 1
	}
	return best, saves
}

// same is how many bytes at a position are as those at a distance before.
func (f *finder) same(at, distance int) (n int) {
	a, b := f.data[at:], f.data[at-distance:]
	most := min(len(a), maxLength)
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// fill takes the positions before one.
func (f *finder) fill(at int) {
	for ; f.filled < at && f.filled+hashed <= len(f.data); f.filled++ {
		h := f.hash4(f.filled)
		f.before[f.filled], f.heads[h] = f.heads[h], int32(f.filled+1)
		f.short[f.hash3(f.filled)] = int32(f.filled + 1)
	}
}

func (f *finder) hash4(at int) uint32 {
	d := f.data[at : at+hashed]
	return (uint32(d[0]) | uint32(d[1])<<8 | uint32(d[2])<<16 | uint32(d[3])<<24) * 2654435761 >> (32 - hashBits)
}

func (f *finder) hash3(at int) uint32 {
	d := f.data[at : at+shortest]
	return (uint32(d[0]) | uint32(d[1])<<8 | uint32(d[2])<<16) * 2654435761 >> (32 - shortBits)
}
