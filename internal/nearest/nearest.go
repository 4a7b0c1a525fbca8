// Package nearest finds the word that somebody meant who has written another one.
package nearest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Word is the one among words that was probably meant: it differs from word by capitals only, by a letter or two, or
// begins with it; "" if there is none.
func Word(word string, words []string) string {
	best, least := "", 3
	folded := fold(word)
	for _, w := range words {
		if d := distance(folded, fold(w)); d < least && d < len(w) && d < len(word) {
			best, least = w, d
		}
	}
	if best != "" || len(word) < 2 {
		return best
	}
	begun := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(fold(w), folded) })
	if len(begun) == 0 {
		return ""
	}
	return slices.MinFunc(begun, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
}

// Hint is "; did you mean WORD?" with the word that Word finds; "" if there is none.
func Hint(word string, words []string) string { return HintBehind("", word, words) }

// HintBehind is Hint for words that are written behind a prefix, without it. It suggests what can be typed.
func HintBehind(prefix, word string, words []string) string {
	if near := Word(word, words); near != "" {
		return "; did you mean " + prefix + near + "?"
	}
	return ""
}

// fold is a word without capitals, and with one sign for those between its parts.
func fold(word string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == ' ' {
			return '-'
		}
		return unicode.ToLower(r)
	}, word)
}

// distance is how many letters are changed, added, removed or swapped with the next one between two words.
func distance(a, b string) int {
	var before []int // the row before the last one
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			changed := row[j]
			if a[i] != b[j] {
				changed++
			}
			next[j+1] = min(changed, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
