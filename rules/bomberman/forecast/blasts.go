package forecast

import (
	"blastyard/rules/blast"
	"blastyard/rules/bomberman"
)

// Exploded returns the bombs that exploded in the round between two states.
func Exploded(before, after *bomberman.State) blast.Turn {
	width := before.Map().Width
	var bombs blast.Turn
	index := map[int]int{} // by block
	for i := range before.NumBombs() {
		if b := before.Bomb(i); !after.At(b.At).Bomb {
			index[block(width, b.At)] = len(bombs)
			bombs = append(bombs, blast.Bomb{Cell: block(width, b.At), Player: b.Owner, Due: b.Timer == 1})
		}
	}
	for i := range before.NumBombs() {
		b, exploded := index[block(width, before.Bomb(i).At)]
		if !exploded {
			continue
		}
		for at, distance := range before.Blast(i) {
			to, there := block(width, at), before.At(at)
			if other, is := index[to]; is && other != b {
				bombs[b].Reached = append(bombs[b].Reached, other)
			}
			if distance == 0 || !there.Bomb || there.Player == bomberman.NoPlayer {
				bombs[b].Cells, bombs[b].Distances = append(bombs[b].Cells, to), append(bombs[b].Distances, distance)
			}
		}
	}
	return bombs
}

// block returns the number of the block at a position on a map of a width.
func block(width int, p bomberman.Pos) int { return (p.Y-1)*width + p.X - 1 }
