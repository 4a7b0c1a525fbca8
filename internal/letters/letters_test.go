package letters_test

import (
	"slices"
	"testing"

	"blastyard/internal/letters"
)

// TestAll also runs in node, where letters come from the browser's tables.
func TestAll(t *testing.T) {
	for _, test := range []struct {
		text  string
		want  []string
		width int
	}{
		{"", nil, 0},
		{"plain", []string{"p", "l", "a", "i", "n"}, 5},
		{"Jose\u0301", []string{"J", "o", "s", "e\u0301"}, 4},
		{"チーム", []string{"チ", "ー", "ム"}, 6},
		{"가힣", []string{"가", "힣"}, 4},
		{"ไทย", []string{"ไ", "ท", "ย"}, 3},
		{"فريق", []string{"ف", "ر", "ي", "ق"}, 4},
		{"a👩‍🚀b", []string{"a", "👩‍🚀", "b"}, 4},
		{"🇫🇷🇩🇪", []string{"🇫🇷", "🇩🇪"}, 4},
		{"☠️", []string{"☠️"}, 2},
		{"a\r\nb", []string{"a", "\r\n", "b"}, 2},
		{"葛󠄀", []string{"葛󠄀"}, 2},
		{"a\uFFFDb", []string{"a", "\uFFFD", "b"}, 3},
	} {
		var found []string
		for letter := range letters.All(test.text) {
			found = append(found, letter)
		}
		if !slices.Equal(found, test.want) || letters.Count(test.text) != len(test.want) {
			t.Errorf("letters of %q: %q, %d; expected %q", test.text, found, letters.Count(test.text), test.want)
		}
		if width := letters.Width(test.text); width != test.width {
			t.Errorf("width of %q: %d, expected %d", test.text, width, test.width)
		}
	}
}

func TestLettersOfInvalidTexts(t *testing.T) {
	for _, text := range []string{"\xff", "a\xffb", "é\xe3\x83", "\xed\xa0\x80", "\uFFFD\xff\uFFFD"} {
		joined := ""
		for letter := range letters.All(text) {
			joined += letter
		}
		if joined != text {
			t.Errorf("letters of %q are together %q", text, joined)
		}
	}
}

func TestNormalForms(t *testing.T) {
	for _, test := range []struct{ text, nfc, nfkd string }{
		{"plain", "plain", "plain"},
		{"Jose\u0301", "Jos\u00e9", "Jose\u0301"},
		{"Å", "\u00c5", "A\u030a"},
		{"ﬁ①", "ﬁ①", "fi1"},
		{"각", "각", "\u1100\u1161\u11a8"},
	} {
		if nfc, nfkd := letters.NFC(test.text), letters.NFKD(test.text); nfc != test.nfc || nfkd != test.nfkd {
			t.Errorf("%q: NFC %q, NFKD %q; expected %q, %q", test.text, nfc, nfkd, test.nfc, test.nfkd)
		}
	}
}
