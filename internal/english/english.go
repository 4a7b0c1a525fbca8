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

// UpTo names the numbers from 0 to last: "0 to 3", or "0" if there is no other.
func UpTo(last int) string {
	if last <= 0 {
		return "0"
	}
	return "0 to " + strconv.Itoa(last)
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

// And joins texts as a sentence does: "a", "a and b", "a, b and c".
func And(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}

var words = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight",
	"nine", "ten", "eleven", "twelve"}

// Number is a number of things in words up to twelve, and in digits beyond: "no", "one", "two", …, "13".
func Number(n int) string {
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// Signed is a difference with its sign: "+5", "−5" with a true minus, "±0".
func Signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(n)[1:]
	default:
		return "±0"
	}
}
