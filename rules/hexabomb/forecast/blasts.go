package forecast

import (
	"blastyard/rules/blast"
	"blastyard/rules/hexabomb"
)

// Exploded returns the bombs that exploded in the turn between two states: first those that were on the board, then
// those of dropped, which are the bombs that players dropped in the turn, in their original state.
func Exploded(before, after *hexabomb.State, dropped []hexabomb.Bomb) blast.Turn {
	if after.NumExplosions() == 0 {
		return nil
	}
	var bombs blast.Turn
	for i := range before.NumBombs() {
		if b := before.Bomb(i); !after.HasBomb(b.Cell) {
			bombs = append(bombs, bombOf(before.Board(), b, b.Delay == 1))
		}
	}
	for _, b := range dropped {
		if !after.HasBomb(b.Cell) {
			bombs = append(bombs, bombOf(before.Board(), b, false))
		}
	}
	for i := range bombs {
		for j := range bombs {
			if i != j && bombs[i].Covers(bombs[j].Cell) {
				bombs[i].Reached = append(bombs[i].Reached, j)
			}
		}
	}
	return bombs
}

// bombOf returns a bomb with its blast. Only the end of the board stops a blast.
func bombOf(board *hexabomb.Board, b hexabomb.Bomb, due bool) blast.Bomb {
	most := 1 + hexabomb.NumDirections*min(b.Range, hexabomb.MaxBomb) // of an ordinary bomb
	e := blast.Bomb{
		Cell:      int(b.Cell),
		Player:    int(b.Colour) - 1,
		Due:       due,
		Cells:     append(make([]int, 0, most), int(b.Cell)),
		Distances: append(make([]int, 0, most), 0),
	}
	for d := range hexabomb.Direction(hexabomb.NumDirections) {
		distance := 0
		for c := range board.Ray(b.Cell, d) {
			if distance++; distance > b.Range {
				break
			}
			e.Cells, e.Distances = append(e.Cells, int(c)), append(e.Distances, distance)
		}
	}
	return e
}
