package record_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"blastyard/arena"
	"blastyard/arena/harness"
	"blastyard/arena/record"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/protocol/drawing"
	"blastyard/replay"
)

// TestTurnOfAReplay: a turn in a replay contains everything that the sink received and that belongs to the match. It
// does not contain the time of an answer to an earlier turn.
func TestTurnOfAReplay(t *testing.T) {
	kind := games.Hexabomb()
	board, err := kind.OpenMap("tiny")
	if err != nil {
		t.Fatal(err)
	}
	m, err := kind.New(game.Setup{Map: board, Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	hash := m.Hash()
	told := &arena.Turn{Number: 4, Match: m, Late: []int{0, 1}, Host: []int{1},
		Moves: []arena.Move{{Player: 1, Actions: []byte("[]"), Took: 5 * time.Millisecond}, {Player: 0, Actions: []byte("[1]"), Took: time.Second, Late: true},
			{Player: 0, Took: time.Nanosecond}},
		Refused: []game.Refusal{{Player: 1, Action: "fly", Reason: "no wings"}}, Excess: []game.Refusal{{Player: 0, Reason: "too much"}},
		Left:     []arena.Left{{Player: 1, Reason: match.Crashed, Note: "ended"}},
		Output:   []arena.Output{{Seat: 0, Line: harness.Line{Text: "a", Stream: harness.Stderr}}, {Seat: 5, Line: harness.Line{Text: "of nobody"}}},
		Notes:    []arena.Note{{Seat: 0, Text: "a note"}},
		Drawings: []drawing.Drawing{{Player: 0, Layer: "way", Shapes: "cell 0 0 #ffffff"}, {Player: 5, Layer: "of nobody"}}}
	var got replay.Turn
	record.Turn(&got, told, []arena.PlayerInfo{{Seat: 1}, {Seat: 0}})
	want := replay.Turn{Turn: 4, Hash: &hash, Late: []int{0, 1}, Host: []int{1},
		Moves:   []replay.Move{{Player: 1, Micros: 5000, Actions: []byte("[]")}, {Player: 0, Actions: []byte("[1]")}, {Player: 0, Micros: 1}},
		Refused: []game.Refusal{{Player: 1, Action: "fly", Reason: "no wings"}}, Gone: []replay.Gone{{Player: 1, Reason: "crashed", Note: "ended"}},
		Output: []replay.Line{{Player: 1, Err: true, Text: "a"}}, Notes: []string{"a note"},
		Drawings: []replay.Drawing{{Player: 1, Layer: "way", Shapes: "cell 0 0 #ffffff"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	fate := record.Fate(&arena.SeatResult{Reason: match.Crashed, Note: "ended", Late: 5, Host: 3, Refused: 2, LeftTurn: 4})
	if want := (replay.Fate{Reason: "crashed", Note: "ended", Turn: 4, Late: 5, Host: 3, Refused: 2}); fate != want {
		t.Errorf("%+v, expected %+v", fate, want)
	}
}
