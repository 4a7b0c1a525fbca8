//go:build js

package plain

import "unicode"

// stripped is the text: nothing here reaches a terminal.
func stripped(s string) string { return s }

// columnsOf is how many columns of a terminal a text takes; more than there are for a letter of uncertain width. It
// knows the usual scripts only.
func columnsOf(s string) (columns int) {
	for _, r := range s {
		switch {
		case unicode.In(r, wideScripts...):
			columns += 2
		case r < 0x300, unicode.In(r, unicode.Greek, unicode.Cyrillic) && unicode.IsLetter(r):
			columns++
		case !unicode.IsMark(r):
			columns += 3
		}
	}
	return columns
}
