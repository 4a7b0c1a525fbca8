// Package wire gives the things of hexabomb their JSON forms: map files, the actions of players, and states.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"blastyard/hexabomb"
)

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", hexabomb.ErrMap, fmt.Sprintf(format, args...))
}

// DecodeMap reads a map file. Every fault of form or content gives an error that is hexabomb.ErrMap and names it.
func DecodeMap(data []byte) (*hexabomb.Map, error) {
	if !json.Valid(data) {
		var v any
		return nil, refuse("not JSON: %v", json.Unmarshal(data, &v))
	}
	file, ok := object(data)
	if !ok {
		return nil, refuse("not an object but %s", kindOf(data))
	}
	m := &hexabomb.Map{}
	var err error
	if m.Cells, err = decodeCoords(file, "cells"); err != nil {
		return nil, err
	}
	if m.Starts, err = decodeStarts(file["initial_positions"]); err != nil {
		return nil, err
	}
	if _, has := file["special_initial_positions"]; has {
		if m.SpecialStarts, err = decodeCoords(file, "special_initial_positions"); err != nil {
			return nil, err
		}
		if len(m.SpecialStarts) == 0 {
			return nil, refuse("special_initial_positions: an empty array of positions")
		}
	}
	return m, m.Validate()
}

// decodeStarts reads the object from player number to positions; the players must be exactly 0..n-1.
func decodeStarts(data json.RawMessage) ([][]hexabomb.Coord, error) {
	if data == nil {
		return nil, refuse("field initial_positions is missing")
	}
	byPlayer, ok := object(data)
	if !ok {
		return nil, refuse("initial_positions: %s where an object was expected", kindOf(data))
	}
	starts := make([][]hexabomb.Coord, len(byPlayer))
	for _, key := range sortedKeys(byPlayer) {
		player, err := strconv.Atoi(key)
		if err != nil {
			return nil, refuse("initial_positions: key %q is not a number", key)
		}
		if player < 0 || player >= len(starts) || starts[player] != nil {
			return nil, refuse("initial_positions: the %d player keys must be exactly 0..%d, but there is %q", len(starts), len(starts)-1, key)
		}
		if starts[player], err = coords(byPlayer[key], fmt.Sprintf("initial_positions[%q]", key)); err != nil {
			return nil, err
		}
		if len(starts[player]) == 0 {
			return nil, refuse("initial_positions[%q]: an empty array of positions", key)
		}
	}
	return starts, nil
}

func decodeCoords(file map[string]json.RawMessage, field string) ([]hexabomb.Coord, error) {
	data, has := file[field]
	if !has {
		return nil, refuse("field %s is missing", field)
	}
	return coords(data, field)
}

// coords reads an array of {"q","r"}.
func coords(data json.RawMessage, what string) ([]hexabomb.Coord, error) {
	var items []json.RawMessage
	if kindOf(data) != "an array" || json.Unmarshal(data, &items) != nil {
		return nil, refuse("%s: %s where an array was expected", what, kindOf(data))
	}
	list := make([]hexabomb.Coord, 0, len(items))
	for i, item := range items {
		fields, ok := object(item)
		if !ok {
			return nil, refuse("%s[%d]: %s where an object with q and r was expected", what, i, kindOf(item))
		}
		var c hexabomb.Coord
		for _, f := range []struct {
			name  string
			value *int
		}{{"q", &c.Q}, {"r", &c.R}} {
			raw, has := fields[f.name]
			if !has {
				return nil, refuse("%s[%d]: field %s is missing", what, i, f.name)
			}
			if json.Unmarshal(raw, f.value) != nil || string(raw) == "null" {
				return nil, refuse("%s[%d].%s: %.40s where an integer was expected", what, i, f.name, raw)
			}
		}
		list = append(list, c)
	}
	return list, nil
}

func object(data []byte) (fields map[string]json.RawMessage, ok bool) {
	return fields, json.Unmarshal(data, &fields) == nil && fields != nil
}

func kindOf(data []byte) string {
	switch data = bytes.TrimSpace(data); data[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}

type coordJSON struct {
	Q int `json:"q"`
	R int `json:"r"`
}

type mapJSON struct {
	Cells         []coordJSON            `json:"cells"`
	Starts        map[string][]coordJSON `json:"initial_positions"`
	SpecialStarts []coordJSON            `json:"special_initial_positions,omitempty"`
}

// EncodeMap returns the map file of m.
func EncodeMap(m *hexabomb.Map) ([]byte, error) {
	file := mapJSON{Cells: toJSON(m.Cells), Starts: map[string][]coordJSON{}, SpecialStarts: toJSON(m.SpecialStarts)}
	for p, starts := range m.Starts {
		file.Starts[strconv.Itoa(p)] = toJSON(starts)
	}
	return json.Marshal(file)
}

func toJSON(coords []hexabomb.Coord) []coordJSON {
	list := make([]coordJSON, 0, len(coords))
	for _, c := range coords {
		list = append(list, coordJSON{c.Q, c.R})
	}
	return list
}
