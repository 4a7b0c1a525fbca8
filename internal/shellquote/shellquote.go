// Package shellquote writes words of command lines so that a shell reads them back.
package shellquote

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"blastyard/internal/plain"
)

// Quote writes a word so that the shells of this system read it back, on one line that is safe to print.
func Quote(word string) string {
	if runtime.GOOS == "windows" {
		return forWindows(word)
	}
	return forPOSIX(word)
}

// isPlain reports whether a word has only letters, digits and the given signs, and at least one of them.
func isPlain(word, signs string) bool {
	return word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(signs, r))
	}) < 0
}

// forPOSIX is Quote for a POSIX shell.
func forPOSIX(word string) string {
	if isPlain(word, "_-+=:,./@%") {
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

// Program is how a program is called again from where it was called, as a word of a command line. arg0 is its name as
// it was called, such as os.Args[0]. A program that "go run" has built is gone at its end; its base name stands for it.
func Program(arg0 string) string {
	name := strings.TrimSuffix(filepath.Base(arg0), ".exe")
	if !strings.ContainsAny(arg0, `/\`) || strings.Contains(filepath.ToSlash(arg0), "/go-build") {
		return Quote(name)
	}
	return Quote(arg0)
}
