package plain

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// hostile are texts that would do something to a terminal.
var hostile = []string{
	"\x1b]0;title\x07name", "\x1b[2J\x1b[Hwinner: me", "a\nwinner: me", "a\rwinner: me",
	"\u009b2Jx", "\u009d0;t\u009cx", "\x90q\x9cx",
	"\u202eevil\u202c", "a\u200bb\u2060c\ufeffd", "\x7f\x08\x08", "x\u0300\u0301", "\xff\xfe",
	"\U000e0041tag", "a\u2028winner: me", "\x1b", "\x9b31m",
}

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"hunter", "hunter"},
		{"Zoë", "Zoë"},
		{"漢字", "漢字"},
		{"", ""},
		{"\x1b]0;title\x07name", "name"},
		{"\x1b[31mred\x1b[m", "red"},
		{"a\nb\tc", "a b c"},
		{"👍", "👍"},
		{"a\u200bb", "ab"},
		{strings.Repeat("é", 1000), strings.Repeat("é", 512)},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("Text(%.40q) is %.40q, want %.40q", c.in, got, c.want)
		}
	}
	for _, s := range hostile {
		for _, got := range []string{Text(s), Line(s), Text(s + s)} {
			check(t, s, got)
		}
	}
	if long := strings.Repeat("x", 5000); Line(long) != long {
		t.Error("a line of 5000 bytes was cut")
	}
}

// check finds what a terminal should not get: all but what can be seen, joiners between letters that are joined, the
// tags of a flag, and emoji that are newer than our tables.
func check(t *testing.T, s, got string) {
	t.Helper()
	unseen := func(r rune) bool {
		return !unicode.IsPrint(r) && r != joiner && r != nonJoiner && !isTag(r) && !(r >= 0x1f300 && r <= 0x1faff)
	}
	marks := 0
	for _, r := range got {
		if marks++; !joins(r) {
			marks = 1
		}
		if unseen(r) || unicode.Is(unicode.Bidi_Control, r) || marks > MostJoined {
			t.Errorf("of %q remains %q", s, got)
		}
	}
	if !utf8.ValidString(got) || Text(got) != Text(Text(got)) {
		t.Errorf("of %q remains %q, and of that %q", s, got, Text(got))
	}
}

// TestTextOfAnyScript: what is no danger stays as it was written.
func TestTextOfAnyScript(t *testing.T) {
	for _, s := range []string{
		"チーム", "हिन्दी", "ไทย กำลัง", "فريق", "José", "Jose\u0301", "Việt", "한국어", "\u1112\u1161\u11ab", "❤️", "👩\u200d🚀", "👨\u200d👩\u200d👧\u200d👦",
		"❤️\u200d🔥", "1️⃣", "🇫🇷", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "نامه\u200cای", "ශ්\u200dරී", "অ্যা", "葛\U000e0100", "O'Brien",
		"⣿⠀⣿", "\U0001fae9",
	} {
		if got := Text(s); got != s {
			t.Errorf("of %q remains %q", s, got)
		}
	}
	for in, want := range map[string]string{
		"a\u200db": "ab", "\u0301a": "a", " \u0301a": " a", "葛\u200d": "葛", "葛\u200d ": "葛 ", "x\U000e0041": "x", "\u3164x\u115f": "x",
		"z" + strings.Repeat("\u0336", 50): "z" + strings.Repeat("\u0336", 7), "葛\u200d\u200d葛": "葛\u200d葛", "a\u3000b": "a b",
		"e\x1b[31m\u0301": "e\u0301",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) is %q, want %q", in, got, want)
		}
	}
}

func TestStored(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"hunter", "hunter"},
		{"Zoë 漢字 👍 x\u0301", "Zoë 漢字 👍 x\u0301"},
		{"\x1b[31mred\ta\r\nb", "\ufffd[31mred a  b"},
		{"a\xffb\u009bc\u202ed", "a\ufffdb\ufffdc\ufffdd"},
		{strings.Repeat("é", 100000), strings.Repeat("é", 100000)},
	} {
		if got := Stored(c.in); got != c.want {
			t.Errorf("Stored(%.40q) is %.40q, want %.40q", c.in, got, c.want)
		}
	}
	for _, s := range hostile {
		got := Stored(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control) }) {
			t.Errorf("of %q remains %q", s, got)
		}
	}
}

func TestVisible(t *testing.T) {
	for s, want := range map[string]bool{
		"a": true, "漢": true, "\u200b": false, "\u2060\ufeff": false, " ": false, "\u3000": false, "\u2800": false, "\u3164": false, "👍": true, "ि": false, "\u0300": false, "": false, "\u202e": false,
	} {
		if Visible(s) != want {
			t.Errorf("Visible(%q) is %v", s, !want)
		}
	}
}

// TestJSON: what is printed is harmless, and means the same.
func TestJSON(t *testing.T) {
	for _, s := range append(hostile, "plain", "Zoë 👍 漢字") {
		text, err := json.Marshal(map[string]string{"name": s})
		if err != nil {
			t.Fatal(err)
		}
		var want, back map[string]string
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		got := JSON(text)
		if err := json.Unmarshal(got, &back); err != nil || back["name"] != want["name"] {
			t.Errorf("%q came back as %q, error %v", want["name"], back["name"], err)
		}
		if strings.ContainsFunc(string(got), func(r rune) bool { return !unicode.IsGraphic(r) }) {
			t.Errorf("%q is printed as %s", s, got)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		check(t, s, Text(s))
		check(t, s, Line(s))
	})
}
