package bomberbots

import (
	"testing"

	"blastyard/rules/bomberman"
)

// TestHuntersMeet: a match of hunters is decided by kills. Where two players remain, they come near each other again
// and again until one of them is dead.
func TestHuntersMeet(t *testing.T) {
	const matches, nearBy, patient = 60, 6, 120
	ended := 0
	for _, line := range [][]string{{"hunter", "hunter", "hunter", "hunter"}, {"hunter", "hunter"}, {"hunter", "hunter", "hunter", "reference"}} {
		c := contest{bots: line, first: 3000}
		for i := range matches / len(line) {
			m := generate(t, len(line), c.first+int32(i))
			s, apart := bomberman.NewState(m), 0
			bots := make([]Bot, len(line))
			for k, name := range line {
				bots[(k+i)%len(line)] = newBot(t, name, m, (k+i)%len(line), uint64(i))
			}
			commands := make([]bomberman.Command, len(line))
			for !s.Over() {
				for k, b := range bots {
					commands[k] = b.Act(s)
				}
				s.Step(commands, nil)
				if apart++; s.Living() != 2 || s.Round() < patient || distanceOfTwo(s) <= nearBy {
					apart = 0
				}
				if apart > patient {
					t.Fatalf("%v, seed %d, round %d: two players have not met for %d rounds", line, m.Seed, s.Round(), apart)
				}
			}
			if s.Living() < 2 {
				ended++
			}
		}
	}
	const all = matches/4 + matches/2 + matches/4
	if ended < all*9/10 {
		t.Errorf("%d of %d matches ended by a kill, expected 9 of 10", ended, all)
	}
}

// distanceOfTwo is how far the first two living players are from each other.
func distanceOfTwo(s *bomberman.State) int {
	var at []bomberman.Pos
	for k := range s.Map().Players() {
		if p := s.Player(k); p.Alive {
			at = append(at, p.At)
		}
	}
	dx, dy := at[0].X-at[1].X, at[0].Y-at[1].Y
	return max(dx, -dx) + max(dy, -dy)
}

func TestHunterBeatsThoseWhoDoNotFight(t *testing.T) {
	for _, other := range []string{"random", "idle", "stroller"} {
		c := contest{bots: []string{"hunter", other}, matches: 40, first: 1000}
		if got := c.run(t); got.wins[0] < 36 {
			t.Errorf("%s: %d of %d matches won, expected at least 36", other, got.wins[0], c.matches)
		}
	}
}

// TestPrey: steps are counted to the nearest other player; a soft wall counts for some.
func TestPrey(t *testing.T) {
	m := generate(t, 2, 1)
	s := bomberman.NewState(m)
	var v view
	v.fit(m, 0)
	v.read(s)
	var p prey
	p.fit(v.blocks())
	p.look(&v)
	other := v.players[1].at
	if p.steps[other] != 0 {
		t.Errorf("%d steps to where the other player stands", p.steps[other])
	}
	seen := 0
	for b, wall := range v.Walls {
		if wall == bomberman.HardWall {
			if p.steps[b] != far {
				t.Fatalf("block %d is a hard wall, %d steps from a player", b, p.steps[b])
			}
			continue
		}
		cost := int32(1)
		if wall == bomberman.SoftWall {
			cost = wallSteps
		}
		best := int32(far)
		for _, step := range [...]int{1, -1, v.Width, -v.Width} {
			best = min(best, p.steps[b+step])
		}
		if b != other && p.steps[b] != best+cost {
			t.Fatalf("block %d: %d steps, but %d from the best neighbour", b, p.steps[b], best)
		}
		seen++
	}
	if seen < 100 {
		t.Errorf("only %d blocks were looked at", seen)
	}
}
