package wire

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
)

const (
	noID        = "field id is missing or not an integer"
	noMovement  = "field movement is missing or none of move, bomb, revive"
	noDirection = "field direction is missing or none of x+, y+, z+, x-, y-, z-"
	noRange     = "field bomb_range is missing or not an integer of 32 bits"
	noDelay     = "field bomb_delay is missing or not an integer of 32 bits"
)

func move(id uint16, d hexabomb.Direction) hexabomb.Action {
	return hexabomb.Action{Player: 3, Character: id, Kind: hexabomb.Move, Direction: d}
}

func bomb(id uint16, reach, delay uint8) hexabomb.Action {
	return hexabomb.Action{Player: 3, Character: id, Kind: hexabomb.DropBomb, Range: reach, Delay: delay}
}

func revive(id uint16) hexabomb.Action {
	return hexabomb.Action{Player: 3, Character: id, Kind: hexabomb.Revive}
}

// elements are elements of a player's array, with the expected results.
var elements = []struct {
	text string
	want hexabomb.Action // of player 3
	why  string          // "" for an action
}{
	{`{"id":0,"movement":"move","direction":"x+"}`, move(0, hexabomb.XPlus), ""},
	{`{"id":1,"movement":"move","direction":"y+"}`, move(1, hexabomb.YPlus), ""},
	{`{"id":2,"movement":"move","direction":"z+"}`, move(2, hexabomb.ZPlus), ""},
	{`{"id":3,"movement":"move","direction":"x-"}`, move(3, hexabomb.XMinus), ""},
	{`{"id":4,"movement":"move","direction":"y-"}`, move(4, hexabomb.YMinus), ""},
	{`{"id":5,"movement":"move","direction":"z-"}`, move(5, hexabomb.ZMinus), ""},
	{`{"id":6,"movement":"bomb","bomb_range":3,"bomb_delay":4}`, bomb(6, 3, 4), ""},
	{`{"id":7,"movement":"revive"}`, revive(7), ""},
	// Not an object.
	{`null`, hexabomb.Action{}, "not an object"},
	{`7`, hexabomb.Action{}, "not an object"},
	{`"move"`, hexabomb.Action{}, "not an object"},
	{`true`, hexabomb.Action{}, "not an object"},
	{`[{"id":0,"movement":"revive"}]`, hexabomb.Action{}, "not an object"},
	// id.
	{`{}`, hexabomb.Action{}, noID},
	{`{"movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":null,"movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":"0","movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":0.5,"movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":[0],"movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":1e400,"movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":9223372036854775808,"movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"Id":0,"movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":1.0,"movement":"revive"}`, revive(1), ""},
	{`{"id":1e0,"movement":"revive"}`, revive(1), ""},
	{`{"id":120E-1,"movement":"revive"}`, revive(12), ""},
	{`{"id":-0,"movement":"revive"}`, revive(0), ""},
	{`{"id":-1,"movement":"revive"}`, revive(hexabomb.NoCharacter), ""},
	{`{"id":65534,"movement":"revive"}`, revive(65534), ""},
	{`{"id":65535,"movement":"revive"}`, revive(hexabomb.NoCharacter), ""},
	{`{"id":65536,"movement":"revive"}`, revive(hexabomb.NoCharacter), ""},
	{`{"id":4294967296,"movement":"revive"}`, revive(hexabomb.NoCharacter), ""},
	{`{"id":9223372036854775807,"movement":"revive"}`, revive(hexabomb.NoCharacter), ""},
	{`{"id":-9223372036854775808,"movement":"revive"}`, revive(hexabomb.NoCharacter), ""},
	// movement.
	{`{"id":0}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":null}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":1}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":""}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":"Move","direction":"x+"}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":"revive "}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":["revive"]}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":"re\u0076ive"}`, revive(0), ""},
	// direction.
	{`{"id":0,"movement":"move"}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":null}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":0}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":"X+"}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":"w+"}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":"x"}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":"x*"}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":"x++"}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"move","direction":"\u0078\u002b"}`, move(0, hexabomb.XPlus), ""},
	{`{"id":0,"movement":"move","direction":"x+","bomb_range":3,"bomb_delay":"no"}`, move(0, hexabomb.XPlus), ""},
	{`{"id":0,"movement":"revive","direction":"z-","bomb_range":3,"bomb_delay":3}`, revive(0), ""},
	{`{"id":0,"movement":"revive","direction":"w"}`, revive(0), ""},
	// bombs.
	{`{"id":0,"movement":"bomb","bomb_delay":3}`, hexabomb.Action{}, noRange},
	{`{"id":0,"movement":"bomb","bomb_range":3}`, hexabomb.Action{}, noDelay},
	{`{"id":0,"movement":"bomb","bomb_range":"3","bomb_delay":3}`, hexabomb.Action{}, noRange},
	{`{"id":0,"movement":"bomb","bomb_range":3,"bomb_delay":2.5}`, hexabomb.Action{}, noDelay},
	{`{"id":0,"movement":"bomb","bomb_range":3,"bomb_delay":null}`, hexabomb.Action{}, noDelay},
	{`{"id":0,"movement":"bomb","bomb_range":1e300,"bomb_delay":3}`, hexabomb.Action{}, noRange},
	{`{"id":0,"movement":"bomb","bomb_range":3.0,"bomb_delay":2e0,"direction":"x-"}`, bomb(0, 3, 2), ""},
	{`{"id":0,"movement":"bomb","bomb_range":-3,"bomb_delay":100}`, bomb(0, 0, 100), ""},
	{`{"id":0,"movement":"bomb","bomb_range":256,"bomb_delay":258}`, bomb(0, 255, 255), ""},
	{`{"id":0,"movement":"bomb","bomb_range":2147483647,"bomb_delay":-2147483648}`, bomb(0, 255, 0), ""},
	{`{"id":0,"movement":"bomb","bomb_range":2147483648,"bomb_delay":3}`, hexabomb.Action{}, noRange},
	{`{"id":0,"movement":"bomb","bomb_range":3,"bomb_delay":-2147483649}`, hexabomb.Action{}, noDelay},
	{`{"id":0,"movement":"bomb","bomb_range":3,"bomb_delay":4294967299}`, hexabomb.Action{}, noDelay},
	{`{"id":0,"movement":"move","direction":"x+","bomb_range":4294967299}`, move(0, hexabomb.XPlus), ""},
	// Keys: unknown, escaped, given twice (the last one counts).
	{` { "x" : [ { } ] , "id" : 0 , "movement" : "revive" , "y" : { "id" : 4 } } `, revive(0), ""},
	{`{"\u0069d":0,"movemen\u0074":"revive"}`, revive(0), ""},
	{`{"id":"x","id":2,"movement":"bomb","movement":"revive"}`, revive(2), ""},
	{`{"id":2,"id":"x","movement":"revive"}`, hexabomb.Action{}, noID},
	{`{"id":2,"movement":"revive","movement":7}`, hexabomb.Action{}, noMovement},
	{`{"id":0,"movement":"move","direction":"x+","direction":"w"}`, hexabomb.Action{}, noDirection},
	{`{"id":0,"movement":"bomb","bomb_range":3,"bomb_delay":3,"bomb_range":null}`, hexabomb.Action{}, noRange},
}

// TestElements: each element alone, then all in one array, where the index identifies the unreadable ones.
func TestElements(t *testing.T) {
	var all []string
	var wantActions []hexabomb.Action
	var wantUnreadable []Unreadable
	for i, e := range elements {
		var unreadable []Unreadable
		got, err := AppendActions(nil, 3, []byte("["+e.text+"]"), &unreadable)
		switch {
		case err != nil:
			t.Errorf("%s: %v", e.text, err)
		case e.why == "" && (len(got) != 1 || got[0] != e.want || unreadable != nil):
			t.Errorf("%s: %+v, %v; want %+v", e.text, got, unreadable, e.want)
		case e.why != "" && (len(got) != 0 || !slices.Equal(unreadable, []Unreadable{{3, 0, e.why}})):
			t.Errorf("%s: %+v, %v; want unreadable: %s", e.text, got, unreadable, e.why)
		}
		all = append(all, e.text)
		if e.why == "" {
			wantActions = append(wantActions, e.want)
		} else {
			wantUnreadable = append(wantUnreadable, Unreadable{3, i, e.why})
		}
	}
	var unreadable []Unreadable
	got, err := AppendActions(nil, 3, []byte(" [ "+strings.Join(all, " , ")+" ] \n"), &unreadable)
	if err != nil || !slices.Equal(got, wantActions) || !slices.Equal(unreadable, wantUnreadable) {
		t.Errorf("all of them: %v, %v, %v", got, unreadable, err)
	}
	if quiet, err := AppendActions(got, 3, []byte("["+strings.Join(all, ",")+"]"), nil); err != nil || !slices.Equal(quiet[len(got):], wantActions) {
		t.Errorf("appended without reports: %v, %v", quiet, err)
	}
	if text := (Unreadable{3, 7, noID}).String(); text != "player 3, action 7: "+noID {
		t.Errorf("a report reads %q", text)
	}
}

// TestNoArray: a text that is no JSON array changes nothing.
func TestNoArray(t *testing.T) {
	deep := strings.Repeat("[", 10001) + strings.Repeat("]", 10001)
	for _, text := range []string{``, ` `, `null`, `{}`, `7`, `"[]"`, `[`, `]`, `[,]`, `[{"id":0}`, `[{"id":0},]`, `[{"id" 0}]`, `[{"id":01}]`, `[{"movement":"revive","id"}]`, `[{"id","movement":"revive"}]`, `[{"id":,"movement":"revive"}]`,
		`[{"id":1 2,"movement":"revive"}]`, `[{"movement":"revive","id":1,}]`, `[{"movement":"revive","id":1]`, `[{"movement":"revive","id":00}]`, `[{"movement":"revive""id":1}]`,
		`[{,"movement":"revive","id":1}]`, `[{"movement":"revive","id":1.}]`, `[{"movement":"revive,"id":1}]`, `[{id:0}]`, `[] []`, `[]x`,
		`[nul]`, `[{"id":0,"movement":"revive"} {"id":0}]`, `[{"id":0,"movement":"revive"},`, `[{"id":0,"movement":"rev`, `[{"":"\x"}]`, deep, `[{"x":` + deep[1:20001] + `}]`} {
		before := []hexabomb.Action{revive(9)}
		unreadable := []Unreadable{{1, 2, "x"}}
		got, err := AppendActions(before, 3, []byte(text), &unreadable)
		if !errors.Is(err, ErrActions) || !slices.Equal(got, before) || len(unreadable) != 1 {
			t.Errorf("%.40q: %v, %v, %v; want ErrActions and nothing read", text, got, unreadable, err)
		}
	}
	if got, err := AppendActions(nil, 3, []byte(" [ ] "), nil); err != nil || len(got) != 0 {
		t.Errorf("an empty array: %v, %v", got, err)
	}
}

// TestStrangePlayers: an impossible player id never becomes that of another player.
func TestStrangePlayers(t *testing.T) {
	for _, player := range []int{-1, -65536, 65535, 65536, 65536 + 3, math.MaxInt} {
		got, err := AppendActions(nil, player, []byte(`[{"id":0,"movement":"revive"}]`), nil)
		if err != nil || len(got) != 1 || got[0].Player != 65535 {
			t.Errorf("player %d: %+v, %v; want an action of nobody", player, got, err)
		}
	}
}

func TestActionsRoundTrip(t *testing.T) {
	var want []hexabomb.Action
	for _, e := range elements {
		if e.why == "" {
			want = append(want, e.want)
		}
	}
	text := AppendActionsJSON([]byte("x"), want)
	if got, err := AppendActions(nil, 3, text[1:], nil); err != nil || !slices.Equal(got, want) || !json.Valid(text[1:]) {
		t.Errorf("%s read as %v, %v; want %v", text, got, err, want)
	}
}

// slowActions parses actions with encoding/json, as plainly as the rules are written.
func slowActions(player int, array []byte) (actions []hexabomb.Action, unreadable []Unreadable, ok bool) {
	var list []json.RawMessage
	if json.Unmarshal(array, &list) != nil || list == nil {
		return nil, nil, false
	}
	for i, element := range list {
		if a, why := slowAction(player, element); why == "" {
			actions = append(actions, a)
		} else {
			unreadable = append(unreadable, Unreadable{player, i, why})
		}
	}
	return actions, unreadable, true
}

func slowAction(player int, element json.RawMessage) (hexabomb.Action, string) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(element, &fields) != nil || fields == nil {
		return hexabomb.Action{}, "not an object"
	}
	integer := func(name string, low, high int64, beyond uint16) (uint16, bool) {
		raw := string(fields[name])
		if raw == "" || !strings.ContainsRune("-0123456789", rune(raw[0])) {
			return 0, false
		}
		n, err := strconv.ParseInt(raw, 10, 64)
		if err != nil {
			f, err := strconv.ParseFloat(raw, 64)
			n = int64(f)
			if err != nil || float64(n) != f || f >= 1<<63 {
				return 0, false
			}
		}
		if name != "id" && n != int64(int32(n)) {
			return 0, false
		}
		if n < low || n > high {
			return beyond, true
		}
		return uint16(n), true
	}
	word := func(name string) (text string) {
		if raw := fields[name]; raw == nil || raw[0] != '"' || json.Unmarshal(raw, &text) != nil {
			return ""
		}
		return text
	}
	a := hexabomb.Action{Player: uint16(player)}
	var ok bool
	if a.Character, ok = integer("id", 0, 65534, hexabomb.NoCharacter); !ok {
		return a, noID
	}
	switch word("movement") {
	case "revive":
		a.Kind = hexabomb.Revive
	case "move":
		d := slices.Index([]string{"x+", "y+", "z+", "x-", "y-", "z-"}, word("direction"))
		if d < 0 {
			return a, noDirection
		}
		a.Kind, a.Direction = hexabomb.Move, hexabomb.Direction(d)
	case "bomb":
		// Any number outside 2 to 100 is refused in the same way; the reader chooses the replacement.
		reach, ok := integer("bomb_range", 2, 100, 255)
		if !ok {
			return a, noRange
		}
		delay, ok := integer("bomb_delay", 2, 100, 255)
		if !ok {
			return a, noDelay
		}
		a.Kind, a.Range, a.Delay = hexabomb.DropBomb, uint8(reach), uint8(delay)
	default:
		return a, noMovement
	}
	return a, ""
}

func FuzzActions(f *testing.F) {
	var all []string
	for _, e := range elements {
		f.Add([]byte("[" + e.text + "]"))
		all = append(all, e.text)
	}
	f.Add([]byte("[" + strings.Join(all, ",") + "]"))
	b := textBoard(f, "a0  a1  b0  b1  c0\n  c1  d0  d1  .   .\n    .   .   .   .   .")
	sudden := textBoard(f, "@0  a0  .   b0\n  .   .   c0  .")
	f.Fuzz(func(t *testing.T, array []byte) {
		var unreadable []Unreadable
		got, err := AppendActions(nil, 3, array, &unreadable)
		want, wantUnreadable, ok := slowActions(3, array)
		if (err == nil) != ok || err != nil && !errors.Is(err, ErrActions) {
			t.Fatalf("error %v of %q; encoding/json reads it: %v", err, array, ok)
		}
		for i := range got { // see slowAction
			if a := &got[i]; a.Kind == hexabomb.DropBomb {
				a.Range, a.Delay = beyond(a.Range), beyond(a.Delay)
			}
		}
		if !slices.Equal(got, want) || !slices.Equal(unreadable, wantUnreadable) {
			t.Fatalf("%q read as\n%v, %v\nwant\n%v, %v", array, got, unreadable, want, wantUnreadable)
		}
		for _, board := range []*hexabomb.Board{b, sudden} {
			s := hexabomb.NewState(board)
			for turn := range 8 {
				actions, _ := AppendActions(nil, turn%4, array, nil)
				var refused []hexabomb.Refusal
				s.Step(actions, &refused)
			}
			checkPossible(t, s)
		}
	})
}

func beyond(n uint8) uint8 {
	if n < 2 || n > 100 {
		return 255
	}
	return n
}

// textBoard is the board that a picture shows.
func textBoard(tb testing.TB, picture string) *hexabomb.Board {
	tb.Helper()
	s, err := hexabomb.ParseState(picture)
	if err != nil {
		tb.Fatal(err)
	}
	return s.Board()
}

// checkPossible checks that a state is one that a game can be in, and that it survives encoding.
func checkPossible(t *testing.T, s *hexabomb.State) {
	t.Helper()
	if _, err := s.Board().Restore(s.Snapshot()); err != nil {
		t.Fatal(err)
	}
	total := 0
	for p := range s.Board().NumPlayers() {
		total += s.CellCount(p)
	}
	if total > s.Board().NumCells() {
		t.Fatalf("players have %d cells of %d\n%s", total, s.Board().NumCells(), s)
	}
	text := NewEncoder(s.Board()).Append(nil, s)
	if back, err := DecodeState(s.Board(), s.Turn(), text); err != nil || !back.Equal(s) {
		t.Fatalf("%s\nread back as\n%v\n%v", text, back, err)
	}
}
