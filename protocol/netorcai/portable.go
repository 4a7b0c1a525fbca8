package netorcai

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"blastyard/internal/jsonscan"
)

// What one client sends is rewritten before it is passed on to others. The original server decodes and encodes
// everything, so any JSON reader can read it: 1.0 and 1e0 become 1, integers beyond 2^53 are rounded to a float64, and
// a byte that is not UTF-8 or half of a surrogate pair becomes U+FFFD. A number outside of float64 is an error. The
// result has no white space, its keys are sorted, and <, >, &, U+2028 and U+2029 are escaped. The time is proportional
// to the size of the text, whatever it contains. A text that is written like that already is not even copied.

var lineSeparator, paragraphSeparator = []byte("\u2028"), []byte("\u2029")

// portable returns raw, which has the given marks, in the form in which it is passed on. For step see
// jsonscan.Scanner.Stepwise.
func portable(raw []byte, marks jsonscan.Marks, step func() error) ([]byte, error) {
	if marks&jsonscan.Wide != 0 && utf8.Valid(raw) && !bytes.Contains(raw, lineSeparator) &&
		!bytes.Contains(raw, paragraphSeparator) {
		marks &^= jsonscan.Wide
	}
	html := bytes.IndexByte(raw, '<') >= 0 || bytes.IndexByte(raw, '>') >= 0 || bytes.IndexByte(raw, '&') >= 0
	if marks == 0 && !html {
		return raw, nil
	}
	w := &rewriter{in: jsonscan.New(raw), out: make([]byte, 0, len(raw)), html: html}
	w.open, w.moved = w.few.open[:0], w.few.moved[:0]
	w.in.Stepwise(stepSize, step)
	if err := w.value(); err != nil {
		return nil, err
	}
	if len(w.out) > MaxSize {
		return nil, errRewritten
	}
	return w.sorted(), nil
}

// appendNumber appends a JSON number in the form of a program that stores numbers as float64.
func appendNumber(b, raw []byte) ([]byte, error) {
	integer := true
	for _, c := range raw {
		if c == '.' || c == 'e' || c == 'E' {
			integer = false
			break
		}
	}
	if integer && len(raw) <= 15 {
		return append(b, raw...), nil
	}
	x, err := strconv.ParseFloat(string(raw), 64)
	if err != nil {
		return nil, ErrNonJSON
	}
	return appendFloat(b, x), nil
}

// appendFloat appends a number as encoding/json does.
func appendFloat(b []byte, x float64) []byte {
	format := byte('f')
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	b = strconv.AppendFloat(b, x, format, -1, 64)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && (b[n-3] == '-' || b[n-3] == '+') && b[n-2] == '0' {
		b[n-2] = b[n-1] // e-09 becomes e-9
		b = b[:n-1]
	}
	return b
}
