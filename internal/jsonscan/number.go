package jsonscan

import (
	"math"
	"strconv"
)

// RawNumber reads a number and returns its text.
func (s *Scanner) RawNumber() ([]byte, error) {
	s.space()
	start := s.pos
	s.take('-')
	if !s.take('0') && !s.digits() {
		return nil, ErrSyntax
	}
	if s.pos-start > plainDigits {
		s.marks |= Numbers
	}
	if s.take('.') {
		if !s.digits() {
			return nil, ErrSyntax
		}
		s.marks |= Numbers
	}
	if s.take('e') || s.take('E') {
		s.marks |= Numbers
		if !s.take('+') {
			s.take('-')
		}
		if !s.digits() {
			return nil, ErrSyntax
		}
	}
	return s.data[start:s.pos], nil
}

func (s *Scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.data) && '0' <= s.data[s.pos] && s.data[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > start
}

// Int reads a number and tells its value if it is an integer in the range of int64: 3, -1, 1.0 and 2e3 are, 1.5 is not.
// Any number is read; ok is false for one that is no such integer.
func (s *Scanner) Int() (n int64, ok bool, err error) {
	s.space()
	// Short plain integers are what arrives; they need no second look.
	i, neg := s.pos, false
	if i < len(s.data) && s.data[i] == '-' {
		neg = true
		i++
	}
	first := i
	for i < len(s.data) && i < first+15 && '0' <= s.data[i] && s.data[i] <= '9' {
		n = n*10 + int64(s.data[i]-'0')
		i++
	}
	if i > first && i < first+15 && (s.data[first] != '0' || i == first+1) &&
		(i == len(s.data) || !continuesNumber(s.data[i])) {
		s.pos = i
		if neg {
			n = -n
		}
		return n, true, nil
	}
	raw, err := s.RawNumber()
	if err != nil {
		return 0, false, err
	}
	n, ok = ParseInt(raw)
	return n, ok, nil
}

func continuesNumber(c byte) bool { return c == '.' || c == 'e' || c == 'E' || '0' <= c && c <= '9' }

// ParseInt gives the value of a JSON number's text if that is an integer in the range of int64, however it is written.
func ParseInt(raw []byte) (int64, bool) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f != math.Trunc(f) || f < math.MinInt64 || f >= math.MaxInt64 {
		return 0, false
	}
	return int64(f), true
}
