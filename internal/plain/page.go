//go:build js

package plain

import "strings"

// stripped is a text without escape sequences.
func stripped(s string) string {
	before, rest, found := strings.Cut(s, "\x1b")
	if !found {
		return s
	}
	var b strings.Builder
	for b.WriteString(before); found; b.WriteString(before) {
		before, rest, found = strings.Cut(afterSequence(rest), "\x1b")
	}
	return b.String()
}

// afterSequence is what stands behind an escape sequence, without its first character.
func afterSequence(s string) string {
	end := -1
	switch {
	case s == "":
		return ""
	case s[0] == '[': // up to a letter or a sign
		if end = strings.IndexFunc(s[1:], func(r rune) bool { return r >= '@' && r <= '~' }); end >= 0 {
			end += 1
		}
	case strings.IndexByte("]PX^_", s[0]) >= 0: // up to a bell or another escape
		end = strings.IndexAny(s, "\a\x1b")
	default:
		end = 0
	}
	return s[min(len(s), max(end, 0)+1):]
}
