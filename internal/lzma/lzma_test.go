package lzma

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPack(t *testing.T) {
	noise := make([]byte, 50_000)
	rand.NewChaCha8([32]byte{}).Read(noise)
	far := bytes.Join([][]byte{noise, bytes.Repeat([]byte("x"), 1<<20), noise, []byte("end")}, nil)
	for name, c := range map[string]struct {
		data []byte
		most int
	}{
		"nothing":       {nil, 20},
		"a byte":        {[]byte{0}, 20},
		"two":           {[]byte{1, 1}, 19},
		"three":         {[]byte("aaa"), 20},
		"a text":        {[]byte(strings.Repeat("the same words again, and again; ", 200)), 100},
		"one byte":      {bytes.Repeat([]byte{7}, 100_000), 150},
		"noise":         {noise, 51_000},
		"far away":      {far, 51_200},
		"counted":       {counted(), 23_000},
		"recalled":      {recalled(), 18_800},
		"carries (all)": {bytes.Repeat([]byte{0xFF, 0xFE, 0xFF}, 999), 100},
	} {
		packed := Pack(c.data)
		got, err := unpack(packed)
		if err != nil || !bytes.Equal(got, c.data) || len(packed) > c.most {
			t.Errorf("%s: %d bytes become %d, at most %d are wanted, and come back as %d: %v", name, len(c.data), len(packed), c.most, len(got), err)
		}
	}
}

// counted is a table of numbers: what comes again is short and at a few distances.
func counted() (data []byte) {
	for i := range uint32(20_000) {
		data = binary.LittleEndian.AppendUint32(data, i*7)
		data = append(data, byte(i%5), 0x20, 0x0b)
	}
	return data
}

// recalled is made of pieces that were there before: at any distance, or at one of the last four.
func recalled() []byte {
	random := rand.New(rand.NewPCG(1, 2))
	data, reps := []byte("what comes again"), [4]int{1, 2, 3, 4}
	for len(data) < 100_000 {
		n, i := 1+random.IntN(20), random.IntN(6)
		switch {
		case i < len(reps):
			d := reps[i]
			copy(reps[1:], reps[:i])
			reps[0] = d
		case i == len(reps):
			reps = [4]int{1 + random.IntN(len(data)), reps[0], reps[1], reps[2]}
		default:
			data = append(data, byte(random.IntN(64)))
			continue
		}
		for range n {
			data = append(data, data[len(data)-reps[0]])
		}
	}
	return data
}

// TestHeader: what programs read that unpack any file of the format: how literals are coded, how far back copies lead,
// and the size.
func TestHeader(t *testing.T) {
	for size, window := range map[int]uint32{0: 1 << 12, 5000: 1 << 13, 1 << 20: 1 << 21} {
		h := Pack(make([]byte, size))[:header]
		if h[0] != 3 || binary.LittleEndian.Uint32(h[1:]) != window || binary.LittleEndian.Uint64(h[5:]) != uint64(size) {
			t.Errorf("%d bytes: %x", size, h)
		}
	}
}

// packedElsewhere is what liblzma made of turns and then of all bytes, as in show/web/src/lab/lzma.test.ts.
const packedElsewhere = "AwAAAQBWCgAAAAAAAAA6HjXuzah1Hlv0dj4c/8q5d9ZuBBGEQ4smc083qv77fB2j2TxOvbigivcQnZP/XQj/dv3dvTI1uBbT8DTXprYfra/lBU" +
	"G3TPbXWHwcgu47z3+duKY+SeME5lh6jLAbAH7xfVxrmpza1EY1iz4ZOWe95ALqsmy/gyxcPvcT6YOfQ4k4Je5LD2/iLnZjn6irfqXM3CBc+J2w" +
	"BL+puACwioZTM4OZnuVHum0xFJQ8MBef2nnj4PHDOMN50rT4rYNSCi04aDqVHXMvIlv5CNy0zp/sSoCKnmoch8I/b1Wm7udVAqUaj7H38byaW1" +
	"kb0onU98eKUMXFDP/jfodCSuI+MjAo8cFt4hlbNEKdGLcA6AAMDqlusWtsZ5QoCnuLa8Sqiq/UrGf5XjGthIBkNBwPG5BJ7L3nTTwpZ/nZdTFY" +
	"qi6nyy+z3yd6Yp8kytDL7x9gG5DxXUTtAFMtLzdD6tt8amuGjiUyj22eQ+l0kS+v87GF4PoklXc99//+DkYe"

// TestUnpackElsewhere: the decoder of these tests reads the format, and not just what Pack makes.
func TestUnpackElsewhere(t *testing.T) {
	packed, err := base64.StdEncoding.DecodeString(packedElsewhere)
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for i := range 60 {
		want = fmt.Appendf(want, "turn %d: the bomb of player %d explodes; ", i, i*7%5)
	}
	for i := range 256 {
		want = append(want, byte(i))
	}
	if got, _ := unpack(packed); !bytes.Equal(got, want) { // liblzma writes a mark behind the end, which is no error
		t.Errorf("%q", got)
	}
}

func FuzzPack(f *testing.F) {
	f.Add([]byte("abcabcabd"), uint8(3))
	f.Add([]byte{0, 1, 0xFF}, uint8(200))
	f.Fuzz(func(t *testing.T, data []byte, times uint8) {
		data = bytes.Repeat(data, int(times)%9)
		if got, err := unpack(Pack(data)); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%x comes back as %x: %v", data, got, err)
		}
	})
}

// decoder is the other side, as the format's specification has it.
type decoder struct {
	probs

	in          []byte
	code, width uint32
	out         []byte
}

func unpack(packed []byte) (data []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the stream is cut, or leads out of what there is")
		}
	}()
	var e encoder
	e.start()
	d := &decoder{probs: e.probs, in: packed[header+5:], code: binary.BigEndian.Uint32(packed[header+1:]), width: 1<<32 - 1}
	size := int(binary.LittleEndian.Uint64(packed[5:]))
	state, reps := 0, [4]int{1, 1, 1, 1}
	for len(d.out) < size {
		if d.bit(&d.match[state]) == 0 {
			d.literalAfter(state, reps[0])
			state = []int{0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5}[state]
			continue
		}
		lengths, after := &d.repLen, [2]int{8, 11}
		switch {
		case d.bit(&d.rep[state]) == 0:
			lengths, after = &d.length, [2]int{7, 10}
			n := d.lengthOf(lengths)
			reps = [4]int{d.distanceOf(n), reps[0], reps[1], reps[2]}
			d.copy(reps[0], n)
			state = after[state/literals]
			continue
		case d.bit(&d.notRep0[state]) == 0:
			if d.bit(&d.longRep0[state]) == 0 {
				d.copy(reps[0], 1)
				state = []int{9, 11}[state/literals]
				continue
			}
		case d.bit(&d.notRep1[state]) == 0:
			reps = [4]int{reps[1], reps[0], reps[2], reps[3]}
		case d.bit(&d.notRep2[state]) == 0:
			reps = [4]int{reps[2], reps[0], reps[1], reps[3]}
		default:
			reps = [4]int{reps[3], reps[0], reps[1], reps[2]}
		}
		d.copy(reps[0], d.lengthOf(lengths))
		state = after[state/literals]
	}
	if len(d.out) != size || d.code != 0 {
		return d.out, errors.New("the stream does not end where it says")
	}
	return d.out, nil
}

func (d *decoder) copy(distance, n int) {
	for ; n > 0; n-- {
		d.out = append(d.out, d.out[len(d.out)-distance])
	}
}

func (d *decoder) literalAfter(state, distance int) {
	before := byte(0)
	if len(d.out) > 0 {
		before = d.out[len(d.out)-1]
	}
	p, node := &d.literal[before>>(8-literalBits)], 1
	if state >= literals {
		for other := int(d.out[len(d.out)-distance]) << 1; node < 0x100; other <<= 1 {
			high := other & 0x100
			bit := d.bit(&p[0x100+high+node])
			if node = node<<1 | bit; high>>8 != bit {
				break
			}
		}
	}
	for node < 0x100 {
		node = node<<1 | d.bit(&p[node])
	}
	d.out = append(d.out, byte(node))
}

func (d *decoder) lengthOf(p *lengthProbs) int {
	switch {
	case d.bit(&p.isMid) == 0:
		return 2 + d.tree(p.low[:], 3)
	case d.bit(&p.isHigh) == 0:
		return 10 + d.tree(p.mid[:], 3)
	}
	return 18 + d.tree(p.high[:], 8)
}

func (d *decoder) distanceOf(length int) int {
	slot := d.tree(d.slot[min(length-2, 3)][:], 6)
	if slot < 4 {
		return slot + 1
	}
	n := slot/2 - 1
	base := (2 | slot&1) << n
	if slot < 14 {
		return base + d.reverse(d.distance[base-slot:], n) + 1
	}
	direct := 0
	for range n - 4 {
		bit := 0
		if d.width >>= 1; d.code >= d.width {
			d.code -= d.width
			bit = 1
		}
		direct = direct<<1 | bit
		d.refill()
	}
	return base + direct<<4 + d.reverse(d.align[:], 4) + 1
}

func (d *decoder) tree(p []prob, n int) int {
	node := 1
	for range n {
		node = node<<1 | d.bit(&p[node])
	}
	return node - 1<<n
}

func (d *decoder) reverse(p []prob, n int) (value int) {
	node := 1
	for i := range n {
		bit := d.bit(&p[node])
		node = node<<1 | bit
		value |= bit << i
	}
	return value
}

func (d *decoder) bit(p *prob) (bit int) {
	bound := d.width >> 11 * uint32(*p)
	if d.code < bound {
		d.width = bound
		*p += (1<<11 - *p) >> 5
	} else {
		d.width -= bound
		d.code -= bound
		*p -= *p >> 5
		bit = 1
	}
	d.refill()
	return bit
}

func (d *decoder) refill() {
	for d.width < 1<<24 {
		d.width <<= 8
		d.code = d.code<<8 | uint32(d.in[0])
		d.in = d.in[1:]
	}
}
