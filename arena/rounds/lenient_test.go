package rounds

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLenient: what JSON5 allows beside JSON, in a file whose field x is text, a list of texts, or something else as it is
// written.
func TestLenient(t *testing.T) {
	for file, want := range map[string]any{
		`{"x": "a"}`:             "a",
		`{x: 'a'}`:               "a",
		`{'x': "it's"}`:          "it's",
		`{x: 'say "a"'}`:         `say "a"`,
		`{$_x1: 0, x: 'a',}`:     "a",
		`{"X": 'a'}`:             "a",
		`{x: 1, X: 'a'}`:         "a",
		`{null: 0, x: ''}`:       "",
		"\xef\xbb\xbf{x:''}":     "",
		"// one\r{x:'a'} // end": "a",
		"/**/{/*a*/x/***/:/* // */'a'/*/*/}/* end */": "a",
		"{x\t:\f'/* a */ // b'\r\n}\n":                "/* a */ // b",
		`{x: "\b\f\n\r\t\\\/\"\'\u00e9\u20AC"}`:       "\b\f\n\r\t\\/\"'é€",
		`{x: "\ud83d\ude00 \ud83d \ude00"}`:           "😀 � �",
		"{x: 'a\\\nb\\\r\nc\\\rd'}":                   "abcd",
		"{x: 'a\xffb\xc3'}":                           "a�b�",
		"{x: '\x7f\u2028'}":                           "\x7f\u2028",
		`{x: ['a', "b",]}`:                            []string{"a", "b"},
		`{x: [/* none */]}`:                           []string(nil),
		`{x: [null]}`:                                 []string{""},
		`{x: null}`:                                   "= null",
		`{x: true /* a */}`:                           "= true",
		`{x: {a: [1, {}], 'b': {}}}`:                  "= {a: [1, {}], 'b': {}}",
		`{x: [1, 'a']}`:                               "= [1, 'a']",
		`{x: +5}`:                                     "= +5",
		`{x: -.5e-3}`:                                 "= -.5e-3",
		`{x: 5.}`:                                     "= 5.",
		`{x: -0XfF}`:                                  "= -0XfF",
		`{x: -Infinity}`:                              "= -Infinity",
		`{x: NaN}`:                                    "= NaN",
	} {
		fields, err := readLenient([]byte(file))
		v, there := fields["x"]
		got := any("= " + v.raw)
		var b Bot
		if v.isString {
			got = v.text
		} else if b.setArgs(v) == nil {
			got = b.RunArgs
		}
		if err != nil || !there || !cmp.Equal(got, want) {
			t.Errorf("%q: %#v, %v; want %#v", file, got, err, want)
		}
	}
}

func TestLenientErrors(t *testing.T) {
	for file, want := range map[string]string{
		``:                                  "line 1: the file ends where an object is expected",
		`'a'`:                               "expected a JSON object",
		`null`:                              "expected a JSON object",
		"{\n\nx: 'a'":                       "line 3: the file ends where a comma or } is expected",
		"{x: 'a' y: 'b'}":                   "line 1: there is 'y' where a comma or } is expected",
		"{x: ['a' 'b']}":                    "line 1: there is '\\'' where a comma or ] is expected",
		"{,}":                               "line 1: there is ',' where a key is expected",
		"{x: 'a',,}":                        "line 1: there is ',' where a key is expected",
		"{x: [,]}":                          "line 1: there is ',' where a value is expected",
		"{1x: 'a'}":                         "line 1: there is '1' where a key is expected",
		"{x-y: 'a'}":                        "line 1: there is '-' after a key, where a colon is expected",
		"{é: 'a'}":                          "line 1: there is 'é' where a key is expected",
		"{x 'a'}":                           "line 1: there is '\\'' after a key",
		"{x: a}":                            "line 1: there is 'a' where a value is expected",
		"{x: 010}":                          "line 1: there is '0' where a value is expected",
		"{x: .}":                            "line 1: there is '.' where a value is expected",
		"{x: 0x}":                           "line 1: there is '0' where a value is expected",
		"{x: 1e1.5}":                        "line 1: there is '1' where a value is expected",
		"{x: trueish}":                      "line 1: there is 't' where a value is expected",
		"{\nx: 'a\n'}":                      "line 2: there is '\\n' in a string",
		"{x: 'a":                            "line 1: the file ends in a string",
		`{x: "a'}`:                          "line 1: the file ends in a string",
		`{x: '\q'}`:                         "line 1: there is 'q' after a backslash",
		`{x: '\u12g4'}`:                     "line 1: there is 'u' after a backslash, where u and four hexadecimal digits are expected",
		`{x: '\`:                            "line 1: the file ends after a backslash",
		"{\n/* x: 'a'}":                     "line 2: a comment does not end",
		"/":                                 "expected a JSON object",
		"{} {}":                             "line 1: there is '{' after the object",
		"{} // end\n/* */x":                 "line 2: there is 'x' after the object",
		"{x: " + strings.Repeat("[", 1<<19): "line 1: too many brackets in each other",
	} {
		if _, err := readLenient([]byte(file)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", file, err, want)
		}
	}
}
