// Package shellquote writes words of command lines so that a shell reads them back.
package shellquote

import (
	"fmt"
	"strings"

	"blastyard/internal/plain"
)

// Quote writes a word so that a POSIX shell reads it back, on one line that is safe to print.
func Quote(word string) string {
	isPlain := word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("_-+=:,./@%", r))
	}) < 0
	if isPlain {
		return word
	}
	if word != plain.Line(word) {
		return ansiQuote(word)
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ansiQuote is Quote for words with characters that must not be printed.
func ansiQuote(word string) string {
	var b strings.Builder
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c >= ' ' && c <= '~':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return "$'" + b.String() + "'"
}
