package rerun

import (
	"testing"

	"blastyard/arena"
	"blastyard/game"
	"blastyard/game/games"
	"blastyard/game/viewer"
	"blastyard/replay"
)

// may returns an action that a player may take in the next turn.
func may(t *testing.T, m game.Match, player int) []byte {
	t.Helper()
	for _, piece := range m.Choices(player, nil).Pieces {
		for _, c := range piece.Choices {
			if c.Refused == "" {
				alone := m.Clone()
				alone.Choose(player, []viewer.Wish{{Token: piece.Token, Do: c.Do, Range: c.Min, Delay: c.Min}})
				return alone.AppendActions(nil, player)
			}
		}
	}
	t.Fatalf("player %d may ask for nothing", player)
	return nil
}

// TestRecordedTurns: a program's actions in a recorded turn are reported but not played. From the fork on they count.
func TestRecordedTurns(t *testing.T) {
	known := games.Hexabomb()
	board, err := known.OpenMap("tiny")
	if err != nil {
		t.Fatal(err)
	}
	want, err := known.New(game.Setup{Map: board, Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	r := &replay.Replay{Header: replay.Header{Game: "hexabomb", Map: board, Players: make([]replay.Player, 2)}}
	kind, err := (&Rerun{Options: Options{Arena: arena.Arena{Games: games.All()}, Fork: true}, Replay: r}).kind(2)
	if err != nil {
		t.Fatal(err)
	}
	m, err := kind.New(game.Setup{Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	for turn := 1; turn <= 4; turn++ {
		ours, theirs := may(t, want, 0), may(t, want, 1)
		played := 0 // the number of players that act
		if turn <= 2 {
			r.Turns = append(r.Turns, replay.Turn{Turn: turn, Moves: []replay.Move{{Player: 1, Actions: theirs}}})
			want.Ask(1, theirs)
			played = 1
		} else {
			want.Ask(0, ours)
		}
		want.Play([]int{played}, true)
		if stale := m.AppendActions(nil, 0); len(stale) > 0 {
			t.Errorf("turn %d begins with %s of the turn before", turn, stale)
		}
		m.Ask(0, ours)
		if got := m.AppendActions(nil, 0); string(got) != string(ours) {
			t.Errorf("turn %d: told is %s, expected %s", turn, got, ours)
		}
		if m.Play([]int{0}, true); m.Hash() != want.Hash() || m.Turn() != turn {
			t.Fatalf("turn %d: the hash is %v after %d turns, expected %v", turn, m.Hash(), m.Turn(), want.Hash())
		}
	}
}
