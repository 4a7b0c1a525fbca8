package wire

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"blastyard/hexabomb"
)

// A game as the original program played it.
type vector struct {
	Name           string            `json:"name"`
	Map            json.RawMessage   `json:"map"`
	Players        int               `json:"nb_players"`
	SpecialPlayers int               `json:"nb_special_players"`
	InitialState   json.RawMessage   `json:"initial_state"`
	Turns          []json.RawMessage `json:"turns"`
}

type vectorTurn struct {
	PlayerActions []struct {
		Player  int             `json:"player_id"`
		Actions json.RawMessage `json:"actions"`
	} `json:"player_actions"`
	Winner int             `json:"winner_player_id"`
	State  json.RawMessage `json:"game_state"`
}

func readVectors(tb testing.TB) []vector {
	tb.Helper()
	f, err := os.Open("testdata/hexabomb-games.jsonl.gz")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	var games []vector
	for lines.Scan() {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			tb.Fatal(err)
		}
		games = append(games, v)
	}
	if lines.Err() != nil || len(games) != 40 {
		tb.Fatalf("%d games read, want 40; %v", len(games), lines.Err())
	}
	return games
}

func (v *vector) board(tb testing.TB) *hexabomb.Board {
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

func (v *vector) turn(tb testing.TB, t int) (actions []hexabomb.Action, want vectorTurn) {
	tb.Helper()
	if err := json.Unmarshal(v.Turns[t], &want); err != nil {
		tb.Fatal(err)
	}
	for _, p := range want.PlayerActions {
		var err error
		if actions, err = AppendActions(actions, p.Player, p.Actions, nil); err != nil {
			tb.Fatalf("%s turn %d: %v", v.Name, t, err)
		}
	}
	return actions, want
}

// TestVectors plays the original's games and compares every state: as JSON values, with encoding/json byte by byte, and
// read back.
func TestVectors(t *testing.T) {
	turns := 0
	for _, v := range readVectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			b := v.board(t)
			enc, s := NewEncoder(b), hexabomb.NewState(b)
			checkState(t, "start", enc, s, v.InitialState)
			for i := range v.Turns {
				actions, want := v.turn(t, i)
				s.Step(actions, nil)
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
