package playback

import (
	"bytes"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/tinygame"
	"blastyard/game/viewer"
	"blastyard/replay"
)

// TestAnyGame: matches of any game are shown: simulated if the rules are given, otherwise from their states, and as a
// tree if the game has no board.
func TestAnyGame(t *testing.T) {
	k := tinygame.Kind()
	h := replay.Header{Version: replay.Version, Game: k.Name, Seed: 4, Players: []replay.Player{{Name: "ann"}, {Name: "bob"}}}
	m, err := replay.NewMatch(&h, []*game.Kind{k})
	if err != nil {
		t.Fatal(err)
	}
	states, hash := [][]byte{m.AppendState(nil)}, m.Hash()
	played := replay.Replay{Header: h}
	for !m.Over() {
		turn := replay.Turn{Turn: m.Turn() + 1, Moves: []replay.Move{{Player: 0, Actions: []byte(`[1]`)}, {Player: 1, Actions: []byte(`[3]`)}}}
		if err := replay.Play(m, &turn, false); err != nil {
			t.Fatal(err)
		}
		states = append(states, m.AppendState(nil))
		played.Turns = append(played.Turns, turn)
	}
	kept := replay.Replay{Header: h}
	kept.Header.State = states[0]
	for i, turn := range played.Turns {
		turn.State = states[i+1]
		kept.Turns = append(kept.Turns, turn)
	}
	played.Header.Hash = &hash
	for name, c := range map[string]struct {
		r     *replay.Replay
		kinds []*game.Kind
		seed  string
	}{
		"played again":           {&played, []*game.Kind{k}, "4"},
		"from states":            {&kept, []*game.Kind{k}, "4"},
		"a game that is unknown": {&kept, games.All(), "4"},
	} {
		p, err := New(c.r, c.kinds)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := p.Header(); got.Shape != viewer.Tree || got.Seed != c.seed || len(got.Players) != 2 {
			t.Errorf("%s: the header is %+v", name, got)
		}
		for _, turn := range []int{len(states) - 1, 0, 5, 3} { // backwards and forwards
			f, err := p.Frame(turn)
			if err != nil || f.Turn != turn || !bytes.Equal(f.Tree, states[turn]) || f.Players[1].Name != "bob" {
				t.Errorf("%s: turn %d: %v, %s, want %s", name, turn, err, f.Tree, states[turn])
			}
		}
	}
	if _, err := New(&played, games.All()); err == nil {
		t.Error("a match without states of a game that is unknown is shown")
	}
}
