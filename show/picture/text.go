package picture

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is how many bytes of a bot's text are looked at: a name may be megabytes long.
const maxText = 1024

// clean makes foreign text safe to draw in one line: no control, direction or combining characters.
func clean(s string) string {
	if len(s) > maxText {
		s = s[:maxText]
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == utf8.RuneError:
			return '?'
		case !unicode.IsPrint(r) || unicode.IsMark(r):
			return -1
		}
		return r
	}, s))
}

// fit cuts clean text to a width in fractions of its size; what is cut ends with "…".
func (f face) fit(s string, width float64) string {
	if f.width(s) <= width {
		return s
	}
	width -= f.width("…")
	for i, r := range s {
		if width -= f.advance(r); width < 0 {
			if i == 0 {
				return ""
			}
			return strings.TrimRight(s[:i], " ") + "…"
		}
	}
	return s
}

// capital is how high the fonts' capital letters are, in fractions of the size.
const capital = 0.72

// minText is the size in pixels below which text is left out, because it could not be read.
const minText = 5

// label draws a short text with its middle at a point, smaller than size where it would be wider than width.
func (d *drawing) label(t text, width float64) {
	t.size = min(t.size, width/max(faceOf(t.bold).width(t.s), 1e-9))
	if t.size < minText {
		return
	}
	t.anchor = middle
	t.at.y += capital * t.size / 2
	d.add(t)
}

// line of text, cut to a width.
func (d *drawing) text(t text, width float64) {
	if t.s = faceOf(t.bold).fit(t.s, width/t.size); t.s != "" && t.size >= minText {
		d.add(t)
	}
}
