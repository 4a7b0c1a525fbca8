package jsonerror

import (
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

type inner struct {
	Deep *uint8 `json:"deep"`
}

type outer struct {
	inner
	Seed  uint64             `json:"seed"`
	Share float64            `json:"share"`
	Name  string             `json:"name"`
	On    *bool              `json:"on"`
	List  []int              `json:"list"`
	Parts map[string][]inner `json:"parts"`
	Small int8
	Left  string `json:"-"`
}

func TestStrict(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"seed":1,"parts":{"a":[{"deep":2}]},"Small":-3,"deep":1}`, ""},
		{`{"seed":-1}`, "seed is -1, expected a whole number of 0 or more"},
		{`{"seed":"1"}`, "seed is a text, expected a whole number of 0 or more"},
		{`{"share":[]}`, "share is a list, expected a number"},
		{`{"name":{}}`, "name is an object, expected a text"},
		{`{"on":1.5}`, "on is a number, expected true or false"},
		{`{"list":true}`, "list is true or false, expected a list"},
		{`{"list":[1,"x"]}`, "list is a text, expected a whole number"},
		{`{"parts":{"a":[{"deep":256}]}}`, "parts.deep is 256, expected a whole number from 0 to 255"},
		{`{"Small":128}`, "Small is 128, expected a whole number from -128 to 127"},
		{`[]`, "the JSON value is a list, expected an object"},
		{`{"sed":1}`, `there is no key "sed"; did you mean seed?`},
		{`{"parts":{"a":[{"dep":2}]}}`, `there is no key "dep"; did you mean deep?`},
		{`{"colour":1}`, `there is no key "colour"`},
		{`{"-":1}`, `there is no key "-"`},
		{`{} {}`, "there is more than one JSON value"},
		{`{"seed":`, "the JSON ends too early"},
		{``, "the JSON ends too early"},
		{`nonsense`, "it is no JSON: there is 'o' where null is begun"},
	} {
		var o outer
		err := Strict([]byte(c.text), &o)
		if got := text(err); got != c.want {
			t.Errorf("%s: %q, expected %q", c.text, got, c.want)
		}
		if goWords.MatchString(text(err)) {
			t.Errorf("%s: %q has words of Go", c.text, err)
		}
	}
}

// goWords are words of Go that no user knows.
var goWords = regexp.MustCompile(`json:|Go |unmarshal|struct|\[\]|u?int\d|float\d|jsonerror`)

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestDecode ignores keys that are not known.
func TestDecode(t *testing.T) {
	var o outer
	if err := Decode([]byte(`{"colour":1,"seed":7}`), &o); err != nil || o.Seed != 7 {
		t.Errorf("%v, %d", err, o.Seed)
	}
	if err := Decode([]byte(`{"seed":"x"}`), &o); text(err) != "seed is a text, expected a whole number of 0 or more" {
		t.Error(err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fs.ErrPermission }

// TestStream: what goes wrong with a stream stays what it is.
func TestStream(t *testing.T) {
	if err := StrictFrom(broken{}, &outer{}); !errors.Is(err, fs.ErrPermission) {
		t.Error(err)
	}
	if err := StrictFrom(strings.NewReader(`{"seed":3}`), &outer{}); err != nil {
		t.Error(err)
	}
}
