package maps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"blastyard/internal/jsonscan"
	"blastyard/internal/text"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
)

// A Format is a file format of maps.
type Format string

// The values of Format.
const (
	JSON  Format = "json"  // hexabomb's map file
	Text  Format = "txt"   // a picture of letters; see hexabomb.ParseMap
	Tiled Format = "tiled" // a hexagonal map of the editor Tiled, as its JSON export
)

// MaxFile limits a map file of any format, in bytes. It is several times the size of a map of hexabomb.MaxCells
// cells.
const MaxFile = 8 << 20

// ParseFormat parses the name of a format.
func ParseFormat(name string) (Format, error) {
	switch f := Format(name); f {
	case JSON, Text, Tiled:
		return f, nil
	}
	return "", fmt.Errorf("maps: format %q is not known, expected json, txt or tiled", name)
}

// FormatOf returns the format for a file's extension: .json, .txt, or .tmj for Tiled.
func FormatOf(path string) (f Format, ok bool) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json":
		return JSON, true
	case ".txt":
		return Text, true
	case ".tmj":
		return Tiled, true
	}
	return "", false
}

// Detect tells the format by a file's content: JSON if it begins with a brace or bracket, Tiled if it then has layers
// but no cells or is a script of Tiled, else Text.
func Detect(data []byte) Format {
	data = bytes.TrimSpace(text.Decode(data))
	if _, ok := fromScript(data); ok {
		return Tiled
	}
	if !bytes.HasPrefix(data, []byte("{")) && !bytes.HasPrefix(data, []byte("[")) {
		return Text
	}
	data, _ = jsonscan.WithoutLastCommas(data)
	var keys map[string]json.RawMessage
	if json.Unmarshal(data, &keys) != nil {
		return JSON
	}
	_, cells := keys["cells"]
	_, layers := keys["layers"]
	_, orientation := keys["orientation"]
	if !cells && (layers || orientation || noMap(data) != "") {
		return Tiled
	}
	return JSON
}

// Decode reads a map that is written in a format. The error names the place of the fault: the field of JSON, line and
// column of a text.
func Decode(data []byte, f Format) (*hexabomb.Map, error) {
	data = text.Decode(data)
	switch f {
	case JSON:
		return wire.DecodeMap(data)
	case Text:
		if what := otherExport(data); what != "" {
			return nil, badTiled("%s", what)
		}
		return hexabomb.ParseMap(string(data))
	case Tiled:
		return DecodeTiled(data)
	}
	return nil, fmt.Errorf("maps: format %q is not known, expected json, txt or tiled", f)
}

// Encode writes a map in a format. image is the file with the tiles' pictures for Tiled; see EncodeTiled.
func Encode(m *hexabomb.Map, f Format, image string) ([]byte, error) {
	switch f {
	case JSON:
		return MapFile(m), nil
	case Text:
		return []byte(m.String()), nil
	case Tiled:
		return EncodeTiled(m, image)
	}
	return nil, fmt.Errorf("maps: format %q is not known, expected json, txt or tiled", f)
}
