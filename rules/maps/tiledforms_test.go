package maps

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
)

// board is a layer of someTiles, whose numbers begin after first.
func board(first uint32) string {
	var tiles []string
	for _, tile := range someTiles {
		if tile != 0 {
			tile += first
		}
		tiles = append(tiles, fmt.Sprint(tile))
	}
	return `{"name":"board","type":"tilelayer","visible":true,"width":3,"height":3,"data":[` + strings.Join(tiles, ",") + `]}`
}

const (
	trees       = `{"columns":4,"firstgid":%d,"image":"trees.png","name":"trees","tilecount":16,"tiles":{"0":{"image":"a.png"}},"tileproperties":{"0":{"high":"yes"}}}`
	forest      = `{"name":"forest","type":"tilelayer","visible":true,"width":3,"height":3,"data":[%d,0,0,%d,0,0,0,0,%d]}`
	objectLayer = `{"name":"paths","type":"objectgroup","visible":true,"objects":[{"id":1,"polyline":[{"x":1,"y":2}]}]}`
)

// TestTiledOfPeople: maps as people make them: several tilesets, decoration, forms of old and new versions, scripts.
func TestTiledOfPeople(t *testing.T) {
	sets := func(list ...string) string { return `"tilesets":[` + strings.Join(list, ",") + `]` }
	file := func(sets string, layers ...string) string {
		return strings.Replace(fmt.Sprintf(tiledFile, strings.Join(layers, ",")), `"tilesets":[{"firstgid":1,"source":"hexes.tsj"}]`, sets, 1)
	}
	ours := func(first int) string { return fmt.Sprintf(`{"firstgid":%d,"name":"hexabomb"}`, first) }
	other := func(first int) string { return fmt.Sprintf(trees, first) }
	wood := func(tile int) string { return fmt.Sprintf(forest, tile, tile+1, tile) }
	const left = `tileset "trees" is decoration: 3 of its tiles are left out, those of tileset "hexabomb" count`
	const paths = `layers[1] ("paths") is no layer of tiles, and is left out`
	plain := file(sets(ours(1)), board(0))
	wrapped := strings.Replace(board(0), `"data"`, `"encoding":"base64","data"`, 1)
	wrapped = wrapped[:strings.Index(wrapped, "[")] + `"` + strings.Join(strings.SplitAfter(pack(t, someTiles, ""), "A"), `\n   `) + ` "}`
	for name, c := range map[string]struct{ file, notes string }{
		"no tilesets":              {file(sets(), board(0)), ""},
		"the first of two":         {file(sets(ours(1), other(20)), board(0), wood(20)), left},
		"the second of two":        {file(sets(other(1), ours(17)), board(16), wood(3)), left},
		"in any order":             {file(sets(ours(17), other(1)), board(16), wood(3)), left},
		"a tileset of a file":      {file(sets(other(1), `{"firstgid":17,"source":"..\\art\/Hexabomb.tsx"}`), board(16), wood(3)), strings.Replace(left, "hexabomb", "Hexabomb", 1)},
		"none of our name":         {file(sets(`{"firstgid":1,"name":"mine"}`, other(20)), board(0), wood(20)), strings.Replace(left, "hexabomb", "mine", 1)},
		"one, and later numbers":   {file(sets(`{"firstgid":33,"name":"mine"}`), board(32)), ""},
		"decoration below":         {file(sets(ours(1), other(20)), wood(20), board(0)), left},
		"objects":                  {file(sets(ours(1)), board(0), objectLayer), paths},
		"an image":                 {file(sets(ours(1)), board(0), `{"name":"paths","type":"imagelayer","image":"x.png"}`), paths},
		"no objects":               {file(sets(ours(1)), board(0), `{"name":"empty","type":"objectgroup","objects":[]}`), ""},
		"old properties":           {strings.Replace(plain, `"infinite"`, `"properties":{"author":"Ann","high":3,"origin":"(0,0)"},"propertytypes":{"author":"string"},"infinite"`, 1), ""},
		"wrapped base64":           {file(sets(ours(1)), wrapped), ""},
		"base64 without padding":   {file(sets(ours(1)), strings.ReplaceAll(wrapped, "=", "")), ""},
		"a comma too many":         {strings.TrimRight(plain, "}\n ") + ",}", ""},
		"a script":                 {"(function(name,data){\n if(typeof onTileMapLoaded === 'undefined') {\n  if(typeof TileMaps === 'undefined') TileMaps = {};\n  TileMaps[name] = data;\n } else {\n  onTileMapLoaded(name,data);\n }\n if(typeof module === 'object' && module && module.exports) {\n  module.exports = data;\n }})(\"my \\\"map\\\" (1)\",\n" + plain + ");", ""},
		"a script of old versions": {"(function(name,data){\n if(typeof onTileMapLoaded === 'undefined') {\n  TileMaps[name] = data;\n } else {\n  onTileMapLoaded(name,data);\n }})(\"map\",\n" + plain + ");\n", ""},
		"only the call":            {"\ufeffonTileMapLoaded( \"map\" ,\r\n" + strings.ReplaceAll(plain, "\n", "\r\n") + ");", ""},
	} {
		path := filepath.Join(t.TempDir(), "map.js")
		if err := os.WriteFile(path, []byte(c.file), 0o666); err != nil {
			t.Fatal(err)
		}
		m, err := ReadFile(path)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, c.file)
			continue
		}
		if notes := strings.Join(m.Notes, "; "); notes != c.notes {
			t.Errorf("%s: notes %q, want %q", name, notes, c.notes)
		}
		if want := wantedMap(t); !same(m, want) {
			t.Errorf("%s:\n%v\nwant\n%v", name, m, want)
		}
	}
}

// TestTiledThatIsNoMap: other files of Tiled are told as what they are, and a fault names its layer.
func TestTiledThatIsNoMap(t *testing.T) {
	for file, says := range map[string]string{
		`{"columns":3,"image":"x.png","name":"x","type":"tileset"}`:                                    "this is a tileset of Tiled, where a map was expected",
		`{"maps":[{"fileName":"a.tmj"}],"type":"world"}`:                                               "this is a world of Tiled, where one of its maps was expected",
		`{"object":{"id":1},"type":"template"}`:                                                        "this is a template of Tiled, where a map was expected",
		"<?xml version=\"1.0\"?>\n<tileset name=\"x\"><image/></tileset>":                              "XML, a tileset of Tiled, where a map was expected",
		"<?xml version=\"1.0\"?>\n<map><tileset firstgid=\"1\"/></map>":                                "in Tiled, export the map as JSON (File, Export As, JSON map files)",
		fmt.Sprintf(tiledFile, `{"name":"ground","type":"tilelayer","width":3,"height":3,"data":[1]}`): `layers[0] ("ground").data: 1 tiles, expected 9`,
		"1,1,-1,0\n1,1,1,0\n": "CSV, where JSON or a text picture was expected; in Tiled, export the map as JSON (File, Export As, JSON map files)",
		"return {\n  version = \"1.10\",\n  luaversion = \"5.1\",\n}":                                                 "Lua, where JSON or a text picture was expected; in Tiled, export the map as JSON",
		fmt.Sprintf(tiledFile, `{"name":"board","type":"tilelayer","visible":false,"width":1,"height":1,"data":[3]}`): "no layer that is shown has a tile: in Tiled, show the layer of the board",
		"(function(name,data){})(\"map\", 3);":                                                                        "bad picture of a board",
	} {
		if m, err := Decode([]byte(file), Detect([]byte(file))); m != nil || err == nil || !strings.Contains(err.Error(), says) ||
			says[0] != 'b' && !errors.Is(err, hexabomb.ErrMap) {
			t.Errorf("%s:\n got %v\nwant %s", file, err, says)
		}
	}
}
