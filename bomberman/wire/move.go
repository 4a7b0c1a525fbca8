package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"blastyard/bomberman"
)

// ErrMove is in every error about a move file.
var ErrMove = errors.New("bad move")

// MoveFileSize is how many bytes of a move file are worth reading: byte order mark and first character.
const MoveFileSize = 8

// ParseMove reads the command of a move file: its first character, a decimal digit of any script from 1 to 6. 0 is a
// deliberate Nothing. Anything else is Nothing as well, and the error says what is there. The text is UTF-8, or what
// its byte order mark says: UTF-8, UTF-16 or UTF-32.
func ParseMove(file []byte) (bomberman.Command, error) {
	r, ok := firstRune(file)
	if !ok {
		return bomberman.Nothing, fmt.Errorf("%w: the file is empty, expected a digit from 0 to 6", ErrMove)
	}
	if d, ok := digit(r); ok && d < bomberman.NumCommands {
		return bomberman.Command(d), nil
	}
	return bomberman.Nothing, fmt.Errorf("%w: the file begins with %q, expected a digit from 0 to 6", ErrMove, r)
}

// encodings are what a byte order mark stands for, the longer marks first.
var encodings = []struct {
	mark  string
	first func([]byte) (rune, bool)
}{
	{"\xff\xfe\x00\x00", func(b []byte) (rune, bool) { return first32(b, binary.LittleEndian) }},
	{"\x00\x00\xfe\xff", func(b []byte) (rune, bool) { return first32(b, binary.BigEndian) }},
	{"\xff\xfe", func(b []byte) (rune, bool) { return first16(b, binary.LittleEndian) }},
	{"\xfe\xff", func(b []byte) (rune, bool) { return first16(b, binary.BigEndian) }},
	{"\xef\xbb\xbf", first8},
	{"", first8},
}

// firstRune is the first character of a text behind its byte order mark; false where there is none.
func firstRune(text []byte) (rune, bool) {
	for _, e := range encodings {
		if rest, ok := bytes.CutPrefix(text, []byte(e.mark)); ok {
			return e.first(rest)
		}
	}
	return utf8.RuneError, false
}

func first8(b []byte) (rune, bool) {
	r, size := utf8.DecodeRune(b)
	return r, size > 0
}

// first16 decodes the first character of UTF-16; half a character is U+FFFD.
func first16(b []byte, order binary.ByteOrder) (rune, bool) {
	if len(b) < 2 {
		return utf8.RuneError, len(b) > 0
	}
	r := rune(order.Uint16(b))
	switch {
	case !utf16.IsSurrogate(r):
		return r, true
	case len(b) < 4:
		return utf8.RuneError, true
	}
	return utf16.DecodeRune(r, rune(order.Uint16(b[2:]))), true
}

func first32(b []byte, order binary.ByteOrder) (rune, bool) {
	if len(b) < 4 {
		return utf8.RuneError, len(b) > 0
	}
	if r := order.Uint32(b); r <= unicode.MaxRune {
		return rune(r), true
	}
	return utf8.RuneError, true
}

// digit is the value of a decimal digit of any script. Unicode has them in rows of ten, from zero to nine.
func digit(r rune) (int, bool) {
	if !unicode.IsDigit(r) {
		return 0, false
	}
	for _, row := range unicode.Nd.R16 {
		if r >= rune(row.Lo) && r <= rune(row.Hi) {
			return int(r-rune(row.Lo)) % 10, true
		}
	}
	for _, row := range unicode.Nd.R32 {
		if r >= rune(row.Lo) && r <= rune(row.Hi) {
			return int(r-rune(row.Lo)) % 10, true
		}
	}
	return 0, false
}

// AppendMove appends a move file: the command's digit and a line feed.
func AppendMove(dst []byte, c bomberman.Command) []byte { return append(dst, '0'+byte(c), '\n') }
