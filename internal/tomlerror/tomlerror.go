// Package tomlerror turns errors of the TOML decoder about how a file is written into words for those who write it.
package tomlerror

import (
	"regexp"
	"strings"
	"sync"
)

// phrases are what the decoder says, and what that means for a person. $1 is the character that it found.
var phrases = []struct{ said, means string }{
	{`(?:unexpected character|expected value but got) (.+?)(?: at start of value)?`,
		`there is $1 where a value begins: a text stands in quotes, such as "a"`},
	{`expected value, not end of input`, `there is no value behind the =`},
	{`invalid character at start of key: (.+)`, `there is $1 where a key begins, expected KEY = VALUE`},
	{`expected '=' after key`, `there is no = behind the key, expected KEY = VALUE`},
	{`expected newline but got (.+)`, `there is $1 behind the value, expected the end of the line`},
	{`(?:basic|literal) strings cannot have new lines|unterminated (?:basic|literal) string`,
		`a text does not end in its line: a quote is missing`},
	{`multiline (?:basic|literal) string not terminated by (.+)`, `a text that begins with $1 does not end`},
	{`invalid escape character (.+)`,
		`\ before $1 in a text: write \\, or put the text in single quotes, where \ is an ordinary character`},
	{`.*escape sequence.*`,
		`\ before u, U or x in a text: write \\, or put the text in single quotes, where \ is an ordinary character`},
	{`\w+ number is too large to fit in a 64-bit signed integer`,
		`a number is too large, expected one below 9223372036854775808; a seed beyond it stands in quotes`},
	{`array is incomplete|expected ',' or ']' after array value`, `a list does not end: a comma or ] is missing`},
	{`inline table is incomplete|expected ',' or '}' after inline table key-value`,
		`a table does not end: a comma or } is missing`},
	{`(?:key |toml: )*(\S+) is already defined`, `the key $1 is there twice`},
	{`integers cannot have leading zeroes`, `a number begins with 0: leave that out, or put a text in quotes`},
}

// patterns are the phrases. They are compiled when the first error is turned into words: that takes a quarter of a
// millisecond, and every start of a bot starts this program once more.
var patterns = sync.OnceValue(func() []*regexp.Regexp {
	list := make([]*regexp.Regexp, len(phrases))
	for i, p := range phrases {
		list[i] = regexp.MustCompile(`^(?:` + p.said + `)$`)
	}
	return list
})

// charName is a character as Go writes it with its number.
var charName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`U\+[0-9A-F]{4,6} ('.+')`) })

// Words returns the text of an error of the decoder for people.
func Words(err error) string {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	for i, p := range patterns() {
		if found := p.FindStringSubmatchIndex(text); found != nil {
			text = string(p.ExpandString(nil, phrases[i].means, text, found))
			break
		}
	}
	text = strings.ReplaceAll(text, "U+000A", "the end of the line")
	return charName().ReplaceAllString(text, "$1")
}
