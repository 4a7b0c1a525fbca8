package picture

import (
	"strings"

	"blastyard/internal/letters"
	"blastyard/internal/plain"
)

// maxText limits how many bytes of a bot's text are read, because a name may be megabytes long.
const maxText = 1024

// clean makes foreign text safe to draw in one line: in any script, without control and direction characters.
func clean(s string) string {
	if len(s) > maxText {
		s = s[:maxText]
	}
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x1b", "") // what follows is shown
	return strings.TrimSpace(letters.NFC(plain.Text(s)))
}

// fit cuts clean text to a width in fractions of its size. Cut text ends with "…".
func (f face) fit(s string, width float64) string {
	if f.width(s) <= width {
		return s
	}
	width -= f.width("…")
	end := 0
	for letter := range letters.All(s) {
		if width -= f.advance(letter); width < 0 {
			break
		}
		end += len(letter)
	}
	if end == 0 {
		return ""
	}
	return strings.TrimRight(s[:end], " ") + "…"
}

// capital is the height of the fonts' capital letters as a fraction of the size.
const capital = 0.72

// minText is the size in pixels below which text is illegible and omitted.
const minText = 5

// label draws a short text centred at a point. It reduces the size if the text would be wider than width.
func (d *drawing) label(t text, width float64) {
	t.size = min(t.size, width/max(faceOf(t.bold).width(t.s), 1e-9))
	if t.size < minText {
		return
	}
	t.anchor = middle
	t.at.y += capital * t.size / 2
	d.add(t)
}

// text draws a line of text, cut to a width.
func (d *drawing) text(t text, width float64) {
	if t.s = faceOf(t.bold).fit(t.s, width/t.size); t.s != "" && t.size >= minText {
		d.add(t)
	}
}
