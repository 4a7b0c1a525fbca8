package ptytest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Lines returns the lines on a terminal of any width after the text was printed, without blanks at their ends. Colours
// remain as <36> for ESC [36m. It understands only what a line editor writes: moves within a line, and erasing.
func Lines(shown string) []string {
	s := screen{lines: [][]string{nil}}
	for shown != "" {
		switch sequence, command, argument := escape(shown); {
		case sequence > 0:
			s.obey(command, argument)
			shown = shown[sequence:]
		default:
			r, size := utf8.DecodeRuneInString(shown)
			s.write(r)
			shown = shown[size:]
		}
	}
	lines := make([]string, len(s.lines))
	for i, cells := range s.lines {
		lines[i] = strings.TrimRight(strings.Join(cells, ""), " ")
	}
	return lines
}

// screen has one string for each cell: a letter with the colours that begin there.
type screen struct {
	lines      [][]string
	line, pos  int
	newColours string
}

// escape splits ESC [ ARGUMENT COMMAND off a text. size is 0 if there is none.
func escape(text string) (size int, command byte, argument string) {
	rest, is := strings.CutPrefix(text, "\x1b[")
	if !is {
		return 0, 0, ""
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' })
	if n < 0 {
		return len(text), 0, ""
	}
	return n + 3, rest[n], rest[:n]
}

func (s *screen) obey(command byte, argument string) {
	n := 1
	_, _ = fmt.Sscan(argument, &n)
	switch command {
	case 'm':
		s.newColours += "<" + argument + ">"
	case 'C':
		s.pos += n
	case 'D':
		s.pos = max(0, s.pos-n)
	case 'A':
		s.line = max(0, s.line-n)
	case 'K':
		if cells := s.lines[s.line]; s.pos < len(cells) {
			s.lines[s.line] = cells[:s.pos]
		}
	default:
		s.newColours += "<ESC[" + argument + string(command) + ">"
	}
}

func (s *screen) write(r rune) {
	switch r {
	case '\r':
		s.pos = 0
	case '\n':
		if s.line++; s.line == len(s.lines) {
			s.lines = append(s.lines, nil)
		}
	case '\b':
		s.pos = max(0, s.pos-1)
	default:
		cells := s.lines[s.line]
		for len(cells) <= s.pos {
			cells = append(cells, " ")
		}
		cells[s.pos] = s.newColours + string(r)
		s.lines[s.line], s.newColours = cells, ""
		s.pos++
	}
}
