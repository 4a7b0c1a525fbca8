package jsonscan

import (
	"encoding/json"
	"strings"
	"testing"
)

var texts = []string{
	``, ` `, `null`, `true`, `false`, `tru`, `nul`, `0`, `-0`, `-`, `01`, `1.`, `1.5`, `.5`, `1e3`, `1E+3`, `1e`, `1e-`, `12345678901234567890`,
	`""`, `"a"`, `"`, `"\"`, `"\\"`, `"\n"`, "\"\n\"", `"\u00e9"`, `"\u00g9"`, `"\u12"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00\ud83d"`, `"\x"`, "\"\xff\"",
	`[]`, `[ ]`, `[1]`, `[1,]`, `[,1]`, `[1 2]`, `[1,2`, `{}`, `{"a":1}`, `{"a":1,}`, `{"a"}`, `{"a":}`, `{1:2}`, `{"a":1 "b":2}`, `{"a":[{"b":null}]} `,
	` {"a" : [ 1 , "x" ] } x`, strings.Repeat("[", 10000) + "1" + strings.Repeat("]", 10000), strings.Repeat("[", 10001) + strings.Repeat("]", 10001),
}

// valid reports whether data is one JSON value with nothing but white space around it.
func valid(data []byte) bool {
	s := New(data)
	_, err := s.Value()
	return err == nil && s.AtEnd()
}

func TestValidAgreesWithEncodingJSON(t *testing.T) {
	for _, text := range texts {
		if got, want := valid([]byte(text)), json.Valid([]byte(text)); got != want {
			t.Errorf("valid(%.60q) = %v, encoding/json says %v", text, got, want)
		}
	}
}

func TestFieldsAndElements(t *testing.T) {
	s := New([]byte(` { "a" : [ 1, {"b":2} ,"c" ] , "\u0062\n" : 7 , "a":null} `))
	var seen []string
	err := s.Fields(func(key []byte) error {
		seen = append(seen, string(key))
		if s.Kind() == Array {
			return s.Elements(func() error {
				raw, err := s.Value()
				seen = append(seen, string(raw))
				return err
			})
		}
		raw, err := s.Value()
		seen = append(seen, string(raw))
		return err
	})
	if err != nil || !s.AtEnd() {
		t.Fatalf("error %v, at end %v", err, s.AtEnd())
	}
	if got, want := strings.Join(seen, "|"), "a|1|{\"b\":2}|\"c\"|b\n|7|a|null"; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

func TestValueWithin(t *testing.T) {
	for text, ok := range map[string]bool{"1": true, "[]": true, `[{"a":1}]`: true, "[[[]]]": false, `{"a":{"b":[1]}}`: false, "[[1]": false} {
		s := New([]byte(text))
		if raw, err := s.ValueWithin(2); (err == nil) != ok || ok && string(raw) != text {
			t.Errorf("ValueWithin(2) of %s = %s, %v; want accepted: %v", text, raw, err, ok)
		}
	}
}

func TestText(t *testing.T) {
	for text, want := range map[string]string{`""`: "", `"a b"`: "a b", `"\u0061\n\"é"`: "a\n\"é"} {
		s := New([]byte(text))
		if got, err := s.Text(); err != nil || string(got) != want || !s.AtEnd() {
			t.Errorf("Text of %s = %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{``, `7`, `"`, `"\x"`, "\"\n\""} {
		s := New([]byte(text))
		if got, err := s.Text(); err == nil {
			t.Errorf("Text of %q = %q", text, got)
		}
	}
}

func TestInt(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int64
		ok   bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"7", 7, true}, {"-12", -12, true}, {"1.0", 1, true}, {"2e3", 2000, true}, {"1.5", 0, false},
		{"123456789012345678", 123456789012345678, true}, {"9223372036854775807", 1<<63 - 1, true}, {"9223372036854775808", 0, false},
		{"1e300", 0, false}, {"-1e300", 0, false}, {"1e-400", 0, true}, {"1e999", 0, false},
	} {
		s := New([]byte(c.text))
		n, ok, err := s.Int()
		if err != nil || ok != c.ok || ok && n != c.n || !s.AtEnd() {
			t.Errorf("Int of %q = %d, %v, %v (at end: %v); want %d, %v", c.text, n, ok, err, s.AtEnd(), c.n, c.ok)
		}
	}
	for _, text := range []string{"", "x", "-", "01", "1.", "true"} {
		s := New([]byte(text))
		if _, _, err := s.Int(); err == nil && s.AtEnd() {
			t.Errorf("Int of %q gave no error", text)
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, want := valid(data), json.Valid(data); got != want {
			t.Fatalf("valid(%q) = %v, encoding/json says %v", data, got, want)
		}
		s := New(data)
		raw, err := s.RawString()
		if err != nil || !s.AtEnd() {
			return
		}
		var want string
		if json.Unmarshal(data, &want) != nil {
			t.Fatalf("RawString read %q, which encoding/json does not", data)
		}
		// encoding/json puts the replacement character for bytes that are not UTF-8; here they pass as they are.
		if got := string(Unquote(raw)); strings.ToValidUTF8(got, "�") != strings.ToValidUTF8(want, "�") && !strings.Contains(want, "�") {
			t.Fatalf("Unquote(%q) = %q, encoding/json says %q", raw, got, want)
		}
	})
}
