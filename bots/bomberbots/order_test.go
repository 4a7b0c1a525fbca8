package bomberbots

import (
	"testing"

	"blastyard/rules/bomberman"
)

// corner is a planner in the corner at the top left, with an order, and the match it plays beside an idle player.
func corner(tb testing.TB, o order) (*planner, *bomberman.State) {
	m := generate(tb, 2, 1)
	p := newPlanner(seat{m, 0, 1}, style{})
	p.order = o
	return p, bomberman.NewState(m)
}

// TestOrderIsCarriedOut: it goes to the block, places a bomb there, and is free again.
func TestOrderIsCarriedOut(t *testing.T) {
	there := bomberman.Pos{X: 2, Y: 3}
	p, s := corner(t, order{bombThere, block(there)})
	var at []bomberman.Pos
	for s.NumBombs() == 0 && s.Round() < 10 {
		s.Step([]bomberman.Command{p.Act(s), bomberman.Nothing}, nil)
		at = append(at, s.Player(0).At)
	}
	want := []bomberman.Pos{there, there}
	if len(at) != len(want) {
		t.Fatalf("it went %v, expected %v", at, want)
	}
	for i := range want {
		if at[i] != want[i] {
			t.Fatalf("it went %v, expected %v", at, want)
		}
	}
	if s.NumBombs() != 1 || s.Bomb(0).At != there || p.order != (order{}) {
		t.Errorf("%d bombs, order %v", s.NumBombs(), p.order)
	}
}

// TestOrderThatCannotBeCarriedOutIsDropped: the other player's corner is behind walls.
func TestOrderThatCannotBeCarriedOutIsDropped(t *testing.T) {
	there := order{bombThere, block(bomberman.Pos{X: 20, Y: 20})}
	p, s := corner(t, there)
	free, _ := corner(t, order{})
	if got, want := p.Act(s), free.Act(s); got != want || p.order != (order{}) {
		t.Errorf("%v with order %v left, expected %v as without one", got, p.order, want)
	}
}

func block(p bomberman.Pos) int { return (p.Y-1)*21 + p.X - 1 }
