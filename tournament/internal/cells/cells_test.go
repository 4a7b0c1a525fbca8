package cells

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "ann": "ann", "a=b": "a=b", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@x": "'@x", "|x": "'|x", "%x": "'%x",
		"\t=1": "'\t=1", "\r=1": "'\r=1", "\n=1": "'\n=1", "'=1": "''=1", "'": "''", "ü": "ü", "1": "1",
	} {
		if got := Of(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	// As files of before have it: only formulas were marked.
	for cell, want := range map[string]string{"'=bob": "=bob", "'ann": "'ann", "ann": "ann", "": "", "'": "'"} {
		if got := Text(cell); got != want {
			t.Errorf("the text of %q: %q, want %q", cell, got, want)
		}
	}
}

// TestRoundTrip: a cell is no formula, and says which text it was made of.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("['=+@|%\t\n-]{0,3}[a-zü']{0,3}").Draw(t, "text")
		cell := Of(text)
		if Text(cell) != text || cell != "" && strings.ContainsRune("=+-@|%\t\r\n", rune(cell[0])) {
			t.Fatalf("%q: the cell is %q, its text %q", text, cell, Text(cell))
		}
	})
}
