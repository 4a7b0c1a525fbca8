// Package text turns text that comes from outside into what the parsers of this program read: UTF-8 without a byte
// order mark. Editors and shells on Windows write the mark, UTF-16 and CR LF.
package text

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// An Encoding is how the characters of a text are written as bytes.
type Encoding int

// The encodings that a text may have. What is in none of the others is taken for UTF-8.
const (
	UTF8 Encoding = iota
	UTF16LE
	UTF16BE
	UTF32LE
	UTF32BE

	numEncodings
)

var names = [numEncodings]string{"UTF-8", "UTF-16", "UTF-16", "UTF-32", "UTF-32"}

// String returns the name as editors show it.
func (e Encoding) String() string {
	if e < 0 || e >= numEncodings {
		return "unknown"
	}
	return names[e]
}

// marks are the byte order marks, the longer ones first.
var marks = []struct {
	mark string
	is   Encoding
}{
	{"\xff\xfe\x00\x00", UTF32LE},
	{"\x00\x00\xfe\xff", UTF32BE},
	{"\xff\xfe", UTF16LE},
	{"\xfe\xff", UTF16BE},
	{"\xef\xbb\xbf", UTF8},
}

// headSize is how many bytes EncodingOf needs.
const headSize = 4

// EncodingOf returns the encoding of a text by its first four bytes, and the length of its byte order mark. Without a
// mark the zero bytes of a first ASCII character tell.
func EncodingOf(head []byte) (is Encoding, mark int) {
	for _, m := range marks {
		if bytes.HasPrefix(head, []byte(m.mark)) {
			return m.is, len(m.mark)
		}
	}
	if len(head) < headSize {
		return UTF8, 0
	}
	zero := [headSize]bool{head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0}
	switch zero {
	case [headSize]bool{false, true, true, true}:
		return UTF32LE, 0
	case [headSize]bool{true, true, true, false}:
		return UTF32BE, 0
	case [headSize]bool{false, true, false, true}:
		return UTF16LE, 0
	case [headSize]bool{true, false, true, false}:
		return UTF16BE, 0
	}
	return UTF8, 0
}

// Decode returns a text as UTF-8 without a byte order mark, with LF in place of CR LF and without zero bytes at its
// end. A text that has no LF at all gets LF in place of CR, with which old programs of the Macintosh end lines. Half a
// character of UTF-16 or UTF-32 becomes U+FFFD. Decode does not change data, but may return a part of it.
func Decode(data []byte) []byte {
	is, mark := EncodingOf(data)
	data = data[mark:]
	if is != UTF8 {
		text, rest := is.appendUTF8(nil, data)
		if data = text; len(rest) > 0 {
			data = utf8.AppendRune(data, utf8.RuneError)
		}
	}
	data = bytes.TrimRight(data, "\x00")
	switch {
	case bytes.Contains(data, []byte("\r\n")):
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	case bytes.IndexByte(data, '\r') >= 0 && bytes.IndexByte(data, '\n') < 0:
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	return data
}

// unit is how many bytes the shortest character takes.
func (e Encoding) unit() int {
	switch e {
	case UTF16LE, UTF16BE:
		return 2
	case UTF32LE, UTF32BE:
		return 4
	case UTF8, numEncodings:
	}
	return 1
}

func (e Encoding) order() binary.ByteOrder {
	if e == UTF16BE || e == UTF32BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// appendUTF8 appends the whole characters of data, which is UTF-16 or UTF-32, as UTF-8. rest is what may become a
// character with the bytes that follow.
func (e Encoding) appendUTF8(dst, data []byte) (text, rest []byte) {
	order, unit := e.order(), e.unit()
	for len(data) >= unit {
		if unit == headSize {
			dst, data = utf8.AppendRune(dst, rune(min(order.Uint32(data), utf8.MaxRune+1))), data[unit:]
			continue
		}
		r := rune(order.Uint16(data))
		if utf16.IsSurrogate(r) {
			if len(data) < 2*unit {
				break
			}
			if pair := utf16.DecodeRune(r, rune(order.Uint16(data[unit:]))); pair != utf8.RuneError {
				dst, data = utf8.AppendRune(dst, pair), data[2*unit:]
				continue
			}
		}
		dst, data = utf8.AppendRune(dst, r), data[unit:] // half a pair becomes U+FFFD
	}
	return dst, data
}

// Check returns an error for a text with bytes that are no UTF-8, as editors write them that save in a code page of
// Windows. It names the place.
func Check(text []byte) error {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
			return fmt.Errorf("line %d, column %d: the byte 0x%02x is no UTF-8: save the file as UTF-8",
				bytes.Count(text[:at], []byte("\n"))+1, utf8.RuneCount(line)+1, text[at])
		}
		at += size
	}
	return nil
}
