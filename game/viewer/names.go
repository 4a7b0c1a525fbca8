package viewer

import (
	"strings"
	"unicode"
)

// maxName is how many columns of a name are told in a sentence.
const maxName = 24

// CallName is what a player is called in a sentence: its name, shortened to 24 columns, with its mark where another one
// has the same; the mark alone where there is no name. It may hold what a bot chose: not safe to print as it is.
func CallName(names []string, player int, mark string) string {
	if player < 0 || player >= len(names) || strings.TrimSpace(names[player]) == "" {
		return mark
	}
	name := shorten(names[player], maxName)
	for i, other := range names {
		if i != player && shorten(other, maxName) == name {
			return name + " (" + mark + ")"
		}
	}
	return name
}

// CallName is what a player of f is called in a sentence.
func (f *Frame) CallName(player int) string {
	names := make([]string, len(f.Players))
	for i := range names {
		names[i] = f.Players[i].Name
	}
	return CallName(names, player, f.Mark(player))
}

// shorten cuts a text to so many columns, between two letters with their marks, and ends it with … where something is
// missing. What is no UTF-8 is replaced.
func shorten(text string, columns int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	used, cut := 0, 0 // columns; bytes that leave room for …
	for i, r := range text {
		w := runeWidth(r)
		if used+w > columns {
			return text[:cut] + "…"
		}
		if used+w <= columns-1 {
			cut = i + len(string(r))
		}
		used += w
	}
	return text
}

// runeWidth is how many columns a terminal gives a letter.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul), r >= 0xFF01 && r <= 0xFF60,
		r >= 0x1F300 && r <= 0x1FAFF:
		return 2
	default:
		return 1
	}
}
