package record_test

import (
	"errors"
	"path/filepath"
	"testing"

	"blastyard/arena"
	"blastyard/arena/internal/arenatest"
	"blastyard/arena/record"
	"blastyard/game/games"
	"blastyard/game/match"
	"blastyard/replay"
)

// TestWinnerOfReplays: a replay says how failed players are ranked, and is checked accordingly. Older replays do not
// say it and are checked with the game's own ranking.
func TestWinnerOfReplays(t *testing.T) {
	for failed, winner := range map[string]int{"last": 1, "keep": match.NoWinner} {
		path := filepath.Join(t.TempDir(), "a.blast")
		r, err := arenatest.Play(t.Context(), arena.Config{Map: "tiny", Turns: 9, IDs: []int{0, 1}, Failed: failed,
			Seats: []arena.Seat{{Bot: "builtin:idle", Absent: "it is broken"}, {Bot: "builtin:idle", Name: "other"}}},
			record.New(record.Options{Path: path}))
		if err != nil || r.Winner != winner {
			t.Fatalf("%s: %+v, %v", failed, r, err)
		}
		written, err := replay.Open(path)
		if err != nil || written.Header.Failed != failed || written.Result.Winner != winner {
			t.Fatalf("%s: the replay has %+v, %q, %v", failed, written.Result, written.Header.Failed, err)
		}
		if f := written.Result.Players[0]; f.Reason != "crashed" || f.Turn != 1 || len(written.Turns[0].Gone) != 1 {
			t.Errorf("%s: %+v, gone in turn 1: %+v", failed, f, written.Turns[0].Gone)
		}
		if err := replay.Verify(written, games.All()); err != nil {
			t.Errorf("%s: %v", failed, err)
		}
		written.Header.Failed = ""
		var differs *replay.Difference
		if err := replay.Verify(written, games.All()); (failed == "last") != errors.As(err, &differs) {
			t.Errorf("%s, as a replay of before: %v", failed, err)
		}
	}
}
