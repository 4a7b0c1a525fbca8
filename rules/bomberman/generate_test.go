package bomberman

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"blastyard/internal/vectors"
)

// rows returns a map's rows, with the power-ups under walls as 1, 2 and 3.
func rows(m *Map) []string {
	var out []string
	for y := 1; y <= m.Height; y++ {
		var row strings.Builder
		for x := 1; x <= m.Width; x++ {
			b, c := m.At(Pos{x, y}), byte(' ')
			switch {
			case b.Wall == HardWall:
				c = '#'
			case b.Wall == SoftWall && b.PowerUp != NoPowerUp:
				c = '0' + byte(b.PowerUp)
			case b.Wall == SoftWall:
				c = '+'
			case b.PowerUp != NoPowerUp:
				c = " &!$"[b.PowerUp]
			}
			for k, s := range m.Starts {
				if s == (Pos{x, y}) {
					c = Key(k)
				}
			}
			row.WriteByte(c)
		}
		out = append(out, row.String())
	}
	return out
}

func TestMapVectors(t *testing.T) {
	generators := map[int]*Generator{}
	for _, v := range vectors.Maps(t) {
		m, err := Generate(DefaultSettings(), v.Players, v.Seed)
		if err != nil {
			t.Errorf("%d players, seed %d: %v", v.Players, v.Seed, err)
			continue
		}
		if got, want := strings.Join(rows(m), "\n"), strings.Join(v.Rows, "\n"); got != want || m.Bounty != v.Bounty {
			t.Errorf("%d players, seed %d: bounty %d, want %d\n%s\nwant\n%s", v.Players, v.Seed, m.Bounty, v.Bounty, got, want)
		}
		g := generators[v.Players]
		if g == nil {
			if g, err = NewGenerator(DefaultSettings(), v.Players); err != nil {
				t.Fatal(err)
			}
			generators[v.Players] = g
		}
		if again, err := g.Generate(v.Seed); err != nil || !reflect.DeepEqual(again, m) {
			t.Errorf("%d players, seed %d: a generator that made maps before makes another: %v", v.Players, v.Seed, err)
		}
	}
}

// randomSettings returns valid settings, most of them near the contest's.
func randomSettings(rng *rand.Rand) Settings {
	s := DefaultSettings()
	if rng.IntN(4) == 0 {
		return s
	}
	odd := func(lo, hi int) int { return (lo + rng.IntN(hi-lo)) | 1 }
	s.SmallSize, s.MediumSize, s.LargeSize = odd(11, 30), odd(11, 30), odd(11, 44)
	s.WallChance = rng.IntN(101)
	s.BombBag, s.BombRadius, s.TimerMultiplier = 1+rng.IntN(4), 1+rng.IntN(4), 1+rng.IntN(9)
	s.WallPoints, s.PlayerPoints, s.CoveragePoints, s.SuperPoints = rng.IntN(30), rng.IntN(300), rng.IntN(300), rng.IntN(100)
	s.BagPowerUps, s.RadiusPowerUps = rng.IntN(5), rng.IntN(5)
	return s
}

func TestGenerateAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	made := map[int]int{}
	for range 600 {
		s, players, seed := randomSettings(rng), MinPlayers+rng.IntN(MaxPlayers-MinPlayers+1), int32(rng.Uint32())
		const tries = 20
		want := referenceMap(s, players, seed, tries)
		if want == nil {
			continue // no room for the power-ups, or many tries
		}
		got, err := Generate(s, players, seed)
		if err != nil {
			t.Fatalf("%d players, seed %d, %+v: %v", players, seed, s, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%d players, seed %d, %+v:\n%s\nwant\n%s", players, seed, s, strings.Join(rows(got), "\n"), strings.Join(rows(want), "\n"))
		}
		made[players]++
	}
	for players := MinPlayers; players <= MaxPlayers; players++ {
		if made[players] < 10 {
			t.Errorf("%d players: only %d maps compared", players, made[players])
		}
	}
}

// TestFairMapsAgainstReference: maps of four players of all sizes, also with so few walls that the rare rules of the
// plan would apply, if they ever did.
func TestFairMapsAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	made := 0
	for range 200 {
		s, seed := DefaultSettings(), int32(rng.Uint32())
		s.SmallSize, s.WallChance = 15+2*rng.IntN(20), 3+rng.IntN(30)
		const tries = 400
		want := referenceMap(s, fairPlayers, seed, tries)
		if want == nil {
			continue
		}
		made++
		if got, err := Generate(s, fairPlayers, seed); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d, %+v: %v, or another map than\n%s", seed, s, err, strings.Join(rows(want), "\n"))
		}
	}
	if made < 60 {
		t.Errorf("only %d maps compared", made)
	}
}

// TestGenerateGivesUp: settings that leave no room for the power-ups are refused quickly.
func TestGenerateGivesUp(t *testing.T) {
	s := DefaultSettings()
	s.WallChance = 0
	for _, players := range []int{2, 4, 12} {
		if _, err := Generate(s, players, 7); !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), "wall chance of 0 %") {
			t.Errorf("%d players on a map without walls: %v", players, err)
		}
	}
	for _, players := range []int{-1, 0, 1, 13} {
		if _, err := Generate(DefaultSettings(), players, 7); !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), "expected 2 to 12") {
			t.Errorf("%d players: %v", players, err)
		}
	}
	s.WallChance = 101
	if _, err := Generate(s, 2, 7); !errors.Is(err, ErrSettings) {
		t.Errorf("a wall chance of 101 %%: %v", err)
	}
}
