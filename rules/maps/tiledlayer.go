package maps

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"blastyard/rules/hexabomb"
)

// Limits of a file.
const (
	maxTiles  = 1 << 22 // tiles of all layers together, empty ones included: far more than a map can have cells
	maxOffset = 1 << 24 // columns and rows from the file's origin to a part
	maxLayers = 1000    // in a file or in a group
)

// layers and chunks are lists that are read element by element, so that a very long one takes no memory.
type (
	layers []tiledLayer
	chunks []tiledChunk
)

// objects are the objects of a layer, of which only counts whether there are any.
type objects []struct{}

func (o *objects) UnmarshalJSON(data []byte) error {
	if data = bytes.TrimSpace(data); len(bytes.Trim(data, "[] \t\r\n")) > 0 && !bytes.Equal(data, []byte("null")) {
		*o = make(objects, 1)
	}
	return nil
}

func (l *layers) UnmarshalJSON(data []byte) (err error) {
	*l, err = decodeList[tiledLayer](data, "layers", maxLayers)
	return err
}

func (c *chunks) UnmarshalJSON(data []byte) (err error) {
	*c, err = decodeList[tiledChunk](data, "chunks", hexabomb.MaxCells)
	return err
}

func decodeList[T any](data []byte, what string, most int) (list []T, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	switch first, err := d.Token(); {
	case err != nil:
		return nil, err
	case first == nil:
		return nil, nil
	case first != json.Delim('['):
		return nil, fmt.Errorf("%s: another kind of value where an array was expected", what)
	}
	for d.More() {
		if len(list) == most {
			return nil, fmt.Errorf("%s: more than %d", what, most)
		}
		var v T
		if err := d.Decode(&v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// foundTiles collects the visible tiles, and limits them.
type foundTiles struct {
	hidden  bool // a layer is hidden, and was left out
	tiles   map[gridPlace]int
	left    int // of maxTiles
	numbers *numbering
	notes   []string
}

func (s *foundTiles) put(at gridPlace, tile int) error {
	if tile = s.numbers.tile(tile); tile != 0 {
		s.tiles[at] = tile
	}
	if len(s.tiles) > hexabomb.MaxCells {
		return badTiled("more than %d cells", hexabomb.MaxCells)
	}
	return nil
}

// tileID masks the four bits of a tile's number that flip and rotate its picture.
const tileID = 1<<28 - 1

// A tiledLayer is a layer of a map of Tiled, or a group of layers.
type tiledLayer struct {
	ID          int             `json:"id,omitempty"`
	Name        string          `json:"name"`
	Type        string          `json:"type"`
	Visible     *bool           `json:"visible"`
	Opacity     float64         `json:"opacity"`
	X           int             `json:"x"`
	Y           int             `json:"y"`
	Width       int             `json:"width"`
	Height      int             `json:"height"`
	Encoding    string          `json:"encoding,omitempty"`
	Compression string          `json:"compression,omitempty"`
	Data        json.RawMessage `json:"data,omitempty"`
	Chunks      chunks          `json:"chunks,omitempty"`
	Layers      layers          `json:"layers,omitempty"`
	Objects     objects         `json:"objects,omitempty"`
}

// A tiledChunk is a part of a layer of an infinite map.
type tiledChunk struct {
	X      int             `json:"x"`
	Y      int             `json:"y"`
	Width  int             `json:"width"`
	Height int             `json:"height"`
	Data   json.RawMessage `json:"data"`
}

// A gridPlace is a column and a row in Tiled, which shows them as (column, row).
type gridPlace struct{ column, row int }

func (p gridPlace) String() string { return fmt.Sprintf("(%d,%d)", p.column, p.row) }

// each passes every tile of a layer and of the layers in it to found, the lowest first. It skips layers that are
// hidden or contain no tiles. what names the layer in errors.
func (l *tiledLayer) each(what string, found *foundTiles) error {
	if l.Visible != nil && !*l.Visible {
		found.hidden = true
		return nil
	}
	if l.Name != "" {
		what = fmt.Sprintf("%s (%.40q)", what, l.Name)
	}
	switch l.Type {
	case "group":
		for i := range l.Layers {
			if err := l.Layers[i].each(fmt.Sprintf("%s.layers[%d]", what, i), found); err != nil {
				return err
			}
		}
		return nil
	case "tilelayer":
	default:
		if len(l.Objects) > 0 || l.Type == "imagelayer" {
			found.notes = append(found.notes, fmt.Sprintf("%s is no layer of tiles, and is left out", what))
		}
		return nil
	}
	parts, names := l.Chunks, func(i int) string { return fmt.Sprintf("%s.chunks[%d]", what, i) }
	if l.Data != nil {
		parts = []tiledChunk{{l.X, l.Y, l.Width, l.Height, l.Data}}
		names = func(int) string { return what }
	}
	for i, part := range parts {
		tiles, err := part.tiles(names(i), l.Encoding, l.Compression)
		if err != nil {
			return err
		}
		if found.left -= len(tiles); found.left < 0 {
			return badTiled("%s: more than %d tiles in all", names(i), maxTiles)
		}
		for k, tile := range tiles {
			if err := found.put(gridPlace{part.X + k%part.Width, part.Y + k/part.Width}, int(tile&tileID)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tiles returns the numbers of a part's tiles, row by row.
func (c *tiledChunk) tiles(what, encoding, compression string) ([]uint32, error) {
	if c.Width < 0 || c.Height < 0 || c.Width > maxTiles || c.Height > maxTiles ||
		int64(c.Width)*int64(c.Height) > maxTiles {
		return nil, badTiled("%s: width %d and height %d, expected at most %d tiles", what, c.Width, c.Height, maxTiles)
	}
	if max(c.X, -c.X, c.Y, -c.Y) > maxOffset {
		return nil, badTiled("%s: x %d and y %d, expected at most ±%d", what, c.X, c.Y, maxOffset)
	}
	var tiles []uint32
	var err error
	switch encoding {
	case "", "csv":
		if json.Unmarshal(c.Data, &tiles) != nil {
			return nil, badTiled("%s.data: expected an array of tile numbers", what)
		}
	case "base64":
		tiles, err = unpackTiles(c.Data, compression, c.Width*c.Height)
	default:
		err = fmt.Errorf("encoding is %q, expected csv or base64", encoding)
	}
	if err != nil {
		return nil, badTiled("%s.data: %w", what, err)
	}
	if len(tiles) != c.Width*c.Height {
		return nil, badTiled("%s.data: %d tiles, expected %d (width %d by height %d)", what, len(tiles),
			c.Width*c.Height, c.Width, c.Height)
	}
	return tiles, nil
}

// unpackTiles reads tiles of four bytes each, the lowest first, compressed and in base64.
func unpackTiles(data json.RawMessage, compression string, count int) ([]uint32, error) {
	var text string
	if json.Unmarshal(data, &text) != nil {
		return nil, fmt.Errorf("expected a text in base64")
	}
	text = strings.TrimRight(strings.Join(strings.Fields(text), ""), "=") // editors wrap lines
	packed, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("not base64: %w", err)
	}
	r, err := unpacker(bytes.NewReader(packed), compression)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	raw, err := io.ReadAll(io.LimitReader(r, 4*int64(count)+4))
	if err != nil {
		return nil, fmt.Errorf("not %s: %w", compression, err)
	}
	if len(raw)%4 != 0 {
		return nil, fmt.Errorf("%d bytes, expected four for each tile", len(raw))
	}
	tiles := make([]uint32, len(raw)/4)
	for i := range tiles {
		tiles[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return tiles, nil
}
