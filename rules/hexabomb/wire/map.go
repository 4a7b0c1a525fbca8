// Package wire has the JSON forms of hexabomb: map files, the actions of players, and states.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"blastyard/internal/jsonerror"
	"blastyard/internal/jsonscan"
	"blastyard/rules/hexabomb"
)

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", hexabomb.ErrMap, fmt.Sprintf(format, args...))
}

// DecodeMap reads a map file. Every fault of form or content gives an error that is hexabomb.ErrMap and names it.
// As in the original, text after the map is not looked at, a cell may be listed twice, and a comma may stand before a
// closing brace or bracket; notes of the map tell of the latter two.
func DecodeMap(data []byte) (*hexabomb.Map, error) {
	data, commas := jsonscan.WithoutLastCommas(data)
	s := jsonscan.New(data)
	value, err := s.Value()
	if err != nil {
		err = json.Unmarshal(data, new(json.RawMessage))
		return nil, refuse("%s: %v", whereIn(data, err), jsonerror.Explain(err, nil))
	}
	data = value
	file, ok := members(data)
	if !ok {
		return nil, refuse("%s where an object with cells and initial_positions was expected", show(data))
	}
	m := &hexabomb.Map{}
	if len(commas) > 0 {
		m.Notes = append(m.Notes, placeOf(data, commas[0])+
			": a comma before a closing brace or bracket, which JSON does not allow")
	}
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
		if len(m.SpecialStarts) == 0 { // converters write the key into every map
			m.SpecialStarts = nil
		}
	}
	if m.Validate() == nil {
		return m, nil
	}
	if len(m.Cells) <= hexabomb.MaxCells {
		dropDoubles(m)
	}
	if err = m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

// dropDoubles leaves out cells that were listed before.
func dropDoubles(m *hexabomb.Map) {
	seen := make(map[hexabomb.Coord]bool, len(m.Cells))
	var doubles []hexabomb.Coord
	cells := m.Cells[:0]
	for _, c := range m.Cells {
		if seen[c] {
			doubles = append(doubles, c)
			continue
		}
		seen[c] = true
		cells = append(cells, c)
	}
	switch m.Cells = cells; {
	case len(doubles) == 1:
		m.Notes = append(m.Notes, fmt.Sprintf("cells: cell %v is listed twice", doubles[0]))
	case len(doubles) > 1:
		m.Notes = append(m.Notes, fmt.Sprintf("cells: %d cells are listed again, the first is %v", len(doubles),
			doubles[0]))
	}
}

// decodeStarts reads the object from player number to positions; the players must be exactly 0..n-1.
func decodeStarts(data json.RawMessage) ([][]hexabomb.Coord, error) {
	if data == nil {
		return nil, refuse("field initial_positions is missing")
	}
	byPlayer, ok := members(data)
	if !ok {
		return nil, refuse("initial_positions: %s where an object from player number to positions was expected",
			show(data))
	}
	starts := make([][]hexabomb.Coord, len(byPlayer))
	for _, key := range sortedKeys(byPlayer) {
		player, err := strconv.Atoi(key)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return nil, refuse("initial_positions: key %.40q where a player number was expected", key)
		}
		if player < 0 || player >= len(starts) || starts[player] != nil {
			return nil, refuse("initial_positions: key %.40q, but the %d keys must be the player numbers 0 to %d", key,
				len(starts), len(starts)-1)
		}
		if starts[player], err = coords(byPlayer[key], fmt.Sprintf("initial_positions[%q]", key)); err != nil {
			return nil, err
		}
		if len(starts[player]) == 0 {
			return nil, refuse("initial_positions[%q]: an empty array where at least one position was expected", key)
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

// coords reads an array of {"q","r"}, which is JSON. A list of very many takes no more memory than one that is allowed.
func coords(data json.RawMessage, what string) ([]hexabomb.Coord, error) {
	s := jsonscan.New(data)
	if s.Kind() != jsonscan.Array {
		return nil, refuse("%s: %s where an array was expected", what, show(data))
	}
	var list []hexabomb.Coord
	err := s.Elements(func() error {
		if len(list) > hexabomb.MaxCells {
			return refuse("%s: more than %d positions", what, hexabomb.MaxCells)
		}
		c, err := coord(&s, what, len(list))
		list = append(list, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// coord reads item i of an array of {"q","r"}.
func coord(s *jsonscan.Scanner, what string, i int) (c hexabomb.Coord, err error) {
	if s.Kind() != jsonscan.Object {
		item, err := s.Value()
		if err != nil {
			return c, err
		}
		return c, refuse("%s[%d]: %s where an object with q and r was expected", what, i, show(item))
	}
	var q, r []byte
	err = s.Fields(func(key []byte) error {
		value, err := s.Value()
		switch string(key) {
		case "q":
			q = value
		case "r":
			r = value
		}
		return err
	})
	if err == nil {
		c.Q, err = coordinate(q, "q", what, i)
	}
	if err == nil {
		c.R, err = coordinate(r, "r", what, i)
	}
	return c, err
}

// coordinate reads a coordinate, which is field name of item i of an array.
func coordinate(data []byte, name, what string, i int) (int, error) {
	if data == nil {
		return 0, refuse("%s[%d]: field %s is missing", what, i, name)
	}
	n, err := strconv.Atoi(string(data))
	if err != nil || n > hexabomb.MaxCoord || n < -hexabomb.MaxCoord {
		return 0, refuse("%s[%d].%s: %s where an integer within ±%d was expected", what, i, name, show(data),
			hexabomb.MaxCoord)
	}
	return n, nil
}

// members are the members of an object, which is JSON. ok is false for another value.
func members(data []byte) (fields map[string]json.RawMessage, ok bool) {
	s := jsonscan.New(data)
	if s.Kind() != jsonscan.Object {
		return nil, false
	}
	fields = map[string]json.RawMessage{}
	err := s.Fields(func(key []byte) error {
		value, err := s.Value()
		fields[string(key)] = value
		return err
	})
	return fields, err == nil
}

// show formats a JSON value for a message, as a short line.
func show(data []byte) string {
	switch data = bytes.TrimSpace(data); data[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	if text := []rune(string(data)); len(text) > 40 {
		return string(text[:40]) + "…"
	}
	return string(data)
}

// whereIn returns the position of a syntax error in a file, as editors count it.
func whereIn(data []byte, err error) string {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return "line 1"
	}
	if err.Error() == unexpectedEnd {
		return placeOf(data, len(data))
	}
	return placeOf(data, int(syntax.Offset)-1) // the offset counts the bytes read, including the faulty one
}

func placeOf(data []byte, offset int) string {
	before := data[:max(0, offset)]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte{'\n'})+1, utf8.RuneCount(line)+1)
}

const unexpectedEnd = "unexpected end of JSON input"

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
