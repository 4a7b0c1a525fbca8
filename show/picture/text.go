package picture

import (
	"sort"
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
	if f.line(s) != nil {
		return f.fitLine(s, width)
	}
	width -= f.width("…")
	end := 0
	for letter := range letters.All(s) {
		if width -= f.advance(letter); width < 0 {
			break
		}
		end += len(letter)
	}
	return ellipsis(s[:end])
}

// fitLine cuts a text whose letters depend on each other. Longer texts are wider.
func (f face) fitLine(s string, width float64) string {
	ends := []int{0}
	for letter := range letters.All(s) {
		ends = append(ends, ends[len(ends)-1]+len(letter))
	}
	n := sort.Search(len(ends)-1, func(i int) bool { return f.width(ellipsis(s[:ends[i+1]])) > width })
	return ellipsis(s[:ends[n]])
}

// ellipsis says that a text goes on; nothing is left of an empty one.
func ellipsis(s string) string {
	if s = strings.TrimRight(s, " "); s == "" {
		return ""
	}
	return s + "…"
}

// capital is the height of the fonts' capital letters as a fraction of the size.
const capital = 0.72

// minText is the size in pixels below which text is illegible and omitted.
const minText = 5

// label draws a short text centred at a point. It reduces the size if the text would be wider than width.
func (d *drawing) label(t text, width float64) {
	t.size = min(t.size, width/max(d.face(t.bold).width(t.s), 1e-9))
	if t.size < minText {
		return
	}
	t.anchor = middle
	t.at.y += capital * t.size / 2
	d.write(t)
}

// text draws a line of text, cut to a width.
func (d *drawing) text(t text, width float64) {
	if t.s = d.face(t.bold).fit(t.s, width/t.size); t.s != "" && t.size >= minText {
		d.write(t)
	}
}

// write adds a text that has its place and size.
func (d *drawing) write(t text) {
	if t.line = d.face(t.bold).line(t.s); t.line != nil {
		d.missing = append(d.missing, t.line.Missing...)
	}
	d.add(t)
}
