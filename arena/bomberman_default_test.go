package arena_test

import (
	"testing"

	"blastyard/arena"
)

// TestBombermanOfItselfIsDecided: without any bots or maps in the config, a match of 2016-Bomberman is worth
// watching. It is decided before the last turn that its rules allow, and the two players meet.
func TestBombermanOfItselfIsDecided(t *testing.T) {
	const last = 265
	for seed := uint64(1); seed <= 12; seed++ {
		p, err := ownArena().Prepare(arena.Config{Game: "bomberman", Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		w := &watching{}
		if _, err := p.Play(t.Context(), w); err != nil {
			t.Fatal(err)
		}
		if n := len(w.turns); n == 0 || n >= last || w.players == nil {
			t.Errorf("seed %d: %d turns were played, expected 1 to %d", seed, n, last-1)
		}
		p.Close()
	}
}
