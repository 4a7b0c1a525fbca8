package hexabots

import (
	"slices"

	"blastyard/rules/hexabomb"
)

// approach measures how close each cell is to enemies.
func (g *ghost) approach(s *hexabomb.State) {
	clear(g.near)
	for id := g.end; id < g.board.NumCharacters(); id++ {
		c := s.Character(id)
		if !c.Alive {
			continue
		}
		g.step++
		g.front = append(g.front[:0], c.Cell)
		g.seen[c.Cell] = g.step
		for steps := range ghostNear {
			g.back = g.back[:0]
			for _, from := range g.front {
				g.near[from] += int32(ghostNear - steps)
				for _, to := range g.next[int(from)<<3 : int(from)<<3+stay] {
					if to != g.outside() && g.seen[to] != g.step && !s.HasBomb(to) {
						g.seen[to] = g.step
						g.back = append(g.back, to)
					}
				}
			}
			g.front, g.back = g.back, g.front
		}
	}
}

// survey finds which cells bombs cover, and of what use a mine in each cell would be.
func (g *ghost) survey(s *hexabomb.State) {
	clear(g.mined)
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		g.mine(b.Cell, b.Range)
	}
	for c := range g.use {
		g.use[c] = 0
		if cell := hexabomb.Cell(c); !s.HasBomb(cell) {
			g.use[c] = g.gain(cell)
		}
	}
	spread(g.paths, g.use, mineDecay)
}

// gain is how close enemies are to what a mine would cover that no bomb covers yet, and to what it blocks.
func (g *ghost) gain(c hexabomb.Cell) (sum int32) {
	if !g.mined[c] {
		sum += g.near[c]
	}
	sum += g.near[c] / 2
	for d := range hexabomb.NumDirections {
		for to := g.next[int(c)<<3|d]; to != g.outside(); to = g.next[int(to)<<3|d] {
			if !g.mined[to] {
				sum += g.near[to]
			}
		}
	}
	return sum
}

// reachesEnemy reports whether bombs leave a way from a cell to some enemy.
func (g *ghost) reachesEnemy(s *hexabomb.State, at hexabomb.Cell) bool {
	g.step++
	g.front = append(g.front[:0], at)
	g.seen[at] = g.step
	for i := 0; i < len(g.front); i++ {
		for _, to := range g.next[int(g.front[i])<<3 : int(g.front[i])<<3+stay] {
			if to == g.outside() || g.seen[to] == g.step || s.HasBomb(to) {
				continue
			}
			if g.near[to] > 0 {
				return true
			}
			g.seen[to] = g.step
			g.front = append(g.front, to)
		}
	}
	return false
}

func (g *ghost) exits(s *hexabomb.State, at hexabomb.Cell) (n int) {
	for _, to := range g.next[int(at)<<3 : int(at)<<3+stay] {
		if to != g.outside() && !s.HasBomb(to) {
			n++
		}
	}
	return n
}

// chooseTargets picks the enemies nearest to a cell, as the crow flies.
func (g *ghost) chooseTargets(s *hexabomb.State, at hexabomb.Cell) {
	g.targets = g.targets[:0]
	for id := g.end; id < g.board.NumCharacters(); id++ {
		if s.Character(id).Alive {
			g.targets = append(g.targets, id)
		}
	}
	from := g.board.Coord(at)
	slices.SortStableFunc(g.targets, func(a, b int) int {
		return from.Distance(g.board.Coord(s.Character(a).Cell)) - from.Distance(g.board.Coord(s.Character(b).Cell))
	})
	g.targets = g.targets[:min(len(g.targets), ghostTargets)]
}

// confine tells how little the targets have that they reach before any special character, when one goes to a cell or
// lays a mine (in the cell outside: none).
func (g *ghost) confine(s *hexabomb.State, id int, to, mine hexabomb.Cell) (sum int) {
	g.measure(s, id, to, mine)
	for _, target := range g.targets {
		sum += 10_000 / (g.territory(s, s.Character(target).Cell, mine) + 5)
	}
	return sum
}

// measure finds the distance from each cell to the nearest special character after the actions so far, and when one
// more goes to a cell.
func (g *ghost) measure(s *hexabomb.State, id int, to, mine hexabomb.Cell) {
	g.front = g.front[:0]
	for i := g.first; i < g.end; i++ {
		at := s.Character(i).Cell
		if i == id {
			at = to
		}
		for _, a := range g.actions {
			if int(a.Character) == i && a.Kind == hexabomb.Move {
				at = g.next[int(at)<<3|int(a.Direction)]
			}
		}
		g.front = append(g.front, at)
	}
	g.flood(g.distance, s, mine)
}

// territory counts the cells that an enemy reaches before any special character.
func (g *ghost) territory(s *hexabomb.State, at, mine hexabomb.Cell) int {
	g.step++
	g.front = append(g.front[:0], at)
	g.seen[at] = g.step
	end, steps := 1, uint16(1)
	for i := 0; i < len(g.front); i++ {
		if i == end {
			end = len(g.front)
			steps++
		}
		for _, to := range g.next[int(g.front[i])<<3 : int(g.front[i])<<3+stay] {
			if to != g.outside() && g.seen[to] != g.step && g.distance[to] > steps && to != mine && !s.HasBomb(to) {
				g.seen[to] = g.step
				g.front = append(g.front, to)
			}
		}
	}
	return len(g.front)
}
