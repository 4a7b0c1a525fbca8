package games

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
	"blastyard/rules/hexabomb"
)

// covered returns the sorted cells that a blast covers with a range.
func covered(b *viewer.Blast, reach int) (cells []int) {
	for i, c := range b.Cells {
		if len(b.Ranges) == 0 || b.Ranges[i] <= reach {
			cells = append(cells, c)
		}
	}
	slices.Sort(cells)
	return cells
}

// TestBlastsAreTheRulesOfHexabomb: on random boards, a bomb of any range and delay explodes when and where its choice
// says, if nobody does anything else.
func TestBlastsAreTheRulesOfHexabomb(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	chained, alone := 0, 0
	for _, special := range []int{0, 1} {
		board := hexagonBoard(t, 4, 2, 3, special)
		s := hexabomb.NewState(board)
		for turn := range 120 {
			for player := range board.NumPlayers() {
				for _, p := range HexabombChoices(s, player, nil).Pieces {
					c := p.Choices[slices.IndexFunc(p.Choices, func(c viewer.Choice) bool { return c.Do == viewer.DoBomb })]
					if (c.Blast == nil) != (c.Refused != "") {
						t.Fatalf("turn %d: a bomb that is refused (%q) has the blast %v", turn, c.Refused, c.Blast)
					}
					if c.Blast == nil {
						continue
					}
					reach, delay := c.Min+random.IntN(c.Max-c.Min+1), c.Min+random.IntN(min(c.Max, 9)-c.Min+1)
					if hexabombBlastAsForeseen(t, s, player, p.Token, &c, reach, delay) {
						alone++
					} else {
						chained++
					}
				}
			}
			s.Step(randomActions(random, s, turn), nil)
		}
	}
	if chained < 20 || alone < 20 {
		t.Errorf("%d bombs exploded with others, %d alone: too few to tell", chained, alone)
	}
}

// hexabombBlastAsForeseen simulates a bomb and compares. It reports whether the bomb exploded alone.
func hexabombBlastAsForeseen(
	t *testing.T, s *hexabomb.State, player, token int, c *viewer.Choice, reach, delay int,
) (alone bool) {
	t.Helper()
	next := s.Clone()
	a := hexabombAction(s.Board(), player, viewer.Wish{Token: token, Do: c.Do, Range: reach, Delay: delay})
	due := c.Blast.Turn + delay - c.Min
	if c.Blast.Chain > 0 {
		due = min(due, c.Blast.Chain)
	}
	before := 0
	for actions := []hexabomb.Action{a}; next.Turn() < due; actions = nil {
		if next.Turn() > s.Turn() && !next.HasBomb(hexabomb.Cell(c.Cell)) {
			t.Fatalf("turn %d: the bomb exploded in turn %d, foreseen for %d", s.Turn(), next.Turn(), due)
		}
		before = next.NumBombs() + len(actions)
		next.Step(actions, nil)
	}
	if next.HasBomb(hexabomb.Cell(c.Cell)) {
		t.Fatalf("turn %d: the bomb has not exploded in turn %d as foreseen", s.Turn(), due)
	}
	var exploded []int
	for i := range next.NumExplosions() {
		cell, _ := next.Explosion(i)
		exploded = append(exploded, int(cell))
	}
	slices.Sort(exploded)
	want := covered(c.Blast, reach)
	if before-next.NumBombs() == 1 {
		if !slices.Equal(exploded, want) {
			t.Fatalf("turn %d: the bomb covers %v, foreseen %v", s.Turn(), exploded, want)
		}
		return true
	}
	for _, cell := range want {
		if _, found := slices.BinarySearch(exploded, cell); !found {
			t.Fatalf("turn %d: cell %d does not explode in turn %d as foreseen", s.Turn(), cell, due)
		}
	}
	return false
}

// TestBlastsAreTheRulesOfBomberman: a bomb that is placed or triggered explodes when and where its choice says.
func TestBlastsAreTheRulesOfBomberman(t *testing.T) {
	settings := bomberman.DefaultSettings()
	settings.BombBag, settings.BombRadius, settings.WallChance = 3, 3, 30 // so that bombs set each other off
	m, err := bomberman.Generate(settings, 3, 5)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	seen := map[string]int{}
	for range 80 {
		s := bomberman.NewState(m)
		for s.Living() > 1 && s.Round() < 60 {
			for player := range 3 {
				if !s.Player(player).Alive {
					continue
				}
				for _, c := range BombermanChoices(s, player, nil).Pieces[0].Choices {
					if c.Blast != nil {
						bombermanBlastAsForeseen(t, s, player, &c, seen)
					}
				}
			}
			commands := make([]bomberman.Command, 3)
			for k := range commands {
				commands[k] = bomberman.Command(random.IntN(int(bomberman.NumCommands)))
			}
			s.Step(commands, nil)
		}
	}
	for _, want := range []string{"bomb alone", "bomb chained", "trigger alone"} {
		if seen[want] < 5 {
			t.Errorf("%d × %s: too few to tell; %v", seen[want], want, seen)
		}
	}
}

func bombermanBlastAsForeseen(
	t *testing.T, s *bomberman.State, player int, c *viewer.Choice, seen map[string]int,
) {
	t.Helper()
	due := c.Blast.Turn
	kind := c.Do + " alone"
	if c.Blast.Chain > 0 {
		due, kind = min(due, c.Blast.Chain), c.Do+" chained"
	}
	seen[kind]++
	next := s.Clone()
	at := bomberman.Pos{X: c.Cell%s.Map().Width + 1, Y: c.Cell/s.Map().Width + 1}
	commands := make([]bomberman.Command, 3)
	commands[player] = bombermanCommand(viewer.Wish{Do: c.Do})
	bombs := 0
	for ; next.Round() < due; clear(commands) {
		if bombs = next.NumBombs(); next.Round() > s.Round() && bombAt(next, at) < 0 {
			t.Fatalf("round %d: the bomb exploded in round %d, foreseen for %d", s.Round(), next.Round(), due)
		}
		next.Step(commands, nil)
	}
	if bombAt(next, at) >= 0 {
		t.Fatalf("round %d: %s: the bomb has not exploded in round %d as foreseen", s.Round(), c.Do, due)
	}
	var exploded []int
	for i := range s.Map().Blocks {
		if next.At(bomberman.Pos{X: i%s.Map().Width + 1, Y: i/s.Map().Width + 1}).Exploding {
			exploded = append(exploded, i)
		}
	}
	want := covered(c.Blast, 0)
	if bombs-next.NumBombs() == 1 && !slices.Equal(exploded, want) {
		t.Fatalf("round %d: the bomb covers %v, foreseen %v", s.Round(), exploded, want)
	}
	for _, cell := range want {
		if !slices.Contains(exploded, cell) {
			t.Fatalf("round %d: block %d does not explode in round %d as foreseen", s.Round(), cell, due)
		}
	}
}
