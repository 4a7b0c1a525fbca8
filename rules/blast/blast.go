// Package blast describes the bombs that exploded in one turn, for both games: what each covered, which set off
// which, and which of them killed. Cells and players are numbers from 0.
package blast

import "slices"

// A Bomb is a bomb that exploded.
type Bomb struct {
	Cell      int
	Player    int   // the owner
	Due       bool  // its time was over; otherwise another bomb set it off
	Cells     []int // cells of its blast, its own first
	Distances []int // of Cells, from the bomb
	Reached   []int // the bombs of the turn that its blast reached, by index

	Placed    int // the turn in which it was placed; 0: unknown
	Triggered int // the turn in which its owner triggered it, 0: never
	Character int // the character that placed it, if Placed is known
}

// Covers reports whether the blast covered a cell.
func (b *Bomb) Covers(cell int) bool { return slices.Contains(b.Cells, cell) }

// Timed returns the turn that determined the time of the explosion, or 0 if it is unknown.
func (b *Bomb) Timed() int { return max(b.Placed, b.Triggered) }

// distance returns the distance of a cell in the blast, or -1.
func (b *Bomb) distance(cell int) int {
	i := slices.Index(b.Cells, cell)
	if i < 0 {
		return -1
	}
	return b.Distances[i]
}

// A Turn contains the bombs that exploded in a turn.
type Turn []Bomb

// Killer returns the nearest bomb whose blast covered a cell, and the first bomb of its chain, which is the same if
// nothing set it off. It uses only what was known before a turn: if the blast depends on more, both are nil.
func (t Turn) Killer(cell, before int) (nearest, first *Bomb) {
	began := make([]*Bomb, len(t)) // by bomb: the first of its chain
	var queue []int
	for i := range t {
		if b := &t[i]; b.Due && b.Timed() < before {
			began[i] = b
			queue = append(queue, i)
		}
	}
	closest := 0
	for ; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		if d := t[i].distance(cell); d >= 0 && (nearest == nil || d < closest) {
			nearest, first, closest = &t[i], began[i], d
		}
		for _, j := range t[i].Reached {
			if began[j] == nil && t[j].Placed < before {
				began[j] = began[i]
				queue = append(queue, j)
			}
		}
	}
	return nearest, first
}

// Known returns the Killer in a turn with the fewest necessary bombs, the oldest first, and for how many turns these
// were known.
func (t Turn) Known(cell, turn int) (nearest, first *Bomb, turns int) {
	since := []int{turn + 1}
	for i := range t {
		since = append(since, t[i].Timed()+1)
	}
	slices.Sort(since)
	for _, before := range since {
		if nearest, first = t.Killer(cell, before); nearest != nil {
			return nearest, first, max(0, turn+1-before)
		}
	}
	return nil, nil, 0
}

// Players returns the players whose blasts covered a cell, in the order of their bombs.
func (t Turn) Players(cell int) (players []int) {
	for i := range t {
		if p := t[i].Player; t[i].Covers(cell) && !slices.Contains(players, p) {
			players = append(players, p)
		}
	}
	return players
}

// OnlyOf reports whether no other player's blast covered a cell.
func (t Turn) OnlyOf(player, cell int) bool {
	return !slices.ContainsFunc(t, func(b Bomb) bool { return b.Player != player && b.Covers(cell) })
}

// Linked reports whether a bomb reached another one, or another one reached it.
func (t Turn) Linked(i int) bool {
	return len(t[i].Reached) > 0 || slices.ContainsFunc(t, func(b Bomb) bool { return slices.Contains(b.Reached, i) })
}

// Chains groups the bombs, by index, that set each other off.
func (t Turn) Chains() (chains [][]int) {
	seen := make([]bool, len(t))
	for i := range t {
		if seen[i] {
			continue
		}
		seen[i] = true
		chain := []int{i}
		for k := 0; k < len(chain); k++ {
			for j := range t {
				if !seen[j] && (slices.Contains(t[chain[k]].Reached, j) || slices.Contains(t[j].Reached, chain[k])) {
					seen[j] = true
					chain = append(chain, j)
				}
			}
		}
		chains = append(chains, chain)
	}
	return chains
}
