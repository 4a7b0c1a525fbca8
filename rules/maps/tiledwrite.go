package maps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"blastyard/rules/hexabomb"
)

// Sizes of the tiles' pictures, in pixels.
const (
	TileWidth    = 28
	TileHeight   = 32
	tileSideline = 16 // the length of the vertical sides
)

// A tileset is the pictures of tiles.
type tileset struct {
	FirstGID    int          `json:"firstgid"`
	Source      string       `json:"source,omitempty"` // the file that holds the rest; it is not read
	Name        string       `json:"name"`
	Image       string       `json:"image"`
	ImageWidth  int          `json:"imagewidth"`
	ImageHeight int          `json:"imageheight"`
	TileWidth   int          `json:"tilewidth"`
	TileHeight  int          `json:"tileheight"`
	TileCount   int          `json:"tilecount"`
	Columns     int          `json:"columns"`
	Margin      int          `json:"margin"`
	Spacing     int          `json:"spacing"`
	Tiles       tilesetTiles `json:"tiles,omitempty"`
}

type tiledTile struct {
	ID   int    `json:"id"`
	Type string `json:"type"`
}

// TileNames returns the names of the tiles in EncodeTiled's maps, from tile 1 on.
func TileNames(players int) []string {
	names := []string{"cell", "special start"}
	for p := range players {
		names = append(names, fmt.Sprintf("start of player %d", p))
	}
	return names
}

// EncodeTiled returns m as a map for Tiled, which DecodeTiled reads back with all its positions and the order of its
// starts. image is the file with the pictures of the tiles, relative to the map's file: one row of tiles, TileWidth
// by TileHeight pixels each, as TileNames lists them. Maps that are too widely scattered for a grid are refused.
func EncodeTiled(m *hexabomb.Map, image string) ([]byte, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	grid := newTiledGrid(m)
	if grid.columns > maxTiles || grid.rows > maxTiles || grid.columns*grid.rows > maxTiles {
		return nil, fmt.Errorf("maps: %d columns by %d rows are too large a grid for Tiled, at most %d tiles are "+
			"supported", grid.columns, grid.rows, maxTiles)
	}
	names := TileNames(len(m.Starts))
	set := tileset{FirstGID: 1, Name: ourTileset, Image: image, ImageWidth: len(names) * TileWidth,
		ImageHeight: TileHeight,
		TileWidth:   TileWidth, TileHeight: TileHeight, TileCount: len(names), Columns: len(names)}
	for i, name := range names {
		set.Tiles = append(set.Tiles, tiledTile{ID: i, Type: name})
	}
	visible := true
	file := tiledMap{Type: "map", Version: json.RawMessage(`"1.10"`), Orientation: "hexagonal",
		RenderOrder: "right-down",
		StaggerAxis: "y", StaggerIndex: "odd", HexSideLength: tileSideline,
		TileWidth: TileWidth, TileHeight: TileHeight,
		Width: grid.columns, Height: grid.rows, NextLayerID: 2, NextObjectID: 1, Tilesets: []tileset{set},
		Properties: tiledProperties{{originName, "string",
			quoted(fmt.Sprintf("(%d,%d)", grid.origin.Q, grid.origin.R))}},
		Layers: []tiledLayer{{ID: 1, Name: "board", Type: "tilelayer", Visible: &visible, Opacity: 1,
			Width:  grid.columns,
			Height: grid.rows, Data: json.RawMessage(dataMark)}}}
	if order := grid.order(m); order != "" {
		file.Properties = append(tiledProperties{{orderName, "string", quoted(order)}}, file.Properties...)
	}
	text, err := json.MarshalIndent(file, "", " ")
	if err != nil {
		return nil, err
	}
	return append(bytes.Replace(text, []byte(dataMark), grid.data(m), 1), '\n'), nil
}

const dataMark = `"@"` // where the tiles go, so that they are not indented one by one

func quoted(text string) json.RawMessage { return json.RawMessage(`"` + text + `"`) }

// A tiledGrid is the smallest grid that contains a map.
type tiledGrid struct {
	origin        hexabomb.Coord // of column 0, row 0
	columns, rows int
}

func newTiledGrid(m *hexabomb.Map) tiledGrid {
	cells := inRows(m.Cells)
	g := tiledGrid{origin: cells[0]}
	left, right := 0, 0
	for _, c := range cells {
		column := g.place(c).column
		left, right = min(left, column), max(right, column)
	}
	g.origin.Q += left
	g.columns, g.rows = right-left+1, cells[len(cells)-1].R-g.origin.R+1
	return g
}

func (g *tiledGrid) place(c hexabomb.Coord) gridPlace {
	return toOffset(hexabomb.Coord{Q: c.Q - g.origin.Q, R: c.R - g.origin.R})
}

// tiles are the tiles of a map.
func (g *tiledGrid) tiles(m *hexabomb.Map) []int {
	tiles := make([]int, g.columns*g.rows)
	put := func(places []hexabomb.Coord, tile int) {
		for _, c := range places {
			at := g.place(c)
			tiles[at.row*g.columns+at.column] = tile
		}
	}
	put(m.Cells, cellTile)
	put(m.SpecialStarts, specialTile)
	for p, starts := range m.Starts {
		put(starts, firstStart+p)
	}
	return tiles
}

// data returns the tiles as JSON, one line for each row.
func (g *tiledGrid) data(m *hexabomb.Map) []byte {
	var text bytes.Buffer
	text.WriteByte('[')
	for i, tile := range g.tiles(m) {
		switch {
		case i == 0:
			text.WriteString("\n")
		case i%g.columns == 0:
			text.WriteString(",\n")
		default:
			text.WriteString(",")
		}
		fmt.Fprint(&text, tile)
	}
	text.WriteByte(']')
	return text.Bytes()
}

// order lists the starts if their order is not that of the rows.
func (g *tiledGrid) order(m *hexabomb.Map) string {
	var words []string
	asRead := true
	note := func(starts []hexabomb.Coord) {
		for i, c := range inRows(starts) {
			asRead = asRead && c == starts[i]
			words = append(words, g.place(starts[i]).String())
		}
	}
	note(m.SpecialStarts)
	for _, starts := range m.Starts {
		note(starts)
	}
	if asRead {
		return ""
	}
	return strings.Join(words, " ")
}
