// Package maps contains the built-in maps of hexabomb, generates others, checks maps, and reads and writes their
// files: hexabomb's map files, text pictures, and maps of the editor Tiled. The built-in maps and the generated ones
// are fair: a symmetry of the board maps any player's starts to any other's.
package maps

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"blastyard/internal/nearest"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

//go:generate go run ./internal/gen

//go:embed *.json
var files embed.FS

// Default is the default map. Its 13 rows fit a terminal of 80 by 24.
const Default = "yard"

// DefaultSingle is the default map if each player has only one character.
const DefaultSingle = "tiny"

var infos = map[string]string{
	"arena3": "163 cells, 3 players of 4 characters: a large hexagon with six pillars",
	"arena4": "415 cells, 2 or 4 players of 7 characters: a wide field with a dozen pillars",
	"duel":   "91 cells, 2 players of 3 characters: an open hexagon",
	"maze4":  "337 cells, 2 or 4 players of 4 characters: a maze of narrow paths",
	"tiny":   "37 cells, 2, 4 or 6 players of 1 character: a small hexagon",
	"yard":   "127 cells, 2 or 4 players of 3 characters: a yard with pillars",
}

// Map is a map of hexabomb, for packages that make, read and show maps without playing.
type Map = hexabomb.Map

// Coord is the place of a cell on a map.
type Coord = hexabomb.Coord

// Names are the names of the maps, sorted.
func Names() []string { return slices.Sorted(maps.Keys(infos)) }

// Info describes a map in a line: its size, the numbers of players for which it is fair, and its character. It is
// empty for an unknown name.
func Info(name string) string { return infos[name] }

// ErrUnknown is wrapped by the error for a name without a built-in map.
var ErrUnknown = errors.New("maps: no such map")

type unknownError string

func (e unknownError) Error() string {
	return fmt.Sprintf("maps: there is no map %q; there are %s%s", string(e), strings.Join(Names(), ", "),
		nearest.Hint(string(e[strings.LastIndexByte(string(e), ':')+1:]), Names()))
}

func (e unknownError) Is(target error) bool { return target == ErrUnknown }

// File returns a map as its JSON file. The error for an unknown name lists the names.
func File(name string) ([]byte, error) {
	if _, ok := infos[name]; !ok {
		return nil, unknownError(name)
	}
	return files.ReadFile(name + ".json")
}

// Load returns a map. The error for an unknown name lists the names.
func Load(name string) (*hexabomb.Map, error) {
	data, err := File(name)
	if err != nil {
		return nil, err
	}
	m, err := wire.DecodeMap(data)
	if err != nil {
		return nil, fmt.Errorf("maps: built-in map %q: %w", name, err)
	}
	return m, nil
}
