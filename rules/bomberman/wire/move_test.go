package wire

import (
	"errors"
	"testing"
	"unicode"

	"blastyard/rules/bomberman"
)

func TestMoveIsTheFirstCharacter(t *testing.T) {
	for text, want := range map[string]bomberman.Command{
		"1": bomberman.Up, "2\n": bomberman.Left, "3\r\n": bomberman.Right, "4 and more": bomberman.Down, "5": bomberman.PlaceBomb,
		"6": bomberman.TriggerBomb, "0": bomberman.Nothing, "61": bomberman.TriggerBomb, "\xef\xbb\xbf3": bomberman.Right,
		"\xff\xfe4\x00": bomberman.Down, "\xfe\xff\x005": bomberman.PlaceBomb,
		"\xff\xfe\x00\x004\x00\x00\x00": bomberman.Down, "\x00\x00\xfe\xff\x00\x00\x006": bomberman.TriggerBomb,
		"٣": bomberman.Right, "६": bomberman.TriggerBomb, "２ and more": bomberman.Left, "\xff\xfe\x64\x06": bomberman.Down,
		"\xfe\xff\xff\x15": bomberman.PlaceBomb, "Ⅴ": bomberman.PlaceBomb, "⁵": bomberman.PlaceBomb, "⑤": bomberman.PlaceBomb,
		"²": bomberman.Left, "ⅵ": bomberman.TriggerBomb, "㆕": bomberman.Down, "\xff\xfe\x64\x21": bomberman.PlaceBomb,
	} {
		if got, err := ParseMove([]byte(text)); got != want || err != nil {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestWhatIsNoMoveIsNothingAndSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "bad move: the file is empty, expected a digit from 0 to 6",
		"\xef\xbb\xbf":             "bad move: the file is empty, expected a digit from 0 to 6",
		"x1":                       "bad move: the file begins with 'x', expected a digit from 0 to 6",
		"7":                        "bad move: the file begins with '7', expected a digit from 0 to 6",
		"٧":                        "bad move: the file begins with '٧', expected a digit from 0 to 6",
		"½":                        "bad move: the file begins with '½', expected a digit from 0 to 6",
		"𝟒":                        "bad move: the file begins with '𝟒', expected a digit from 0 to 6",
		"⑦":                        "bad move: the file begins with '⑦', expected a digit from 0 to 6",
		"五":                        "bad move: the file begins with '五', expected a digit from 0 to 6",
		"\xff\xfe\x35\xd8\xd3\xdf": "bad move: the file begins with '𝟓', expected a digit from 0 to 6",
		"\xff\xfe":                 "bad move: the file is empty, expected a digit from 0 to 6",
		"\xff\xfe4":                `bad move: the file begins with '�', expected a digit from 0 to 6`,
		"\xff\xfe\x35\xd8":         `bad move: the file begins with '�', expected a digit from 0 to 6`,
		"\x00\x00\xfe\xff4":        `bad move: the file begins with '�', expected a digit from 0 to 6`,
		"\x00\x01":                 `bad move: the file begins with '\x00', expected a digit from 0 to 6`,
	} {
		got, err := ParseMove([]byte(text))
		if got != bomberman.Nothing || !errors.Is(err, ErrMove) || err.Error() != want {
			t.Errorf("%q is %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestDigitsOfEveryScriptHaveTheirValue: digit relies on rows of ten, without gaps.
func TestDigitsOfEveryScriptHaveTheirValue(t *testing.T) {
	n := 0
	check := func(lo, hi, stride uint32) {
		if stride != 1 || (hi-lo+1)%10 != 0 {
			t.Errorf("digits from %U to %U by %d are no rows of ten", lo, hi, stride)
		}
		for r := lo; r <= hi; r++ {
			if d, ok := digit(rune(r)); !ok || d != int(r-lo)%10 {
				t.Errorf("%U is %d, %v", r, d, ok)
			}
			n++
		}
	}
	for _, row := range unicode.Nd.R16 {
		check(uint32(row.Lo), uint32(row.Hi), uint32(row.Stride))
	}
	for _, row := range unicode.Nd.R32 {
		for r := row.Lo; r <= row.Hi; r++ {
			if d, ok := digit(rune(r)); ok {
				t.Errorf("%U is %d", r, d)
			}
		}
	}
	if n != 370 {
		t.Errorf("%d digits", n)
	}
}

// TestNumbersThatAreNoDigits: each value has as many characters as in the table of Unicode 14, and all of them are
// numbers.
func TestNumbersThatAreNoDigits(t *testing.T) {
	var count [7]int
	for r := range rune(0x10000) {
		if d, ok := digit(r); ok && !unicode.Is(unicode.Nd, r) {
			if !unicode.In(r, unicode.Nl, unicode.No) || d < 1 || d > 6 {
				t.Errorf("%U is %d", r, d)
				continue
			}
			count[d]++
		}
	}
	if want := [7]int{0, 22, 20, 20, 18, 17, 18}; count != want {
		t.Errorf("numbers by value: %v, want %v", count, want)
	}
}

func FuzzParseMove(f *testing.F) {
	for _, s := range []string{"", "1", "\xef\xbb\xbf3", "\xff\xfe4\x00", "garbage", "\xc3"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := ParseMove(file)
		if c >= bomberman.NumCommands || err != nil && c != bomberman.Nothing {
			t.Fatalf("%q is %d, %v", file, c, err)
		}
		again, err := ParseMove([]byte{'0' + byte(c), '\n'})
		if again != c || err != nil {
			t.Fatalf("%d is written and read as %d, %v", c, again, err)
		}
	})
}
