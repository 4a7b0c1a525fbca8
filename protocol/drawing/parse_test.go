package drawing

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// lines are lines with what they draw, packed after the name of their layer, or an error, or "print".
var lines = []struct{ line, want string }{
	{`@draw {"cell":[2,-1],"text":"37","color":"red"}`, "main: text 2 -1 #ff4d4f 37"},
	{`@draw {"cell":[2,-1]}`, "main: cell 2 -1 #ffe033"},
	{`@draw {"cell":[2,-1],"text":"37","fill":true,"layer":"danger"}`, "danger: cell 2 -1 #ffe033 37"},
	{`@draw {"cell":[2,-1],"text":null,"color":null,"fill":true}`, "main: cell 2 -1 #ffe033"},
	{`@draw {"cell":[2,-1],"text":-4.50}`, "main: text 2 -1 #ffe033 -4.50"},
	{`@draw {"cell":[2.0,-1e0],"text":" "}`, "main: cell 2 -1 #ffe033"},
	{`@draw {"line":[[0,0],[3,-3]],"color":"#ABCDEF"}`, "main: line 0 0 3 -3 #abcdef"},
	{`@draw {"arrow":[[0,0],[3,-3]],"color":"Grey","layer":"where to go"}`, "where to go: arrow 0 0 3 -3 #9aa3ad"},
	{`@draw {"circle":[0,1]}`, "main: circle 0 1 0.5 #ffe033"},
	{`@draw {"circle":[0,1],"radius":2.499}`, "main: circle 0 1 2.5 #ffe033"},
	{`@draw{"circle":[0,1],"radius":100}`, "main: circle 0 1 100 #ffe033"},
	{"@draw\t" + `{"cell":[0,0],"text":"a \u001b[31mb\nc\u2028\ud800 <b>\"\\😀"}`, `main: text 0 0 #ffe033 a ` + "\ufffd[31mb c \ufffd" + ` <b>"\😀`},
	{`@draw {"cell":[0,0],"text":"` + strings.Repeat("é", 99) + `"}`, "main: text 0 0 #ffe033 " + strings.Repeat("é", MaxText)},
	{`@draw {"cell":[0,0],"layer":"` + strings.Repeat("é", MaxLayer) + `"}`, strings.Repeat("é", MaxLayer) + ": cell 0 0 #ffe033"},

	{`hello`, "print"},
	{` @draw {"cell":[0,0]}`, "print"},
	{`@drawn`, "print"},
	{`the bot says @draw {"cell":[0,0]}`, "print"},
	{``, "print"},

	{`@draw`, `after @draw is "", expected a JSON object`},
	{`@draw me a sheep`, `after @draw is no JSON object: invalid character 'm' looking for beginning of value`},
	{`@draw [1]`, `after @draw is "[1]", expected a JSON object`},
	{`@draw null`, `after @draw is "null", expected a JSON object`},
	{`@draw {"cell":[1,1]} {"cell":[2,2]}`, `after @draw is no JSON object: invalid character '{' after top-level value`},
	{`@draw {"cell":[NaN,1]}`, `after @draw is no JSON object: invalid character 'N' looking for beginning of value`},
	{`@draw {}`, `there is no shape, expected cell, line, arrow or circle`},
	{`@draw {"text":"37"}`, `there is no shape, expected cell, line, arrow or circle`},
	{`@draw {"cell":[0,0],"line":[[0,0],[1,1]]}`, `cell and line are both there, expected one shape a line`},
	{`@draw {"cell":[0,0],"colour":"red"}`, `"colour" is no field of a drawing, expected cell, line, arrow, circle, text, fill, radius, color, layer`},
	{`@draw {"cell":[0,0],"radius":2}`, `radius goes with circle only, not with cell`},
	{`@draw {"arrow":[[0,0],[1,1]],"text":"x"}`, `text goes with cell only, not with arrow`},
	{`@draw {"cell":3}`, `cell is 3, expected a cell [x,y]`},
	{`@draw {"cell":[1,2,3]}`, `cell is [1,2,3], expected a cell [x,y]`},
	{`@draw {"cell":[1,null]}`, `cell is [1,null], expected a cell [x,y]`},
	{`@draw {"cell":[1.5,2]}`, `cell is [1.5,2], expected two whole numbers from -32767 to 32767`},
	{`@draw {"cell":[40000,2]}`, `cell is [40000,2], expected two whole numbers from -32767 to 32767`},
	{`@draw {"cell":[1e999,2]}`, `cell is [1e999,2], expected a cell [x,y]`},
	{`@draw {"line":[[0,0]]}`, `line is [[0,0]], expected two cells [[x,y],[x,y]]`},
	{`@draw {"arrow":[[0,0],[1,true]]}`, `arrow[1] is [1,true], expected a cell [x,y]`},
	{`@draw {"circle":[0,0],"radius":0}`, `radius is 0, expected a number of cells from 0.01 to 100`},
	{`@draw {"circle":[0,0],"radius":"big"}`, `radius is "big", expected a number of cells from 0.01 to 100`},
	{`@draw {"circle":[0,0],"radius":1e99}`, `radius is 1e99, expected a number of cells from 0.01 to 100`},
	{`@draw {"cell":[0,0],"text":["a"]}`, `text is ["a"], expected a text in quotes`},
	{`@draw {"cell":[0,0],"fill":1}`, `fill is 1, expected true or false`},
	{`@draw {"cell":[0,0],"fill":false}`, `fill is false and there is no text, expected one of them`},
	{`@draw {"cell":[0,0],"layer":" "}`, `layer is " ", expected a name of 1 to 24 characters`},
	{`@draw {"cell":[0,0],"layer":"` + strings.Repeat("x", 99) + `"}`, `layer is "` + strings.Repeat("x", 60) + `…", expected a name of 1 to 24 characters`},
	{`@draw {"cell":[0,0],"color":"url(x)"}`, `color is "url(x)", expected #rrggbb or one of red, orange, yellow, lime, green, cyan, blue, purple, magenta, pink, brown, white, gray, black`},
	{`@draw {"cell":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, `after @draw is no JSON object: invalid character '[' exceeded max depth`},
}

// said returns the result of Parse as one text.
func said(line string) string {
	s, ok, err := Parse(line)
	switch {
	case !ok:
		return "print"
	case err != nil:
		return err.Error()
	default:
		return s.Layer + ": " + string(s.append(nil))
	}
}

func TestParse(t *testing.T) {
	for _, c := range lines {
		if got := said(c.line); got != c.want {
			t.Errorf("%.100s\n got %q\nwant %q", c.line, got, c.want)
		}
	}
}

// TestPalette: every colour has a unique value, which can also be written in full.
func TestPalette(t *testing.T) {
	seen := map[string]string{}
	for _, c := range Palette {
		byName, err := colorOf(c.Name)
		if byValue, err2 := colorOf(c.Value); err != nil || err2 != nil || byName != c.Value || byValue != c.Value {
			t.Errorf("%s: %s, %v; %s, %v, want %s", c.Name, byName, err, byValue, err2, c.Value)
		}
		if other := seen[c.Value]; other != "" {
			t.Errorf("%s and %s are the same colour", c.Name, other)
		}
		seen[c.Value] = c.Name
	}
}

// FuzzParse: whatever a bot prints, the result is one line of known words, short and safe.
func FuzzParse(f *testing.F) {
	for _, c := range lines {
		f.Add(c.line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		s, ok, err := Parse(line)
		if !ok || err != nil {
			return
		}
		packed := string(s.append(nil))
		if len(packed) > 80+4*MaxText || !utf8.ValidString(packed) || strings.ContainsFunc(packed+s.Layer, unicode.IsControl) {
			t.Errorf("%q gives %q", line, packed)
		}
		again := fmt.Sprintf(`@draw {"cell":[%d,%d],"color":%q,"fill":true}`, s.At.X, s.At.Y, s.Color)
		if _, _, err := Parse(again); err != nil {
			t.Errorf("%q gives values that cannot be drawn again: %v", line, err)
		}
	})
}

// TestManual: the manual contains every colour with its value, the limits, and valid lines.
func TestManual(t *testing.T) {
	page, err := os.ReadFile("../../docs/drawing.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, c := range Palette {
		if want := "| " + c.Name + " | " + c.Value + " |"; !strings.Contains(text, want) {
			t.Errorf("the manual does not say %q", want)
		}
	}
	for _, want := range []string{fmt.Sprint(MaxText, " characters"), fmt.Sprint(MaxLayer, " characters"), fmt.Sprint(MaxLayers, " layers"),
		fmt.Sprint(MaxBytes>>10, " KiB"), fmt.Sprint(MaxAllBytes>>10, " KiB"), "1,000 shapes", fmt.Sprint(maxRadius)} {
		if !strings.Contains(text, want) {
			t.Errorf("the manual does not say %q", want)
		}
	}
	examples := 0
	for line := range strings.Lines(text) {
		if _, ok, err := Parse(strings.TrimSpace(line)); ok {
			if examples++; err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	if examples < 5 {
		t.Errorf("the manual has %d examples", examples)
	}
}
