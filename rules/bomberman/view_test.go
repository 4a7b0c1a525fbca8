package bomberman

import (
	"math/rand/v2"
	"testing"
)

// TestSurfaceAndExplosions plays random games: they say what At says of each block, but what lies under soft walls.
func TestSurfaceAndExplosions(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	hidden, exploding := 0, 0
	for seed := range int32(6) {
		settings := DefaultSettings()
		settings.BombBag, settings.BombRadius = 3, 3
		m, err := Generate(settings, 2+int(seed), seed)
		if err != nil {
			t.Fatal(err)
		}
		s := NewState(m)
		commands := make([]Command, m.Players())
		for !s.Over() {
			for k := range commands {
				commands[k] = Command(rng.IntN(NumCommands))
			}
			s.Step(commands, nil)
			explosions := map[Pos]bool{}
			for i := range s.NumExplosions() {
				explosions[s.Explosion(i)] = true
				if block := s.ExplosionBlock(i); m.pos(block) != s.Explosion(i) {
					t.Fatalf("explosion %d is on block %d and at %v", i, block, s.Explosion(i))
				}
			}
			compareNumbers(t, s)
			for i := range m.Blocks {
				c := s.At(m.pos(i))
				if c.Wall == SoftWall && c.PowerUp != NoPowerUp {
					hidden++
					c.PowerUp = NoPowerUp
				}
				if c.Exploding {
					exploding++
				}
				if surface, want := s.SurfaceAt(i), byte(c.Wall)|byte(c.PowerUp)<<SurfacePowerUp; surface != want {
					t.Fatalf("seed %d, round %d, block %v: surface %b, expected %b", seed, s.Round(), m.pos(i), surface, want)
				}
				if explosions[m.pos(i)] != c.Exploding {
					t.Fatalf("seed %d, round %d, block %v explodes: %v", seed, s.Round(), m.pos(i), c.Exploding)
				}
			}
		}
	}
	if hidden == 0 || exploding == 0 {
		t.Errorf("%d blocks had something hidden, %d exploded", hidden, exploding)
	}
}

// compareNumbers compares what is cheap to ask with Player and Bomb.
func compareNumbers(t *testing.T, s *State) {
	t.Helper()
	for k := range s.Map().Players() {
		block, points, alive := s.Standing(k)
		bag, onMap, radius := s.Equipment(k)
		p := s.Player(k)
		if got := (Player{s.Map().pos(block), points, alive, p.KilledRound, bag, onMap, radius}); got != p {
			t.Fatalf("player %d is %+v and %+v", k, got, p)
		}
	}
	for i := range s.NumBombs() {
		block, owner, timer, radius := s.BombNumbers(i)
		if got := (Bomb{s.Map().pos(block), owner, timer, radius}); got != s.Bomb(i) {
			t.Fatalf("bomb %d is %+v and %+v", i, got, s.Bomb(i))
		}
	}
}
