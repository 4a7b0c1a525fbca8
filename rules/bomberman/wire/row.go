package wire

import "blastyard/rules/bomberman"

// AppendRow appends a row of a map, y from 1, as map.txt shows it before the first round. With reveal a soft wall
// over a power-up is drawn as the power-up's number: 1 for one more bomb, 2 for twice the radius.
func AppendRow(dst []byte, m *bomberman.Map, y int, reveal bool) []byte {
	from := len(dst)
	for x := 1; x <= m.Width; x++ {
		b := m.At(bomberman.Pos{X: x, Y: y})
		switch {
		case b.Wall == bomberman.HardWall:
			dst = append(dst, '#')
		case b.Wall == bomberman.SoftWall && reveal && b.PowerUp != bomberman.NoPowerUp:
			dst = append(dst, '0'+byte(b.PowerUp))
		case b.Wall == bomberman.SoftWall:
			dst = append(dst, '+')
		default:
			dst = append(dst, " &!$"[b.PowerUp])
		}
	}
	for k, at := range m.Starts {
		if at.Y == y {
			dst[from+at.X-1] = bomberman.Key(k)
		}
	}
	return dst
}
