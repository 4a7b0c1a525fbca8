package jsonscan

import (
	"bytes"
	"unicode/utf8"
)

// Unquote resolves the escapes of a string's raw text; a text without any is returned as it is.
func Unquote(raw []byte) []byte {
	i := bytes.IndexByte(raw, '\\')
	if i < 0 {
		return raw
	}
	out := append(make([]byte, 0, len(raw)), raw[:i]...)
	for i < len(raw) {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			i++
			continue
		}
		if raw[i+1] == 'u' {
			r, n := unicodeEscape(raw[i:])
			out = utf8.AppendRune(out, r)
			i += n
			continue
		}
		out = append(out, plainEscape(raw[i+1]))
		i += 2
	}
	return out
}

// unicodeEscape reads \uXXXX, or the two of a surrogate pair, at b[0].
func unicodeEscape(b []byte) (rune, int) {
	r, _ := hex4(b[2:])
	switch {
	case r < 0xD800 || r > 0xDFFF:
		return r, 6
	case r < 0xDC00 && len(b) >= 12 && b[6] == '\\' && b[7] == 'u':
		if low, _ := hex4(b[8:]); 0xDC00 <= low && low <= 0xDFFF {
			return (r-0xD800)<<10 | (low - 0xDC00) + 0x10000, 12
		}
	}
	return utf8.RuneError, 6
}

func plainEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	default:
		return c
	}
}
