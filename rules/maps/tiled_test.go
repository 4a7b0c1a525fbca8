package maps

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"

	"blastyard/rules/hexabomb"
)

// drawMap draws any map with cells within a few steps of a place.
func drawMap(t *rapid.T) *hexabomb.Map {
	const far = min(1<<40, hexabomb.MaxCoord/2) // on 32 bits less
	origin := hexabomb.Coord{Q: rapid.IntRange(-far, far).Draw(t, "q"), R: rapid.IntRange(-far, far).Draw(t, "r")}
	cells := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) hexabomb.Coord {
		return hexabomb.Coord{Q: origin.Q + rapid.IntRange(-9, 9).Draw(t, "dq"), R: origin.R + rapid.IntRange(-9, 9).Draw(t, "dr")}
	}), 1, 60, rapid.ID).Draw(t, "cells")
	m := &hexabomb.Map{Cells: cells}
	players := rapid.IntRange(1, min(len(cells), 30)).Draw(t, "players")
	characters := rapid.IntRange(1, len(cells)/players).Draw(t, "characters")
	for p := range players {
		m.Starts = append(m.Starts, cells[p*characters:(p+1)*characters])
	}
	m.SpecialStarts = cells[players*characters:][:rapid.IntRange(0, len(cells)-players*characters).Draw(t, "special")]
	return m
}

// same compares maps whose cells may be in any order.
func same(a, b *hexabomb.Map) bool {
	return slices.Equal(inRows(a.Cells), inRows(b.Cells)) && slices.EqualFunc(a.Starts, b.Starts, slices.Equal) && slices.Equal(a.SpecialStarts, b.SpecialStarts)
}

// TestRoundTrips: in each format a map keeps its positions and the order of starts.
func TestRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawMap(t)
		tiled, err := EncodeTiled(m, "tiles.png")
		if err != nil {
			t.Fatal(err)
		}
		for format, data := range map[Format][]byte{JSON: MapFile(m), Text: []byte(m.String()), Tiled: tiled} {
			if got := Detect(data); got != format {
				t.Errorf("%s is taken for %s:\n%s", format, got, data)
			}
			if back, err := Decode(data, format); err != nil || !same(back, m) {
				t.Errorf("%s: read back\n%v\n%v\nwant\n%v", format, back, err, m)
			}
		}
	})
}

func TestRoundTripsOfBuiltIns(t *testing.T) {
	for _, name := range Names() {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := EncodeTiled(m, "tiles.png")
		if err != nil {
			t.Fatal(err)
		}
		if back, err := Decode(data, Tiled); err != nil || !same(back, m) {
			t.Errorf("%s: read back\n%v\n%v\nwant\n%v", name, back, err, m)
		}
		if back, err := Decode([]byte(m.String()), Text); err != nil || !same(back, m) {
			t.Errorf("%s: read back\n%v\n%v\nwant\n%v", name, back, err, m)
		}
	}
}

// tiledFile is a file as an editor writes it. %s stands for the layers.
const tiledFile = `{"compressionlevel":-1,"height":3,"hexsidelength":16,"infinite":false,"layers":[%s],"nextlayerid":2,"nextobjectid":1,
"orientation":"hexagonal","renderorder":"right-down","staggeraxis":"y","staggerindex":"odd","tiledversion":"1.11.2","tileheight":32,
"tilesets":[{"firstgid":1,"source":"hexes.tsj"}],"tilewidth":28,"type":"map","version":"1.10","width":3}`

// someTiles are three rows of tiles.
var someTiles = []uint32{3, 1, 1, 1, 2, 1, 0, 4, 0}

// wantedMap is the map of someTiles: the odd row is shifted half a cell to the right.
func wantedMap(t *testing.T) *hexabomb.Map {
	t.Helper()
	m, err := hexabomb.ParseMap("a0  .   .|  .   @0  .|    b0")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func pack(t *testing.T, tiles []uint32, compression string) string {
	t.Helper()
	var packed bytes.Buffer
	var w io.WriteCloser
	switch compression {
	case "zlib":
		w = zlib.NewWriter(&packed)
	case "gzip":
		w = gzip.NewWriter(&packed)
	case "zstd":
		var err error
		if w, err = zstd.NewWriter(&packed); err != nil {
			t.Fatal(err)
		}
	default:
		for _, tile := range tiles {
			packed.Write(binary.LittleEndian.AppendUint32(nil, tile))
		}
		return base64.StdEncoding.EncodeToString(packed.Bytes())
	}
	if err := errors.Join(binary.Write(w, binary.LittleEndian, tiles), w.Close()); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

func TestTiledEncodings(t *testing.T) {
	flipped := slices.Clone(someTiles)
	flipped[0] |= 0x80000000
	flipped[1] |= 0xF0000000
	layer := func(more string) string {
		return `{"id":1,"name":"x","opacity":1,"type":"tilelayer","visible":true,"x":0,"y":0,"width":3,"height":3,` + more + `}`
	}
	array := func(tiles []uint32) string {
		text, err := json.Marshal(tiles)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	layers := map[string]string{
		"array":        layer(`"data":` + array(someTiles)),
		"csv, flipped": layer(`"encoding":"csv","data":` + array(flipped)),
		"group":        `{"type":"group","visible":true,"layers":[` + layer(`"data":`+array(someTiles)) + `]}`,
		"two layers":   layer(`"data":[1,1,1,1,1,1,0,1,0]`) + "," + layer(`"data":[3,0,0,0,2,0,0,4,0]`),
		"hidden":       layer(`"data":`+array(someTiles)) + `,{"type":"tilelayer","visible":false,"width":3,"height":3,"data":[3,3,3,3,3,3,3,3,3]}`,
		"objects":      layer(`"data":`+array(someTiles)) + `,{"type":"objectgroup","visible":true,"objects":[]}`,
		"chunks": `{"type":"tilelayer","visible":true,"x":0,"y":-2,"width":32,"height":16,"startx":-16,"starty":-2,"chunks":[` +
			`{"x":-2,"y":-2,"width":2,"height":2,"data":[3,1,1,2]},{"x":0,"y":-2,"width":2,"height":2,"data":[1,0,1,0]},{"x":-2,"y":0,"width":2,"height":1,"data":[0,4]}]}`,
	}
	for _, compression := range []string{"", "zlib", "gzip", "zstd"} {
		layers["base64 "+compression] = layer(`"encoding":"base64","compression":"` + compression + `","data":"` + pack(t, flipped, compression) + `"`)
	}
	want := wantedMap(t)
	for name, text := range layers {
		m, err := Decode(fmt.Appendf(nil, tiledFile, text), Tiled)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		// Chunks are elsewhere: only the relative positions count.
		if shift(m); !same(m, want) {
			t.Errorf("%s:\n%v\nwant\n%v", name, m, want)
		}
	}
	even := strings.Replace(fmt.Sprintf(tiledFile, layer(`"data":[0,1,0,1,1,0,0,3,0]`)), `"odd"`, `"even"`, 1)
	if m, err := Decode([]byte(even), Tiled); err != nil {
		t.Error(err)
	} else if shift(m); m.String() != "      .\n.   .\n      a0\n" {
		t.Errorf("even rows shifted:\n%v", m)
	}
}

// shift moves the first cell of a map to the origin.
func shift(m *hexabomb.Map) {
	from := inRows(m.Cells)[0]
	for _, list := range append([][]hexabomb.Coord{m.Cells, m.SpecialStarts}, m.Starts...) {
		for i := range list {
			list[i].Q, list[i].R = list[i].Q-from.Q, list[i].R-from.R
		}
	}
}

// TestFilesOfTiled reads what Tiled 1.8.2 wrote when it exported a map made by EncodeTiled, and the same map as an
// infinite one without properties, around the middle of the grid.
func TestFilesOfTiled(t *testing.T) {
	for name, want := range map[string]string{
		"tiled-zlib.json":     "origin: (3,-2)\n    a1  .   .   b0\n  .   .   @0  .   .\n.   .       .   .   .\n  a0  .   .   .   b1\n",
		"tiled-infinite.json": "origin: (0,-4)\n    a0  .   .   b0\n  .   .   @0  .   .\n.   .       .   .   .\n  a1  .   .   .   b1\n",
	} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := Decode(data, Detect(data)); err != nil || m.String() != want {
			t.Errorf("%s:\n%v%v\nwant\n%s", name, m, err, want)
		}
	}
}

// TestTiledEdited: changes in the editor count, whatever the file says about the order before.
func TestTiledEdited(t *testing.T) {
	m, err := hexabomb.ParseMap("origin: (7,-3)|a1  .   a0|  b0  .   b1")
	if err != nil {
		t.Fatal(err)
	}
	data, err := EncodeTiled(m, "tiles.png")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), `"order"`) || !strings.Contains(string(data), "3,1,3,\n4,1,4]") {
		t.Fatalf("written as\n%s", data)
	}
	moved := strings.Replace(string(data), "3,1,3,\n4,1,4]", "3,3,1,\n4,1,4]", 1) // a0 one to the left
	back, err := Decode([]byte(moved), Tiled)
	if err != nil {
		t.Fatal(err)
	}
	if want := "origin: (7,-3)\na0  a1  .\n  b0  .   b1\n"; back.String() != want {
		t.Errorf("read\n%vwant\n%s", back, want)
	}
}

func TestTiledFaults(t *testing.T) {
	layer := func(data string) string {
		return fmt.Sprintf(tiledFile, `{"type":"tilelayer","visible":true,"width":3,"height":3,`+data+`}`)
	}
	change := func(old, replacement string) string {
		return strings.Replace(layer(`"data":[3,0,0,0,0,0,0,0,0]`), old, replacement, 1)
	}
	for _, row := range []struct{ file, want string }{
		{change(`"hexagonal"`, `"orthogonal"`), `orientation is "orthogonal", expected hexagonal`},
		{change(`"staggeraxis":"y"`, `"staggeraxis":"x"`), `staggeraxis is "x", expected y`},
		{change(`"odd"`, `"both"`), `staggerindex is "both", expected odd or even`},
		{change(`"width":3,"height":3`, `"width":"3","height":3`), "layers.width: string where another kind of value was expected"},
		{change(`"width":3,"height":3`, `"width":-3,"height":3`), "layers[0]: width -3 and height 3, expected at most 4194304 tiles"},
		{change(`"width":3,"height":3`, `"width":4294967296,"height":4294967296`), "layers[0]: width 4294967296 and height 4294967296, expected at most 4194304 tiles"},
		{change(`"infinite"`, `"infinite`), "line 1, column 71: it is no JSON: there is 'l' after a key, where a colon is expected"},
		{layer(`"data":[3]`), "layers[0].data: 1 tiles, expected 9 (width 3 by height 3)"},
		{layer(`"data":"AAAA"`), "layers[0].data: expected an array of tile numbers"},
		{layer(`"data":[-1]`), "layers[0].data: expected an array of tile numbers"},
		{layer(`"data":[0,0,0,0,0,0,0,0,0]`), "initial_positions: there are no initial positions, but a map needs those of at least one player"},
		{layer(`"data":[3,0,0,0,99,0,0,0,0]`), "tile 99 at (1,1): expected 1 for a cell, 2 for a special start, 3 and up for the starts of players 0, 1, …"},
		{layer(`"data":[3,5,1,0,0,0,0,0,0]`), "there is no tile 4, a start of player 1, but a tile 5 of player 2"},
		{layer(`"data":[3,3,4,0,0,0,0,0,0]`), "initial_positions: player 1 has 1 positions but player 0 has 2; all players need the same number"},
		{layer(`"encoding":"xml","data":[]`), `layers[0].data: encoding is "xml", expected csv or base64`},
		{layer(`"encoding":"base64","data":[]`), "layers[0].data: expected a text in base64"},
		{layer(`"encoding":"base64","data":"!"`), "layers[0].data: not base64: illegal base64 data at input byte 0"},
		{layer(`"encoding":"base64","data":"AAAAAAA="`), "layers[0].data: 5 bytes, expected four for each tile"},
		{layer(`"encoding":"base64","compression":"lzma","data":""`), `layers[0].data: compression is "lzma", expected none, zlib, gzip or zstd`},
		{layer(`"encoding":"base64","compression":"gzip","data":"AAAA"`), "layers[0].data: not gzip: unexpected EOF"},
		{layer(`"encoding":"base64","compression":"zlib","data":"` + pack(t, make([]uint32, 1<<20), "zlib") + `"`), "layers[0].data: 10 tiles, expected 9 (width 3 by height 3)"},
		{change(`"infinite"`, `"properties":[{"name":"origin","type":"int","value":3}],"infinite"`), "property origin: expected a text"},
		{change(`"infinite"`, `"properties":[{"name":"origin","type":"string","value":"3"}],"infinite"`), `property origin: "3" where a place like (1,-2) was expected`},
		{change(`"infinite"`, `"properties":[{"name":"origin","type":"string","value":"(9007199254740993,0)"}],"infinite"`), "property origin: (9007199254740993,0) is beyond ±9007199254740992"},
		{change(`"infinite"`, `"properties":[{"name":"order","type":"string","value":"(0,0) x"}],"infinite"`), `property order: "x" where a place like (1,-2) was expected`},
	} {
		m, err := Decode([]byte(row.file), Tiled)
		if want := "map refused: " + row.want; m != nil || err == nil || err.Error() != want || !errors.Is(err, hexabomb.ErrMap) {
			t.Errorf("%s:\n got %v\nwant %s", row.file, err, want)
		}
	}
}

func TestScatteredMapIsNoGrid(t *testing.T) {
	const away = min(1<<40, hexabomb.MaxCoord)
	far := hexabomb.Coord{Q: away, R: away}
	m := &hexabomb.Map{Cells: []hexabomb.Coord{{}, far}, Starts: [][]hexabomb.Coord{{far}}}
	if _, err := EncodeTiled(m, ""); err == nil || !strings.Contains(err.Error(), "are too large a grid for Tiled") {
		t.Errorf("got %v", err)
	}
	if back, err := Decode([]byte(m.String()), Text); err != nil || !same(back, m) {
		t.Errorf("as text: %v, %v", back, err)
	}
}

func TestFormats(t *testing.T) {
	for path, want := range map[string]Format{"a.json": JSON, "A.TXT": Text, "x/y.tmj": Tiled, "map": "", "a.tmx": ""} {
		if got, ok := FormatOf(path); got != want || ok != (want != "") {
			t.Errorf("FormatOf(%q) is %q, %v", path, got, ok)
		}
	}
	for text, want := range map[string]Format{
		"": Text, "a0": Text, "# {": Text, "{": JSON, "[]": JSON, "\ufeff {}": JSON, `{"cells":[],"layers":[]}`: JSON, `{"layers":[]}`: Tiled, `{"orientation":"x"}`: Tiled,
	} {
		if got := Detect([]byte(text)); got != want {
			t.Errorf("Detect(%q) is %q, want %q", text, got, want)
		}
	}
	if m, err := Decode([]byte("\ufeffa0  .\r\n  .   b0\r\n"), Text); err != nil || len(m.Cells) != 4 {
		t.Errorf("a text of Windows: %v, %v", m, err)
	}
	if _, err := Decode([]byte("<?xml version=\"1.0\"?><map/>"), Text); err == nil || !strings.Contains(err.Error(), "in Tiled, export the map as JSON") {
		t.Errorf("got %v", err)
	}
	if _, err := ParseFormat("tmx"); err == nil || !strings.Contains(err.Error(), "expected json, txt or tiled") {
		t.Errorf("got %v", err)
	}
}

func FuzzTiled(f *testing.F) {
	f.Add(fmt.Sprintf(tiledFile, `{"type":"tilelayer","visible":true,"width":3,"height":3,"data":[3,1,1,1,2,1,0,4,0]}`))
	f.Add(fmt.Sprintf(tiledFile, `{"type":"tilelayer","width":2,"height":1,"encoding":"base64","compression":"zlib","data":"eJxjZmBgAAAADAAE"}`))
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Decode([]byte(text), Tiled)
		if err != nil {
			return
		}
		if data, err := EncodeTiled(m, ""); err == nil {
			if back, err := Decode(data, Tiled); err != nil || !same(back, m) {
				t.Errorf("read back %v, %v; want %v", back, err, m)
			}
		}
	})
}
