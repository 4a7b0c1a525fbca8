package hexabots

import "blastyard/rules/hexabomb"

// reviveSight is how far from a cell bestToRevive looks for cells to paint: as far as a bomb paints.
const reviveSight = hexabomb.MaxBomb

// bestToRevive is the free cell, out of blasts and one on which a character survives, from which a bomb of a player
// would paint most: cells of others count twice. found is false where there is none.
func (p *paths) bestToRevive(s *hexabomb.State, player int, survives func(hexabomb.Cell) bool) (best hexabomb.Cell,
	found bool) {
	most := -1
	for c := range hexabomb.Cell(p.board.NumCells()) {
		if !s.Empty(c) || p.danger.At(c, 1) {
			continue
		}
		if paint := p.paintFrom(s, player, c); paint > most && survives(c) {
			best, most, found = c, paint, true
		}
	}
	return best, found
}

// paintFrom is what a player would paint with a bomb on a cell.
func (p *paths) paintFrom(s *hexabomb.State, player int, from hexabomb.Cell) (paint int) {
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		at := from
		for range reviveSight {
			to, ok := p.board.Neighbour(at, d)
			if !ok {
				break
			}
			switch at = to; s.Colour(to) {
			case hexabomb.ColourOf(player):
			case 0:
				paint++
			default:
				paint += 2
			}
		}
	}
	return paint
}
