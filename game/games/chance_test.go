package games_test

import (
	"encoding/json"
	"testing"

	"blastyard/game"
	"blastyard/game/games"
	"blastyard/rules/bomberman"
)

// TestChanceDecidesCollisions: two players come from their corners and collide.
func TestChanceDecidesCollisions(t *testing.T) {
	settings := json.RawMessage(`{"SmallSize":11,"WallChance":0,"BagPowerUps":0,"RadiusPowerUps":0}`)
	m, err := games.Bomberman().New(game.Setup{Players: 2, Map: game.Map{Settings: settings}})
	if err != nil {
		t.Fatal(err)
	}
	s := m.State().(*bomberman.State)
	chance := m.(game.WithChance)
	const up, left, right, down = "1", "2", "3", "4"
	ask := func(first, second string) {
		m.Ask(0, []byte(first))
		m.Ask(1, []byte(second))
	}
	for _, turn := range []struct{ first, second string }{ // around the walls, to the same column
		{down, up}, {down, up}, {right, left}, {right, left}, {down, left}, {down, left}, {"0", left}, {"0", left},
	} {
		if ask(turn.first, turn.second); chance.Chance() != "" {
			t.Fatalf("round %d: %s", m.Turn(), chance.Chance())
		}
		m.Play([]int{0, 1}, false)
	}
	if a, b := s.Player(0).At, s.Player(1).At; a.X != b.X || a.Y+2 != b.Y {
		t.Fatalf("the players stand at %v and %v, expected one block between them", a, b)
	}
	for _, c := range []struct {
		first, second string
		want          bool
	}{{down, up, true}, {"0", up, false}, {down, down, false}, {"5", "5", false}} {
		if ask(c.first, c.second); (chance.Chance() != "") != c.want {
			t.Errorf("%s and %s: %q", c.first, c.second, chance.Chance())
		}
	}
	for round := 0; s.Player(0).Alive; round++ { // its bomb reaches only the block between the players
		if round > 30 {
			t.Fatal("the first player does not die of its bomb")
		}
		ask("5", "0")
		m.Play([]int{0, 1}, false)
	}
	if a, b := s.Player(0).At, s.Player(1); !b.Alive || a.X != b.At.X || a.Y+2 != b.At.Y {
		t.Fatalf("the first player lies at %v, the second is %+v", a, b)
	}
	if ask(down, up); chance.Chance() != "" {
		t.Errorf("with a dead player: %s", chance.Chance())
	}
}
