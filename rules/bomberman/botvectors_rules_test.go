package bomberman_test

import (
	"iter"
	"slices"
	"testing"

	"blastyard/rules/bomberman"
	"blastyard/rules/bomberman/forecast"
)

// This file computes what the helpers of a starter must return, from the rules: slowly, and with other algorithms.

func place(p bomberman.Pos) cell { return cell{p.X, p.Y} }

// cells iterates over all blocks, by column, then row.
func cells(s *bomberman.State) iter.Seq[bomberman.Pos] {
	return func(yield func(bomberman.Pos) bool) {
		for x := 1; x <= s.Map().Width; x++ {
			for y := 1; y <= s.Map().Height; y++ {
				if !yield(bomberman.Pos{X: x, Y: y}) {
					return
				}
			}
		}
	}
}

func enterable(s *bomberman.State, p bomberman.Pos) bool {
	c := s.At(p)
	return c.Wall == bomberman.NoWall && !c.Bomb && c.Player == bomberman.NoPlayer
}

// allDistances improves distances until none can be improved.
func allDistances(s *bomberman.State, from bomberman.Pos) [][3]int {
	steps := map[bomberman.Pos]int{from: 0}
	for better := true; better; {
		better = false
		for c := range cells(s) {
			for m := bomberman.Up; m <= bomberman.Down; m++ {
				far, reached := steps[c.Step(m)]
				if old, known := steps[c]; reached && enterable(s, c) && (!known || far+1 < old) {
					steps[c], better = far+1, true
				}
			}
		}
	}
	list := [][3]int{}
	for c := range cells(s) {
		if n, reached := steps[c]; reached {
			list = append(list, [3]int{c.X, c.Y, n})
		}
	}
	return list
}

// way tries all paths of the shortest length, those with the lowest first move first.
func way(s *bomberman.State, from, to bomberman.Pos) []int {
	for _, n := range allDistances(s, from) {
		if (cell{n[0], n[1]}) == place(to) {
			return wayOf(s, from, to, n[2])
		}
	}
	return nil
}

func wayOf(s *bomberman.State, from, to bomberman.Pos, steps int) []int {
	if from == to && steps == 0 {
		return []int{}
	}
	if max(to.X-from.X, from.X-to.X)+max(to.Y-from.Y, from.Y-to.Y) > steps {
		return nil
	}
	for m := bomberman.Up; m <= bomberman.Down; m++ {
		if next := from.Step(m); enterable(s, next) {
			if rest := wayOf(s, next, to, steps-1); rest != nil {
				return append([]int{int(m)}, rest...)
			}
		}
	}
	return nil
}

// reach returns what the rules say about the blast of the bomb on a block, in order.
func reach(s *bomberman.State, at bomberman.Pos) []cell {
	var list []cell
	for i := range s.NumBombs() {
		if s.Bomb(i).At != at {
			continue
		}
		for c := range s.Blast(i) {
			list = append(list, place(c))
		}
	}
	slices.SortFunc(list, func(x, y cell) int { return slices.Compare(x[:], y[:]) })
	return list
}

// dangers simulates until no bomb is left. The forecast must say the same.
func dangers(t *testing.T, s *bomberman.State) []danger {
	t.Helper()
	b := forecast.NewBoard(s.Map())
	b.Read(s)
	f := forecast.New(b, bomberman.NoPlayer)
	f.Look()
	turns := map[bomberman.Pos][]int{}
	future := s.Clone()
	for turn := 1; future.NumBombs() > 0; turn++ {
		future.Step(nil, nil)
		for c := range cells(s) {
			explodes := future.At(c).Exploding
			if explodes {
				turns[c] = append(turns[c], turn)
			}
			if f.Exploding(turn).Has(b.Block(c)) != explodes {
				t.Fatalf("the forecast says %v of %v and round %d", !explodes, c, turn)
			}
		}
	}
	list := []danger{}
	for c := range cells(s) {
		if turns[c] != nil {
			list = append(list, danger{place(c), turns[c]})
		}
	}
	return list
}

// escapes returns the first moves with which a player survives all bombs, if all others do nothing.
func escapes(s *bomberman.State, player int, bomb bool) []int {
	moves := []int{}
	if bomb {
		s = played1(s, player, bomberman.PlaceBomb)
	}
	e := escape{player, map[[3]int]bool{}}
	if !s.Player(player).Alive {
		return moves
	}
	for m := bomberman.Up; m <= bomberman.Down; m++ {
		if next := e.move(s, m); next != nil && e.survives(next, 1) {
			moves = append(moves, int(m))
		}
	}
	if e.survives(played1(s, player, bomberman.Nothing), 1) {
		moves = append(moves, int(bomberman.Nothing))
	}
	return moves
}

// escape is the search for a way out.
type escape struct {
	player   int
	survived map[[3]int]bool // by turn and block
}

// played1 returns the state after a round in which only one player has a command.
func played1(s *bomberman.State, player int, c bomberman.Command) *bomberman.State {
	next := s.Clone()
	commands := make([]bomberman.Command, s.Map().Players())
	commands[player] = c
	next.Step(commands, nil)
	return next
}

// move returns the state after a move, or nil if it leads nowhere.
func (e escape) move(s *bomberman.State, m bomberman.Command) *bomberman.State {
	next := played1(s, e.player, m)
	if next.Player(e.player).At == s.Player(e.player).At {
		return nil
	}
	return next
}

func (e escape) survives(s *bomberman.State, turn int) bool {
	p := s.Player(e.player)
	if !p.Alive || s.NumBombs() == 0 {
		return p.Alive
	}
	key := [3]int{turn, p.At.X, p.At.Y}
	if known, found := e.survived[key]; found {
		return known
	}
	lives := e.survives(played1(s, e.player, bomberman.Nothing), turn+1)
	for m := bomberman.Up; m <= bomberman.Down; m++ {
		if next := e.move(s, m); !lives && next != nil {
			lives = e.survives(next, turn+1)
		}
	}
	e.survived[key] = lives
	return lives
}
