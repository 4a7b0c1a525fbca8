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
	columns := 0
	for _, r := range ansi.Strip(s) {
		width := runeWidth(r)
		switch {
		case unicode.IsSpace(r):
			r, width = ' ', 1
		case r != utf8.RuneError && (!unicode.IsPrint(r) || unicode.IsMark(r) || width == 0):
			continue
		case r == utf8.RuneError, width > 2, width == 2 && !unicode.In(r, wideScripts...):
			r, width = '?', 1
		}
		b.WriteRune(r)
		columns += width
	}
	if ansi.StringWidth(b.String()) == columns {
		return b.String()
	}
	return asciiOnly(b.String()) // some letters still join, and take fewer columns together than each by itself
}

func asciiOnly(s string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '?'
		}
		return r
	}, s)
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
