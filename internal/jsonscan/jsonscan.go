// Package jsonscan reads JSON in place, without building values: a cursor over bytes for the messages and action lists
// that arrive every turn. It accepts exactly the texts that encoding/json accepts, keys compared exactly.
package jsonscan

import "errors"

// ErrSyntax says that a text is not JSON.
var ErrSyntax = errors.New("not valid JSON")

// MaxDepth is how deep arrays and objects may nest, as in encoding/json.
const MaxDepth = 10000

// Kind is the kind of a JSON value.
type Kind byte

// The kinds of value that Scanner.Kind tells apart by their first byte.
const (
	Invalid Kind = iota
	Object
	Array
	String
	Number
	Bool
	Null
)

// Scanner is a cursor over one JSON text. The zero value is an empty text; Reset gives it another.
type Scanner struct {
	data  []byte
	pos   int
	marks Marks

	step     func() error // nil: none; see Stepwise
	stepSize int
	stepAt   int   // the position from which step is called again
	stopped  error // of step, while a value is skipped
}

// New returns a cursor at the start of data, which it never changes or copies.
func New(data []byte) Scanner { return Scanner{data: data} }

// Pos is the offset of the cursor in the text.
func (s *Scanner) Pos() int { return s.pos }

// space skips white space; mostly there is none.
func (s *Scanner) space() {
	if s.pos < len(s.data) && s.data[s.pos] > ' ' {
		return
	}
	s.skipSpace()
}

func (s *Scanner) skipSpace() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
			s.marks |= Spaced
		default:
			return
		}
	}
}

// Kind skips white space and tells what value begins at the cursor, without reading it.
func (s *Scanner) Kind() Kind {
	s.space()
	if s.pos >= len(s.data) {
		return Invalid
	}
	switch c := s.data[s.pos]; c {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return Number
	default:
		return Invalid
	}
}

// AtEnd skips white space and reports whether the whole text has been read.
func (s *Scanner) AtEnd() bool {
	s.space()
	return s.pos >= len(s.data)
}

func (s *Scanner) take(c byte) bool {
	if s.pos < len(s.data) && s.data[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// Fields reads an object and calls field for each key, in order, with the cursor at the value, which field must read
// whole (Value skips it). Escapes in keys are resolved. It stops at the first error.
func (s *Scanner) Fields(field func(key []byte) error) error {
	more, err := s.Open('{', '}')
	for more && err == nil {
		var key []byte
		if key, err = s.Key(); err != nil {
			return err
		}
		if err = field(key); err != nil {
			return err
		}
		more, err = s.More('}')
	}
	return err
}

// Elements reads an array and calls element for each value, in order, with the cursor at it.
func (s *Scanner) Elements(element func() error) error {
	more, err := s.Open('[', ']')
	for more && err == nil {
		if err = element(); err != nil {
			return err
		}
		more, err = s.More(']')
	}
	return err
}

// Open reads the opening bracket and reports whether a first member follows; the closing one of an empty value is read.
func (s *Scanner) Open(open, closing byte) (more bool, err error) {
	s.space()
	if !s.take(open) {
		return false, ErrSyntax
	}
	s.space()
	return !s.take(closing), nil
}

// More reads what stands after a member: a comma (true) or the closing bracket (false).
func (s *Scanner) More(closing byte) (bool, error) {
	s.space()
	if s.take(',') {
		return true, nil
	}
	if s.take(closing) {
		return false, nil
	}
	return false, ErrSyntax
}

// Key reads the key of an object's member and the colon after it.
func (s *Scanner) Key() ([]byte, error) {
	key, err := s.RawKey()
	return Unquote(key), err
}

// RawKey is Key with the escapes as written; see Unquote.
func (s *Scanner) RawKey() ([]byte, error) {
	key, err := s.RawString()
	if s.space(); err == nil && !s.take(':') {
		err = ErrSyntax
	}
	return key, err
}

// Text reads a string and resolves its escapes.
func (s *Scanner) Text() ([]byte, error) {
	text, err := s.RawString()
	return Unquote(text), err
}

// RawString reads a string and returns what stands between its quotes, escapes as written; see Unquote.
func (s *Scanner) RawString() ([]byte, error) {
	s.space()
	if !s.take('"') {
		return nil, ErrSyntax
	}
	start := s.pos
	end := s.skipString(start)
	if end == failed {
		return nil, ErrSyntax
	}
	s.pos = end
	return s.data[start : end-1], nil
}

// escape returns the length of the escape that begins with the backslash at b[0], 0 if there is none.
func escape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(b[2:]); ok {
			return 6
		}
	}
	return 0
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// Value reads one value of any kind, checks it, and returns its text, white space around it left out.
func (s *Scanner) Value() ([]byte, error) { return s.ValueWithin(MaxDepth) }

// ValueWithin is Value for a text that may nest at most depth arrays and objects deep.
func (s *Scanner) ValueWithin(depth int) ([]byte, error) {
	s.space()
	start := s.pos
	if err := s.skip(MaxDepth - depth); err != nil {
		return nil, err
	}
	return s.data[start:s.pos], nil
}
