// Package letters splits texts into what readers take for letters, such as é, 👩‍🚀 or हि: grapheme clusters by Unicode
// Standard Annex 29. It also puts texts in normal forms.
package letters

// Count is the number of clusters of a text.
func Count(text string) int {
	n := 0
	for range All(text) {
		n++
	}
	return n
}

// Width is the number of columns of a text in a terminal.
func Width(text string) int {
	columns := 0
	for _, width := range All(text) {
		columns += width
	}
	return columns
}

// ascii reports whether each byte of a text is a letter and nothing joins.
func ascii(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return false
		}
	}
	return true
}

// bytewise yields the letters of a text of which ascii is true.
func bytewise(text string, yield func(string, int) bool) {
	for i := range len(text) {
		if !yield(text[i:i+1], 1) {
			return
		}
	}
}
