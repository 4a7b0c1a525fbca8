package viewer_test

import (
	"fmt"
	"image/color"
	"os"
	"regexp"
	"testing"

	"blastyard/game/viewer"
)

var hexColour = regexp.MustCompile(`"(#[0-9a-f]{6})"`)

// TestPagePalette: the page has the colours of Palette, in the same order, and the same neutral colours.
func TestPagePalette(t *testing.T) {
	source, err := os.ReadFile("../../show/web/src/palette.ts")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)export const players = \[(.*?)\]`).FindSubmatch(source)
	if list == nil {
		t.Fatal("no list of the players' colours")
	}
	got := hexColour.FindAllSubmatch(list[1], -1)
	if len(got) != len(viewer.Palette) {
		t.Fatalf("%d colours of players, expected %d", len(got), len(viewer.Palette))
	}
	for i, c := range viewer.Palette {
		if string(got[i][1]) != hex(c) {
			t.Errorf("player %d: %s, expected %s", i, got[i][1], hex(c))
		}
	}
	for name, c := range map[string]color.RGBA{"neutral": viewer.NeutralColour, "stone": viewer.StoneColour, "brick": viewer.BrickColour, "ash": viewer.AshColour} {
		if want := regexp.MustCompile(`export const ` + name + ` = "` + hex(c) + `";`); !want.Match(source) {
			t.Errorf("%s is not %s", name, hex(c))
		}
	}
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
