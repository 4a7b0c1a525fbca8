package bomberman

import (
	"math/rand/v2"
	"testing"
	"unsafe"
)

// memory returns the size of a state in bytes, including the scratch memory of Step.
func (s *State) memory() int {
	sc := s.scratch
	return int(unsafe.Sizeof(*s)) + cap(s.mem)*4 + int(unsafe.Sizeof(*sc)) + cap(sc.detonated) + cap(sc.chain)*2 + cap(sc.pool)*4 +
		cap(sc.marks)*int(unsafe.Sizeof(mark{})) + cap(sc.wishes)*4
}

// TestStepAllocatesNothing: no round of whole games allocates.
func TestStepAllocatesNothing(t *testing.T) {
	for _, players := range []int{2, 4, 8, 12} {
		m, err := Generate(DefaultSettings(), players, int32(players))
		if err != nil {
			t.Fatal(err)
		}
		start := NewState(m)
		s, copied := start.Clone(), start.Clone()
		rng := rand.New(rand.NewPCG(3, uint64(players)))
		var game [][]Command
		for range 300 { // also beyond the end
			var commands []Command
			for range players {
				commands = append(commands, Command(rng.IntN(NumCommands)))
			}
			game = append(game, commands)
		}
		failed := make([]bool, players)
		if n := testing.AllocsPerRun(4, func() { // the first run lets the lists grow
			s.CopyFrom(start)
			for _, commands := range game {
				s.Step(commands, failed)
				copied.CopyFrom(s)
			}
		}); n != 0 {
			t.Errorf("%d players: %v allocations in %d rounds", players, n, len(game))
		}
		if s.Living() == players || !copied.Equal(s) {
			t.Errorf("%d players: nobody died, or the copy is not equal", players)
		}
	}
}

// TestMemory: a state of four players fits into 5 KB, at the start and after a game.
func TestMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for seed := range int32(50) {
		m, err := Generate(DefaultSettings(), 4, seed)
		if err != nil {
			t.Fatal(err)
		}
		s := NewState(m)
		for !s.Over() {
			s.Step([]Command{Command(rng.IntN(7)), Command(rng.IntN(7)), Command(rng.IntN(7)), Command(rng.IntN(7))}, nil)
		}
		if n := s.memory(); n > 5*1024 {
			t.Errorf("seed %d: a state takes %d octets", seed, n)
		}
	}
}
