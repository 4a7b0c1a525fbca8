package bomberman

import (
	"cmp"
	"slices"
)

// Map returns the map of s.
func (s *State) Map() *Map { return s.board }

// Round returns the number of the next round, from 0.
func (s *State) Round() int { return int(s.mem[headRound]) }

// Player is the state of a player.
type Player struct {
	At          Pos // its position, or where it died
	Points      int // including those for coverage
	Alive       bool
	KilledRound int // the round of its death
	Bag         int // bombs that it may have on the map
	OnMap       int // bombs that it has on the map
	Radius      int // of its next bomb, in blocks; see Arms for a negative one
}

// Player returns the player with a number from 0.
func (s *State) Player(k int) Player {
	p := s.player(k)
	return Player{At: s.board.pos(int(p[playerBlock])), Points: int(int32(p[playerPoints])) + int(p[playerCoverage]),
		Alive:       p[playerDead] == 0,
		KilledRound: int(p[playerKilled]), Bag: int(p[playerBag]), OnMap: int(p[playerBombs]),
		Radius: int(int32(p[playerRadius]))}
}

// Standing returns the block of a player, dead or alive, as an index of Map.Blocks, and its points. It is cheaper
// than Player.
func (s *State) Standing(k int) (block, points int, alive bool) {
	p := s.player(k)
	return int(p[playerBlock]), int(int32(p[playerPoints])) + int(p[playerCoverage]), p[playerDead] == 0
}

// Equipment returns Bag, OnMap and Radius of a Player.
func (s *State) Equipment(k int) (bag, onMap, radius int) {
	p := s.player(k)
	return int(p[playerBag]), int(p[playerBombs]), int(int32(p[playerRadius]))
}

// Bomb is a bomb on the map.
type Bomb struct {
	At     Pos
	Owner  int
	Timer  int // it explodes in the round that counts it down to 0
	Radius int // blocks
}

// Covered returns the number of blocks on which a player has been.
func (s *State) Covered(k int) int { return int(s.player(k)[playerVisited]) }

// NumBombs is the number of bombs on the map.
func (s *State) NumBombs() int { return int(s.mem[headBombs]) }

// Bomb returns bomb i of NumBombs, sorted by row, then column.
func (s *State) Bomb(i int) Bomb {
	b := s.bomb(i)
	return Bomb{At: s.board.pos(int(b[bombBlock])), Owner: int(b[bombOwner]), Timer: int(int32(b[bombTimer])),
		Radius: int(int32(b[bombRadius]))}
}

// BombNumbers returns the values of Bomb, with the bomb's block as an index of Map.Blocks. It is cheaper.
func (s *State) BombNumbers(i int) (block, owner, timer, radius int) {
	b := s.bomb(i)
	return int(b[bombBlock]), int(b[bombOwner]), int(int32(b[bombTimer])), int(int32(b[bombRadius]))
}

// NumExplosions is the number of blocks that the explosions of the last round cover.
func (s *State) NumExplosions() int { return int(s.mem[headBlast]) }

// Explosion returns covered block i of NumExplosions, in no particular order.
func (s *State) Explosion(i int) Pos { return s.board.pos(int(s.blast[i])) }

// ExplosionBlock returns Explosion as an index of Map.Blocks.
func (s *State) ExplosionBlock(i int) int { return int(s.blast[i]) }

// SurfaceAt returns what players see of the walls and power-ups of a block, an index of Map.Blocks: the number of its
// Wall and, in the higher bits (see SurfacePowerUp), that of its PowerUp. They do not see what is under a soft wall.
func (s *State) SurfaceAt(block int) byte { return surfaces[s.blocks[block]&15] }

// surfaces contains the results of SurfaceAt by the wall and the power-up of a block's word.
var surfaces = func() (t [16]byte) {
	for w := range t {
		if t[w] = byte(w); Wall(w&wallMask) == SoftWall {
			t[w] = byte(SoftWall)
		}
	}
	return t
}()

// Bits in the result of SurfaceAt: SurfacePowerUp is the shift of a PowerUp, and SurfaceSoft the bit of a soft wall.
const (
	SurfacePowerUp = powerShift
	SurfaceSoft    = byte(SoftWall)
)

// Cell is the content of a block.
type Cell struct {
	Wall      Wall
	PowerUp   PowerUp // also one under a soft wall
	Exploding bool    // a blast of the last round covers it
	Bomb      bool
	Player    int // the living player there, or NoPlayer
}

// NoPlayer means no player: none is on a block, or none has won a game.
const NoPlayer = -1

// At returns the content of a block, which must be on the map.
func (s *State) At(p Pos) Cell {
	w := s.blocks[s.board.index(p)]
	return Cell{Wall: Wall(w & wallMask), PowerUp: PowerUp(w & powerMask >> powerShift), Exploding: w&exploding != 0,
		Bomb:   w&hasBomb != 0,
		Player: int(w&playerMask>>playerShift) - 1}
}

// Living is the number of living players.
func (s *State) Living() int {
	n := 0
	for k := range s.board.Starts {
		if s.player(k)[playerDead] == 0 {
			n++
		}
	}
	return n
}

// Over reports whether the game has ended: fewer than two players live, or the rounds are used up.
func (s *State) Over() bool { return s.Living() < 2 || s.Round() > s.board.MaxRounds() }

// LeaderBoard returns the players from the first to the last: the living first, then by points, then by who died
// first, then by key.
func (s *State) LeaderBoard() []int {
	order := make([]int, s.board.Players())
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return compare(s.Player(a), s.Player(b)) })
	return order
}

// Winner returns the first of the leader board, or NoPlayer if only the order of the keys puts it there.
func (s *State) Winner() int {
	first := 0
	tied := false
	for k := 1; k < s.board.Players(); k++ {
		switch order := compare(s.Player(k), s.Player(first)); {
		case order < 0:
			first, tied = k, false
		case order == 0:
			tied = true
		}
	}
	if tied {
		return NoPlayer
	}
	return first
}

// compare orders players as the leader board does, without their keys.
func compare(x, y Player) int {
	if x.Alive != y.Alive {
		if x.Alive {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(y.Points, x.Points), cmp.Compare(x.KilledRound, y.KilledRound))
}
