package web

import (
	"fmt"
	"strconv"
	"strings"

	"blastyard/game/viewer"
	"blastyard/internal/plain"
)

// A who is an entrant as pages show it. It has the same letter and colour on all pages and in all replays.
type who struct {
	Name   string // safe to show
	Letter string
	Look   int    // index of the colour
	URL    string // of its page
}

// looks is the number of colours.
const looks = len(viewer.Palette)

// who returns an entrant by its name. An entrant that the schedule does not know, for example one that comes with the
// next snapshot, has no letter and no page yet.
func (b *builder) who(name string) who {
	w := who{Name: clean(name), Letter: "?", Look: -1}
	if i, known := b.numbers[name]; known {
		w.Letter, w.Look, w.URL = viewer.Mark(i), i%looks, b.link.Entrant(i)
	}
	return w
}

func (b *builder) whos(names []string) []who {
	list := make([]who, len(names))
	for i, name := range names {
		list[i] = b.who(name)
	}
	return list
}

// numbersOf returns the places of names in a list.
func numbersOf(names []string) map[string]int {
	numbers := make(map[string]int, len(names))
	for i, name := range names {
		numbers[name] = i
	}
	return numbers
}

// clean removes control and direction characters from a text of strangers, for a line of a page. The templates escape
// markup.
func clean(text string) string { return strings.TrimSpace(plain.Stored(text)) }

// cleanLines is clean for a text of several lines.
func cleanLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for i, line := range lines {
		lines[i] = plain.Stored(strings.TrimRight(line, "\r"))
	}
	return strings.Join(lines, "\n")
}

// lookStyles returns the CSS rules for the colours of entrants.
func lookStyles() string {
	var b strings.Builder
	for i, c := range viewer.Palette {
		ink := "#14161b"
		if luminance(c.R, c.G, c.B) < 0.18 {
			ink = "#ffffff"
		}
		fmt.Fprintf(&b, ".look-%d { background: #%02x%02x%02x; color: %s; fill: #%02x%02x%02x; }\n",
			i, c.R, c.G, c.B, ink, c.R, c.G, c.B)
		fmt.Fprintf(&b, ".line-%d { stroke: #%02x%02x%02x; }\n.ink-%d { fill: %s; }\n", i, c.R, c.G, c.B, i, ink)
	}
	return b.String()
}

// luminance is the approximate brightness of a colour, 0 to 1.
func luminance(r, g, b uint8) float64 {
	linear := func(v uint8) float64 { f := float64(v) / 255; return f * f } // precise enough to choose the text colour
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// thousands formats a number with a thin space before each group of three digits: 1 234 567.
func thousands(n int) string {
	s := strconv.Itoa(n)
	from := 3
	if n < 0 {
		from = 4
	}
	for i := len(s) - 3; i >= from-2; i -= 3 {
		s = s[:i] + "\u2009" + s[i:]
	}
	return s
}
