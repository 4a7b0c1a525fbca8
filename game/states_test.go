package game_test

import (
	"encoding/json"
	"testing"

	"blastyard/game"
)

// TestStates: a match of recorded states ends with the last one, however often it is played, and can be restarted.
func TestStates(t *testing.T) {
	m := &game.States{Game: "go", NumSeats: 2, Leader: func(turn int) int { return turn % 2 },
		Recorded: []json.RawMessage{[]byte(`"start"`), []byte(`"one"`), []byte(`"two"`)}}
	var clone game.Match
	for i, want := range []struct {
		turn  int
		state string
		over  bool
	}{{0, `"start"`, false}, {1, `"one"`, false}, {2, `"two"`, true}, {2, `"two"`, true}} {
		if got := string(m.AppendState(nil)); m.Turn() != want.turn || got != want.state || m.Over() != want.over || m.Winner() != want.turn%2 {
			t.Errorf("played %d times it is turn %d, state %s, over %t, player %d leads; expected %+v", i, m.Turn(), got, m.Over(), m.Winner(), want)
		}
		if i == 1 {
			clone = m.Clone()
		}
		m.Play(nil, true)
	}
	if clone.Turn() != 1 {
		t.Errorf("the clone is at turn %d", clone.Turn())
	}
	if err := m.Restart(1); err != nil || m.Turn() != 0 {
		t.Errorf("started again it is turn %d, %v", m.Turn(), err)
	}
	if _, err := m.Bot("hunter", 0, 1); err == nil {
		t.Error("a bot plays a game that nobody knows")
	}
}
