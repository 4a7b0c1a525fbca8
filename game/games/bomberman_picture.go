package games

import (
	"blastyard/game/viewer"
	"blastyard/rules/bomberman"
)

// PictureBomberman sets f to the picture of s. seats are by player. The slices of f are reused, as by
// PictureHexabomb. Power-ups under walls are not shown.
func PictureBomberman(f *viewer.Frame, s *bomberman.State, seats []viewer.Seat) {
	m := s.Map()
	f.Clear()
	f.Shape, f.Turn, f.Turns = viewer.Square, s.Round(), m.MaxRounds()+1 // rounds count from 0
	f.Legend, f.Death = &bombermanLegend, m.Bounty
	at := func(p bomberman.Pos) int { return (p.Y-1)*m.Width + p.X - 1 }
	for y := 1; y <= m.Height; y++ {
		for x := 1; x <= m.Width; x++ {
			p := bomberman.Pos{X: x, Y: y}
			block := s.At(p)
			f.Cells = append(f.Cells, bombermanCell(p, block))
			if block.Exploding {
				f.Explosions = append(f.Explosions, viewer.Explosion{Cell: at(p)})
			}
		}
	}
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		f.Bombs = append(f.Bombs, viewer.Bomb{
			Cell:  at(b.At),
			Owner: viewer.OwnerOf(b.Owner),
			Timer: b.Timer,
			Range: b.Radius,
		})
	}
	for k := range m.Players() {
		p := s.Player(k)
		covered := s.Covered(k)
		row := viewer.Player{ID: k, Score: p.Points, Cells: covered, Share: float64(covered) / float64(m.OpenBlocks()),
			Characters: 1, Bombs: p.Bag - p.OnMap,
			Figures: bombermanFigures(p.Bag, p.Radius)}
		if p.Alive {
			row.Living = 1
		}
		row.Sit(seats)
		f.Players = append(f.Players, row)
		f.Tokens = append(f.Tokens, viewer.Token{
			ID:      viewer.OnlyToken,
			Player:  k,
			Cell:    at(p.At),
			Alive:   p.Alive,
			Revival: viewer.NoRevival,
			Bombs:   row.Bombs,
		})
	}
}

func bombermanCell(p bomberman.Pos, block bomberman.Cell) viewer.Cell {
	c := viewer.Cell{X: p.X, Y: p.Y}
	switch block.Wall {
	case bomberman.HardWall:
		c.Wall = viewer.Stone
	case bomberman.SoftWall:
		c.Wall = viewer.Brick
	default:
		c.Item = viewer.Item(block.PowerUp)
	}
	return c
}
