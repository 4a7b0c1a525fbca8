package viewer

import (
	"strings"

	"blastyard/internal/letters"
)

// maxName limits a name in a sentence, in columns.
const maxName = 24

// CallName returns the name of a player for a sentence: its name, shortened to 24 columns, with its mark if another
// player has the same name. Without a name it is the mark alone. It may contain a bot's text: not safe to print.
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

// CallName returns the name of a player of f for a sentence.
func (f *Frame) CallName(player int) string {
	names := make([]string, len(f.Players))
	for i := range names {
		names[i] = f.Players[i].Name
	}
	return CallName(names, player, f.Mark(player))
}

// shorten cuts a text to columns columns, between two letters with their combining marks, and ends a cut text with ….
// It replaces invalid UTF-8.
func shorten(text string, columns int) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	used, cut := 0, 0 // columns; bytes that leave room for …
	for letter, width := range letters.All(text) {
		if used+width > columns {
			return text[:cut] + "…"
		}
		if used+width <= columns-1 {
			cut += len(letter)
		}
		used += width
	}
	return text
}
