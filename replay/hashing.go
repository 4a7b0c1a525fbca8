package replay

import (
	"blastyard/bomberman"
	"blastyard/hexabomb"
)

// A mixer is a hash in the making. Words are multiplied in one by one; each step can be undone, so two lists of words that
// differ in one word only never have the same mixer. docs/replay-format.md has the whole algorithm.
type mixer uint64

const mixFactor = 0x9E3779B97F4A7C15

func (m mixer) add(word uint64) mixer {
	m = (m ^ mixer(word)) * mixFactor
	return m ^ m>>32
}

// end spreads the last word over all bits.
func (m mixer) end() mixer { return m.add(0).add(0) }

// newHash makes the hash of a state from its turn and its parts.
func newHash(turn int, parts *[NumParts]mixer) Hash {
	var h Hash
	whole := mixer(0).add(uint64(turn))
	for i, p := range parts {
		p = p.end()
		h.Parts[i] = uint16(p)
		whole = whole.add(uint64(p))
	}
	h.Whole = uint64(whole.end())
	return h
}

// HashHexabomb is the hash of a state of hexabomb. It allocates nothing.
func HashHexabomb(s *hexabomb.State) Hash {
	return newHash(s.Turn(), &[NumParts]mixer{hexabombCells(s), hexabombCharacters(s), hexabombBombs(s), hexabombExplosions(s), hexabombScores(s)})
}

func hexabombCells(s *hexabomb.State) mixer {
	var m mixer
	n := s.Board().NumCells()
	cell := 0
	for ; cell+4 <= n; cell += 4 {
		c := hexabomb.Cell(cell)
		m = m.add(uint64(s.Colour(c)) | uint64(s.Colour(c+1))<<16 | uint64(s.Colour(c+2))<<32 | uint64(s.Colour(c+3))<<48)
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

// hexabombExplosions adds up what each explosion gives, for they are in no order.
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

// HashBomberman is the hash of a state of 2016-Bomberman. It allocates nothing.
func HashBomberman(s *bomberman.State) Hash {
	parts := [NumParts]mixer{1: bombermanPlayers(s), 2: bombermanBombs(s), 4: bombermanPoints(s)}
	parts[0], parts[3] = bombermanBlocks(s)
	return newHash(s.Round(), &parts)
}

// bombermanBlocks gives walls with power-ups, and explosions: 16 blocks a word, row by row.
func bombermanBlocks(s *bomberman.State) (walls, explosions mixer) {
	var wall, explosion uint64
	shift := 0
	for y := 1; y <= s.Map().Height; y++ {
		for x := 1; x <= s.Map().Width; x++ {
			c := s.At(bomberman.Pos{X: x, Y: y})
			wall |= (uint64(c.Wall) | uint64(c.PowerUp)<<2) << shift
			if c.Exploding {
				explosion |= 1 << shift
			}
			if shift += 4; shift == 64 {
				walls, explosions = walls.add(wall), explosions.add(explosion)
				wall, explosion, shift = 0, 0, 0
			}
		}
	}
	return walls.add(wall), explosions.add(explosion)
}

func bombermanPlayers(s *bomberman.State) mixer {
	var m mixer
	for k := range s.Map().Players() {
		p := s.Player(k)
		word := uint64(p.At.X) | uint64(p.At.Y)<<8 | uint64(p.Bag)<<16 | uint64(p.OnMap)<<32
		if p.Alive {
			word |= 1 << 48
		}
		m = m.add(word).add(uint64(uint32(p.Radius)) | uint64(s.Covered(k))<<32)
		if !p.Alive {
			m = m.add(uint64(p.KilledRound))
		}
	}
	return m
}

func bombermanBombs(s *bomberman.State) mixer {
	m := mixer(0).add(uint64(s.NumBombs()))
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		m = m.add(uint64(b.At.X) | uint64(b.At.Y)<<8 | uint64(b.Owner)<<16 | uint64(uint32(b.Timer))<<32).add(uint64(uint32(b.Radius)))
	}
	return m
}

func bombermanPoints(s *bomberman.State) mixer {
	var m mixer
	for k := range s.Map().Players() {
		m = m.add(uint64(int64(s.Player(k).Points)))
	}
	return m
}
