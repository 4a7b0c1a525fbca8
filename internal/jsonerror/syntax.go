package jsonerror

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

var errTooShort = errors.New("the JSON ends too early")

// noJSON is an error about a text that is no JSON: what stands there, and what would be expected.
func noJSON(wrong *json.SyntaxError) error {
	text := wrong.Error()
	if text == "unexpected end of JSON input" {
		return errTooShort
	}
	rest, is := strings.CutPrefix(text, "invalid character ")
	if !is {
		return errors.New(text)
	}
	for _, p := range places {
		if stands, is := strings.CutSuffix(rest, " "+p.theirs); is {
			return fmt.Errorf("it is no JSON: there is %s %s", stands, p.ours)
		}
	}
	if stands, literal, is := strings.Cut(rest, " in literal "); is {
		word, _, _ := strings.Cut(literal, " ")
		return fmt.Errorf("it is no JSON: there is %s where %s is begun", stands, word)
	}
	return fmt.Errorf("it is no JSON: there is %s", rest)
}

// places are where a character can be wrong, as encoding/json says it and as we do.
var places = []struct{ theirs, ours string }{
	{"looking for beginning of value", "where a value is expected"},
	{"looking for beginning of object key string", "where a key in double quotes is expected"},
	{"after object key", "after a key, where a colon is expected"},
	{"after object key:value pair", "where a comma or } is expected"},
	{"after array element", "where a comma or ] is expected"},
	{"after top-level value", "after its end"},
	{"in string literal", "in a text, which must be escaped there"},
	{"in string escape code", "after a backslash in a text"},
	{"in \\u hexadecimal character escape", "in an escape \\u of a text"},
	{"in numeric literal", "in a number"},
	{"after decimal point in numeric literal", "after the point of a number"},
	{"in exponent of numeric literal", "in the exponent of a number"},
	{"exceeded max depth", "too deep in lists and objects"},
}
