// Package english writes numbers of things as words.
package english

import (
	"strconv"
	"strings"
)

// Count is a number of things: "1 turn", "2 turns". thing is the singular of a word whose plural ends in s.
func Count(n int, thing string) string { return strconv.Itoa(n) + " " + Plural(n, thing) }

// Plural is the word for n things, without the number.
func Plural(n int, thing string) string {
	if n == 1 {
		return thing
	}
	for _, ending := range []string{"s", "x", "ch", "sh"} {
		if strings.HasSuffix(thing, ending) {
			return thing + "es"
		}
	}
	return thing + "s"
}

// List joins n texts by commas, at most the given number of them; how many are left out is said at the end.
func List(n, most int, text func(i int) string) string {
	var words []string
	for i := range min(n, most) {
		words = append(words, text(i))
	}
	if n > len(words) {
		words = append(words, "and "+strconv.Itoa(n-len(words))+" more")
	}
	return strings.Join(words, ", ")
}
