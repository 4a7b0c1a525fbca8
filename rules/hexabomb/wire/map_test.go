package wire

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
)

const (
	twoCells = `"cells":[{"q":0,"r":0},{"q":1,"r":0}]`
	oneStart = `"initial_positions":{"0":[{"q":0,"r":0}]}`
)

func withCells(text string) string { return `{"cells":` + text + `,` + oneStart + `}` }

func withStarts(text string) string { return `{` + twoCells + `,"initial_positions":` + text + `}` }

func withSpecial(text string) string {
	return `{` + twoCells + `,` + oneStart + `,"special_initial_positions":` + text + `}`
}

var refusedMaps = []struct{ file, fault string }{
	// Not an object.
	{``, "line 1, column 1: the JSON ends too early"},
	{"{\n  \"cells\": [\n    {\"q\":0 \"r\":0}", `line 3, column 12: it is no JSON: there is '"' where a comma or } is expected`},
	{`{}{}`, "field cells is missing"},
	{"\ufeff{}", "line 1, column 1: it is no JSON: there is 'ï' where a value is expected"},
	{"{\"\xff\":", "line 1, column 6: the JSON ends too early"},
	{`[]`, "an array where an object with cells and initial_positions was expected"},
	{` null `, "null where an object with cells and initial_positions was expected"},
	{`"x"`, `"x" where an object with cells and initial_positions was expected`},
	{`-7`, "-7 where an object with cells and initial_positions was expected"},
	{`true`, "true where an object with cells and initial_positions was expected"},
	// A part is missing or has the wrong type.
	{`{}`, "field cells is missing"},
	{`{"Cells":[],` + oneStart + `}`, "field cells is missing"},
	{`{` + twoCells + `}`, "field initial_positions is missing"},
	{withCells(`{}`), "cells: an object where an array was expected"},
	{withCells(`null`), "cells: null where an array was expected"},
	{withCells(`3`), "cells: 3 where an array was expected"},
	{withCells(`[3]`), "cells[0]: 3 where an object with q and r was expected"},
	{withCells(`[{"q":0,"r":0},[1,2]]`), "cells[1]: an array where an object with q and r was expected"},
	{withCells(`[{"q":0}]`), "cells[0]: field r is missing"},
	{withCells(`[{"r":0}]`), "cells[0]: field q is missing"},
	{withCells(`[{"q":"1","r":0}]`), `cells[0].q: "1" where an integer within ±9007199254740992 was expected`},
	{withCells(`[{"q":0,"r":1.5}]`), "cells[0].r: 1.5 where an integer within ±9007199254740992 was expected"},
	{withCells(`[{"q":null,"r":0}]`), "cells[0].q: null where an integer within ±9007199254740992 was expected"},
	{withCells("[{\"q\":{\n},\"r\":0}]"), "cells[0].q: an object where an integer within ±9007199254740992 was expected"},
	{withCells(`[{"q":9007199254740993,"r":0}]`), "cells[0].q: 9007199254740993 where an integer within ±9007199254740992 was expected"},
	{withCells(`[{"q":0,"r":-1` + strings.Repeat("0", 80) + `}]`), "cells[0].r: -1" + strings.Repeat("0", 38) + "… where an integer within ±9007199254740992 was expected"},
	{withCells(`[{"q":-9223372036854775808,"r":0}]`), "cells[0].q: -9223372036854775808 where an integer within ±9007199254740992 was expected"},
	{withCells(`[{"q":"` + strings.Repeat("é", 60) + `","r":0}]`), `cells[0].q: "` + strings.Repeat("é", 39) + "… where an integer within ±9007199254740992 was expected"},
	{withStarts(`[]`), "initial_positions: an array where an object from player number to positions was expected"},
	{withStarts(`null`), "initial_positions: null where an object from player number to positions was expected"},
	{withStarts(`{"0":{}}`), `initial_positions["0"]: an object where an array was expected`},
	{withStarts(`{"0":[0]}`), `initial_positions["0"][0]: 0 where an object with q and r was expected`},
	{withSpecial(`{}`), "special_initial_positions: an object where an array was expected"},
	{withSpecial(`null`), "special_initial_positions: null where an array was expected"},
	{withSpecial(`[{"q":1,"r":false}]`), "special_initial_positions[0].r: false where an integer within ±9007199254740992 was expected"},
	// Player keys.
	{withStarts(`{"x":[{"q":0,"r":0}]}`), `initial_positions: key "x" where a player number was expected`},
	{withStarts(`{"":[{"q":0,"r":0}]}`), `initial_positions: key "" where a player number was expected`},
	{withStarts(`{"1.0":[{"q":0,"r":0}]}`), `initial_positions: key "1.0" where a player number was expected`},
	{withStarts(`{"1":[{"q":0,"r":0}]}`), `initial_positions: key "1", but the 1 keys must be the player numbers 0 to 0`},
	{withStarts(`{"-1":[{"q":0,"r":0}]}`), `initial_positions: key "-1", but the 1 keys must be the player numbers 0 to 0`},
	{withStarts(`{"99999999999999999999":[{"q":0,"r":0}]}`), `initial_positions: key "99999999999999999999", but the 1 keys must be the player numbers 0 to 0`},
	{withStarts(`{"0":[{"q":0,"r":0}],"2":[{"q":1,"r":0}]}`), `initial_positions: key "2", but the 2 keys must be the player numbers 0 to 1`},
	{withStarts(`{"0":[{"q":0,"r":0}],"00":[{"q":1,"r":0}]}`), `initial_positions: key "00", but the 2 keys must be the player numbers 0 to 1`},
	// Positions.
	{withStarts(`{}`), "initial_positions: there are no initial positions, but a map needs those of at least one player"},
	{withStarts(`{"0":[]}`), `initial_positions["0"]: an empty array where at least one position was expected`},
	{withStarts(`{"0":[{"q":0,"r":0}],"1":[]}`), `initial_positions["1"]: an empty array where at least one position was expected`},
	{withStarts(`{"0":[{"q":0,"r":0},{"q":1,"r":0}],"1":[{"q":0,"r":0}]}`), "initial_positions: player 1 has 1 positions but player 0 has 2; all players need the same number"},
	{withStarts(`{"0":[{"q":5,"r":-6}]}`), "initial_positions of player 0: position (q=5, r=-6) has no cell"},
	{withStarts(`{"0":[{"q":0,"r":0}],"1":[{"q":0,"r":0}]}`), "initial_positions of player 1: position (q=0, r=0) is used twice"},
	{withStarts(`{"0":[{"q":0,"r":0},{"q":0,"r":0}]}`), "initial_positions of player 0: position (q=0, r=0) is used twice"},
	{withSpecial(`[{"q":0,"r":0}]`), "special_initial_positions: position (q=0, r=0) is used twice"},
	{withSpecial(`[{"q":0,"r":9}]`), "special_initial_positions: position (q=0, r=9) has no cell"},
	{withCells(`[]`), "initial_positions of player 0: position (q=0, r=0) has no cell"},
	{withCells(`[` + strings.Repeat(`{"q":0,"r":0},`, 65535) + `{"q":0,"r":0}]`), "cells: 65536 cells, at most 65535 are supported"},
}

// TestTakenMaps: what the original takes is taken, with a note; the map is that of the file without it.
func TestTakenMaps(t *testing.T) {
	const good = `{` + twoCells + `,` + oneStart + `}`
	want, err := DecodeMap([]byte(good))
	if err != nil || want.Notes != nil {
		t.Fatal(want, err)
	}
	for file, notes := range map[string]string{
		`{` + twoCells + `,` + oneStart + `,}`:                                "line 1, column 81: a comma before a closing brace or bracket, which JSON does not allow",
		"{\n" + `"cells":[{"q":0,"r":0,},{"q":1,"r":0},],` + oneStart + "\n}": "line 2, column 22: a comma before a closing brace or bracket, which JSON does not allow",
		withCells(`[{"q":0,"r":0},{"q":1,"r":0},{"q":0,"r":0}]`):              "cells: cell (q=0, r=0) is listed twice",
		withCells(`[{"q":0,"r":0},{"q":1,"r":0},{"q":0,"r":0},{"q":1,"r":0},{"q":1,"r":0},]`): "line 1, column 80: a comma before a closing brace or bracket, which JSON does not allow; " +
			"cells: 3 cells are listed again, the first is (q=0, r=0)",
		good + `{,]`: "",
	} {
		m, err := DecodeMap([]byte(file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got := strings.Join(m.Notes, "; "); got != notes {
			t.Errorf("%s:\n got %s\nwant %s", file, got, notes)
		}
		if m.Notes = nil; !reflect.DeepEqual(m, want) {
			t.Errorf("%s: %+v, want %+v", file, m, want)
		}
	}
	for _, file := range []string{`{` + twoCells + `,,` + oneStart + `}`, withCells(`[,]`), `{,}`, withStarts(`{"0":,}`)} {
		if _, err := DecodeMap([]byte(file)); !errors.Is(err, hexabomb.ErrMap) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestRefusedMaps: every fault of a map file has a message of one line that names what, its value and what was expected.
func TestRefusedMaps(t *testing.T) {
	for _, c := range refusedMaps {
		m, err := DecodeMap([]byte(c.file))
		if want := "map refused: " + c.fault; err == nil || err.Error() != want {
			t.Errorf("%.90q:\n got %v\nwant %s", c.file, err, want)
		}
		if m != nil || !errors.Is(err, hexabomb.ErrMap) || err != nil && strings.ContainsAny(err.Error(), "\n\r\t") {
			t.Errorf("%.90q: %v, %v; want no map and one line that is ErrMap", c.file, m, err)
		}
	}
}

// TestTextAfterTheMap: anything after the map's value is ignored.
func TestTextAfterTheMap(t *testing.T) {
	for _, after := range []string{" x", "{", "}", "\n{}\n", "\x00"} {
		m, err := DecodeMap([]byte(`{` + twoCells + `,` + oneStart + `}` + after))
		if err != nil || len(m.Cells) != 2 {
			t.Errorf("%q after the map: %v", after, err)
		}
	}
}

// TestRefusedSeats: numbers of players for which a valid map has no room.
func TestRefusedSeats(t *testing.T) {
	plain, err := DecodeMap([]byte(`{` + twoCells + `,` + oneStart + `}`))
	if err != nil {
		t.Fatal(err)
	}
	both, err := DecodeMap([]byte(`{` + twoCells + `,` + oneStart + `,"special_initial_positions":[{"q":1,"r":0}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		m                *hexabomb.Map
		players, special int
		fault            string
	}{
		{plain, 2, 0, "2 players, but the map has room for 0 to 1"},
		{plain, -1, 0, "-1 players, but the map has room for 0 to 1"},
		{plain, 1, 1, "a special player asked for, but the map has no special_initial_positions"},
		{both, 1, 2, "2 special players asked for, but the game has 0 or 1"},
		{both, 1, -1, "-1 special players asked for, but the game has 0 or 1"},
		{&hexabomb.Map{}, 0, 0, "initial_positions: there are no initial positions, but a map needs those of at least one player"},
		{&hexabomb.Map{Cells: []hexabomb.Coord{{}}, Starts: [][]hexabomb.Coord{{}}}, 0, 0, "initial_positions: player 0 has an empty array of positions"},
	} {
		if _, err := hexabomb.NewBoard(c.m, c.players, c.special); !errors.Is(err, hexabomb.ErrMap) || strings.TrimPrefix(err.Error(), "map refused: ") != c.fault {
			t.Errorf("%d and %d players: %v, want %s", c.players, c.special, err, c.fault)
		}
	}
	for special := range 2 {
		for players := range 2 {
			if _, err := hexabomb.NewBoard(both, players, special); err != nil {
				t.Errorf("%d and %d players: %v", players, special, err)
			}
		}
	}
}

// TestAcceptedMaps: variations that a map file may have.
func TestAcceptedMaps(t *testing.T) {
	coords := func(list ...hexabomb.Coord) []hexabomb.Coord { return list }
	for _, c := range []struct {
		file string
		want hexabomb.Map
	}{
		{"\n\t{" + twoCells + ",\r\n" + oneStart + "} ", hexabomb.Map{Cells: coords(hexabomb.Coord{}, hexabomb.Coord{Q: 1}), Starts: [][]hexabomb.Coord{coords(hexabomb.Coord{})}}},
		{`{"name":"x","cells":[{"q":-3,"r":7,"colour":"red"},{"q":FAR,"r":-FAR}],"initial_positions":{"1":[{"q":FAR,"r":-FAR}],"0":[{"r":7,"q":-3}]}}`,
			hexabomb.Map{Cells: coords(hexabomb.Coord{Q: -3, R: 7}, hexabomb.Coord{Q: hexabomb.MaxCoord, R: -hexabomb.MaxCoord}),
				Starts: [][]hexabomb.Coord{coords(hexabomb.Coord{Q: -3, R: 7}), coords(hexabomb.Coord{Q: hexabomb.MaxCoord, R: -hexabomb.MaxCoord})}}},
		{`{` + twoCells + `,"initial_positions":"seen over","init\u0069al_positions":{"0":[{"q":5,"q":0,"r":0}]},"special_initial_positions":[{"q":1,"r":0}]}`,
			hexabomb.Map{Cells: coords(hexabomb.Coord{}, hexabomb.Coord{Q: 1}), Starts: [][]hexabomb.Coord{coords(hexabomb.Coord{})}, SpecialStarts: coords(hexabomb.Coord{Q: 1})}},
	} {
		file := strings.ReplaceAll(c.file, "FAR", strconv.Itoa(hexabomb.MaxCoord))
		m, err := DecodeMap([]byte(file))
		if err != nil || !reflect.DeepEqual(*m, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", c.file, m, err, c.want)
		}
	}
	// Twelve players: the keys are numbers, in whatever order they stand.
	var cells, starts []string
	for p := range 12 {
		cells = append(cells, fmt.Sprintf(`{"q":%d,"r":0}`, p))
		starts = append(starts, fmt.Sprintf(`"%d":[{"q":%d,"r":0}]`, p, p))
	}
	slices.Reverse(starts)
	m, err := DecodeMap([]byte(`{"cells":[` + strings.Join(cells, ",") + `],"initial_positions":{` + strings.Join(starts, ",") + `}}`))
	if err != nil {
		t.Fatal(err)
	}
	for p := range 12 {
		if m.Starts[p][0].Q != p {
			t.Errorf("player %d starts at %v", p, m.Starts[p])
		}
	}
}

// TestEmptySpecialPositions: the original's converter writes the key into every map. An empty array counts as
// missing.
func TestEmptySpecialPositions(t *testing.T) {
	m, err := DecodeMap([]byte(withSpecial(`[]`)))
	if err != nil || m.SpecialStarts != nil {
		t.Fatalf("%+v, %v", m, err)
	}
	if _, err := hexabomb.NewBoard(m, 1, 0); err != nil {
		t.Errorf("classical: %v", err)
	}
	if _, err := hexabomb.NewBoard(m, 1, 1); !errors.Is(err, hexabomb.ErrMap) {
		t.Errorf("sudden death: %v, expected ErrMap", err)
	}
}
