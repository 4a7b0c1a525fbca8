package jsonscan

import (
	"bytes"
	"cmp"
	"unicode/utf8"
)

// Skipping is most of what is done with a message, so it works on offsets in the text and not on the cursor: the offset
// after what was read, or failed.

const failed = -1

// skip reads one value at a depth.
func (s *Scanner) skip(depth int) error {
	s.space()
	s.stopped = nil
	end := s.skipAt(s.pos, depth)
	if end == failed {
		return cmp.Or(s.stopped, ErrSyntax)
	}
	s.pos = end
	return nil
}

// skipAt reads the value at data[i:], which is not white space.
func (s *Scanner) skipAt(i, depth int) int {
	if i >= len(s.data) {
		return failed
	}
	if s.step != nil {
		s.pos = i
		if s.stopped = s.Step(); s.stopped != nil {
			return failed
		}
	}
	switch c := s.data[i]; c {
	case '"':
		return s.skipString(i + 1)
	case '{':
		if depth >= MaxDepth {
			return failed
		}
		return s.skipObject(i+1, depth+1)
	case '[':
		if depth >= MaxDepth {
			return failed
		}
		return s.skipArray(i+1, depth+1)
	case 't':
		return s.skipWord(i, "true")
	case 'f':
		return s.skipWord(i, "false")
	case 'n':
		return s.skipWord(i, "null")
	default:
		return s.skipNumber(i)
	}
}

// pastSpace skips white space at data[i:]; mostly there is none.
func (s *Scanner) pastSpace(i int) int {
	if i < len(s.data) && s.data[i] <= ' ' {
		s.pos = i
		s.skipSpace()
		return s.pos
	}
	return i
}

func (s *Scanner) skipObject(i, depth int) int {
	if i = s.pastSpace(i); i < len(s.data) && s.data[i] == '}' {
		return i + 1
	}
	var last []byte
	for i < len(s.data) && s.data[i] == '"' {
		start := i + 1
		if i = s.skipString(start); i == failed {
			return failed
		}
		key := s.data[start : i-1]
		if last != nil && bytes.Compare(last, key) >= 0 {
			s.marks |= Unsorted
		}
		last = key
		if i = s.pastSpace(i); i >= len(s.data) || s.data[i] != ':' {
			return failed
		}
		if i = s.skipAt(s.pastSpace(i+1), depth); i == failed {
			return failed
		}
		if i = s.pastSpace(i); i >= len(s.data) {
			return failed
		}
		switch s.data[i] {
		case ',':
			i = s.pastSpace(i + 1)
		case '}':
			return i + 1
		default:
			return failed
		}
	}
	return failed
}

func (s *Scanner) skipArray(i, depth int) int {
	if i = s.pastSpace(i); i < len(s.data) && s.data[i] == ']' {
		return i + 1
	}
	for {
		if i = s.skipAt(i, depth); i == failed {
			return failed
		}
		if i = s.pastSpace(i); i >= len(s.data) {
			return failed
		}
		switch s.data[i] {
		case ',':
			i = s.pastSpace(i + 1)
		case ']':
			return i + 1
		default:
			return failed
		}
	}
}

// skipString reads to the end of the string whose text begins at data[i:].
func (s *Scanner) skipString(i int) int {
	data, all := s.data, byte(0)
	for ; i < len(data); i++ {
		switch c := data[i]; {
		case c > '"' && c != '\\':
			all |= c
		case c == '"':
			if all >= utf8.RuneSelf {
				s.marks |= Wide
			}
			return i + 1
		case c == '\\':
			n := escape(data[i:])
			if n == 0 {
				return failed
			}
			s.marks |= Escaped
			i += n - 1
		case c < ' ':
			return failed
		}
	}
	return failed
}

func (s *Scanner) skipNumber(i int) int {
	data, first := s.data, i
	if data[i] == '-' {
		i++
	}
	digits := i
	for i < len(data) && '0' <= data[i] && data[i] <= '9' {
		i++
	}
	if i > digits && i-first <= plainDigits && (data[digits] != '0' || i == digits+1) &&
		(i == len(data) || !continuesNumber(data[i])) {
		return i
	}
	s.pos = first
	if _, err := s.RawNumber(); err != nil {
		return failed
	}
	return s.pos
}

func (s *Scanner) skipWord(i int, word string) int {
	if len(s.data)-i < len(word) || string(s.data[i:i+len(word)]) != word {
		return failed
	}
	return i + len(word)
}
