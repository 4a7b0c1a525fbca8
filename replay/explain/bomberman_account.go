package explain

import (
	"slices"

	"blastyard/rules/bomberman"
)

// credit records for what the players got points in the round.
func (b *bombermanRules) credit(a *accounts) {
	settings := &b.board.Settings
	for p := range b.owners {
		_, before, lived := b.before.Standing(p)
		_, after, lives := b.after.Standing(p)
		left := after - before
		earn := func(c Cause, points int) {
			a.earn(c, p, float64(points), float64(points))
			left -= points
		}
		if lives {
			share := coverage(b.after, p)
			earn(Explored, share-b.explored[p])
			b.explored[p] = share
		}
		if lived && !lives {
			earn(Deaths, -b.board.Bounty)
		}
		if b.tookSuper(p) {
			earn(Bonus, settings.SuperPoints)
		}
		if lives {
			earn(Walls, b.wallsShared(p)*settings.WallPoints)
		}
		earn(Kills, left)
	}
}

// coverage returns the points of a player for the share of the map on which it has been.
func coverage(s *bomberman.State, p int) int {
	return s.Covered(p) * s.Map().Settings.CoveragePoints / s.Map().OpenBlocks()
}

// tookSuper reports whether a player took a super power-up, which alone improves both bag and radius.
func (b *bombermanRules) tookSuper(p int) bool {
	bag, _, radius := b.before.Equipment(p)
	more, _, larger := b.after.Equipment(p)
	return more != bag && larger != radius
}

// wallsShared counts the walls in the chains in which a player had a bomb, one for each bomb that broke it: each
// living owner gets the points of the whole chain.
func (b *bombermanRules) wallsShared(p int) (walls int) {
	for _, chain := range b.exploded.Chains() {
		if !slices.ContainsFunc(chain, func(i int) bool { return b.exploded[i].Player == p }) {
			continue
		}
		for _, i := range chain {
			for _, block := range b.exploded[i].Cells {
				if b.soft(block) {
					walls++
				}
			}
		}
	}
	return walls
}

// spent says what a living player did in the round: Walked is an accepted command.
func (b *bombermanRules) spent(x int) Cause {
	c := b.commands()[x]
	switch {
	case b.garbled[x]:
		return Refusals
	case c == bomberman.Nothing:
		return Waiting
	case c >= bomberman.Up && c <= bomberman.Down && b.is(x).alive && b.is(x).cell == b.was(x).cell:
		return Contested
	}
	return Walked
}
