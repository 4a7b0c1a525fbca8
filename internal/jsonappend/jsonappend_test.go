package jsonappend

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// encoded is a string as a json.Encoder writes it without escapes for HTML.
func encoded(t rapid.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// check holds all styles against encoding/json.
func check(t rapid.TB, s string) {
	t.Helper()
	want, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if got := String([]byte("x"), s); string(got) != "x"+string(want) {
		t.Fatalf("String(%q) is %s, expected %s", s, got[1:], want)
	}
	if got, want := HTML(nil, s), String(nil, string([]rune(s))); string(got) != string(want) {
		t.Fatalf("HTML(%q) is %s, expected %s", s, got, want)
	}
	if got, want := string(Text(nil, s)), encoded(t, s); got != want {
		t.Fatalf("Text(%q) is %s, expected %s", s, got, want)
	}
	for name, got := range map[string][]byte{"Least": Least(nil, s), "Newtonsoft": Newtonsoft(nil, s), "HTML": HTML(nil, s), "Least of bytes": Least(nil, []byte(s))} {
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != string([]rune(s)) {
			t.Fatalf("%s(%q) is %s, read back as %q, %v", name, s, got, back, err)
		}
	}
}

func TestStyles(t *testing.T) {
	for _, c := range []struct{ text, marshal, encoder, least, newtonsoft string }{
		{"", `""`, `""`, `""`, `""`},
		{"plain text", `"plain text"`, `"plain text"`, `"plain text"`, `"plain text"`},
		{"a\"b\\c", `"a\"b\\c"`, `"a\"b\\c"`, `"a\"b\\c"`, `"a\"b\\c"`},
		{"<a&b>", `"\u003ca\u0026b\u003e"`, `"<a&b>"`, `"<a&b>"`, `"<a&b>"`},
		{"\b\f\n\r\t\x00\x1f\x7f", `"\b\f\n\r\t\u0000\u001f` + "\x7f\"", `"\b\f\n\r\t\u0000\u001f` + "\x7f\"",
			`"\b\f\n\r\t\u0000\u001f` + "\x7f\"", `"\b\f\n\r\t\u0000\u001f` + "\x7f\""},
		{"é\u0085\u2028\u2029🎲", "\"é\u0085" + `\u2028\u2029🎲"`, "\"é\u0085" + `\u2028\u2029🎲"`, "\"é\u0085\u2028\u2029🎲\"",
			`"é\u0085\u2028\u2029🎲"`},
		{"a\xffb\xc3", `"a\ufffdb\ufffd"`, `"a\ufffdb\ufffd"`, "\"a\ufffdb\ufffd\"", "\"a\ufffdb\ufffd\""},
	} {
		for name, x := range map[string]struct{ got, want string }{
			"String": {string(String(nil, c.text)), c.marshal}, "Text": {string(Text(nil, c.text)), c.encoder},
			"Least": {string(Least(nil, c.text)), c.least}, "Newtonsoft": {string(Newtonsoft(nil, []byte(c.text))), c.newtonsoft},
		} {
			if x.got != x.want {
				t.Errorf("%s(%q) is %s, expected %s", name, c.text, x.got, x.want)
			}
		}
	}
}

func TestAnyString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		check(t, string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		check(t, rapid.String().Draw(t, "text"))
	})
}

func FuzzString(f *testing.F) {
	f.Add("a<\u2028\xe2\x80")
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}

func TestNumbersAndLists(t *testing.T) {
	b := append([]byte(nil), `{"a":0`...)
	for _, n := range []int{0, 9, 10, -1, -12, 1 << 30} {
		b = Field(b, "n", n)
	}
	b = Bool(Bool(b, "yes", true), "no", false)
	b = List(Name(b, "list"), []int{1, 22, -3}, Int)
	b = append(List(Name(b, "none"), nil, Int), '}')
	const want = `{"a":0,"n":0,"n":9,"n":10,"n":-1,"n":-12,"n":1073741824,"yes":true,"no":false,"list":[1,22,-3],"none":[]}`
	if string(b) != want || !json.Valid(b) {
		t.Errorf("%s, expected %s", b, want)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	dst := make([]byte, 0, 200)
	text := "ann <the bot> é\u2028"
	raw := []byte(text)
	if n := testing.AllocsPerRun(10, func() {
		_ = List(Least(String(dst, text), raw), nil, Int)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkString(b *testing.B) {
	for name, s := range map[string]string{"plain": "Alice's bot, version 3", "escapes": "a <tag> \"quoted\"\n", "letters": "Zoë 🎲 Müller"} {
		dst := make([]byte, 0, 200)
		b.Run(name+"/jsonappend", func(b *testing.B) {
			for range b.N {
				dst = String(dst[:0], s)
			}
		})
		b.Run(name+"/marshal", func(b *testing.B) {
			for range b.N {
				text, err := json.Marshal(s)
				if err != nil {
					b.Fatal(err)
				}
				dst = append(dst[:0], text...)
			}
		})
	}
}
