// Package lzma packs bytes in the format .lzma of the LZMA SDK. For WebAssembly that is a fifth smaller than gzip.
// Browsers do not unpack it, so pages do (show/web/src/lab/lzma.ts).
package lzma

import (
	"encoding/binary"
	"math/bits"
)

// The numbers of the format. Literals depend on the high bits of the byte before; nothing depends on the position.
const (
	literalBits = 3 // lc; lp and pb are 0
	minLength   = 2
	maxLength   = 273
	states      = 12
	literals    = 7 // in states below, the last thing was a literal
	lowLengths  = 8 // coded in 3 bits, as many again in 3 other bits, the rest in 8
	slotBits    = 6
	lengthKinds = 4   // of distances: by the lengths 2, 3, 4 and more
	alignBits   = 4   // the last bits of large distances
	treeSlots   = 14  // slots below have all bits of a distance in trees
	treeProbs   = 115 // of them
	header      = 1 + 4 + 8
)

// prob is how likely a bit is 0, of 1<<11.
type prob = uint16

const even prob = 1 << 10

type lengthProbs struct {
	isMid, isHigh prob
	low, mid      [lowLengths]prob
	high          [256]prob
}

// probs are all that a stream adapts.
type probs struct {
	match, rep, notRep0, notRep1, notRep2, longRep0 [states]prob

	literal        [1 << literalBits][0x300]prob
	slot           [lengthKinds][1 << slotBits]prob
	distance       [treeProbs]prob
	align          [1 << alignBits]prob
	length, repLen lengthProbs
}

// encoder writes a stream: a range coder, and what both sides know.
type encoder struct {
	probs

	out     []byte
	low     uint64
	width   uint32
	cache   byte // the last byte that a carry may still change
	pending int  // how many bytes wait for that: cache, and 0xFF after it

	data []byte
	at   int
	reps [4]int // the last distances, from 1
	last int    // the state: what the last things were
}

// Pack packs data.
func Pack(data []byte) []byte {
	e := &encoder{data: data, width: 1<<32 - 1, pending: 1, reps: [4]int{1, 1, 1, 1}, out: make([]byte, header)}
	e.out[0] = literalBits
	binary.LittleEndian.PutUint32(e.out[1:], uint32(1)<<max(12, bits.Len(uint(len(data)))))
	binary.LittleEndian.PutUint64(e.out[5:], uint64(len(data)))
	e.start()
	f := newFinder(data)
	for e.at < len(data) {
		if c := f.choose(e.at, &e.reps); c.length == 1 && c.rep < 0 {
			e.literal()
		} else {
			e.copy(c)
		}
	}
	for range 5 {
		e.shift()
	}
	return e.out
}

func (e *encoder) start() {
	p := &e.probs
	set := func(lists ...[]prob) {
		for _, list := range lists {
			for i := range list {
				list[i] = even
			}
		}
	}
	set(p.match[:], p.rep[:], p.notRep0[:], p.notRep1[:], p.notRep2[:], p.longRep0[:], p.distance[:], p.align[:])
	for i := range p.literal {
		set(p.literal[i][:])
	}
	for i := range p.slot {
		set(p.slot[i][:])
	}
	for _, l := range []*lengthProbs{&p.length, &p.repLen} {
		l.isMid, l.isHigh = even, even
		set(l.low[:], l.mid[:], l.high[:])
	}
}

func (e *encoder) literal() {
	before := byte(0)
	if e.at > 0 {
		before = e.data[e.at-1]
	}
	e.bit(&e.match[e.last], 0)
	p, b, node := &e.probs.literal[before>>(8-literalBits)], int(e.data[e.at]), 1
	if e.last >= literals { // the byte that a longer match would have had tells something
		for other := int(e.data[e.at-e.reps[0]]); node < 0x100; {
			other <<= 1
			high, bit := other&0x100, b>>7&1
			e.bit(&p[0x100+high+node], bit)
			b <<= 1
			if node = node<<1 | bit; high>>8 != bit {
				break
			}
		}
	}
	for node < 0x100 {
		bit := b >> 7 & 1
		e.bit(&p[node], bit)
		b, node = b<<1, node<<1|bit
	}
	e.at++
	switch {
	case e.last < 4:
		e.last = 0
	case e.last < 10:
		e.last -= 3
	default:
		e.last -= 6
	}
}

// copied is something that was there before: at one of the last distances (rep), or at another one (rep is -1).
type copied struct {
	length, distance, rep int
}

func (e *encoder) copy(c copied) {
	s := e.last
	e.bit(&e.match[s], 1)
	e.at += c.length
	after := func(literal, other int) {
		if e.last = other; s < literals {
			e.last = literal
		}
	}
	if c.rep < 0 {
		e.bit(&e.rep[s], 0)
		e.lengthOf(&e.length, c.length)
		e.distanceOf(c)
		e.reps = [4]int{c.distance, e.reps[0], e.reps[1], e.reps[2]}
		after(7, 10)
		return
	}
	e.bit(&e.rep[s], 1)
	if c.rep == 0 {
		e.bit(&e.notRep0[s], 0)
		if c.length == 1 {
			e.bit(&e.longRep0[s], 0)
			after(9, 11)
			return
		}
		e.bit(&e.longRep0[s], 1)
	} else {
		e.bit(&e.notRep0[s], 1)
		e.bit(&e.notRep1[s], min(c.rep-1, 1))
		if c.rep > 1 {
			e.bit(&e.notRep2[s], c.rep-2)
		}
		d := e.reps[c.rep]
		copy(e.reps[1:], e.reps[:c.rep])
		e.reps[0] = d
	}
	e.lengthOf(&e.repLen, c.length)
	after(8, 11)
}

func (e *encoder) lengthOf(p *lengthProbs, length int) {
	length -= minLength
	if length < lowLengths {
		e.bit(&p.isMid, 0)
		e.tree(p.low[:], 3, length)
		return
	}
	e.bit(&p.isMid, 1)
	if length -= lowLengths; length < lowLengths {
		e.bit(&p.isHigh, 0)
		e.tree(p.mid[:], 3, length)
		return
	}
	e.bit(&p.isHigh, 1)
	e.tree(p.high[:], 8, length-lowLengths)
}

// distanceOf writes a distance: how large it is, then its other bits.
func (e *encoder) distanceOf(c copied) {
	d := c.distance - 1
	slot := d
	if d >= 4 {
		n := bits.Len(uint(d)) - 1
		slot = 2*n + d>>(n-1)&1
	}
	e.tree(e.slot[min(c.length-minLength, lengthKinds-1)][:], slotBits, slot)
	if slot < 4 {
		return
	}
	more := slot/2 - 1
	base := (2 | slot&1) << more
	rest := d - base
	if slot < treeSlots {
		e.reverse(e.distance[base-slot:], more, rest)
		return
	}
	for i := more - 1; i >= alignBits; i-- {
		e.width >>= 1
		if rest>>i&1 == 1 {
			e.low += uint64(e.width)
		}
		e.refill()
	}
	e.reverse(e.align[:], alignBits, rest)
}

// tree writes the bits of a value, the highest first.
func (e *encoder) tree(p []prob, n, value int) {
	for node := 1; n > 0; {
		n--
		bit := value >> n & 1
		e.bit(&p[node], bit)
		node = node<<1 | bit
	}
}

// reverse writes the bits of a value, the lowest first.
func (e *encoder) reverse(p []prob, n, value int) {
	for node := 1; n > 0; n-- {
		bit := value & 1
		e.bit(&p[node], bit)
		node, value = node<<1|bit, value>>1
	}
}

func (e *encoder) bit(p *prob, bit int) {
	bound := e.width >> 11 * uint32(*p)
	if bit == 0 {
		e.width = bound
		*p += (1<<11 - *p) >> 5
	} else {
		e.low += uint64(bound)
		e.width -= bound
		*p -= *p >> 5
	}
	e.refill()
}

func (e *encoder) refill() {
	for e.width < 1<<24 {
		e.width <<= 8
		e.shift()
	}
}

// shift moves a byte out.
func (e *encoder) shift() {
	if uint32(e.low) < 0xFF<<24 || e.low>>32 != 0 {
		for carry := byte(e.low >> 32); e.pending > 0; e.pending-- {
			e.out = append(e.out, e.cache+carry)
			e.cache = 0xFF
		}
		e.cache = byte(e.low >> 24)
	}
	e.pending++
	e.low = e.low & 0xFFFFFF << 8
}
