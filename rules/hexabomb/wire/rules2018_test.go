package wire

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"blastyard/internal/vectors"
	"blastyard/rules/hexabomb"
)

// TestVectors2018 plays the games of the original of 2018 and compares every state. Its states do not contain
// explosions, and neither does a state that was read back.
func TestVectors2018(t *testing.T) {
	turns, deaths := 0, 0
	for _, v := range vectors.Hexabomb2018(t) {
		t.Run(v.Name, func(t *testing.T) {
			b := board2018(t, &v)
			enc, s := NewEncoder(b), hexabomb.NewState(b)
			check2018(t, enc, s, v.InitialState)
			for i := range v.Turns {
				want := &v.Turns[i]
				var actions []hexabomb.Action
				for _, p := range want.PlayerActions {
					var err error
					if actions, err = AppendBoardActions(actions, b, p.Player, p.Actions, nil); err != nil {
						t.Fatal(err)
					}
				}
				before := s.Clone()
				s.Step(actions, nil)
				if s.Winner() != want.Winner {
					t.Fatalf("turn %d: winner %d, want %d", i, s.Winner(), want.Winner)
				}
				check2018(t, enc, s, want.State)
				turns++
				for c := range b.NumCharacters() {
					if before.Character(c).Alive && !s.Character(c).Alive {
						deaths++
					}
				}
			}
		})
	}
	if turns != 1377 || deaths != 266 {
		t.Errorf("%d turns with %d deaths were played; the file holds 1377 with 266", turns, deaths)
	}
}

func board2018(tb testing.TB, v *vectors.HexabombGame) *hexabomb.Board {
	tb.Helper()
	m, err := DecodeMap(v.Map)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := hexabomb.V2018.NewBoard(m, v.Players, v.SpecialPlayers)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func check2018(t *testing.T, enc *Encoder, s *hexabomb.State, want []byte) {
	t.Helper()
	got := enc.Append(nil, s)
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("turn %d: %v in %s", s.Turn(), err, got)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(g, w) {
		t.Fatalf("turn %d:\n got %s\nwant %s", s.Turn(), got, want)
	}
	if plain, err := json.Marshal(g); err != nil || string(plain) != string(got) {
		t.Fatalf("turn %d: the encoder wrote\n%s\nencoding/json writes\n%s\n%v", s.Turn(), got, plain, err)
	}
	if v := VersionOf(got); v != hexabomb.V2018 {
		t.Fatalf("turn %d: a state of %v", s.Turn(), v)
	}
	p := s.Snapshot()
	p.Explosions = nil
	quiet, err := s.Board().Restore(p)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := DecodeState(s.Board(), s.Turn(), got); err != nil || !back.Equal(quiet) {
		t.Fatalf("turn %d: %s\nread back with %v", s.Turn(), got, err)
	}
	if back, err := DecodeGame(hexabomb.V2018, got, s.Turn(), 0); err != nil || string(NewEncoder(back.Board()).Append(nil, back)) != string(got) {
		t.Fatalf("turn %d: %s\nread without its board: %v", s.Turn(), got, err)
	}
}

// TestActions2018: valid and invalid actions of 2018. Actions are written so that they can be read.
func TestActions2018(t *testing.T) {
	m := &hexabomb.Map{Cells: []hexabomb.Coord{{Q: -1}, {}, {Q: 1, R: -3}}, Starts: [][]hexabomb.Coord{{{}}}}
	b, err := hexabomb.V2018.NewBoard(m, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{`{"id":0,"movement":"revive"}`, "field revive_q is missing or not an integer"},
		{`{"id":0,"movement":"revive","revive_q":1}`, "field revive_r is missing or not an integer"},
		{`{"id":0,"movement":"revive","revive_q":1.5,"revive_r":0}`, "field revive_q is missing or not an integer"},
		{`{"id":0,"movement":"revive","revive_q":1.0,"revive_r":-3}`, `[{"id":0,"movement":"revive","revive_q":1,"revive_r":-3}]`},
		{`{"id":0,"movement":"revive","revive_q":-1,"revive_r":0}`, `[{"id":0,"movement":"revive","revive_q":-1,"revive_r":0}]`},
		{`{"id":0,"movement":"revive","revive_q":7,"revive_r":0}`, `[{"id":0,"movement":"revive"}]`}, // no such cell
		{`{"id":0,"movement":"revive","revive_q":9007199254740993,"revive_r":0}`, `[{"id":0,"movement":"revive"}]`},
		{`{"id":0,"movement":"bomb","bomb_range":5,"bomb_delay":2}`, "field bomb_range is out of 2 to 4"},
		{`{"id":0,"movement":"bomb","bomb_range":4,"bomb_delay":1}`, "field bomb_delay is out of 2 to 4"},
		{`{"id":0,"movement":"bomb","bomb_range":4,"bomb_delay":2}`, `[{"bomb_delay":2,"bomb_range":4,"id":0,"movement":"bomb"}]`},
		{`{"id":0,"movement":"move","direction":"x+"}`, `[{"direction":"x+","id":0,"movement":"move"}]`},
	} {
		var unreadable []Unreadable
		actions, err := AppendBoardActions(nil, b, 0, []byte("["+c.text+"]"), &unreadable)
		if err != nil {
			t.Fatal(err)
		}
		got := string(AppendBoardActionsJSON(nil, b, actions))
		if len(unreadable) > 0 {
			got = unreadable[0].Why
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestVersionOf: only a state without bomb counts and explosions is one of 2018.
func TestVersionOf(t *testing.T) {
	b, err := hexabomb.NewBoard(&hexabomb.Map{Cells: []hexabomb.Coord{{}}, Starts: [][]hexabomb.Coord{{{}}}}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	state := string(NewEncoder(b).Append(nil, hexabomb.NewState(b)))
	for _, s := range []string{state, strings.Replace(state, `,"explosions":{}`, "", 1), "7", "{}"} {
		if v := VersionOf([]byte(s)); v != hexabomb.V11 {
			t.Errorf("%s is of %v", s, v)
		}
	}
}

// FuzzActions2018: no text makes the reader fail, and the actions that it reads can be played.
func FuzzActions2018(f *testing.F) {
	f.Add([]byte(`[{"id":0,"movement":"revive","revive_q":0,"revive_r":0},{"id":1,"movement":"bomb","bomb_range":9,"bomb_delay":2}]`))
	rng := rand.New(rand.NewPCG(1, 2))
	m := &hexabomb.Map{Cells: []hexabomb.Coord{{Q: -1}, {}, {Q: 1}}, Starts: [][]hexabomb.Coord{{{}}, {{Q: 1}}}}
	b, err := hexabomb.V2018.NewBoard(m, 2, 0)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(_ *testing.T, array []byte) {
		s := hexabomb.NewState(b)
		for range 6 {
			actions, _ := AppendBoardActions(nil, b, rng.IntN(2), array, nil)
			s.Step(actions, nil)
			bomb := hexabomb.Action{Player: 0, Character: 0, Kind: hexabomb.DropBomb, Range: 2, Delay: 2}
			s.Step([]hexabomb.Action{bomb}, nil)
		}
	})
}
