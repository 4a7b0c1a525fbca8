package logic

import (
	"bytes"
	"strings"
	"testing"

	"blastyard/protocol/netorcai"
	"blastyard/rules/hexabomb"
	"blastyard/rules/hexabomb/wire"
	"blastyard/rules/maps"
)

// TestRules: a game logic answers with the state as JSON, and logs what it drops and refuses.
func TestRules(t *testing.T) {
	t.Parallel()
	board, err := maps.Open("duel")
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	r := &rules{board: board, log: &log}
	got, err := r.Init(2, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	b, err := hexabomb.NewBoard(board, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := hexabomb.NewState(b)
	if text := wire.NewEncoder(b).Append(nil, want); !bytes.Equal(got, text) {
		t.Errorf("Init gives\n%s\nwant\n%s", got, text)
	}
	foreign := want.Clone()
	winner, got, err := r.Turn([]netorcai.PlayerActions{
		{PlayerID: 1, Actions: []byte(`[{"id":0,"movement":"revive"}]`)},
		{PlayerID: 0, Actions: []byte(`[7]`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	foreign.Step([]hexabomb.Action{{Player: 1, Character: 0, Kind: hexabomb.Revive}}, nil)
	if text := wire.NewEncoder(b).Append(nil, foreign); !bytes.Equal(got, text) || winner != foreign.Winner() {
		t.Errorf("Turn gives winner %d and\n%s\nwant %d\n%s", winner, got, foreign.Winner(), text)
	}
	lines := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "turn 1: player 0, ") || !strings.HasSuffix(lines[0], ": dropped") ||
		!strings.HasPrefix(lines[1], "turn 1: player 1, ") || !strings.Contains(lines[1], ": refused: ") {
		t.Errorf("logged %q", log.String())
	}
}

// TestRulesRefuse: a map without starts for all players is refused when the game begins.
func TestRulesRefuse(t *testing.T) {
	t.Parallel()
	board, err := maps.Open("duel")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&rules{board: board}).Init(60, 0, 10); err == nil {
		t.Error("60 players on duel are not refused")
	}
}

func TestWinner(t *testing.T) {
	t.Parallel()
	for player, want := range map[int]string{hexabomb.NoWinner: "none", 0: "player 0", 3: "player 3"} {
		if got := Winner(player); got != want {
			t.Errorf("Winner(%d) is %q, want %q", player, got, want)
		}
	}
}
