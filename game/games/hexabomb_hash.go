package games

import (
	"blastyard/game"
	"blastyard/rules/hexabomb"
)

// HashHexabomb returns the hash of a state of hexabomb. It allocates nothing.
func HashHexabomb(s *hexabomb.State) game.Hash {
	return newHash(s.Turn(), &[game.NumParts]mixer{hexabombCells(s), hexabombCharacters(s), hexabombBombs(s),
		hexabombExplosions(s), hexabombScores(s)})
}

func hexabombCells(s *hexabomb.State) mixer {
	var m mixer
	n := s.Board().NumCells()
	cell := 0
	for ; cell+4 <= n; cell += 4 {
		c := hexabomb.Cell(cell)
		m = m.add(uint64(s.Colour(c)) | uint64(s.Colour(c+1))<<16 |
			uint64(s.Colour(c+2))<<32 | uint64(s.Colour(c+3))<<48)
	}
	var rest uint64
	for shift := 0; cell < n; cell, shift = cell+1, shift+16 {
		rest |= uint64(s.Colour(hexabomb.Cell(cell))) << shift
	}
	return m.add(rest)
}

func hexabombCharacters(s *hexabomb.State) mixer {
	var m mixer
	for i := range s.Board().NumCharacters() {
		c := s.Character(i)
		word := uint64(c.Cell) | uint64(c.BombCount)<<16 | uint64(c.ReviveDelay+1)<<32
		if c.Alive {
			word |= 1 << 24
		}
		m = m.add(word)
	}
	return m
}

func hexabombBombs(s *hexabomb.State) mixer {
	m := mixer(0).add(uint64(s.NumBombs()))
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		m = m.add(uint64(b.Cell) | uint64(b.Colour)<<16 | uint64(b.Range)<<32 | uint64(b.Delay)<<40)
	}
	return m
}

// hexabombExplosions adds the hashes of the explosions, because they have no order.
func hexabombExplosions(s *hexabomb.State) mixer {
	var sum mixer
	for i := range s.NumExplosions() {
		cell, colour := s.Explosion(i)
		sum += mixer(0).add(1<<32 | uint64(cell) | uint64(colour)<<16).end()
	}
	return sum.add(uint64(s.NumExplosions()))
}

func hexabombScores(s *hexabomb.State) mixer {
	var m mixer
	for p := range s.Board().NumPlayers() {
		m = m.add(uint64(s.Score(p)))
	}
	return m
}
