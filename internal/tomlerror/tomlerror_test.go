package tomlerror

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// TestWords: slips that people make in a file, and what they are told.
func TestWords(t *testing.T) {
	for file, want := range map[string]string{
		"a =\n":                       `there is the end of the line where a value begins: a text stands in quotes, such as "a"`,
		"a =":                         "there is no value behind the =",
		"a = python3 x.py\n":          `there is 'p' where a value begins: a text stands in quotes, such as "a"`,
		"a: 1\n":                      "there is no = behind the key, expected KEY = VALUE",
		`{"a": 1}`:                    "there is '{' where a key begins, expected KEY = VALUE",
		`a = "b" c = 1`:               "there is 'c' behind the value, expected the end of the line",
		"a = \"b\n":                   "a text does not end in its line: a quote is missing",
		"a = 'b":                      "a text does not end in its line: a quote is missing",
		"a = '''b":                    "a text that begins with ''' does not end",
		`a = "C:\games\run.exe"`:      `\ before 'g' in a text: write \\, or put the text in single quotes, where \ is an ordinary character`,
		`a = "C:\Users\ann"`:          `\ before u, U or x in a text: write \\, or put the text in single quotes, where \ is an ordinary character`,
		`a = "..\x"`:                  `\ before u, U or x in a text: write \\, or put the text in single quotes, where \ is an ordinary character`,
		"a = 0x1ffffffffffffffff":     "a number is too large, expected one below 9223372036854775808; a seed beyond it stands in quotes",
		"a = 18446744073709551615":    "a number is too large, expected one below 9223372036854775808; a seed beyond it stands in quotes",
		"a = [1, 2":                   "a list does not end: a comma or ] is missing",
		"a = [1 2]":                   "a list does not end: a comma or ] is missing",
		"a = { b = 1":                 "a table does not end: a comma or } is missing",
		"a = 1\na = 2":                "the key a is there twice",
		"a = 007":                     "a number begins with 0: leave that out, or put a text in quotes",
		"a = true\n[a]\nb = 1\n[[a]]": "",
	} {
		var into map[string]any
		err := toml.Unmarshal([]byte(file), &into)
		if err == nil {
			t.Errorf("%q: no error", file)
			continue
		}
		got := Words(err)
		if want != "" && got != want {
			t.Errorf("%q (%v):\n%s, want\n%s", file, err, got, want)
		}
		if strings.Contains(got, "U+") || strings.Contains(got, "toml:") || strings.Contains(got, "64-bit") {
			t.Errorf("%q: %s", file, got)
		}
	}
}
