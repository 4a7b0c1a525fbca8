package forecast

import "blastyard/rules/bomberman"

// A Board is the part of a state that a forecast needs, as far as players can see it. Blocks are numbered row by row
// from 0, as in Map.Blocks.
type Board struct {
	Width    int
	Walls    []bomberman.Wall
	PowerUps []bomberman.PowerUp // by block; those under soft walls are unknown
	BombOn   []int16             // by block: the index of its bomb in Bombs, or None
	Bombs    []Bomb
	Alive    []bool // by player
}

// A Bomb is a bomb in a forecast. Rounds count from now: 1 is the next one.
type Bomb struct {
	At      int // block
	Owner   int
	Radius  int // see bomberman.Arms
	Timer   int // it explodes in this round, or earlier
	Trigger int // its owner cannot make it explode before this round
}

// None means no block, or no bomb.
const None = -1

// NewBoard returns a Board for states of a map.
func NewBoard(m *bomberman.Map) *Board {
	n := len(m.Blocks)
	return &Board{Width: m.Width, Walls: make([]bomberman.Wall, n), PowerUps: make([]bomberman.PowerUp, n),
		BombOn: make([]int16, n), Alive: make([]bool, m.Players())}
}

// Block is the number of the block at a place.
func (b *Board) Block(p bomberman.Pos) int { return block(b.Width, p) }

// Read copies what a state shows. It allocates nothing once its list of bombs has grown.
func (b *Board) Read(s *bomberman.State) {
	i := 0
	for y := 1; i < len(b.Walls); y++ {
		for x := 1; x <= b.Width; x++ {
			c := s.At(bomberman.Pos{X: x, Y: y})
			b.Walls[i], b.PowerUps[i], b.BombOn[i] = c.Wall, c.PowerUp, None
			if c.Wall != bomberman.NoWall {
				b.PowerUps[i] = bomberman.NoPowerUp
			}
			i++
		}
	}
	b.Bombs = b.Bombs[:0]
	for i := range s.NumBombs() {
		x := s.Bomb(i)
		at := b.Block(x.At)
		b.BombOn[at] = int16(i)
		b.Bombs = append(b.Bombs, Bomb{At: at, Owner: x.Owner, Radius: x.Radius, Timer: max(1, x.Timer), Trigger: 2})
	}
	for k := range b.Alive {
		b.Alive[k] = s.Player(k).Alive
	}
}
