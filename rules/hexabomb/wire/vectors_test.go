package wire

import (
	"encoding/json"
	"reflect"
	"testing"

	"blastyard/internal/vectors"
	"blastyard/rules/hexabomb"
)

// boardOfVector is the board of a game of the original.
func boardOfVector(tb testing.TB, v *vectors.HexabombGame) *hexabomb.Board {
	tb.Helper()
	m, err := DecodeMap(v.Map)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := hexabomb.NewBoard(m, v.Players, v.SpecialPlayers)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// actionsOf are the actions of a turn of the original.
func actionsOf(tb testing.TB, turn *vectors.HexabombTurn) (actions []hexabomb.Action) {
	tb.Helper()
	for _, p := range turn.PlayerActions {
		var err error
		if actions, err = AppendActions(actions, p.Player, p.Actions, nil); err != nil {
			tb.Fatal(err)
		}
	}
	return actions
}

// TestVectors plays the original's games and compares every state: as JSON values, with encoding/json byte by byte, and
// read back.
func TestVectors(t *testing.T) {
	turns := 0
	for _, v := range vectors.Hexabomb(t) {
		t.Run(v.Name, func(t *testing.T) {
			b := boardOfVector(t, &v)
			enc, s := NewEncoder(b), hexabomb.NewState(b)
			checkState(t, "start", enc, s, v.InitialState)
			for i := range v.Turns {
				want := &v.Turns[i]
				s.Step(actionsOf(t, want), nil)
				if s.Winner() != want.Winner {
					t.Fatalf("turn %d: winner %d, want %d", i, s.Winner(), want.Winner)
				}
				checkState(t, "turn", enc, s, want.State)
				turns++
			}
		})
	}
	if turns != 1809 {
		t.Errorf("%d turns were played; the file holds 1809", turns)
	}
}

func checkState(t *testing.T, when string, enc *Encoder, s *hexabomb.State, want []byte) {
	t.Helper()
	got := enc.Append(nil, s)
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%s %d: %v in %s", when, s.Turn(), err, got)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(g, w) {
		t.Fatalf("%s %d:\n got %s\nwant %s", when, s.Turn(), got, want)
	}
	var typed stateJSON
	if err := json.Unmarshal(got, &typed); err != nil {
		t.Fatal(err)
	}
	if plain, err := json.Marshal(typed); err != nil || string(plain) != string(got) {
		t.Fatalf("%s %d: the encoder wrote\n%s\nencoding/json writes\n%s\n%v", when, s.Turn(), got, plain, err)
	}
	back, err := DecodeState(s.Board(), s.Turn(), got)
	if err != nil || !back.Equal(s) {
		t.Fatalf("%s %d: read back as\n%+v (%v), want\n%+v", when, s.Turn(), back.Snapshot(), err, s.Snapshot())
	}
}
