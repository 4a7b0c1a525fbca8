package netorcai

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Maximum sizes of a frame's content in bytes, including the final line feed.
const (
	MaxFirstSize = 1023       // of the first message of a connection
	MaxSize      = 16_777_215 // of later messages; messages that are sent are smaller
)

// HeaderSize is the number of bytes before a frame's content.
const HeaderSize = 4

const smallBuffer = 4 << 10

// ErrTooBig means that a frame announces, or would have, more bytes than allowed.
var ErrTooBig = errors.New("netorcai: message size is too big")

// SizeError holds the size that a frame announced. errors.Is(err, ErrTooBig) is true.
type SizeError struct {
	Size  uint32
	Limit int
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("%v: %d bytes, at most %d allowed", ErrTooBig, e.Size, e.Limit)
}

// Is reports whether target is ErrTooBig.
func (e *SizeError) Is(target error) bool { return target == ErrTooBig }

// FrameReader reads frames from a stream into one buffer. The buffer grows with the bytes that arrive, not with the
// announced size.
type FrameReader struct {
	r          io.Reader
	buf        []byte
	start, end int // the part of buf that was read and not yet used
	size       int // content size of the frame whose header was read, or -1
	keep       int // a bigger buffer is released after use

	// Growing, if not nil, is called with the size of each new buffer before it is allocated. Its error ends the
	// reading.
	Growing func(size int) error
}

// NewFrameReader returns a reader of the frames in r. If a big frame makes the buffer grow above keep bytes, the
// buffer is released after use, so that one big frame does not hold memory for the rest of the connection.
func NewFrameReader(r io.Reader, keep int) *FrameReader {
	return &FrameReader{r: r, buf: make([]byte, smallBuffer), size: -1, keep: max(keep, smallBuffer)}
}

// Keep changes the size above which a buffer is released after use.
func (f *FrameReader) Keep(size int) { f.keep = max(size, smallBuffer) }

// Size reads the header of the next frame and returns the size of its content in bytes. The error is a *SizeError if
// the size is above limit, and io.EOF if the stream ended between two frames.
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

// Next returns the content of the next frame, valid until the next call of Size or Next. Its errors are those of Size.
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

// fill reads until n bytes are buffered.
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

// room makes space at the end of the buffer, so that more of the n bytes from start can be read.
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

// Detach leaves the last content to the caller, who may keep it.
func (f *FrameReader) Detach() { f.move(make([]byte, max(smallBuffer, f.end-f.start))) }

func (f *FrameReader) move(to []byte) {
	f.end = copy(to, f.buf[f.start:f.end])
	f.start, f.buf = 0, to
}

// AppendFrame appends the message as one frame. If the message is too big, it returns ErrTooBig and dst unchanged.
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
