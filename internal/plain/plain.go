// Package plain makes foreign text safe to print. Everything that bots, guests, files and other programs say goes
// through it before it reaches a terminal or a line of a log. Otherwise an escape sequence in a nickname or a reason
// could set the terminal's title, fill its clipboard or rewrite the result, and a line feed could forge a line of
// ours.
package plain

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How many bytes are kept; the rest is dropped.
const (
	maxText = 1 << 10  // a nickname may be megabytes long
	maxLine = 16 << 10 // a line of ours contains several texts
)

// Text makes a foreign text safe: one line as it was written, in any script, without escape sequences, control and
// direction characters, characters that nobody sees, and more marks at one letter than languages have. Where it is
// aligned with other texts, terminals may differ in its width: see terminal.Columns.
func Text(s string) string { return clean(s, maxText) }

// Line is Text for a whole line of ours that contains foreign texts.
func Line(s string) string { return clean(s, maxLine) }

// Stored makes a foreign text safe to store and pass on as one line: valid UTF-8 in which U+FFFD replaces control and
// direction characters. Unlike Text it keeps all letters, marks and emoji, and any length. Use Text to print it.
func Stored(s string) string {
	if isPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control):
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// Visible reports whether a text has a visible character.
func Visible(s string) bool {
	return strings.ContainsFunc(Text(s), func(r rune) bool { return r != ' ' && r != brailleBlank && !joins(r) })
}

func clean(s string, most int) string {
	if len(s) > most {
		for most > 0 && !utf8.RuneStart(s[most]) {
			most--
		}
		s = s[:most]
	}
	if isPlain(s) {
		return s
	}
	var c cleaner
	for _, r := range stripped(s) {
		c.add(r)
	}
	return c.String()
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// JSON makes a JSON text safe to print without changing its value: it escapes characters that no terminal should get.
func JSON(text []byte) []byte {
	safe := func(r rune) bool { return r < 0x7f || unicode.IsGraphic(r) }
	if strings.IndexFunc(string(text), func(r rune) bool { return !safe(r) }) < 0 {
		return text
	}
	var out []byte
	for _, r := range string(text) {
		switch {
		case safe(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			r -= 0x10000
			out = fmt.Appendf(out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// WriteJSON writes a value as one line of JSON that is safe to print.
func WriteJSON(out io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", JSON(text))
	return err
}
