package hexabomb

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestScoresAreSumsOfCellCounts: scores are the sums of the cell counts of all turns, in a game from the start and in
// a restored one.
func TestScoresAreSumsOfCellCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := NewState(testBoard(t, 37, 6, 1, 0))
	sums := make([]int, 6)
	for turn := 1; turn <= 200; turn++ {
		s.Step(legalActions(nil, s, rng), nil)
		for p := range sums {
			if sums[p] += s.CellCount(p); s.Score(p) != sums[p] {
				t.Fatalf("turn %d: player %d has the score %d, want %d", turn, p, s.Score(p), sums[p])
			}
		}
		if turn%20 == 0 {
			restored, err := s.Board().Restore(s.Snapshot())
			if err != nil || !restored.Equal(s) {
				t.Fatalf("turn %d: restored: %v", turn, err)
			}
			s = restored
		}
	}
	if sums[0] == 0 {
		t.Error("nobody scores")
	}
}

// TestScoresDoNotWrap: a score that no game can reach is limited to the largest number of 32 bits.
func TestScoresDoNotWrap(t *testing.T) {
	board, most := testBoard(t, 37, 2, 1, 0), uint32(math.MaxUint32)
	p := NewState(board).Snapshot()
	p.Turn, p.Scores[0], p.Scores[1] = 1000, int(most), 5
	s, err := board.Restore(p)
	if err != nil {
		t.Fatal(err)
	}
	for turn := 1; turn <= 3; turn++ {
		s.Step(nil, nil)
		if s.Score(0) != int(most) || s.Score(1) != 5+turn || s.Winner() != 0 {
			t.Errorf("turn %d: scores %d and %d, winner %d", turn, s.Score(0), s.Score(1), s.Winner())
		}
	}
}
