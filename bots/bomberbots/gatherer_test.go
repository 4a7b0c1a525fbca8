package bomberbots

import (
	"testing"

	"blastyard/rules/bomberman"
)

// TestGathererStandsBetween: it beats who does nothing or knows nothing, and loses to who fights.
func TestGathererStandsBetween(t *testing.T) {
	for _, c := range []struct {
		other       string
		least, most int // matches won of 40
	}{{"random", 36, 40}, {"idle", 36, 40}, {"stroller", 36, 40}, {"hunter", 0, 16}, {"reference", 0, 8}} {
		got := contest{bots: []string{"gatherer", c.other}, matches: 40, first: 1000}.run(t)
		if got.wins[0] < c.least || got.wins[0] > c.most {
			t.Errorf("%s: %d of 40 matches won, expected %d to %d", c.other, got.wins[0], c.least, c.most)
		}
	}
}

// TestGathererGathers: beside a player who does nothing it breaks walls, takes power-ups and never dies.
func TestGathererGathers(t *testing.T) {
	for seed := int32(1); seed <= 10; seed++ {
		m := generate(t, 2, seed)
		s := playOut(m, []Bot{newBot(t, "gatherer", m, 0, 1), newBot(t, "idle", m, 1, 1)})
		before, after := softWalls(bomberman.NewState(m)), softWalls(s)
		p := s.Player(0)
		if !p.Alive || after*3 > before*2 || p.Bag+p.Radius < 8 {
			t.Errorf("seed %d: %d of %d walls are left, expected two thirds at the most; %+v", seed, after, before, p)
		}
	}
}

func softWalls(s *bomberman.State) int {
	n, m := 0, s.Map()
	for y := 1; y <= m.Height; y++ {
		for x := 1; x <= m.Width; x++ {
			if s.At(bomberman.Pos{X: x, Y: y}).Wall == bomberman.SoftWall {
				n++
			}
		}
	}
	return n
}

// TestGathererHasOneBombAtATime is what makes it an opponent for beginners.
func TestGathererHasOneBombAtATime(t *testing.T) {
	m := generate(t, 2, 3)
	s, b := bomberman.NewState(m), newBot(t, "gatherer", m, 0, 1)
	placed := 0
	for !s.Over() {
		c := b.Act(s)
		if c == bomberman.TriggerBomb || c == bomberman.PlaceBomb && s.Player(0).OnMap > 0 {
			t.Fatalf("round %d: %v with %d bombs on the map", s.Round(), c, s.Player(0).OnMap)
		}
		if c == bomberman.PlaceBomb {
			placed++
		}
		s.Step([]bomberman.Command{c, bomberman.Nothing}, nil)
	}
	if placed < 20 || s.Player(0).Bag < 2 {
		t.Errorf("%d bombs placed, bag %d: too few", placed, s.Player(0).Bag)
	}
}
