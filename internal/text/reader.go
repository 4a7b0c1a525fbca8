package text

import (
	"bytes"
	"io"
	"slices"
	"unicode/utf8"
)

// NewReader returns a reader of the text of in as UTF-8 without a byte order mark and without zero bytes at its end.
// It keeps CR LF. It does not wait for more than the first character of a text. What is no text but a file of another
// kind by its beginning is an error: see CheckForeign.
func NewReader(in io.Reader) io.Reader { return &reader{in: in} }

type reader struct {
	in    io.Reader
	known bool
	is    Encoding
	raw   []byte // read, and not decoded
	ready []byte // decoded, and not returned
	zeros int    // at the end of what was returned, held back until more follows
	err   error
}

func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if !r.known {
		r.begin()
	}
	for {
		if n := r.take(p); n > 0 {
			return n, nil
		}
		switch {
		case r.decode():
		case r.err != nil && len(r.raw) > 0: // a part of a character
			r.ready, r.raw = utf8.AppendRune(r.ready, utf8.RuneError), nil
		case r.err != nil:
			return 0, r.err
		case r.is != UTF8:
			r.more()
		default:
			var n int
			n, r.err = r.in.Read(p)
			if n > 0 && p[n-1] != 0 && r.zeros == 0 {
				return n, nil // the common case copies nothing
			}
			r.ready = append(r.ready, p[:n]...)
		}
	}
}

// take moves decoded text to p, but holds back the zero bytes at its end.
func (r *reader) take(p []byte) (n int) {
	end := len(bytes.TrimRight(r.ready, "\x00"))
	switch {
	case end == 0:
		r.zeros += len(r.ready)
		r.ready = r.ready[:0]
	case r.zeros > 0:
		n = min(r.zeros, len(p))
		clear(p[:n])
		r.zeros -= n
	default:
		n = copy(p, r.ready[:end])
		r.ready = r.ready[:copy(r.ready, r.ready[n:])]
	}
	return n
}

// begin reads enough to tell the encoding.
func (r *reader) begin() {
	r.known = true
	r.more()
	for r.err == nil && (len(r.raw) == 0 || mayBeMark(r.raw)) {
		r.more()
	}
	if err := CheckForeign(r.raw); err != nil {
		r.raw, r.err = nil, err
		return
	}
	is, mark := EncodingOf(r.raw)
	if r.is, r.raw = is, r.raw[mark:]; is == UTF8 {
		r.ready, r.raw = r.raw, nil
	}
}

// mayBeMark reports whether more bytes of a text would tell more about its encoding.
func mayBeMark(head []byte) bool {
	if len(head) >= headSize {
		return false
	}
	for _, m := range marks {
		if len(head) < len(m.mark) && string(head) == m.mark[:len(head)] {
			return true
		}
	}
	return head[0] == 0 || len(head) > 1 && head[1] == 0
}

// more reads some bytes of the input.
func (r *reader) more() {
	const some = 4 << 10
	r.raw = slices.Grow(r.raw, some)
	n, err := r.in.Read(r.raw[len(r.raw) : len(r.raw)+some])
	r.raw, r.err = r.raw[:len(r.raw)+n], err
}

// decode decodes what was read, and reports whether that gave any text.
func (r *reader) decode() bool {
	if r.is == UTF8 {
		return false
	}
	var rest []byte
	r.ready, rest = r.is.appendUTF8(r.ready, r.raw)
	r.raw = r.raw[:copy(r.raw, rest)]
	return len(r.ready) > 0
}
