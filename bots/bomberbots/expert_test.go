package bomberbots

import (
	"slices"
	"testing"

	"blastyard/internal/stage"
	"blastyard/rules/bomberman"
)

// TestExpertBeatsTheOthers looks at few matches, in the everyday tests at one of each; docs/bots-bomberman.md has the
// real figures. The seeds decide everything, so that it passes always or never.
func TestExpertBeatsTheOthers(t *testing.T) {
	for _, c := range []struct {
		other          string
		matches, least int
	}{{"reference", 5, 3}, {"hunter", 3, 2}, {"gatherer", 3, 2}, {"random", 3, 2}, {"idle", 1, 1}} {
		first := int32(2001)
		if !stage.All() {
			c.matches, c.least, first = 1, 1, 2002
		}
		t.Run(c.other, func(t *testing.T) {
			t.Parallel()
			got := contest{bots: []string{"expert", c.other}, matches: c.matches, first: first}.run(t)
			if got.wins[0] < c.least {
				t.Errorf("%d of %d matches won, expected at least %d", got.wins[0], c.matches, c.least)
			}
		})
	}
}

// TestExpertHuntsWhenOnlyAKillHelps: behind on a map without walls and power-ups it hunts, ahead it is settled, and where
// there are walls it is neither.
func TestExpertHuntsWhenOnlyAKillHelps(t *testing.T) {
	m := generate(t, 2, 1)
	bare := *m
	bare.Blocks = slices.Clone(m.Blocks)
	for i, b := range bare.Blocks {
		if bare.Blocks[i].PowerUp = bomberman.NoPowerUp; b.Wall == bomberman.SoftWall {
			bare.Blocks[i].Wall = bomberman.NoWall
		}
	}
	toured := bomberman.NewState(&bare)
	for tourist := (stroller{newBot(t, "random", &bare, 0, 1)}); toured.Player(0).Points <= 2*safeLead; {
		toured.Step([]bomberman.Command{tourist.Act(toured), bomberman.Nothing}, nil)
	}
	for _, c := range []struct {
		about          string
		state          *bomberman.State
		player         int
		hunts, settled bool
	}{
		{"walls are left", bomberman.NewState(m), 0, false, false},
		{"nobody leads", bomberman.NewState(&bare), 0, true, false},
		{"it leads", toured, 0, false, true},
		{"the other leads", toured, 1, true, false},
	} {
		e := newExpert(seat{c.state.Map(), c.player, 1}).(*expert)
		e.Act(c.state)
		if e.mustHunt() != c.hunts || e.settled() != c.settled || e.models[c.player].style.hunts != c.hunts {
			t.Errorf("%s: it hunts: %v, it is settled: %v", c.about, e.mustHunt(), e.settled())
		}
	}
}

// TestRolloutLooksAhead: who stands beside its own bomb is worth less if it stays than if it leaves.
func TestRolloutLooksAhead(t *testing.T) {
	m := generate(t, 2, 1)
	s := bomberman.NewState(m)
	s.Step([]bomberman.Command{bomberman.PlaceBomb, bomberman.Nothing}, nil)
	s.Step([]bomberman.Command{bomberman.Nothing, bomberman.Nothing}, nil)
	e := newExpert(seat{m, 0, 1}).(*expert)
	e.Act(s)
	worth := func(c bomberman.Command) float64 {
		e.rollout.begin(s, e.models, plan{command: c})
		return e.rollout.play()
	}
	if leave, stay := worth(bomberman.Down), worth(bomberman.Nothing); leave <= stay || stay > -defeat/2 {
		t.Errorf("it is worth %.0f to leave and %.0f to stay", leave, stay)
	}
}

// TestExpertTakesUpAnotherGameAndAnotherMap: nothing is left of the game before.
func TestExpertTakesUpAnotherGameAndAnotherMap(t *testing.T) {
	small, large := generate(t, 2, 5), generate(t, 5, 6)
	b := newBot(t, "expert", small, 1, 9)
	for _, m := range []*bomberman.Map{small, small, large, small} {
		s := bomberman.NewState(m)
		commands := make([]bomberman.Command, m.Players())
		for range 25 {
			commands[1] = b.Act(s)
			s.Step(commands, nil)
		}
		if p := s.Player(1); !p.Alive || p.Points == 0 {
			t.Errorf("on a map of %d: %+v", m.Width, p)
		}
	}
	if c := newBot(t, "expert", large, 4, 1).Act(bomberman.NewState(small)); c != bomberman.Nothing {
		t.Errorf("command %v for a player whom the map does not have", c)
	}
}
