package rounds

import (
	"testing"

	"blastyard/rules/bomberman"
)

func TestTwentiethNothingIsABombThenTriggersForEver(t *testing.T) {
	var i Idle
	for round := 1; round <= 30; round++ {
		if gone := i.Gone(); gone != (round > 21) {
			t.Errorf("round %d: gone is %v", round, gone)
		}
		want := bomberman.Nothing
		switch {
		case round == 20:
			want = bomberman.PlaceBomb
		case round > 21:
			want = bomberman.TriggerBomb
		}
		if got := i.Next(bomberman.Nothing); got != want {
			t.Errorf("round %d: %d, want %d", round, got, want)
		}
	}
	if got := i.Next(bomberman.Up); got != bomberman.TriggerBomb || !i.Gone() {
		t.Errorf("who is gone came back with %d", got)
	}
}

func TestACommandBreaksTheRowOfNothings(t *testing.T) {
	var i Idle
	for round := 1; round <= 400; round++ {
		c := bomberman.Nothing
		if round%21 == 0 { // right after the bomb
			c = bomberman.Left
		}
		want := c
		if round%21 == 20 {
			want = bomberman.PlaceBomb
		}
		if got := i.Next(c); got != want || i.Gone() {
			t.Fatalf("round %d: %d, gone %v, want %d", round, got, i.Gone(), want)
		}
	}
}
