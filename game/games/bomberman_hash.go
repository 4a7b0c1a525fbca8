package games

import (
	"blastyard/game"
	"blastyard/rules/bomberman"
)

// HashBomberman returns the hash of a state of 2016-Bomberman. It allocates nothing.
func HashBomberman(s *bomberman.State) game.Hash {
	parts := [game.NumParts]mixer{1: bombermanPlayers(s), 2: bombermanBombs(s), 4: bombermanPoints(s)}
	parts[0], parts[3] = bombermanBlocks(s)
	return newHash(s.Round(), &parts)
}

// bombermanBlocks hashes walls with power-ups, and explosions: 16 blocks in a word, row by row.
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
		m = m.add(uint64(b.At.X) | uint64(b.At.Y)<<8 | uint64(b.Owner)<<16 | uint64(uint32(b.Timer))<<32).
			add(uint64(uint32(b.Radius)))
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
