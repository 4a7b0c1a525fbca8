package wire

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"blastyard/rules/hexabomb"
)

const example = `{"bombs":[{"color":1,"delay":3,"q":1,"r":0,"range":2}],"cell_count":{"0":2,"1":1},` +
	`"cells":[{"color":1,"q":0,"r":0},{"color":0,"q":0,"r":1},{"color":1,"q":1,"r":0},{"color":2,"q":2,"r":0}],` +
	`"characters":[{"alive":true,"bomb_count":0,"color":1,"id":0,"q":0,"r":0,"revive_delay":-1},{"alive":false,"bomb_count":2,"color":2,"id":1,"q":2,"r":0,"revive_delay":3}],` +
	`"explosions":{"0":[{"q":0,"r":1}],"2":[{"q":2,"r":0}]},"score":{"0":21,"1":7}}`

func exampleState(t *testing.T) *hexabomb.State {
	t.Helper()
	s, err := hexabomb.ParseState("turn: 12\nscore: a=21 b=7\nbombs: a0=0 b0=2\ndelay: b0=3\na0     a*32   b+b0!\n   .!")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestState(t *testing.T) {
	s := exampleState(t)
	if got := string(NewEncoder(s.Board()).Append([]byte("x"), s)); got != "x"+example {
		t.Errorf("wrote\n%s\nwant\n%s", got, example)
	}
	shuffled := strings.Replace(strings.Replace(example, `{"color":0,"q":0,"r":1},`, ``, 1), `"cells":[`, `"new":[7],"cells":[{"r":1,"q":0,"color":0},`, 1)
	for _, text := range []string{example, " " + strings.ReplaceAll(example, ",", " ,\n"), shuffled} {
		if back, err := DecodeState(s.Board(), 12, []byte(text)); err != nil || !back.Equal(s) {
			t.Errorf("%s\nread as\n%v\n%v", text, back, err)
		}
	}
}

// TestRefusedStates: the error for an invalid state says what is wrong.
func TestRefusedStates(t *testing.T) {
	b := exampleState(t).Board()
	for _, c := range []struct{ old, put, fault string }{
		{example, ``, "the JSON ends too early"},
		{example, `[]`, "the JSON value is a list, expected an object"},
		{example, `{}`, "0 cells and 0 characters; the board has 4 and 2"},
		{`,{"color":2,"q":2,"r":0}`, ``, "3 cells and 2 characters; the board has 4 and 2"},
		{`{"color":2,"q":2,"r":0}`, `{"color":2,"q":1,"r":0}`, "cell q=1, r=0 is given twice"},
		{`{"color":2,"q":2,"r":0}`, `{"color":2,"q":2,"r":1}`, "the board has no cell at q=2, r=1"},
		{`{"color":2,"q":2,"r":0}`, `{"color":3,"q":2,"r":0}`, "colour 3 where 0 to 2 was expected"},
		{`{"color":2,"q":2,"r":0}`, `{"color":65538,"q":2,"r":0}`, "colour 65538 where 0 to 2 was expected"},
		{`{"color":2,"q":2,"r":0}`, `{"color":-1,"q":2,"r":0}`, "colour -1 where 0 to 2 was expected"},
		{`"id":1`, `"id":0`, "character 1 has the id 0; they must be in order"},
		{`"color":2,"id":1`, `"color":1,"id":1`, "character 1 has the colour 1; on this board it has 2"},
		{`"id":1,"q":2`, `"id":1,"q":3`, "the board has no cell at q=3, r=0"},
		{`{"color":1,"delay":3,"q":1,"r":0,"range":2}`, `{"color":65537,"delay":3,"q":1,"r":0,"range":2}`, "colour 65537 where 0 to 2 was expected"},
		{`{"color":1,"delay":3,"q":1,"r":0,"range":2}`, `{"color":1,"delay":3,"q":1,"r":9,"range":2}`, "the board has no cell at q=1, r=9"},
		{`"2":[{"q":2`, `"3":[{"q":2`, "colour 3 where 0 to 2 was expected"},
		{`"2":[{"q":2`, `"65538":[{"q":2`, "colour 65538 where 0 to 2 was expected"},
		{`"2":[{"q":2`, `"02":[{"q":2`, `key "02" where a number from 0 was expected`},
		{`"2":[{"q":2`, `"-2":[{"q":2`, `key "-2" where a number from 0 was expected`},
		{`"2":[{"q":2`, `"x":[{"q":2`, `key "x" where a number from 0 was expected`},
		{`"0":21,"1":7`, `"0":21`, "score of 1 players; the board has 2"},
		{`"0":21,"1":7`, `"0":21,"2":7`, "score of player 2; the board has 2"},
		{`"0":21,"1":7`, `"0":21,"01":7`, `key "01" where a number from 0 was expected`},
		{`"0":2,"1":1`, `"0":2,"1":2`, "cell_count of player 1 is 2, but 1 cells have its colour"},
		{`"0":2,"1":1`, `"0":2`, "cell_count of 1 players; the board has 2"},
		{`"0":21`, `"0":-21`, "hexabomb: no possible state: player 0 has the score -21"},
		{`"delay":3`, `"delay":5`, "hexabomb: no possible state: bomb 0: {Cell:2 Colour:1 Range:2 Delay:5}"},
		{`"revive_delay":-1`, `"revive_delay":2`, "hexabomb: no possible state: living character 0: {Cell:0 Alive:true ReviveDelay:2 BombCount:0}"},
	} {
		text := strings.Replace(example, c.old, c.put, 1)
		if text == example {
			t.Fatalf("nothing to replace: %s", c.old)
		}
		s, err := DecodeState(b, 12, []byte(text))
		if want := "hexabomb/wire: state: " + c.fault; err == nil || err.Error() != want || s != nil {
			t.Errorf("%s for %s:\n got %v\nwant %s", c.put, c.old, err, want)
		}
	}
	if _, err := DecodeState(b, -1, []byte(example)); !errors.Is(err, hexabomb.ErrSnapshot) {
		t.Errorf("turn -1: %v, want an error that is ErrSnapshot", err)
	}
}

// TestRandomGamesRoundTrip: each state of games on random boards is written like encoding/json would, and can be read
// back.
func TestRandomGamesRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 150 {
		b := randomBoard(t, rng)
		s, enc := hexabomb.NewState(b), NewEncoder(b)
		for range 25 {
			text := enc.Append(nil, s)
			checkState(t, "turn", enc, s, text)
			var actions []hexabomb.Action
			for _, p := range rng.Perm(b.NumPlayers()) {
				actions = turnOf(actions, s, p, rng.IntN(2) == 0, rng)
			}
			s.Step(actions, nil)
		}
	}
}

// TestManyPlayers: ids and colours of several digits, which JSON sorts differently from numbers.
func TestManyPlayers(t *testing.T) {
	for _, special := range []int{0, 1} {
		b := boardOf(t, 415, 120, 2, special)
		s, enc := hexabomb.NewState(b), NewEncoder(b)
		rng := rand.New(rand.NewPCG(9, 10))
		for range 30 {
			checkState(t, "turn", enc, s, enc.Append(nil, s))
			var actions []hexabomb.Action
			for _, p := range rng.Perm(b.NumPlayers()) {
				actions = turnOf(actions, s, p, true, rng)
			}
			s.Step(actions, nil)
		}
	}
}

func FuzzState(f *testing.F) {
	f.Add(12, []byte(example))
	f.Add(0, []byte(`{}`))
	f.Add(3, []byte(strings.ReplaceAll(example, `"color":2`, `"color":0`)))
	s, err := hexabomb.ParseState("@0   a0   b0\n   .    b1   a1")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(0, NewEncoder(s.Board()).Append(nil, s))
	plain, err := hexabomb.ParseState("a0   .    b0\n  .")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, turn int, data []byte) {
		for _, b := range []*hexabomb.Board{s.Board(), plain.Board()} {
			read, err := DecodeState(b, turn, data)
			if err != nil {
				if read != nil || strings.ContainsAny(err.Error(), "\n") {
					t.Fatalf("%v with %q", read, err)
				}
				continue
			}
			text := NewEncoder(b).Append(nil, read)
			if back, err := DecodeState(b, turn, text); err != nil || !back.Equal(read) || !json.Valid(text) {
				t.Fatalf("%q\nread as\n%v\nread back as\n%v\n%v", data, read, back, err)
			}
			if back, err := b.ParseState(read.String()); err != nil || !back.Equal(read) {
				t.Fatalf("drawn as\n%v\nread back as\n%v\n%v", read, back, err)
			}
			rng := rand.New(rand.NewPCG(1, 1))
			for range 4 {
				var actions []hexabomb.Action
				for p := range b.NumPlayers() {
					actions = turnOf(actions, read, p, false, rng)
				}
				read.Step(actions, nil)
			}
		}
	})
}
