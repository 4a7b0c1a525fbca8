package bomberbots

import (
	"math/rand/v2"
	"testing"

	"blastyard/bomberman"
)

func place(m *bomberman.Map, block int) bomberman.Pos {
	return bomberman.Pos{X: block%m.Width + 1, Y: block/m.Width + 1}
}

// TestForecastIsWhatHappens compares forecasts with what the rules do when all players stand still.
func TestForecastIsWhatHappens(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	blasts := 0
	for seed := range int32(11) {
		settings := bomberman.DefaultSettings()
		settings.BombBag, settings.BombRadius = 1+rng.IntN(4), 1+rng.IntN(5)
		m, err := bomberman.Generate(settings, 2+int(seed), seed)
		if err != nil {
			t.Fatal(err)
		}
		var v view
		v.fit(m, 0)
		var f forecast
		f.fit(&v)
		playRandomly(m, rng, 50, func(s *bomberman.State) {
			v.read(s)
			f.begin()
			f.run()
			blasts += f.last
			future := s.Clone()
			for r := 1; r <= horizon; r++ {
				for i := range v.blocks {
					c := future.At(place(m, i))
					if want := c.Wall == bomberman.NoWall && !c.Bomb; f.opened(r).has(i) != want {
						t.Fatalf("map %d, round %d: in %d rounds block %v is open: %v, expected %v", seed, s.Round(), r, place(m, i), !want, want)
					}
				}
				future.Step(nil, nil)
				for i := range v.blocks {
					if want := future.At(place(m, i)).Exploding; f.exploding(r).has(i) != want {
						t.Fatalf("map %d, round %d: in %d rounds block %v explodes: %v, expected %v", seed, s.Round(), r, place(m, i), !want, want)
					}
				}
			}
		})
	}
	if blasts < 1000 {
		t.Errorf("only %d rounds of explosions were compared", blasts)
	}
}

func TestSetNeighboursAreTheFourAround(t *testing.T) {
	for _, width := range []int{11, 21, 41, 64, 65, 99} {
		from, to := newSet(width*width), newSet(width*width)
		for b := width; b < width*(width-1); b += 7 {
			clear(from)
			from.add(b)
			to.neighbours(from, width)
			var got []int
			to.each(func(i int) bool {
				got = append(got, i)
				return true
			})
			if len(got) != 4 || got[0] != b-width || got[1] != b-1 || got[2] != b+1 || got[3] != b+width {
				t.Fatalf("width %d: neighbours of %d are %v", width, b, got)
			}
		}
	}
}
