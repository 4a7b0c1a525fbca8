package picture

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"blastyard/game/viewer"
	"blastyard/show/internal/lettering"
)

// fontsOfTests have the letters of チーム, हिन्दी, ไทย, فريق and 👩‍🚀.
func fontsOfTests() *lettering.Fonts {
	return lettering.New(goregular.TTF, gobold.TTF, []string{"../internal/lettering/testdata"})
}

// drawn draws a name as in a picture, and returns its pixels and the letters that are missing.
func drawn(name string, fonts *lettering.Fonts) (*image.RGBA, []string) {
	d := drawing{width: 400, height: 60, ground: white, fonts: fonts}
	d.text(text{fill: black, at: point{10, 45}, size: 40, s: clean(name)}, 380)
	var r raster
	return r.draw(&d), d.missing
}

// TestAnyScript: names of any script are drawn with letters, not with boxes, and each differently.
func TestAnyScript(t *testing.T) {
	boxes := lettering.New(goregular.TTF, gobold.TTF, nil)
	seen := map[string]string{}
	for _, name := range []string{"チーム", "हिन्दी", "ไทย", "فريق", "👩\u200d🚀", "A チーム", "فريق A", "Zoë"} {
		img, missing := drawn(name, fontsOfTests())
		again, _ := drawn(name, fontsOfTests())
		if len(missing) > 0 || !bytes.Equal(img.Pix, again.Pix) {
			t.Errorf("%s: missing are %q", name, missing)
		}
		boxed, missing := drawn(name, boxes)
		if same := bytes.Equal(img.Pix, boxed.Pix); same != (name == "Zoë") || same != (len(missing) == 0) {
			t.Errorf("%s: same as without fonts: %v, missing are %q", name, same, missing)
		}
		if other := seen[string(img.Pix)]; other != "" {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[string(img.Pix)] = name
	}
	if img, _ := drawn("👩\u200d🚀", fontsOfTests()); !coloured(img) {
		t.Error("an emoji has no colours")
	}
}

func coloured(img *image.RGBA) bool {
	for i := 0; i < len(img.Pix); i += 4 {
		if p := img.Pix[i:]; max(p[0], p[1], p[2])-min(p[0], p[1], p[2]) > 60 {
			return true
		}
	}
	return false
}

// TestFitAnyScript: cut names fit, and end with "…".
func TestFitAnyScript(t *testing.T) {
	d := drawing{fonts: fontsOfTests()}
	f := d.face(false)
	for _, name := range []string{"チームチームチーム", "हिन्दीहिन्दीहिन्दी", "فريقفريقفريقفريق", "ไทยไทยไทย", "漢漢漢漢漢"} {
		for _, width := range []float64{0, 0.5, 1, 2, 4, 1e6} {
			got := f.fit(name, width)
			if f.width(got) > width || got != name && got != "" && !strings.HasSuffix(got, "…") {
				t.Errorf("%s cut to %v is %s, %v wide", name, width, got, f.width(got))
			}
			if width == 4 && got == "" {
				t.Errorf("nothing of %s fits into %v", name, width)
			}
		}
	}
}

// TestNamesWithoutLetters: names whose letters no font has are told apart by the mark of the player, also in captions.
func TestNamesWithoutLetters(t *testing.T) {
	f := smallHexagons()
	names := []string{"漢字", "日本", "plain", "チーム"}
	for i := range f.Players {
		f.Players[i].Name = names[i%len(names)]
	}
	var missing Missing
	o := Options{Standings: true, Missing: missing.Add, fonts: fontsOfTests()}
	p, err := newPainter(nil, f, o)
	if err != nil {
		t.Fatal(err)
	}
	p.draw(f)
	var caption, want []string
	for i := range f.Players {
		row := &p.f.Players[i]
		name := names[i%len(names)]
		if i%len(names) < 2 {
			name = viewer.Mark(row.Look()) + " " + name
		}
		if got := p.name(row); got != name {
			t.Errorf("player %d is called %q, expected %q", i, got, name)
		}
		caption, want = append(caption, names[i%len(names)]), append(want, name)
	}
	if len(caption) >= 2 {
		caption, want = caption[:2], want[:2]
	}
	if got := p.readable(strings.Join(caption, " and ")); got != strings.Join(want, " and ") {
		t.Errorf("the caption is %q, expected %q", got, strings.Join(want, " and "))
	}
	if note := missing.Note(); !strings.Contains(note, "字") || strings.Count(note, "字") != 1 || strings.Contains(note, "ム") ||
		!strings.Contains(note, "apt install fonts-noto-cjk)") {
		t.Errorf("the note is %q", note)
	}
	if note := new(Missing).Note(); note != "" {
		t.Errorf("nothing is missing: %q", note)
	}
}
