package shellquote

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWindowsReadsBack: programs of Windows read each word back that stands in double quotes, by the published rules of
// their command lines.
func TestWindowsReadsBack(t *testing.T) {
	letter := rapid.SampledFrom([]rune(`ab1 \\\"""'=:/,.;&%()é☃`))
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(letter, 0, 12, -1).Draw(t, "word")
		if got := asWindowsReads(forWindows(word)); got != word {
			t.Fatalf("%q is written as %s and read as %q", word, forWindows(word), got)
		}
	})
}

// asWindowsReads reads one word of a command line: 2n backslashes before a quotation mark are n backslashes, 2n+1 are n
// and the mark itself, and all others are what they are.
func asWindowsReads(line string) string {
	var word []rune
	slashes := 0
	for _, r := range line {
		switch r {
		case '\\':
			slashes++
		case '"':
			odd := slashes%2 == 1
			word = word[:len(word)-(slashes+1)/2]
			if slashes = 0; odd {
				word = append(word, r)
			}
			continue
		default:
			slashes = 0
		}
		word = append(word, r)
	}
	return string(word)
}
