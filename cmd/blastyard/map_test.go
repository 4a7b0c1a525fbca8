package main

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"blastyard/maps"
)

// TestMapOfTheManual: the picture in docs/maps.md is a map.
func TestMapOfTheManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/maps.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```text\n")
	drawn, _, _ := strings.Cut(rest, "```")
	m, err := maps.Decode([]byte(drawn), maps.Text)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Cells) != 23 || len(m.Starts) != 2 || len(m.Starts[0]) != 2 || len(m.SpecialStarts) != 1 {
		t.Errorf("%d cells, %d players of %d, %d special characters in\n%v", len(m.Cells), len(m.Starts), len(m.Starts[0]), len(m.SpecialStarts), m)
	}
}

// TestTiles: a row of hexagons, with nothing beside them.
func TestTiles(t *testing.T) {
	var file bytes.Buffer
	if err := drawTiles(&file, 12); err != nil {
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

// TestEvenChance compares with a table of the chi-squared distribution.
func TestEvenChance(t *testing.T) {
	for _, row := range []struct {
		wins []int
		want float64
	}{
		{[]int{50, 50}, 1}, {[]int{60, 40}, 0.0455}, {[]int{30, 20, 10}, 0.0067}, {[]int{69, 42, 22, 67}, 0}, {[]int{0, 0}, 1}, {[]int{7}, 1},
		{[]int{28, 22, 25, 25, 20, 30}, 0.7430},
	} {
		if got := evenChance(row.wins); math.Abs(got-row.want) > 0.0005 {
			t.Errorf("%v: %.4f, want %.4f", row.wins, got, row.want)
		}
	}
}
