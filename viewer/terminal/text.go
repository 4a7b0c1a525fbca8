package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// maxText is how much of a bot's text is looked at: a nickname may be megabytes long.
const maxText = 1024

// wideScripts are the scripts whose wide letters every terminal draws two columns wide. Emoji are not among them: terminals
// differ in their width, and one that differs would break the line.
var wideScripts = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul}

// clean makes foreign text safe to print: no escape sequences, no control, combining or direction characters, no letters
// whose width is in doubt.
func clean(s string) string {
	if len(s) > maxText {
		s = s[:maxText]
	}
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	for _, r := range ansi.Strip(s) {
		switch width := runeWidth(r); {
		case r == utf8.RuneError:
			b.WriteByte('?')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case !unicode.IsPrint(r) || width == 0:
		case width == 1, width == 2 && unicode.In(r, wideScripts...):
			b.WriteRune(r)
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func runeWidth(r rune) int {
	if r >= ' ' && r <= '~' {
		return 1
	}
	return ansi.StringWidth(string(r))
}

// fit cuts clean text to a number of columns; what is cut ends with "…".
func fit(s string, columns int) string {
	if columns <= 0 {
		return ""
	}
	return ansi.Truncate(s, columns, "…")
}

// pad fits text into exactly so many columns, flush left or, where right is set, flush right.
func pad(s string, columns int, right bool) string {
	s = fit(s, columns)
	space := strings.Repeat(" ", max(0, columns-ansi.StringWidth(s)))
	if right {
		return space + s
	}
	return s + space
}
