package netorcai

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// portable gives a valid JSON text as every program on the other side can read it, for passing on what one client wrote
// to another: octets that are not UTF-8 and halves of surrogate pairs become U+FFFD; a number that no float64 holds is
// an error; 1.0 and 1e0 become 1, for a program that asks whether a number is written as an integer. The original did all
// this by decoding and encoding everything; here a text that needs nothing is only looked at.
func portable(raw []byte) ([]byte, error) {
	mend := false
	inString := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++ // never the string's end
			mend = mend || raw[i] == 'u'
		case inString:
			mend = mend || c >= utf8.RuneSelf && !mend && !utf8.Valid(raw)
		case c == '-' || '0' <= c && c <= '9':
			n := numberLength(raw[i:])
			asFloat := bytes.ContainsAny(raw[i:i+n], ".eE")
			mend = mend || asFloat
			if n > 300 || asFloat {
				if _, err := strconv.ParseFloat(string(raw[i:i+n]), 64); err != nil {
					return nil, ErrNonJSON
				}
			}
			i += n - 1
		}
	}
	if !mend {
		return raw, nil
	}
	return reencode(raw)
}

func numberLength(b []byte) int {
	n := 1
	for n < len(b) && (b[n] >= '0' && b[n] <= '9' || b[n] == '.' || b[n] == 'e' || b[n] == 'E' || b[n] == '+' || b[n] == '-') {
		n++
	}
	return n
}

func reencode(raw []byte) ([]byte, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, ErrNonJSON
	}
	out, err := json.Marshal(v)
	if err != nil {
		return nil, ErrNonJSON
	}
	return out, nil
}
