package viewer

import "blastyard/bomberman"

// FromBomberman makes f the picture of s. seats go by player; the slices of f are used again, as by FromHexabomb.
// Power-ups under walls are not shown.
func FromBomberman(f *Frame, s *bomberman.State, seats []Seat) {
	m := s.Map()
	f.Shape, f.Turn, f.Turns = Square, s.Round(), m.MaxRounds()+1 // rounds count from 0
	f.clearBoard()
	f.Bounty = m.Bounty
	at := func(p bomberman.Pos) int { return (p.Y-1)*m.Width + p.X - 1 }
	for y := 1; y <= m.Height; y++ {
		for x := 1; x <= m.Width; x++ {
			p := bomberman.Pos{X: x, Y: y}
			block := s.At(p)
			f.Cells = append(f.Cells, bombermanCell(p, block))
			if block.Exploding {
				f.Explosions = append(f.Explosions, Explosion{Cell: at(p)})
			}
		}
	}
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		f.Bombs = append(f.Bombs, Bomb{Cell: at(b.At), Owner: OwnerOf(b.Owner), Timer: b.Timer, Range: b.Radius})
	}
	for k := range m.Players() {
		p := s.Player(k)
		covered := s.Covered(k)
		row := Player{ID: k, Score: p.Points, Cells: covered, Share: float64(covered) / float64(m.OpenBlocks()),
			Characters: 1, Bombs: p.Bag - p.OnMap,
			Bag: p.Bag, Radius: p.Radius}
		if p.Alive {
			row.Living = 1
		}
		row.sit(seats)
		f.Players = append(f.Players, row)
		f.Tokens = append(f.Tokens, Token{ID: OnlyToken, Player: k, Cell: at(p.At), Alive: p.Alive, Revival: NoRevival,
			Bombs: row.Bombs})
	}
}

func bombermanCell(p bomberman.Pos, block bomberman.Cell) Cell {
	c := Cell{X: p.X, Y: p.Y}
	switch block.Wall {
	case bomberman.HardWall:
		c.Wall = Stone
	case bomberman.SoftWall:
		c.Wall = Brick
	default:
		c.Item = Item(block.PowerUp)
	}
	return c
}
