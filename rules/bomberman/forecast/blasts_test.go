package forecast

import (
	"maps"
	"math/rand/v2"
	"testing"

	"blastyard/rules/bomberman"
)

// TestExplodedIsWhatHappened: in random matches the blasts cover what the rules say, and each bomb was due or another one
// reached it.
func TestExplodedIsWhatHappened(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	seen, links, shielded := 0, 0, 0
	for seed := range int32(150) {
		settings := bomberman.DefaultSettings()
		settings.BombBag, settings.BombRadius, settings.WallChance = 3, 3, 20
		m, err := bomberman.Generate(settings, 4, seed)
		if err != nil {
			t.Fatal(err)
		}
		s := bomberman.NewState(m)
		for range 80 {
			before := s.Clone()
			commands := make([]bomberman.Command, m.Players())
			for p := range commands {
				commands[p] = bomberman.Command(random.IntN(bomberman.NumCommands))
			}
			s.Step(commands, nil)
			bombs := Exploded(before, s)
			covered, exploded := map[int]bool{}, map[int]bool{}
			for i, b := range bombs {
				seen++
				for _, j := range b.Reached {
					links++
					if !b.Covers(bombs[j].Cell) {
						shielded++
						if before.At(place(m, bombs[j].Cell)).Player == bomberman.NoPlayer {
							t.Fatalf("round %d: the blast of %+v does not cover %+v", s.Round(), b, bombs[j])
						}
					}
				}
				for k, cell := range b.Cells {
					covered[cell] = true
					p, q := place(m, cell), place(m, b.Cell)
					if d := max(p.X-q.X, q.X-p.X) + max(p.Y-q.Y, q.Y-p.Y); d != b.Distances[k] {
						t.Fatalf("%v is %d from %v, not %d", p, d, q, b.Distances[k])
					}
				}
				alone := before.Clone()
				for _, other := range bombs {
					if other.Cell != b.Cell {
						alone.Defuse(place(m, other.Cell))
					}
				}
				if alone.Step(nil, nil); alone.At(place(m, b.Cell)).Bomb == b.Due {
					t.Fatalf("round %d: %+v explodes alone: %v", s.Round(), b, !b.Due)
				}
				if !b.Due && !bombs.Linked(i) {
					t.Fatalf("round %d: nothing set off %+v", s.Round(), b)
				}
			}
			for i := range s.NumExplosions() {
				exploded[s.ExplosionBlock(i)] = true
			}
			if !maps.Equal(covered, exploded) {
				t.Fatalf("round %d: %v is covered, want %v", s.Round(), covered, exploded)
			}
		}
	}
	if seen < 100 || links == 0 || shielded == 0 {
		t.Errorf("only %d bombs exploded, %d links, %d of them to a bomb under a player", seen, links, shielded)
	}
}
