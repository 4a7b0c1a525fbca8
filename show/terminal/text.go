package terminal

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	plaintext "blastyard/internal/plain"
)

// Plain makes a text of a bot safe to print on one line. It is plain.Text, for users of this package.
func Plain(s string) string { return plaintext.Text(s) }

func runeWidth(r rune) int {
	if r >= ' ' && r <= '~' {
		return 1
	}
	return ansi.StringWidth(string(r))
}

// Fit cuts clean text to a number of columns. Cut text ends with "…".
func Fit(s string, columns int) string {
	if columns <= 0 {
		return ""
	}
	return ansi.Truncate(s, columns, "…")
}

// Pad fits text into exactly columns columns, flush left or, if right is set, flush right.
func Pad(s string, columns int, right bool) string {
	s = Fit(s, columns)
	space := strings.Repeat(" ", max(0, columns-ansi.StringWidth(s)))
	if right {
		return space + s
	}
	return s + space
}
