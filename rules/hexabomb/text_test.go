package hexabomb

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const middleOfGame = `turn: 12
score: a=70 b=31
bombs: a0=0
delay: b0=3
   .     a     a0
.+b0! b!    a*32  b1
   .!    .     b     .+a1
`

func ExampleParseState() {
	s, err := ParseState(middleOfGame)
	fmt.Println(err)
	fmt.Print(s)
	// Output:
	// <nil>
	// turn: 12
	// score: a=70 b=31
	// bombs: a0=0
	// delay: b0=3
	//    .     a     a0
	// .+b0! b!    a*32  b1
	//    .!    .     b     .+a1
}

// TestTextForms: what is written is what was read, and on the same board the state is equal.
func TestTextForms(t *testing.T) {
	for _, text := range []string{
		"a0\n",
		"a0  .\n",
		"  .   a0\n.   .   b0\n  .   .\n",
		"a0  .\n\n\n  b0  .\n",
		"origin: (-3,2)\na0  b0\n",
		"origin: (1,-2)\nwidth: 4\n    a0\n\nb0\n",
		"a0    a+b0! a*42\n",
		"dropped: (1,0) (0,0)\nb+a0*22 b0*44\n",
		"turn: 7\nscore: a=12\nbombs: @0=2 a0=0\ndelay: a0=1\n@0!a      @*12,100! a+a0!     .!@\n",
		"a0=b  .+b0  b*a32 .*@29 @0\n",
		"cell: (-900000000,0) a0\ncell: (5,0) .\ncell: (0,900000000) b0*23\n",
		"a0  a1  .\n",
	} {
		s, err := ParseState(text)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		if got := s.String(); got != text {
			t.Errorf("wrote\n%s\nof\n%s", got, text)
		}
		if back, err := s.Board().ParseState(s.String()); err != nil || !back.Equal(s) {
			t.Errorf("read back as\n%v\n(%v) of\n%s", back, err, text)
		}
	}
}

func TestTextIsFreeInWhatDoesNotMatter(t *testing.T) {
	want, err := ParseState("turn: 3\norigin: (2,5)\n  a0  .\n.   b0\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"turn:3|origin: (2,5)|  a0  .|.   b0",
		"# a comment\n\n      a0  .\r\n#\n    .   b0   \n\nturn: 3\n\norigin: (2,5)\n",
		"turn: 3|width: 10|origin: (2,5)|        a0        .|   .         b0",
		"turn: 3|origin: (2,5)|   a0     .|.      b0",
		"turn: 3|origin: (2,5)|    a0     .|.      b0",
		"turn: 3|origin: (2,5)| a0 .|.  b0",
		"turn: 3|cell: (2,5) a0|cell: (3,5) .|cell: (2,6) b0|cell: (1,6) .",
	} {
		if s, err := want.Board().ParseState(text); err != nil || !s.Equal(want) {
			t.Errorf("%q read as\n%v\n(%v), want\n%v", text, s, err, want)
		}
	}
}

func TestSeatNames(t *testing.T) {
	for k, name := range map[seat]string{neutral: ".", specialSeat: "@", 0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa", 65534: "crxo"} {
		if k.String() != name {
			t.Errorf("seat %d is %q, want %q", int(k), k, name)
		}
		r := wordReader{name}
		if back, ok := r.seat(); back != k || !ok || r.rest != "" {
			t.Errorf("%q is seat %d, %v; want %d", name, int(back), ok, int(k))
		}
	}
}

func TestTextFaults(t *testing.T) {
	const prefix = "hexabomb: bad picture of a board: "
	for _, c := range []struct{ text, fault string }{
		{"", "no cell is drawn"},
		{"turn: 3", "no cell is drawn"},
		{"a0  ?", `line 1, column 5: "?": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0  A0", `line 1, column 5: "A0": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0  .3", `line 1, column 5: ".3": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0  .*32", `line 1, column 5: ".*32": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0  a*3", `line 1, column 5: "a*3": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0  a*345", `line 1, column 5: "a*345": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0  a*22*22", `line 1, column 5: "a*22*22": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0  .+.0", `line 1, column 5: ".+.0": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{"a0\t.", `line 1, column 1: "a0\t.": not a cell; one looks like . or a or a0 or a*32 or .+a0 or a!`},
		{".   .| .", `line 2, column 2: ".": off the grid; cells are 4 columns apart, and each row is shifted by half of that`},
		{".   .|.", `line 2, column 1: ".": off the grid; cells are 4 columns apart, and each row is shifted by half of that`},
		{".   .   a0   .", `line 1, column 14: ".": off the grid; cells are 4 columns apart, and each row is shifted by half of that`},
		{"a0  a0", `line 1, column 5: "a0": character a0 is drawn twice`},
		{"a0  .+a0", `line 1, column 5: ".+a0": character a0 is drawn twice`},
		{"a0  a2", `line 1, column 5: "a2": character a2 is drawn but a1 is not`},
		{"a1  .", `line 1, column 1: "a1": character a1 is drawn but a0 is not`},
		{"@0  @1  b0", `line 1, column 9: "b0": character b0 is drawn but a0 is not`},
		{"@1  a0", `line 1, column 1: "@1": character @1 is drawn but @0 is not`},
		{"a0  b", `line 1, column 5: "b": nobody plays b`},
		{"a0  @", `line 1, column 5: "@": nobody plays @`},
		{"tern: 3|a0  .", `line 1: "tern": no such line; there are turn, score, count, bombs, delay, dropped, origin, width, cell`},
		{"turn: 3|turn: 4|a0  .", "line 2: turn: given twice"},
		{"turn: -1|a0  .", `turn: "-1" where a number from 0 was expected`},
		{"score: c=1|a0  b0", `score: "c=1" where NAME=NUMBER was expected, the name one of: a b`},
		{"bombs: a0|a0  b0", `bombs: "a0" where NAME=NUMBER was expected, the name one of: a0 b0`},
		{"origin: 3|a0  b0", `origin: "3" where a place like (1,-2) was expected`},
		{"origin: (9007199254740993,0)|a0", "origin: place (9007199254740993,0) is beyond ±9007199254740992"},
		{"width: 0|a0  b0", `width: "0" where a number from 1 to 65535 was expected`},
		{"dropped: (0,0)|a0  b0", "dropped: 1 places but 0 bombs are drawn"},
		{"dropped: (0,0) (0,0)|a0*22  b0*22", "dropped: there is no bomb at (0,0), or it is named twice"},
	} {
		_, err := ParseState(c.text)
		if err == nil || err.Error() != prefix+c.fault || !errors.Is(err, ErrText) {
			t.Errorf("%q:\n got %v\nwant %s%s", c.text, err, prefix, c.fault)
		}
	}
}

// TestTextOfImpossibleStates: what can be drawn but cannot be is refused by the map's and the state's own checks.
func TestTextOfImpossibleStates(t *testing.T) {
	for text, want := range map[string]error{
		"cell: (0,0) .|a0": ErrMap, "a0  a1  b0": ErrMap, "a0  a*92": ErrSnapshot, "bombs: a0=3|a0  .": ErrSnapshot, "delay: a0=4|. .+a0": ErrSnapshot,
		"a0  .+@0": ErrSnapshot, "delay: a0=2|a0": ErrSnapshot, "score: a=-1|a0": ErrSnapshot, "turn: 4294967296|a0": ErrSnapshot,
	} {
		if _, err := ParseState(text); !errors.Is(err, want) {
			t.Errorf("%q: %v, want an error that is %v", text, err, want)
		}
	}
}

func TestTextOnAnotherBoard(t *testing.T) {
	s, err := ParseState("a0  b0  .")
	if err != nil {
		t.Fatal(err)
	}
	for text, fault := range map[string]string{
		"a0  b0":                  "2 cells are drawn; the board has 3",
		"a0  b0  .   .":           "4 cells are drawn; the board has 3",
		"a0  b0      .":           `line 1, column 13: ".": the board has no such cell, or it is drawn twice`,
		"a0  .   .":               "1 characters are drawn; the board has 2",
		"a0  a1  .":               "character a1 is drawn; the board has b0",
		"cell: (0,0) .|a0  b0":    `line 2, column 1: "a0": the board has no such cell, or it is drawn twice`,
		"origin: (0,1)|a0  b0  .": `line 2, column 1: "a0": the board has no such cell, or it is drawn twice`,
	} {
		if _, err := s.Board().ParseState(text); !errors.Is(err, ErrText) || !strings.HasSuffix(err.Error(), ": "+fault) {
			t.Errorf("%q: %v, want %s", text, err, fault)
		}
	}
}

func TestMapText(t *testing.T) {
	const text = "origin: (-1,0)\n  a0  .   b0\n.   @0  @1  .\n  .   b1  a1\n"
	m, err := ParseMap(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.String(); got != text {
		t.Errorf("wrote\n%s\nof\n%s", got, text)
	}
	want := [][]Coord{{{-1, 0}, {0, 2}}, {{1, 0}, {-1, 2}}}
	if !slices.EqualFunc(m.Starts, want, slices.Equal) || !slices.Equal(m.SpecialStarts, []Coord{{-1, 1}, {0, 1}}) {
		t.Errorf("starts %v and %v, want %v", m.Starts, m.SpecialStarts, want)
	}
	for text, want := range map[string]error{
		"a0  a": ErrText, "a0  a*22": ErrText, "a0! .": ErrText, ".+a0": ErrText, "turn: 0|a0": ErrText, "a0=.": ErrText, "": ErrText,
		".   .": ErrMap, "@0  .": ErrMap, "a0  b0  b1": ErrMap,
	} {
		if _, err := ParseMap(text); !errors.Is(err, want) {
			t.Errorf("ParseMap(%q): %v, want an error that is %v", text, err, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, text := range []string{middleOfGame, "origin: (-1,0)|a0  .|  @0", "cell: (5,6) a0*b22!=.", "dropped: (1,0) (0,0)|a0*22  b*12,99  @0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := ParseMap(text); err == nil {
			if back, err := ParseMap(m.String()); err != nil || back.String() != m.String() {
				t.Fatalf("map\n%v\nread back as\n%v\n%v", m, back, err)
			}
		}
		s, err := ParseState(text)
		if err != nil {
			return
		}
		if back, err := s.Board().ParseState(s.String()); err != nil || !back.Equal(s) {
			t.Fatalf("read back as\n%v\n(%v), want\n%v", back, err, s)
		}
		s.Step(nil, nil)
	})
}
