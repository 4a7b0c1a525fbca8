package event

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"blastyard/internal/nearest"
)

// section reads the values of one table of a document. It adds errors to problems, and does not change the target of a
// value that is wrong or missing.
type section struct {
	doc      *document
	path     string // "" for the whole document
	shown    string // the path that people see: bots count from 1
	values   map[string]any
	read     map[string]bool
	problems *[]*Error
}

func newSection(d *document) *section {
	return &section{doc: d, values: d.values, read: map[string]bool{}, problems: &[]*Error{}}
}

// first returns the problem that comes first in the file; nil if there is none.
func (s *section) first() error {
	if len(*s.problems) == 0 {
		return nil
	}
	return slices.MinFunc(*s.problems, func(a, b *Error) int { return cmp.Compare(a.Line, b.Line) })
}

// line returns the line of a key, or of the section if the key is missing.
func (s *section) line(key string) int {
	return cmp.Or(s.doc.lines[join(s.path, key)], s.doc.lines[s.path])
}

// wrong adds the problem that a key has an unexpected value.
func (s *section) wrong(key, expected string, args ...any) {
	e := &Error{File: s.doc.file, Line: s.line(key), Key: join(s.shown, key), Expected: fmt.Sprintf(expected, args...)}
	if v, there := s.values[key]; there {
		e.Value = written(v)
	}
	*s.problems = append(*s.problems, e)
}

// failed adds an error about a key, or about the section if key is "".
func (s *section) failed(key string, err error) {
	shown := s.shown
	if key != "" {
		shown = join(s.shown, key)
	}
	*s.problems = append(*s.problems, &Error{File: s.doc.file, Line: s.line(key), Key: shown, Err: err})
}

// written formats a value roughly as it stands in the file.
func written(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case map[string]any:
		return "a table"
	case []any:
		if len(v) > 0 {
			if _, tables := v[0].(map[string]any); tables {
				return "a list of tables"
			}
		}
		return "a list"
	case time.Time:
		return v.Format(time.RFC3339)
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1e15 {
			return strconv.FormatFloat(v, 'f', 1, 64) // 1000.0 is no whole number
		}
		return fmt.Sprint(v)
	default:
		return fmt.Sprint(v)
	}
}

// value returns the value of a key, and marks the key as known.
func (s *section) value(key string) (v any, there bool) {
	s.read[key] = true
	v, there = s.values[key]
	return v, there
}

// has reports whether the file has a key.
func (s *section) has(key string) bool { _, there := s.values[key]; return there }

func (s *section) text(key string, into *string) {
	switch v, there := s.value(key); v := v.(type) {
	case string:
		*into = v
	default:
		if there {
			s.wrong(key, `a text in quotes`)
		}
	}
}

// word reads a text that must be one of words.
func (s *section) word(key string, into *string, words ...string) {
	var text string
	if s.text(key, &text); text == "" && !s.isText(key) {
		return
	}
	if !slices.Contains(words, text) {
		s.wrong(key, "%s", oneOf(words))
		return
	}
	*into = text
}

func (s *section) isText(key string) bool { _, is := s.values[key].(string); return is }

func oneOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	return "one of " + strings.Join(quoted, ", ")
}

// whole reads a whole number.
func (s *section) whole(key string, into *int, least, most int) {
	v, there := s.value(key)
	n, is := v.(int64)
	switch {
	case !there:
	case !is || n < int64(least) || n > int64(most):
		what := "a number"
		if _, isFloat := v.(float64); isFloat {
			what = "a whole number"
		}
		if most == math.MaxInt32 {
			s.wrong(key, "%s from %d", what, least)
			return
		}
		s.wrong(key, "%s from %d to %d", what, least, most)
	default:
		*into = int(n)
	}
}

// number reads a number that is greater than above and less than below.
func (s *section) number(key string, into *float64, above, below float64) {
	v, there := s.value(key)
	n, is := v.(float64)
	if whole, isWhole := v.(int64); isWhole {
		n, is = float64(whole), true
	}
	switch {
	case !there:
	case !is || !(n > above && n < below):
		s.wrong(key, "a number above %v and below %v", above, below)
	default:
		*into = n
	}
}

func (s *section) yes(key string, into *bool) {
	switch v, there := s.value(key); v := v.(type) {
	case bool:
		*into = v
	default:
		if there {
			s.wrong(key, "true or false")
		}
	}
}

// list reads a list of texts. A single text is a list of one.
func (s *section) list(key string, into *[]string) {
	v, there := s.value(key)
	if !there {
		return
	}
	var list []string
	switch v := v.(type) {
	case string:
		list = []string{v}
	case []any:
		for _, x := range v {
			text, is := x.(string)
			if !is {
				s.failed(key, fmt.Errorf("%s in the list, expected texts in quotes only", written(x)))
				return
			}
			list = append(list, text)
		}
	default:
		s.wrong(key, `a list of texts such as ["a", "b"]`)
		return
	}
	*into = list
}

// sub reads a table; nil: there is none.
func (s *section) sub(key string) *section {
	v, there := s.value(key)
	if !there {
		return nil
	}
	values, is := v.(map[string]any)
	if !is {
		s.wrong(key, "a table: [%s], or { … }", join(s.path, key))
		return nil
	}
	return &section{doc: s.doc, path: join(s.path, key), shown: join(s.shown, key), values: values,
		read: map[string]bool{}, problems: s.problems}
}

// subs reads a list of tables.
func (s *section) subs(key string) []*section {
	v, there := s.value(key)
	if !there {
		return nil
	}
	list, is := v.([]any)
	var found []*section
	for i, x := range list {
		var values map[string]any
		if values, is = x.(map[string]any); !is {
			break
		}
		path := join(s.path, key)
		found = append(found, &section{doc: s.doc, path: fmt.Sprintf("%s[%d]", path, i),
			shown: fmt.Sprintf("%s[%d]", path, i+1), values: values, read: map[string]bool{}, problems: s.problems})
	}
	if !is {
		s.wrong(key, "a table for each, [[%s]]", join(s.path, key))
		return nil
	}
	return found
}

// must adds the problem that a key is missing, behind done: an unknown key of the section may be this one misspelt.
func (s *section) must(key, expected string) {
	for other := range s.values {
		if other == key || !s.read[other] {
			return
		}
	}
	s.wrong(key, "%s", expected)
}

// done reports the keys that nobody has read.
func (s *section) done() {
	for _, key := range slices.Sorted(maps.Keys(s.values)) {
		if s.read[key] {
			continue
		}
		known := slices.Sorted(maps.Keys(s.read))
		hint := "expected one of " + strings.Join(known, ", ")
		if near := nearest.Word(key, known); near != "" {
			hint = "did you mean " + near + "?"
		}
		s.failed(key, errors.New("there is no such key; "+hint))
	}
}
