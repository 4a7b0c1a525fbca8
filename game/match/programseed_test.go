package match

import "testing"

// TestProgramSeed: the seed of a program stays the same in all versions, fits into an int of 32 bits, and differs for
// each match, player and round.
func TestProgramSeed(t *testing.T) {
	if got := (Draws{Seed: 9}).ProgramEnv(1, 0); got != "BLASTYARD_SEED=1717598393" {
		t.Errorf("got %s", got)
	}
	seen := map[uint32]bool{}
	for seed := range uint64(10) {
		for player := range 10 {
			for round := range 10 {
				s := programSeed(seed, player, round)
				if s > 1<<31-1 || seen[s] {
					t.Errorf("seed %d, player %d, round %d: %d is too large, or another one's", seed, player, round, s)
				}
				seen[s] = true
			}
		}
	}
}
