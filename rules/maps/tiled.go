package maps

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"blastyard/internal/jsonscan"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// Tiles of a map of Tiled; player p starts on tile firstStart+p.
const (
	cellTile    = 1
	specialTile = 2
	firstStart  = 3
	originName  = "origin" // the map's property: the place (Q,R) of the cell in column 0 and row 0
	// the map's property: the (column,row) of the starts, where they are not in the order of rows
	orderName = "order"
)

// badTiled returns an error about a file of Tiled, which wraps hexabomb.ErrMap.
func badTiled(format string, args ...any) error {
	return fmt.Errorf("%w: %w", hexabomb.ErrMap, fmt.Errorf(format, args...))
}

type tiledMap struct {
	Type          string          `json:"type"`
	Version       json.RawMessage `json:"version"` // a number once, now a string
	Orientation   string          `json:"orientation"`
	RenderOrder   string          `json:"renderorder"`
	StaggerAxis   string          `json:"staggeraxis"`
	StaggerIndex  string          `json:"staggerindex"`
	HexSideLength int             `json:"hexsidelength"`
	TileWidth     int             `json:"tilewidth"`
	TileHeight    int             `json:"tileheight"`
	Width         int             `json:"width"`
	Height        int             `json:"height"`
	Infinite      bool            `json:"infinite"`
	NextLayerID   int             `json:"nextlayerid"`
	NextObjectID  int             `json:"nextobjectid"`
	Properties    tiledProperties `json:"properties,omitempty"`
	Tilesets      []tileset       `json:"tilesets"`
	Layers        layers          `json:"layers"`
}

type tiledProperty struct {
	Name  string          `json:"name"`
	Type  string          `json:"type"`
	Value json.RawMessage `json:"value"`
}

// DecodeTiled reads a map from a JSON export of Tiled, or a script (.js) with one: hexagonal, staggered along y (odd
// rows lie half a cell further to the right; even ones if the file says so). Tiles are counted in the tileset called
// hexabomb, else in the first one; those of other tilesets are decoration, of which notes of the map tell. Tile 1 is a
// cell, 2 a start of the special player, 3 and up are starts of players 0, 1, …; of several layers the topmost tile
// counts, hidden layers do not. A player's starts come in the order of rows unless the file was written by EncodeTiled,
// which notes their order. Errors are hexabomb.ErrMap and name the place.
func DecodeTiled(data []byte) (*hexabomb.Map, error) {
	if script, ok := fromScript(data); ok {
		data = script
	}
	data, _ = jsonscan.WithoutLastCommas(data)
	if what := noMap(data); what != "" {
		return nil, badTiled("%s", what)
	}
	var file tiledMap
	if err := json.Unmarshal(data, &file); err != nil {
		if fault, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && fault.Field != "" {
			return nil, badTiled("%s: %s where another kind of value was expected", fault.Field, fault.Value)
		}
		if json.Valid(data) {
			return nil, badTiled("%w", err)
		}
		_, err := wire.DecodeMap(data) // its error has the position of a JSON error
		return nil, err
	}
	for _, f := range []struct {
		name, is string
		expected []string
	}{
		{"orientation", file.Orientation, []string{"hexagonal"}},
		{"staggeraxis", file.StaggerAxis, []string{"y"}},
		{"staggerindex", file.StaggerIndex, []string{"odd", "even"}},
	} {
		if !slices.Contains(f.expected, f.is) {
			return nil, badTiled("%s is %q, expected %s", f.name, f.is, strings.Join(f.expected, " or "))
		}
	}
	found := foundTiles{tiles: map[gridPlace]int{}, left: maxTiles, numbers: newNumbering(file.Tilesets)}
	for i := range file.Layers {
		if err := file.Layers[i].each(fmt.Sprintf("layers[%d]", i), &found); err != nil {
			return nil, err
		}
	}
	m, err := file.toMap(found.tiles)
	if err == nil {
		m.Notes = slices.Concat(found.notes, found.numbers.notes())
	}
	return m, err
}

// toMap makes a map from the visible tiles.
func (t *tiledMap) toMap(tiles map[gridPlace]int) (*hexabomb.Map, error) {
	origin, err := t.origin()
	if err != nil {
		return nil, err
	}
	parity := 1
	if t.StaggerIndex == "even" {
		parity = -1
	}
	places, err := t.inOrder(tiles)
	if err != nil {
		return nil, err
	}
	if len(places) > hexabomb.MaxCells {
		return nil, badTiled("%d cells, at most %d are supported", len(places), hexabomb.MaxCells)
	}
	m := &hexabomb.Map{}
	for _, at := range places {
		c := fromOffset(at, parity)
		c.Q, c.R = c.Q+origin.Q, c.R+origin.R
		m.Cells = append(m.Cells, c)
		switch player := tiles[at] - firstStart; {
		case player >= len(places):
			return nil, badTiled("tile %d at %v: expected 1 for a cell, 2 for a special start, 3 and up for the "+
				"starts of players 0, 1, …", tiles[at], at)
		case player >= 0:
			for len(m.Starts) <= player {
				m.Starts = append(m.Starts, nil)
			}
			m.Starts[player] = append(m.Starts[player], c)
		case tiles[at] == specialTile:
			m.SpecialStarts = append(m.SpecialStarts, c)
		}
	}
	for p, starts := range m.Starts {
		if len(starts) == 0 {
			return nil, badTiled("there is no tile %d, a start of player %d, but a tile %d of player %d", p+firstStart,
				p, len(m.Starts)-1+firstStart, len(m.Starts)-1)
		}
	}
	m.Cells = inRows(m.Cells)
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

// inOrder returns the positions of the tiles by row and column. Before them come the starts that the file's order
// names.
func (t *tiledMap) inOrder(tiles map[gridPlace]int) ([]gridPlace, error) {
	places := slices.Collect(maps.Keys(tiles)) // sorted below
	order, err := t.property(orderName)
	if err != nil {
		return nil, err
	}
	rank := map[gridPlace]int{}
	for i, word := range strings.Fields(order) {
		at, err := parsePair(orderName, word)
		if err != nil {
			return nil, err
		}
		if place := (gridPlace{at[0], at[1]}); tiles[place] >= specialTile {
			rank[place] = i - len(order)
		}
	}
	slices.SortStableFunc(places, func(a, b gridPlace) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]), cmp.Compare(a.row, b.row), cmp.Compare(a.column, b.column))
	})
	return places, nil
}

func (t *tiledMap) origin() (c hexabomb.Coord, err error) {
	text, err := t.property(originName)
	if text == "" || err != nil {
		return c, err
	}
	at, err := parsePair(originName, text)
	if err == nil && max(at[0], -at[0], at[1], -at[1]) > hexabomb.MaxCoord {
		err = badTiled("property %s: %s is beyond ±%d", originName, text, hexabomb.MaxCoord)
	}
	return hexabomb.Coord{Q: at[0], R: at[1]}, err
}

// property returns a property of the map, which must be a text, or "" if it is missing.
func (t *tiledMap) property(name string) (value string, err error) {
	for _, p := range t.Properties {
		if p.Name == name && json.Unmarshal(p.Value, &value) != nil {
			return "", badTiled("property %s: expected a text", name)
		}
	}
	return value, nil
}

// parsePair reads a property with a place.
func parsePair(name, text string) (pair [2]int, err error) {
	inside, _, closed := strings.Cut(text, ")")
	inside, open := strings.CutPrefix(inside, "(")
	a, b, both := strings.Cut(inside, ",")
	pair[0], err = strconv.Atoi(strings.TrimSpace(a))
	if err == nil {
		pair[1], err = strconv.Atoi(strings.TrimSpace(b))
	}
	if err != nil || !open || !both || !closed {
		return pair, badTiled("property %s: %.40q where a place like (1,-2) was expected", name, text)
	}
	return pair, nil
}

// fromOffset returns the position of a cell in a grid whose odd rows (parity 1) or even rows (-1) are shifted to the
// right.
func fromOffset(at gridPlace, parity int) hexabomb.Coord {
	return hexabomb.Coord{Q: at.column - (at.row-parity*(at.row&1))/2, R: at.row}
}

// toOffset is the inverse of fromOffset for parity 1.
func toOffset(c hexabomb.Coord) gridPlace { return gridPlace{c.Q + (c.R-c.R&1)/2, c.R} }
