package replay

import "io"

// newEncoder writes to out without compression, because a compressor would be a twentieth of what a page has to load.
func newEncoder(out io.Writer, _ int) (encoder, error) { return &storer{out: out}, nil }

// storer writes zstd with uncompressed blocks (RFC 8878, section 3.1.1.2.2).
type storer struct {
	out   io.Writer
	begun bool
}

const (
	storedMagic  = "\x28\xb5\x2f\xfd"
	storedHeader = "\x00\x38" // no checksum, and a window of storedBlock
	storedBlock  = 128 << 10  // largest block in bytes
)

func (s *storer) Write(text []byte) (n int, err error) {
	for n < len(text) && err == nil {
		block := text[n:min(len(text), n+storedBlock)]
		err = s.block(block, false)
		n += len(block)
	}
	return n, err
}

func (s *storer) block(text []byte, last bool) error {
	var head []byte
	if !s.begun {
		s.begun, head = true, append(head, storedMagic+storedHeader...)
	}
	size := len(text) << 3
	if last {
		size |= 1
	}
	if _, err := s.out.Write(append(head, byte(size), byte(size>>8), byte(size>>16))); err != nil {
		return err
	}
	_, err := s.out.Write(text)
	return err
}

// Flush does nothing: Write keeps nothing.
func (*storer) Flush() error { return nil }

func (s *storer) Close() error { return s.block(nil, true) }
