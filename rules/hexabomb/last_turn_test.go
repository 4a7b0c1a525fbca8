package hexabomb

import (
	"math"
	"testing"
)

// TestStepStopsAtTheLastTurn: a game ends with LastTurn, before any score exceeds its 32 bits.
func TestStepStopsAtTheLastTurn(t *testing.T) {
	board := testBoard(t, 37, 2, 1, 0)
	p := NewState(board).Snapshot()
	for c := range p.Colours {
		p.Colours[c] = ColourOf(1)
	}
	for i := range p.Characters {
		p.Characters[i].Alive, p.Characters[i].ReviveDelay = false, 0
	}
	last := board.LastTurn()
	most := uint32(math.MaxUint32)
	p.Turn, p.Scores[1] = last-1, int(most-1)
	s, err := board.Restore(p)
	if err != nil {
		t.Fatal(err)
	}
	s.Step(nil, nil)
	if s.Turn() != last || s.Score(1) != int(most) {
		t.Fatalf("turn %d, score %d", s.Turn(), s.Score(1))
	}
	end := s.Clone()
	refused := []Refusal{}
	s.Step([]Action{{Player: 0, Character: 0, Kind: Revive}}, &refused)
	if !s.Equal(end) || len(refused) > 0 {
		t.Errorf("turn %d, score %d after the last turn, %d actions refused", s.Turn(), s.Score(1), len(refused))
	}
	if most := uint64(last) * uint64(board.NumCells()); most > math.MaxUint32 || math.MaxUint32/MaxCells < 65535 {
		t.Errorf("a score of up to %d, and %d turns on the largest board", most, math.MaxUint32/MaxCells)
	}
}
