// Package jsonappend appends JSON to a slice of bytes, for what is written too often for encoding/json.
package jsonappend

import (
	"strconv"
	"unicode/utf8"
)

// Int appends a number, mostly a small one.
func Int(dst []byte, n int) []byte {
	if 0 <= n && n <= 9 {
		return append(dst, '0'+byte(n))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// Field appends a comma and a field with a number. The name must need no escapes.
func Field(dst []byte, name string, n int) []byte { return Int(Name(dst, name), n) }

// Bool appends a comma and a field with a truth value.
func Bool(dst []byte, name string, value bool) []byte {
	return strconv.AppendBool(Name(dst, name), value)
}

// Name appends a comma, the name of a field, which must need no escapes, and a colon.
func Name(dst []byte, name string) []byte {
	return append(append(append(dst, `,"`...), name...), `":`...)
}

// List appends an array.
func List[T any](dst []byte, list []T, element func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = element(dst, v)
	}
	return append(dst, ']')
}

// String appends a string as json.Marshal writes it: safe within HTML, too.
func String(dst []byte, s string) []byte { return quote(dst, s, &marshal) }

// Text appends a string as a json.Encoder writes it that does not escape HTML.
func Text(dst []byte, s string) []byte { return quote(dst, s, &encoder) }

// HTML is String, but bytes that are not UTF-8 become U+FFFD itself, not its escape.
func HTML[T string | []byte](dst []byte, s T) []byte { return quote(dst, s, &html) }

// Least appends a string with as few escapes as JSON allows. Bytes that are not UTF-8 become U+FFFD.
func Least[T string | []byte](dst []byte, s T) []byte { return quote(dst, s, &least) }

// Newtonsoft appends a string as Newtonsoft.Json writes it: unlike String it leaves <, > and & as they are and
// escapes U+0085. Bytes that are not UTF-8 become U+FFFD.
func Newtonsoft[T string | []byte](dst []byte, s T) []byte { return quote(dst, s, &newtonsoft) }

// A style says which characters are escaped beside those that must be.
type style struct {
	ascii       [utf8.RuneSelf]bool // characters that cannot stay as they are
	lines       bool                // U+2028 and U+2029
	nextLine    bool                // U+0085
	replacement string              // for a byte that is not UTF-8
}

var (
	marshal    = newStyle("<>&", style{lines: true, replacement: `\ufffd`})
	html       = newStyle("<>&", style{lines: true, replacement: "\ufffd"})
	encoder    = newStyle("", style{lines: true, replacement: `\ufffd`})
	least      = newStyle("", style{replacement: "\ufffd"})
	newtonsoft = newStyle("", style{lines: true, nextLine: true, replacement: "\ufffd"})
)

func newStyle(more string, s style) style {
	for c := range byte(' ') {
		s.ascii[c] = true
	}
	for _, c := range `"\` + more {
		s.ascii[c] = true
	}
	return s
}

// quote appends a string in quotes. What needs no escapes is copied in one piece.
func quote[T string | []byte](dst []byte, s T, style *style) []byte {
	dst = append(dst, '"')
	from := 0 // what is before is written
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if style.ascii[c] {
				dst = escapeASCII(append(dst, s[from:i]...), c)
				from = i + 1
			}
			i++
			continue
		}
		r, size := decode(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			dst = append(append(dst, s[from:i]...), style.replacement...)
			from = i + size
		case style.lines && (r == '\u2028' || r == '\u2029') || style.nextLine && r == '\u0085':
			dst = escape(append(dst, s[from:i]...), r)
			from = i + size
		}
		i += size
	}
	return append(append(dst, s[from:]...), '"')
}

// decode is utf8.DecodeRune for both kinds of text.
func decode[T string | []byte](s T) (rune, int) {
	return utf8.DecodeRuneInString(string(s[:min(len(s), utf8.UTFMax)]))
}

func escapeASCII(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\b':
		return append(dst, `\b`...)
	case '\f':
		return append(dst, `\f`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	case '\t':
		return append(dst, `\t`...)
	default:
		return escape(dst, rune(c))
	}
}

func escape(dst []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
