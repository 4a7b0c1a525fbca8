package maps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"blastyard/internal/jsonscan"
)

// scriptCalls are how a script begins that Tiled exports (.js): a call with the name of the map and the map.
var scriptCalls = []string{"(function", "onTileMapLoaded"}

// fromScript returns the map in a script that Tiled exported; ok is false where a text is no such script.
func fromScript(data []byte) (file []byte, ok bool) {
	trimmed := bytes.TrimSpace(data)
	if !slices.ContainsFunc(scriptCalls, func(s string) bool { return bytes.HasPrefix(trimmed, []byte(s)) }) {
		return nil, false
	}
	for rest := trimmed; ; { // the map is the first object behind ("name",
		at := bytes.IndexByte(rest, '(')
		if at < 0 {
			return nil, false
		}
		rest = rest[at+1:]
		s := jsonscan.New(rest)
		if s.Kind() != jsonscan.String {
			continue
		}
		if _, err := s.Value(); err != nil {
			continue
		}
		behind := bytes.TrimSpace(rest[s.Pos():])
		if object, is := bytes.CutPrefix(behind, []byte(",")); is {
			s := jsonscan.New(object)
			if value, err := s.Value(); err == nil && bytes.HasPrefix(bytes.TrimSpace(value), []byte("{")) {
				return value, true
			}
		}
	}
}

// noMap says what a file of Tiled is that is no map; "" where that is not known.
func noMap(data []byte) string {
	var file struct{ Type string }
	switch _ = json.Unmarshal(data, &file); file.Type { // what cannot be read is told by who reads all of it
	case "tileset":
		return "this is a tileset of Tiled, where a map was expected"
	case "world":
		return "this is a world of Tiled, where one of its maps was expected"
	case "template":
		return "this is a template of Tiled, where a map was expected"
	}
	return ""
}

// inXML says what to do with a file of Tiled in XML.
func inXML(data []byte) string {
	if bytes.Contains(data[:min(len(data), 4096)], []byte("<tileset")) && !bytes.Contains(data, []byte("<map")) {
		return "XML, a tileset of Tiled, where a map was expected"
	}
	return "XML, " + exportAsJSON
}

// exportAsJSON says which export of Tiled is read.
const exportAsJSON = "where JSON or a text picture was expected; in Tiled, export the map as JSON " +
	"(File, Export As, JSON map files)"

// otherExport says what to do with a text that Tiled exports in a form that is not read; "" for other texts.
func otherExport(data []byte) string {
	first, _, _ := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	switch {
	case bytes.HasPrefix(first, []byte("<")):
		return inXML(data)
	case bytes.HasPrefix(first, []byte("return {")):
		return "Lua, " + exportAsJSON
	case bytes.Contains(first, []byte(",")) && len(bytes.Trim(first, "0123456789,- ")) == 0:
		return "CSV, " + exportAsJSON
	}
	return ""
}

// tiledProperties are the properties of a map. Before Tiled 1.2 they were an object.
type tiledProperties []tiledProperty

// UnmarshalJSON reads both forms.
func (p *tiledProperties) UnmarshalJSON(data []byte) error {
	if data = bytes.TrimSpace(data); !bytes.HasPrefix(data, []byte("{")) {
		return json.Unmarshal(data, (*[]tiledProperty)(p))
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(data, &values); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		*p = append(*p, tiledProperty{Name: name, Value: values[name]})
	}
	return nil
}

// tilesetTiles are what a tileset says of its tiles, which is only written: tiles count by their number. Before
// Tiled 1.2 they were an object.
type tilesetTiles []tiledTile

// UnmarshalJSON reads nothing.
func (*tilesetTiles) UnmarshalJSON([]byte) error { return nil }

// ourTileset is the name of the tileset that EncodeTiled writes.
const ourTileset = "hexabomb"

// name is what a tileset is called, or the file that holds it.
func (s *tileset) name() string {
	if s.Name != "" || s.Source == "" {
		return s.Name
	}
	file := path.Base(strings.ReplaceAll(s.Source, `\`, "/"))
	return strings.TrimSuffix(file, path.Ext(file))
}

// A numbering tells the tiles that make up a board from those that decorate it, by their numbers in the map.
type numbering struct {
	sets    []tileset // by their first number
	board   int       // the tileset of the board; -1: the map names no tilesets
	strange []int     // by tileset: tiles that were left out
}

// newNumbering finds the tileset of the board: the one called hexabomb, else the first one.
func newNumbering(sets []tileset) *numbering {
	n := &numbering{sets: slices.Clone(sets), board: len(sets) - 1, strange: make([]int, len(sets))}
	slices.SortStableFunc(n.sets, func(a, b tileset) int { return a.FirstGID - b.FirstGID })
	for i := range n.sets {
		if strings.EqualFold(n.sets[i].name(), ourTileset) {
			n.board = i
			return n
		}
	}
	n.board = min(0, n.board)
	return n
}

// tile is the number of a tile in the tileset of the board, from 1; 0 for one of another tileset.
func (n *numbering) tile(gid int) int {
	if gid == 0 || n.board < 0 {
		return gid
	}
	in := 0
	for i := range n.sets {
		if n.sets[i].FirstGID <= gid {
			in = i
		}
	}
	if in != n.board {
		n.strange[in]++
		return 0
	}
	return max(0, gid-n.sets[in].FirstGID+1)
}

// notes tell of tiles that were left out.
func (n *numbering) notes() (notes []string) {
	for i, count := range n.strange {
		if count > 0 {
			notes = append(notes, fmt.Sprintf("tileset %q is decoration: %d of its tiles are left out, "+
				"those of tileset %q count", n.sets[i].name(), count, n.sets[n.board].name()))
		}
	}
	return notes
}
