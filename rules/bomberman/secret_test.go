package bomberman

import (
	"slices"
	"testing"
)

// hiddenIn returns the power-ups under the walls of each quarter of a map, by kind.
func hiddenIn(m *Map) (count [4][4]int) {
	for i, b := range m.Blocks {
		if b.Wall != SoftWall || b.PowerUp == NoPowerUp {
			continue
		}
		at, quarter := m.pos(i), 0
		if at.X > m.Width/2+1 {
			quarter++
		}
		if at.Y > m.Height/2+1 {
			quarter += 2
		}
		count[quarter][b.PowerUp]++
	}
	return count
}

// visible returns a map as players see it.
func visible(m *Map) []Block {
	list := slices.Clone(m.Blocks)
	for i := range list {
		if list[i].Wall == SoftWall {
			list[i].PowerUp = NoPowerUp
		}
	}
	return list
}

// TestGenerateSecret: a map with a secret looks like that of its seed, hides as many power-ups in each quarter, by the
// same rules, and other secrets hide them elsewhere.
func TestGenerateSecret(t *testing.T) {
	for players := MinPlayers; players <= MaxPlayers; players++ {
		g, err := NewGenerator(DefaultSettings(), players)
		if err != nil {
			t.Fatal(err)
		}
		same := 0
		for seed := range int32(60) {
			plain, err := g.Generate(seed)
			if err != nil {
				t.Fatal(err)
			}
			a, errA := g.GenerateSecret(seed, [32]byte{1, byte(seed)})
			b, errB := g.GenerateSecret(seed, [32]byte{2, byte(seed)})
			again, errC := g.GenerateSecret(seed, [32]byte{1, byte(seed)})
			if errA != nil || errB != nil || errC != nil {
				t.Fatal(errA, errB, errC)
			}
			for _, m := range []*Map{a, b} {
				if !slices.Equal(visible(m), visible(plain)) || m.Bounty != plain.Bounty || m.Seed != seed {
					t.Fatalf("%d players, seed %d: the map looks different", players, seed)
				}
				if players != fairPlayers && hiddenIn(m) != hiddenIn(plain) {
					t.Fatalf("%d players, seed %d: %v is hidden, without a secret %v", players, seed, hiddenIn(m),
						hiddenIn(plain))
				}
				if got, want := m.maxBombs(), plain.maxBombs(); got != want {
					t.Fatalf("%d players, seed %d: %d bombs, want %d", players, seed, got, want)
				}
			}
			if !slices.Equal(a.Blocks, again.Blocks) || a.chance != again.chance || a.chance == b.chance {
				t.Fatalf("%d players, seed %d: the secret gives two maps", players, seed)
			}
			if slices.Equal(a.Blocks, b.Blocks) || slices.Equal(a.Blocks, plain.Blocks) {
				same++
			}
			if after, err := g.Generate(seed); err != nil || !slices.Equal(after.Blocks, plain.Blocks) ||
				after.chance != plain.chance {
				t.Fatalf("%d players, seed %d: another map after one with a secret (%v)", players, seed, err)
			}
		}
		if same > 1 {
			t.Errorf("%d players: %d of 60 secrets hide the same", players, same)
		}
	}
}

// TestFairSecret: with four players each has the same power-ups at the same distances from its corner.
func TestFairSecret(t *testing.T) {
	for seed := range int32(60) {
		g, err := NewGenerator(DefaultSettings(), fairPlayers)
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.GenerateSecret(seed, [32]byte{3, byte(seed)})
		if err != nil {
			t.Fatal(err)
		}
		var near [4][]int
		for i, b := range m.Blocks {
			if b.Wall != SoftWall || b.PowerUp == NoPowerUp {
				continue
			}
			at := m.pos(i)
			x, y := min(at.X, m.Width+1-at.X), min(at.Y, m.Height+1-at.Y)
			quarter := 0
			if x != at.X {
				quarter++
			}
			if y != at.Y {
				quarter += 2
			}
			near[quarter] = append(near[quarter], (x+y)*10+int(b.PowerUp))
		}
		for q := range near {
			slices.Sort(near[q])
			if len(near[q]) != fairPowerUps || !slices.Equal(near[q], near[0]) {
				t.Fatalf("seed %d: %v", seed, near)
			}
		}
	}
}
