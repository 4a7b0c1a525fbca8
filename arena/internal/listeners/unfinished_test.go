package listeners

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestFrames: an incomplete frame is detected, however the stream is split.
func TestFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var stream []byte
	begins := []int64{}
	var begin []int64 // start of the frame, for each byte
	for range 50 {
		begins = append(begins, int64(len(stream)))
		size := rng.IntN(30) * rng.IntN(2)
		stream = append(binary.LittleEndian.AppendUint32(stream, uint32(size)), make([]byte, size)...)
		for int64(len(begin)) < int64(len(stream)) {
			begin = append(begin, begins[len(begins)-1])
		}
	}
	for range 200 {
		var f frames
		at := int64(0)
		for at < int64(len(stream)) {
			n := min(int64(rng.IntN(20)), int64(len(stream))-at)
			f.add(stream[at : at+n])
			at += n
			c := Conn{}
			c.frames.got, c.frames.header = f.got, f.header
			have, want := c.Unfinished()
			if at == int64(len(stream)) || at == 0 || begin[at] == at { // between two frames
				if have != 0 {
					t.Fatalf("at %d: %d of %d bytes", at, have, want)
				}
				continue
			}
			size := int64(0)
			if at-begin[at] >= headerSize {
				size = headerSize + int64(binary.LittleEndian.Uint32(stream[begin[at]:]))
			}
			if have != at-begin[at] || want != size {
				t.Fatalf("at %d: %d of %d bytes, expected %d of %d", at, have, want, at-begin[at], size)
			}
		}
	}
	var huge frames
	huge.add([]byte{0xff, 0xff, 0xff, 0xff, 'x'})
	if huge.size() != 1<<32+3 || huge.got != 5 {
		t.Errorf("a frame of 4 GiB: %d of %d", huge.got, huge.size())
	}
}
