package lettering

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

func fontsIn(folders ...string) *Fonts { return New(goregular.TTF, gobold.TTF, folders) }

// TestShaping compares with HarfBuzz 15.0.0: glyphs joined and put together, in the order in which they are drawn.
func TestShaping(t *testing.T) {
	for text, want := range map[string]struct {
		width float64
		ids   []uint32
		at    []float64
	}{
		"हिन्दी":   {1.878, []uint32{15, 3, 8, 1, 22}, []float64{0, 0.259, 0.79, 1.099, 1.619}},
		"فريق":     {1.95, []uint32{17, 28, 23, 12}, []float64{0, 0.808, 1.107, 1.503}},
		"ไทยที่":   {2.116, []uint32{4, 7, 8, 7, 5, 3}, []float64{0, 0.304, 0.913, 1.507, 2.113, 2.113}},
		"チーム":      {2.97, []uint32{1, 3, 2}, []float64{0, 1, 1.97}},
		"👩\u200d🚀": {1.2451, []uint32{4}, []float64{0}},
	} {
		fonts := fontsIn("testdata")
		line := fonts.Line(text, false)
		if len(line.Missing) > 0 || math.Abs(line.Width-want.width) > 0.002 || len(line.Glyphs) == 0 {
			t.Errorf("%s is %v wide and lacks %q, expected %v", text, line.Width, line.Missing, want.width)
		}
		var ids []uint32
		x := 0.0
		characters, chosen, _ := fonts.choices(text, false)
		for _, run := range fonts.runs(characters, chosen) {
			for _, glyph := range run.Glyphs {
				if at := x + length(glyph.XOffset); len(ids) < len(want.at) && math.Abs(at-want.at[len(ids)]) > 0.002 {
					t.Errorf("%s: glyph %d is at %v, expected %v", text, len(ids), at, want.at[len(ids)])
				}
				ids = append(ids, uint32(glyph.GlyphID))
				x += length(glyph.Advance)
			}
		}
		if !slices.Equal(ids, want.ids) {
			t.Errorf("%s: glyphs %v, expected %v", text, ids, want.ids)
		}
	}
}

// TestOrder: parts of a line stand as Unicode's bidirectional algorithm says.
func TestOrder(t *testing.T) {
	fonts := fontsIn("testdata")
	for text, want := range map[string]string{
		"A فريق 12 abc":  "A |12| |فريق| abc",
		"فريق abc فريق":  "فريق| |abc| |فريق",
		"A فريق, فريق b": "A |فريق|, |فريق| b",
		"فريق 12":        "12| |فريق",
		"Zoë チーム b":      "Zoë |チーム| b",
		"one, two":       "one, two",
		"हिन्दी हिन्दी फ":     "हिन्दी| |हिन्दी| |" + string(box),
		"A \u05e9\u05dc 12 b": "A " + string(box) + string(box) + " 12 b", // boxes are drawn from left to right
	} {
		var parts []string
		characters, chosen, _ := fonts.choices(text, false)
		for _, run := range fonts.runs(characters, chosen) {
			parts = append(parts, string(characters[run.Runes.Offset:][:run.Runes.Count]))
		}
		if got := strings.Join(parts, "|"); strings.ReplaceAll(got, "|", "") != strings.ReplaceAll(want, "|", "") {
			t.Errorf("%s is drawn as %s, expected %s", text, got, want)
		}
	}
}

// TestMissing: a letter that no font has is one box, however many characters it is made of, and is listed once.
func TestMissing(t *testing.T) {
	empty := t.TempDir()
	for name, content := range map[string]string{"a.ttf": "", "b.otf": "no font", "c.ttc": "ttcf\x00\x01\x00\x00\xff\xff\xff\xff"} {
		if err := os.WriteFile(filepath.Join(empty, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(filepath.Join("testdata", "NotoSansArabic-Regular.ttf"))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < 40; i++ { // fonts that were cut off or damaged
		cut := slices.Clone(whole[:len(whole)*i/40])
		for k := i; k < len(cut); k += 97 {
			cut[k] ^= byte(i)
		}
		if err := os.WriteFile(filepath.Join(empty, fmt.Sprintf("d%d.ttf", i)), cut, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	line := fontsIn(empty, filepath.Join(empty, "none")).Line("ab हिहि 👩\u200d🚀", true)
	if !slices.Equal(line.Missing, []string{"हि", "👩\u200d🚀"}) {
		t.Errorf("missing are %q", line.Missing)
	}
	if len(line.Glyphs) != 5 { // a, b and three boxes
		t.Errorf("%d glyphs are drawn", len(line.Glyphs))
	}
	if got := Packages([]string{"チ", "ー", "हि", "👩\u200d🚀", "न्"}); !slices.Equal(got,
		[]string{"fonts-noto-cjk", "fonts-noto-color-emoji", "fonts-noto-core"}) {
		t.Errorf("to install: %v", got)
	}
	fontsIn(empty).Line("فريق", false) // must not panic, whatever the damaged fonts are worth
}

// TestChoice: a plain font of the weight is chosen, whatever the order of the files.
func TestChoice(t *testing.T) {
	names := []string{"NotoSerif-Regular.ttf", "NotoSans-Bold.ttf", "NotoSansMono-Regular.ttf", "NotoSans-Regular.ttf", "NotoColorEmoji.ttf"}
	for _, c := range []struct {
		bold, emoji bool
		want        string
	}{{false, false, "NotoSans-Regular.ttf"}, {true, false, "NotoSans-Bold.ttf"}, {false, true, "NotoColorEmoji.ttf"}} {
		best := slices.MinFunc(names, func(a, b string) int {
			return (&file{name: strings.ToLower(a)}).distance(c.bold, c.emoji) -
				(&file{name: strings.ToLower(b)}).distance(c.bold, c.emoji)
		})
		if best != c.want {
			t.Errorf("%+v: %s is chosen", c, best)
		}
	}
}

func TestFolders(t *testing.T) {
	t.Setenv(Variable, "")
	if len(Folders()) < 2 {
		t.Errorf("folders of the system: %q", Folders())
	}
	t.Setenv(Variable, "mine")
	if got := Folders(); !slices.Equal(got, []string{"mine"}) {
		t.Errorf("folders: %q", got)
	}
}
