package wire

import (
	"errors"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
)

// TestDecodeBoard: the board from an initial state plays like the original board.
func TestDecodeBoard(t *testing.T) {
	m := &hexabomb.Map{Cells: []hexabomb.Coord{{Q: 2, R: 0}, {Q: 0, R: 0}, {Q: 1, R: 0}, {Q: 3, R: 0}, {Q: -1, R: 4}},
		Starts: [][]hexabomb.Coord{{{Q: 2, R: 0}}, {{Q: 0, R: 0}}}, SpecialStarts: []hexabomb.Coord{{Q: 1, R: 0}, {Q: -1, R: 4}}}
	for special := range 2 {
		b, err := hexabomb.NewBoard(m, 2, special)
		if err != nil {
			t.Fatal(err)
		}
		s := hexabomb.NewState(b)
		state := NewEncoder(b).Append(nil, s)
		back, err := DecodeBoard(state, 2, special)
		if err != nil {
			t.Fatal(err)
		}
		if got := NewEncoder(back).Append(nil, hexabomb.NewState(back)); string(got) != string(state) || back.SuddenDeath() != (special == 1) {
			t.Errorf("%s\nwant\n%s", got, state)
		}
		if _, err := DecodeState(back, 0, state); err != nil {
			t.Error(err)
		}
		for _, wrong := range []struct {
			players, special int
			data, want       string
		}{
			{1, special, string(state), "color"}, {3, special, string(state), "player 2"}, {2, special, `[]`, "initial state"},
			{2, special, `{}`, "empty array"}, {2, special, strings.Replace(string(state), `"id":0`, `"id":0.5`, 1), "initial state"},
		} {
			_, err := DecodeBoard([]byte(wrong.data), wrong.players, wrong.special)
			if err == nil || !strings.Contains(err.Error(), wrong.want) {
				t.Errorf("%d and %d players, %.30s: %v, want %q", wrong.players, wrong.special, wrong.data, err, wrong.want)
			}
		}
	}
	if _, err := DecodeBoard([]byte(`{"cells":[{"q":0,"r":0}],"characters":[{"id":0,"color":1,"q":5,"r":5}]}`), 1, 0); !errors.Is(err, hexabomb.ErrMap) {
		t.Errorf("%v, want ErrMap", err)
	}
}
