package shellquote

import (
	"strings"

	"blastyard/internal/plain"
)

// forWindows is Quote for cmd and PowerShell alike, as far as they agree: a word in double quotes is one word to both.
// What PowerShell would expand in them stands in single quotes, which only PowerShell reads. A quotation mark is
// written as programs of Windows read it, with a backslash before it. Characters that must not be printed become
// question marks: neither shell has a form for them.
func forWindows(word string) string {
	word = printable(word)
	if isPlain(word, `_-+=:./\`) && !strings.HasPrefix(word, "-.") {
		return word
	}
	escaped := escapeQuotes(word)
	if strings.ContainsAny(word, "$`") {
		return "'" + strings.ReplaceAll(escaped, "'", "''") + "'"
	}
	return `"` + escaped + `"`
}

// printable is a word with question marks in the place of what must not be printed.
func printable(word string) string {
	if word == plain.Line(word) {
		return word
	}
	return strings.Map(func(r rune) rune {
		if s := string(r); r == '\uFFFD' || plain.Line(s) != s {
			return '?'
		}
		return r
	}, word)
}

// escapeQuotes puts a backslash before each quotation mark, and doubles the backslashes before one and at the end,
// where a quotation mark follows.
func escapeQuotes(word string) string {
	var b strings.Builder
	slashes := 0
	for _, r := range word {
		switch r {
		case '\\':
			slashes++
		case '"':
			b.WriteString(strings.Repeat(`\`, slashes+1))
			slashes = 0
		default:
			slashes = 0
		}
		b.WriteRune(r)
	}
	return b.String() + strings.Repeat(`\`, slashes)
}
