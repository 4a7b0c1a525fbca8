package wire

import (
	"math/rand/v2"
	"testing"

	"blastyard/internal/enginetest"
	"blastyard/rules/hexabomb"
)

// TestEngine runs the tests that both games must pass, on boards of all shapes.
func TestEngine(t *testing.T) {
	enginetest.Run(t, enginetest.Game[*hexabomb.State, []hexabomb.Action]{
		New: func(seed uint64) *hexabomb.State {
			return hexabomb.NewState(randomBoard(t, rand.New(rand.NewPCG(seed, 11))))
		},
		Random: func(s *hexabomb.State, rng *rand.Rand) (actions []hexabomb.Action) {
			for _, p := range rng.Perm(s.Board().NumPlayers()) {
				actions = turnOf(actions, s, p, rng.IntN(3) > 0, rng)
			}
			return actions
		},
		Step: func(s *hexabomb.State, actions []hexabomb.Action) *hexabomb.State {
			s.Step(actions, nil)
			return s
		},
		Copy:   (*hexabomb.State).Clone,
		Encode: func(s *hexabomb.State) []byte { return NewEncoder(s.Board()).Append(nil, s) },
		Decode: func(like *hexabomb.State, turn int, text []byte) (*hexabomb.State, error) {
			return DecodeState(like.Board(), turn, text)
		},
		Seeds: 12,
		Turns: 30,
	})
}

// FuzzMap: no file makes the reader fail, and every accepted map can be written, drawn and played.
func FuzzMap(f *testing.F) {
	f.Add([]byte(`{` + twoCells + `,` + oneStart + `}`))
	f.Add([]byte(`{` + twoCells + `,` + oneStart + `,"special_initial_positions":[{"q":1,"r":0}]}`))
	f.Add([]byte(`{"cells":[{"q":-3,"r":7},{"q":9007199254740992,"r":-9007199254740992}],"initial_positions":{"1":[{"q":-3,"r":7}],"0":[]}}`))
	f.Add([]byte(`{"cells":3}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := DecodeMap(file)
		if err != nil {
			return
		}
		text, err := EncodeMap(m)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := DecodeMap(text); err != nil || back.String() != m.String() {
			t.Fatalf("%q\nwritten as %s\nread back as\n%v\n%v", file, text, back, err)
		}
		if back, err := hexabomb.ParseMap(m.String()); err != nil || back.String() != m.String() {
			t.Fatalf("%q\ndrawn as\n%v\nread back as\n%v\n%v", file, m, back, err)
		}
		for special := range 1 + min(1, len(m.SpecialStarts)) {
			b, err := hexabomb.NewBoard(m, len(m.Starts), special)
			if err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(1, 2))
			s := hexabomb.NewState(b)
			for range 8 {
				var actions []hexabomb.Action
				for p := range b.NumPlayers() {
					actions = turnOf(actions, s, p, false, rng)
				}
				s.Step(actions, nil)
			}
			checkPossible(t, s)
		}
	})
}
