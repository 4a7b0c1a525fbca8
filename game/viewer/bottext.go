package viewer

import "strings"

// BotText returns the text that names a bot for viewers: without the folders in its paths, which reveal users and the
// layout of their machine.
func BotText(bot string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(bot, isWordEnd) {
		before, rest, _ := strings.Cut(bot, word)
		b.WriteString(before)
		b.WriteString(withoutFolders(word))
		bot = rest
	}
	return b.String() + bot
}

func isWordEnd(c rune) bool { return strings.ContainsRune(" \t\n\f\r\"'", c) }

// withoutFolders shortens a path in a word of a command line to its last part: --map=C:\maps\m.txt becomes
// --map=m.txt.
func withoutFolders(word string) string {
	const slashes = `/\`
	first := strings.IndexAny(word, slashes)
	if first < 0 {
		return word
	}
	path := strings.TrimRight(word, slashes)
	last := strings.LastIndexAny(path, slashes)
	if last < first { // nothing follows the first slash
		return word
	}
	option := strings.LastIndexAny(word[:first], "=:") + 1
	if isDrive(word[:option]) {
		option -= 2
	}
	return word[:option] + path[last+1:]
}

// isDrive reports whether a text ends with a Windows drive, such as C: alone.
func isDrive(text string) bool {
	n := len(text)
	return n >= 2 && text[n-1] == ':' && isLetter(text[n-2]) && (n == 2 || !isLetter(text[n-3]) &&
		text[n-3] != '_' && (text[n-3] < '0' || text[n-3] > '9'))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
