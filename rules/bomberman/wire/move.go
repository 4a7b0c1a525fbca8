package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"blastyard/rules/bomberman"
)

// ErrMove is wrapped by every error about a move file.
var ErrMove = errors.New("bad move")

// MoveFileSize is how many bytes of a move file are needed: byte order mark and first character.
const MoveFileSize = 8

// ParseMove parses the command of a move file: its first character, a number of any script from 1 to 6. 0 is a
// deliberate Nothing. Anything else is Nothing as well, with an error that says what was found. The text is UTF-8, or
// what its byte order mark says: UTF-8, UTF-16 or UTF-32.
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

// firstRune returns the first character of a text after its byte order mark, or false if there is none.
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

// digit returns the value of a number character from 0 to 9: a decimal digit of any script, or another number of one
// character from 1 to 6, such as Ⅴ, ⁵ and ⑤. As in the original, characters from U+10000 on are not accepted.
func digit(r rune) (int, bool) {
	for _, row := range unicode.Nd.R16 { // rows of ten, from zero to nine
		if r >= rune(row.Lo) && r <= rune(row.Hi) {
			return int(r-rune(row.Lo)) % 10, true
		}
	}
	for _, row := range numbers {
		if n := row.first + int(r-row.from); r >= row.from && n <= row.last {
			return n, true
		}
	}
	return 0, false
}

// numbers are the characters of the categories Nl and No below U+10000 whose value is a whole number from 1 to 6, in
// rows of consecutive characters and values.
var numbers = []struct {
	from        rune
	first, last int
}{
	{'²', 2, 3}, {'¹', 1, 1}, // superscripts
	{0x0c79, 1, 3}, {0x0c7c, 1, 3}, // Telugu
	{0x1369, 1, 6},                                     // Ethiopic
	{0x17f1, 1, 6},                                     // Khmer
	{0x19da, 1, 1},                                     // Tham
	{'⁴', 4, 6},                                        // superscripts
	{'₁', 1, 6},                                        // subscripts
	{'⅟', 1, 1}, {'Ⅰ', 1, 6}, {'ⅰ', 1, 6}, {'ↅ', 6, 6}, // Roman
	{'①', 1, 6}, {'⑴', 1, 6}, {'⒈', 1, 6}, {'⓵', 1, 6}, // circled and the like
	{'❶', 1, 6}, {'➀', 1, 6}, {'➊', 1, 6},
	{'〡', 1, 6}, {'㆒', 1, 4}, {'㈠', 1, 6}, {'㊀', 1, 6}, // Chinese
	{0xa6e6, 1, 6}, // Bamum
}
