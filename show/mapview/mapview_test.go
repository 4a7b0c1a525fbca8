package mapview

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"blastyard/game/viewer"
	"blastyard/rules/maps"
	"blastyard/show/terminal"
)

// TestTiles: the picture is a row of hexagons with transparent surroundings.
func TestTiles(t *testing.T) {
	var file bytes.Buffer
	if err := Tiles(&file, 12); err != nil {
		t.Fatal(err)
	}
	sheet, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	if size := sheet.Bounds().Size(); size.X != 14*maps.TileWidth || size.Y != maps.TileHeight {
		t.Errorf("the sheet is %v", size)
	}
	for tile := range 14 {
		left, middle, bottom := tile*maps.TileWidth, maps.TileHeight/2, maps.TileHeight-1
		for _, p := range []struct {
			x, y   int
			inside bool
		}{{left, 0, false}, {left + maps.TileWidth - 1, bottom, false}, {left, middle, true}, {left + maps.TileWidth/2, bottom, true}, {left + 5, middle, true}} {
			if _, _, _, alpha := sheet.At(p.x, p.y).RGBA(); (alpha > 0) != p.inside {
				t.Errorf("tile %d, pixel (%d,%d): inside is %v", tile, p.x, p.y, !p.inside)
			}
		}
	}
}

// TestBuiltinMaps: each built-in map can be described, and drawn in the number of columns that Columns returns.
func TestBuiltinMaps(t *testing.T) {
	for _, name := range maps.Names() {
		m, err := maps.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		f, header, err := Frame(m, "folder/"+name)
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Players) != len(m.Starts)+min(1, len(m.SpecialStarts)) || len(header.Players) != len(f.Players) || header.Title != name {
			t.Errorf("%s: %d players, %+v", name, len(f.Players), header)
		}
		drawn := terminal.Draw(f, terminal.Options{Width: Columns(m), BoardOnly: true, Letters: true})
		for p := range f.Players {
			if !strings.Contains(drawn, viewer.Mark(p)) {
				t.Errorf("%s: player %d is not in\n%s", name, p, drawn)
			}
		}
		if text := Describe(m); strings.Count(text, " player") < len(m.Starts) || !strings.Contains(text, "fair for: ") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
