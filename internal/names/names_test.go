package names

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"blastyard/internal/plain"
)

const (
	astronaut = "👩\u200d🚀"
	scotland  = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
)

// good are names of many scripts.
var good = []string{
	"a", "ann", "The Bombers", "チーム", "हिन्दी", "ไทย", "กำลัง", "فريق", "שלום", "José", "L'équipe", "O'Brien", "Team: Ann", "Why?", astronaut,
	"🇫🇷 France", "❤️", "1️⃣", scotland, "한국어", "Việt Nam", "நாட்டியம்", "ශ්\u200dරී", "نامه\u200cای", "葛\U000e0100城", "a/b", `a\b`, `say "hi"`, "1+1=2",
	"<b>&amp;</b>", "$(rm -rf)", "`x`", "%s", "a.b", ".NET", "ann.", "CON", "x-", "ß", "𝕏", "ᏣᎳᎩ", "አማርኛ", "ქართული", "Ελλάδα", "Київ", "…",
}

func TestParse(t *testing.T) {
	for _, name := range good {
		if got, err := Parse(name); err != nil || got != name {
			t.Errorf("%q is %q, %v", name, got, err)
		}
		if got := Fit(name); got != name {
			t.Errorf("Fit(%q) is %q", name, got)
		}
	}
	for _, letter := range []string{"x", "é", "チ", "हि", "ท", "ف", astronaut, "🇫🇷", "e\u0323\u0302", scotland} {
		forty := strings.Repeat(letter, Most)
		got, err := Parse(forty)
		if fits := len(norm.NFC.String(forty)) <= MostBytes; fits != (err == nil) || fits && got != norm.NFC.String(forty) {
			t.Errorf("40 × %q: %q, %v", letter, got, err)
		}
		if _, err := Parse(forty + letter); err == nil {
			t.Errorf("41 × %q was taken", letter)
		}
	}
	for in, want := range map[string]string{
		"Jose\u0301": "José", "山田\u3000太郎": "山田 太郎", "a\u00a0b": "a b", "\u1112\u1161\u11ab": "한",
	} {
		if got, err := Parse(in); err != nil || got != want {
			t.Errorf("%q is %q, %v; expected %q", in, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "has 0 characters, expected 1 to 40",
		" ":                               "has only blanks",
		"\u3000\u00a0":                    "has only blanks",
		"\u2800":                          "has only blanks",
		" ann":                            "has blanks at its ends",
		"ann\u3000":                       "has blanks at its ends",
		"-a":                              `begins with "-"`,
		"a\nb":                            "cannot be printed, U+000A",
		"a\tb":                            "cannot be printed, U+0009",
		"a\x1b[0m":                        "cannot be printed, U+001B",
		"a\u0085b":                        "cannot be printed, U+0085",
		"a\u202eb":                        "cannot be printed, U+202E",
		"a\u2066b\u2069":                  "cannot be printed, U+2066",
		"a\u200fb":                        "cannot be printed, U+200F",
		"a\u200bb":                        "cannot be printed, U+200B",
		"a\ufeffb":                        "cannot be printed, U+FEFF",
		"a\u2028b":                        "cannot be printed, U+2028",
		"a\u00adb":                        "cannot be printed, U+00AD",
		"a\ue000b":                        "cannot be printed, U+E000",
		"a\xffb":                          "cannot be printed, U+FFFD",
		"\u3164":                          "cannot be printed, U+3164",
		"\u0301a":                         "marks or joiners that belong to no letter",
		"a \u0301":                        "marks or joiners that belong to no letter",
		"ab\u200dcd":                      "marks or joiners",
		"葛\u200d":                         "marks or joiners",
		"z" + strings.Repeat("\u0336", 8): "too many at one letter",
		strings.Repeat(astronaut[:4]+"\u200d", 8) + "👩": "has a letter with",
		strings.Repeat("x", 41):                         "has 41 characters, expected 1 to 40",
		strings.Repeat(scotland, 20):                    "has 560 bytes, expected at most 512",
		strings.Repeat("x", 1<<20):                      "has 1048576 bytes, expected at most 512",
	} {
		if got, err := Parse(in); err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 800 {
			t.Errorf("%.50q: %q, %v; expected %q", in, got, err, want)
		}
	}
	if name, err := ParseTitle(strings.Repeat("チ", 60)); err != nil || utf8.RuneCountInString(name) != 60 {
		t.Errorf("a title of 60 letters: %q, %v", name, err)
	}
	if _, err := ParseTitle(strings.Repeat("チ", 61)); err == nil {
		t.Error("a title of 61 letters was taken")
	}
}

func TestFit(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " \t\n": "", "\u200b": "", "\u0301": "", "---": "", "--a": "a", "\x1b[31mred\x1b[m": "red", "a\u202eb": "ab", " a\nb ": "a b",
		"Jose\u0301": "José", strings.Repeat("हि", 50): strings.Repeat("हि", 40), "z" + strings.Repeat("\u0336", 50): "z" + strings.Repeat("\u0336", 7),
		strings.Repeat(scotland, 40): strings.Repeat(scotland, 18),
	} {
		if got := Fit(in); got != want {
			t.Errorf("Fit(%.50q) is %q, expected %q", in, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name       string
		most       int
		want, char string
	}{
		{"abc", 2, "ab", "ab"}, {"abc", 3, "abc", "abc"}, {"a bc", 2, "a", "a"}, {"हिन्दी", 2, "हिन्", "हि"},
		{astronaut + "x", 1, astronaut, ""}, {astronaut + "x", 4, astronaut + "x", astronaut + "x"},
		{astronaut + astronaut, 5, astronaut + astronaut, astronaut}, {"", 3, "", ""}, {"a", 0, "", ""},
	} {
		if got := Cut(c.name, c.most); got != c.want {
			t.Errorf("Cut(%q, %d) is %q, expected %q", c.name, c.most, got, c.want)
		}
		if got := CutCharacters(c.name, c.most); got != c.char {
			t.Errorf("CutCharacters(%q, %d) is %q, expected %q", c.name, c.most, got, c.char)
		}
	}
}

// FuzzNames: whatever a text is, Fit makes a name of it that Parse takes, and what Parse takes is what is printed.
func FuzzNames(f *testing.F) {
	for _, s := range append(good, "\u202e.py", "\ud7fa\xed\xed\ud7fa", "-m", "a\u200d\u0301", "- -a", "\u1100\u200b\u1161") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name := Fit(s)
		if got, err := Parse(name); name != "" && (err != nil || got != name) {
			t.Errorf("Fit(%q) is %q, which Parse calls %q, %v", s, name, got, err)
		}
		if name == "" && plain.Visible(s) && strings.Trim(plain.Text(s), "- ") != "" && !strings.HasPrefix(plain.Text(s), "-") {
			t.Errorf("nothing is left of %q", s)
		}
		got, err := Parse(s)
		if err != nil {
			return
		}
		if !Same(s, got) || plain.Text(got) != got || uniseg.GraphemeClusterCount(got) > Most {
			t.Errorf("%q is called %q, which is printed as %q", s, got, plain.Text(got))
		}
		if name, rest, is := CutQuoted(`"` + strings.TrimPrefix(Quote("-"+got), `"-`) + "=x=y"); is && (name != got || rest != "x=y") {
			t.Errorf("%q in quotes comes back as %q", got, name)
		}
		text := Quote(got) + "=x=y"
		back, rest, is := CutQuoted(text)
		if !is {
			back, rest, is = CutUnquoted(text)
		}
		if !is || back != got || rest != "x=y" {
			t.Errorf("%q comes back as %q, %q", text, back, rest)
		}
		checkFile(t, File(got))
	})
}
