package explain

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"blastyard/replay"
	"blastyard/rules/hexabomb"
)

// TestWhoIsNotAsked: there are no lessons about turns in which a player was not asked, or about players that have
// left.
func TestWhoIsNotAsked(t *testing.T) {
	s, err := hexabomb.ParseState(rowOf(". a0 . . . b0"))
	if err != nil {
		t.Fatal(err)
	}
	r := reviewOf(t, hexabombFrom(t, s), &replay.Header{Players: make([]replay.Player, 2), Unseen: 1}, 5)
	nothing := []replay.Move{{Player: 0, Actions: json.RawMessage("[]")}, {Player: 1, Actions: json.RawMessage("[]")}}
	for _, turn := range []replay.Turn{
		{Turn: 1, Moves: nothing},
		{Turn: 2, Moves: nothing},
		{Turn: 3, Moves: []replay.Move{{Player: 0, Actions: json.RawMessage(`[{"id":0,"movement":5}]`)}, {Player: 1}}},
		{Turn: 4, Moves: nothing[:1], Late: []int{1}, Gone: []replay.Gone{{Player: 0, Reason: "crashed"}}},
		{Turn: 5, Moves: nothing, Late: []int{0}},
	} {
		play(t, r, turn)
	}
	r.end()
	want := []string{
		"idle 10, turn 2: A0 stood still for 1 turn, free to move",
		"idle 10, turn 2: B1 stood still for 1 turn, free to move",
		"refused 10, turn 3: an action of A was refused: field movement is missing or none of move, bomb, revive",
		"failure 20, turn 4: A failed: crashed",
		"late 10, turn 4: B was late in 1 turn",
		"idle 10, turn 5: B1 stood still for 1 turn, free to move",
	}
	if diff := cmp.Diff(want, inWords(r.settle(10))); diff != "" {
		t.Error(diff)
	}
}

// TestBombOfWhoLeft: there is no lesson about the bomb of a player that has left.
func TestBombOfWhoLeft(t *testing.T) {
	s, err := hexabomb.ParseState(rowOf("a a a a a0 . . . . b0"))
	if err != nil {
		t.Fatal(err)
	}
	r := reviewOf(t, hexabombFrom(t, s), &replay.Header{Players: make([]replay.Player, 2)}, 4)
	for i, text := range []string{"a0 bomb 2 3; b0 x-", "a0 x+; b0 x+", "a0 x+; b0 x-", "a0 x+; b0 x+"} {
		turn := hexabombTurn(t, s.Board(), i+1, text)
		if turn.Turn == 4 {
			turn.Gone = []replay.Gone{{Player: 0, Reason: "crashed"}}
		}
		play(t, r, turn)
	}
	r.end()
	if got, want := inWords(r.settle(10)), []string{"failure 10, turn 4: A failed: crashed"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
