package netorcai

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Sizes of a frame's content in bytes, the final line feed counted.
const (
	MaxFirstSize = 1023       // the most that the first message of a connection may have
	MaxSize      = 16_777_215 // the most that a later message may have; what is sent stays below
)

// HeaderSize is the number of bytes before a frame's content.
const HeaderSize = 4

const smallBuffer = 4 << 10

// ErrTooBig says that a frame announces, or would have, more bytes than allowed.
var ErrTooBig = errors.New("netorcai: message size is too big")

// SizeError says what size a frame announced. errors.Is(err, ErrTooBig) holds.
type SizeError struct {
	Size  uint32
	Limit int
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("%v: %d bytes, at most %d allowed", ErrTooBig, e.Size, e.Limit)
}

// Is makes errors.Is find ErrTooBig.
func (e *SizeError) Is(target error) bool { return target == ErrTooBig }

// FrameReader reads frames from a stream into one buffer, which grows as bytes arrive, not as sizes are announced.
type FrameReader struct {
	r          io.Reader
	buf        []byte
	start, end int // what has been read and not yet used
	size       int // content size of the frame whose header has been read, -1 if none has
	keep       int // a buffer above this size is given up after use

	// Growing, if not nil, is told the size of each buffer before it is made. Its error ends the reading.
	Growing func(size int) error
}

// NewFrameReader reads frames from r. A buffer that a big frame made grow above keep bytes is given up afterwards, so
// that one big frame does not cost memory for ever.
func NewFrameReader(r io.Reader, keep int) *FrameReader {
	return &FrameReader{r: r, buf: make([]byte, smallBuffer), size: -1, keep: max(keep, smallBuffer)}
}

// Keep changes the size above which a buffer is given up after use.
func (f *FrameReader) Keep(size int) { f.keep = max(size, smallBuffer) }

// Size reads the next frame's header and returns the size of the content that it announces, in bytes; a *SizeError if
// that is above limit. io.EOF means that the stream ended between two frames.
func (f *FrameReader) Size(limit int) (int, error) {
	if f.size >= 0 {
		return f.size, nil
	}
	if err := f.fill(HeaderSize); err != nil {
		return 0, err
	}
	size := binary.LittleEndian.Uint32(f.buf[f.start:])
	if uint64(size) > uint64(limit) {
		return 0, &SizeError{Size: size, Limit: limit}
	}
	f.start += HeaderSize
	f.size = int(size)
	return f.size, nil
}

// Next returns the next frame's content, valid until the next call of Size or Next; errors as Size.
func (f *FrameReader) Next(limit int) ([]byte, error) {
	size, err := f.Size(limit)
	if err != nil {
		return nil, err
	}
	if err := f.fill(size); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	content := f.buf[f.start : f.start+size]
	f.start += size
	f.size = -1
	return content, nil
}

// fill reads until n bytes are there.
func (f *FrameReader) fill(n int) error {
	for f.end-f.start < n {
		if err := f.room(n); err != nil {
			return err
		}
		got, err := f.r.Read(f.buf[f.end:])
		f.end += got
		if err != nil && f.end-f.start < n {
			if err == io.EOF && f.end > f.start {
				return io.ErrUnexpectedEOF
			}
			return err
		}
	}
	return nil
}

// room makes free space at the buffer's end for reading up to n bytes from start, or a part of them.
func (f *FrameReader) room(n int) error {
	have := f.end - f.start
	if len(f.buf) > f.keep && n <= smallBuffer && have <= smallBuffer {
		return f.remake(smallBuffer)
	}
	if f.start+n <= len(f.buf) && f.end < len(f.buf) {
		return nil
	}
	if f.start > 0 && (n <= len(f.buf) || have < len(f.buf)/2) {
		f.move(f.buf)
		return nil
	}
	if f.end == len(f.buf) {
		return f.remake(min(max(2*len(f.buf), smallBuffer), max(n, smallBuffer)))
	}
	return nil
}

func (f *FrameReader) remake(size int) error {
	if f.Growing != nil {
		if err := f.Growing(size); err != nil {
			return err
		}
	}
	f.move(make([]byte, size))
	return nil
}

// Detach leaves the last content to the caller for good.
func (f *FrameReader) Detach() { f.move(make([]byte, max(smallBuffer, f.end-f.start))) }

func (f *FrameReader) move(to []byte) {
	f.end = copy(to, f.buf[f.start:f.end])
	f.start, f.buf = 0, to
}

// AppendFrame appends the message as one frame; ErrTooBig if it is too big to be sent, dst is then returned unchanged.
func AppendFrame[M interface{ AppendJSON([]byte) []byte }](dst []byte, m M) ([]byte, error) {
	start := len(dst)
	b := m.AppendJSON(append(dst, 0, 0, 0, 0))
	b = append(b, '\n')
	size := len(b) - start - HeaderSize
	if size >= MaxSize {
		return dst, fmt.Errorf("%w: %d bytes, fewer than %d can be sent", ErrTooBig, size, MaxSize)
	}
	binary.LittleEndian.PutUint32(b[start:], uint32(size))
	return b, nil
}
