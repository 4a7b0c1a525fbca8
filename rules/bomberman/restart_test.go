package bomberman

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestRestart: games restarted on regenerated maps are equal to new states on new maps, whatever was played before.
func TestRestart(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	s, m := &State{}, &Map{}
	for game := range 60 {
		players := []int{2, 2, 4, 2, 9, 12}[game%6]
		settings := DefaultSettings()
		settings.BombBag, settings.BagPowerUps = 1+game%3/2*4, game%7
		g, err := NewGenerator(settings, players)
		if err != nil {
			t.Fatal(err)
		}
		seed := int32(rng.Uint32())
		want, err := g.Generate(seed)
		if err != nil {
			t.Fatal(err)
		}
		if game/3%2 == 0 {
			err = g.Start(s, m, seed)
		} else if err = g.GenerateInto(m, seed); err == nil {
			s.Restart(m)
		}
		if err != nil || !reflect.DeepEqual(m, want) {
			t.Fatalf("game %d: the map is not that of a new one (%v)", game, err)
		}
		if bombs := m.maxBombs(); g.bombs != bombs {
			t.Fatalf("game %d: the generator says that there can be %d bombs, the map %d", game, g.bombs, bombs)
		}
		fresh := NewState(want)
		s.board = want // the same content; Equal requires states of one map
		commands := make([]Command, players)
		for round := range 40 {
			if !s.Equal(fresh) {
				t.Fatalf("game %d, round %d: the state is not that of a new one", game, round)
			}
			for k := range commands {
				commands[k] = Command(rng.IntN(NumCommands))
			}
			s.Step(commands, nil)
			fresh.Step(commands, nil)
		}
	}
}

// TestRestartAllocatesNothing: neither the map nor the state allocates if the previous game was of the same kind.
func TestRestartAllocatesNothing(t *testing.T) {
	for _, players := range []int{2, 4, 12} {
		g, err := NewGenerator(DefaultSettings(), players)
		if err != nil {
			t.Fatal(err)
		}
		s, m, seed := &State{}, &Map{}, int32(0)
		if n := testing.AllocsPerRun(50, func() {
			seed++
			if err := g.GenerateInto(m, seed); err != nil {
				t.Fatal(err)
			}
			s.Restart(m)
			if err := g.Start(s, m, seed); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%d players: %v allocations", players, n)
		}
	}
}
