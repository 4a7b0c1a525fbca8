package terminal

import (
	"strings"

	"blastyard/internal/letters"
	"github.com/charmbracelet/x/ansi"

	plaintext "blastyard/internal/plain"
)

// Plain makes a text of a bot safe to print on one line. It is plain.Text, for users of this package.
func Plain(s string) string { return plaintext.Text(s) }

// Columns is how many columns clean text takes in a terminal that draws each letter, with what belongs to it, as one.
// Some terminals give more to joined emoji, and more or less to marks of Indic scripts: see Most.
func Columns(s string) int {
	return letters.Width(s)
}

// Most is how many columns clean text takes at most, whatever the terminal.
func Most(s string) int {
	if isASCII(s) {
		return len(s)
	}
	return max(letters.Width(s), ansi.StringWidth(s), ansi.StringWidthWc(s))
}

// least is how many columns clean text takes at least.
func least(s string) int {
	return min(letters.Width(s), ansi.StringWidth(s), ansi.StringWidthWc(s))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// Fit cuts clean text between two letters, so that it takes at most a number of columns in any terminal; what is cut
// ends with "…".
func Fit(s string, columns int) string {
	switch {
	case columns <= 0:
		return ""
	case Most(s) <= columns:
		return s
	}
	used, end := 0, 0
	for letter := range letters.All(s) {
		if used += Most(letter); used > columns-1 {
			break
		}
		end += len(letter)
	}
	return s[:end] + "…"
}

// Pad fits text into exactly so many columns, flush left or, where right is set, flush right. A terminal may draw it
// wider by Most less Columns; so a column that is as wide as Most of its texts is never too narrow for them.
func Pad(s string, columns int, right bool) string {
	s = Fit(s, columns)
	space := strings.Repeat(" ", max(0, columns-Columns(s)))
	if right {
		return space + s
	}
	return s + space
}
