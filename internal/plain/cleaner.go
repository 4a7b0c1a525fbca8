package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MostJoined is how many characters one letter has at most, with its marks: letters of all languages need fewer, and
// more are there to cover the lines above and below.
const MostJoined = 8

// Characters that join those before and behind them, or keep them apart.
const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
)

const (
	brailleBlank = '\u2800'
	blackFlag    = '\U0001f3f4' // tags behind it say whose flag it is
)

// cleaner writes a text without what must not be printed.
type cleaner struct {
	strings.Builder
	last    rune // that was written
	pending rune // a joiner that is written if something follows that it joins; or 0
	joined  int  // characters of the letter that is being written, without emoji joined to it; 0: none
	flag    bool // the letter is a black flag
}

// add writes a character, or does not.
func (c *cleaner) add(r rune) {
	switch {
	case unicode.IsSpace(r):
		c.put(' ', 0)
	case r == utf8.RuneError:
		c.put('?', 1)
	case r == joiner || r == nonJoiner:
		c.join(r)
	case joins(r) && (c.joined == 0 || c.joined >= MostJoined || isTag(r) && !c.flag):
		// a mark of nothing, or one too many
	case joins(r):
		c.joinPending()
		c.put(r, c.joined+1)
	case shown(r):
		c.joinPending()
		c.put(r, 1)
	}
}

// join notes a joiner. Behind a letter it counts only if another one follows; Latin letters are never joined.
func (c *cleaner) join(r rune) {
	switch {
	case c.joined == 0 || c.joined >= MostJoined || c.last < 0x300 || c.last == joiner || c.last == nonJoiner:
	case unicode.IsMark(c.last) && !unicode.Is(unicode.Variation_Selector, c.last):
		c.put(r, c.joined+1)
	default:
		c.pending = r
	}
}

func (c *cleaner) joinPending() {
	if c.pending != 0 {
		c.put(c.pending, c.joined+1)
	}
}

func (c *cleaner) put(r rune, joined int) {
	c.WriteRune(r)
	c.last, c.pending, c.joined = r, 0, joined
	c.flag = r == blackFlag || c.flag && joins(r)
}

// joins reports whether a character belongs to the letter before it.
func joins(r rune) bool {
	return unicode.IsMark(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || isTag(r) ||
		r == joiner || r == nonJoiner
}

func isTag(r rune) bool { return r >= 0xe0020 && r <= 0xe007f }

// shown reports whether a character can be seen. Emoji that are newer than our tables are among them.
func shown(r rune) bool {
	return unicode.IsPrint(r) && !unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		r >= 0x1f300 && r <= 0x1faff
}
