package english

import (
	"strconv"
	"testing"
)

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"0 turns": Count(0, "turn"), "1 turn": Count(1, "turn"), "2 turns": Count(2, "turn"), "-1 turns": Count(-1, "turn"),
		"1 match": Count(1, "match"), "3 matches": Count(3, "match"), "2 boxes": Count(2, "box"), "actions": Plural(9, "action"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestList(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "0", 3: "0, 1, 2", 5: "0, 1, 2, and 2 more"} {
		if got := List(n, 3, strconv.Itoa); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestAnd(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  string
	}{{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b"}, "a and b"}, {[]string{"a", "b", "c"}, "a, b and c"}} {
		if got := And(c.texts); got != c.want {
			t.Errorf("%q: %q, want %q", c.texts, got, c.want)
		}
	}
}

func TestNumbersInWords(t *testing.T) {
	for want, got := range map[string]string{
		"no": Number(0), "one": Number(1), "twelve": Number(12), "13": Number(13), "-1": Number(-1),
		"+5": Signed(5), "−136": Signed(-136), "±0": Signed(0),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
