package wire

import (
	"errors"
	"testing"

	"blastyard/bomberman"
)

func TestMoveIsTheFirstCharacter(t *testing.T) {
	for text, want := range map[string]bomberman.Command{
		"1": bomberman.Up, "2\n": bomberman.Left, "3\r\n": bomberman.Right, "4 and more": bomberman.Down, "5": bomberman.PlaceBomb,
		"6": bomberman.TriggerBomb, "0": bomberman.Nothing, "61": bomberman.TriggerBomb, "\xef\xbb\xbf3": bomberman.Right,
		"\xff\xfe4\x00": bomberman.Down, "\xfe\xff\x005": bomberman.PlaceBomb,
	} {
		if got, err := ParseMove([]byte(text)); got != want || err != nil {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
}

func TestWhatIsNoMoveIsNothingAndSaysWhy(t *testing.T) {
	for text, want := range map[string]string{
		"":             "bad move: the file is empty, expected a digit from 0 to 6",
		"\xef\xbb\xbf": "bad move: the file is empty, expected a digit from 0 to 6",
		"x1":           "bad move: the file begins with 'x', expected a digit from 0 to 6",
		"7":            "bad move: the file begins with '7', expected a digit from 0 to 6",
		"\x00\x01":     `bad move: the file begins with '\x00', expected a digit from 0 to 6`,
	} {
		got, err := ParseMove([]byte(text))
		if got != bomberman.Nothing || !errors.Is(err, ErrMove) || err.Error() != want {
			t.Errorf("%q is %v, %v, want %s", text, got, err, want)
		}
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
		again, err := ParseMove(AppendMove(nil, c))
		if again != c || err != nil {
			t.Fatalf("%d is written and read as %d, %v", c, again, err)
		}
	})
}
