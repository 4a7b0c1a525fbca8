// Package wire has the text forms of 2016-Bomberman: map.txt, state.json, roundInfo.json, move.txt and the console's
// picture.
package wire

import (
	"bytes"
	"strconv"

	"blastyard/rules/bomberman"
)

// Key returns the letter of a player as text: the name of its folder, and the argument of its program.
func Key(player int) string { return string(bomberman.Key(player)) }

// Text writes the texts of states of one game.
type Text struct {
	Names []string // of the players, by number
}

const ruler = "---------------------------"

// AppendMap appends map.txt.
func (t *Text) AppendMap(dst []byte, s *bomberman.State) []byte {
	m := s.Map()
	dst = t.appendHead(dst, s)
	for y := 1; y <= m.Height; y++ {
		dst = append(appendRow(dst, s, y), '\n')
	}
	for k := range m.Starts {
		for line := range playerLines {
			dst = append(t.appendPlayerLine(dst, s, k, line), '\n')
		}
	}
	return dst
}

// AppendConsole appends the console's picture: the players are to the right of the rows, and below if there are more.
// Each bomb of a player has its own line.
func (t *Text) AppendConsole(dst []byte, s *bomberman.State) []byte {
	m := s.Map()
	dst = t.appendHead(dst, s)
	y := 1
	for k := range m.Starts {
		for line := range playerLines {
			extra := 0
			if line == bombLine {
				extra = max(0, s.Player(k).OnMap-1)
			}
			text := t.appendPlayerLine(nil, s, k, line)
			for range extra + 1 {
				dst = append(appendRowOrSpace(dst, s, y), '\t', '\t')
				first := text
				if end := bytes.Index(text, bombSeparator); end >= 0 {
					first, text = text[:end+2], text[end+2:]
				}
				dst = append(append(dst, first...), '\n')
				y++
			}
		}
	}
	for ; y <= m.Height; y++ {
		dst = append(appendRow(dst, s, y), '\n')
	}
	return dst
}

var bombSeparator = []byte("},{")

func appendRowOrSpace(dst []byte, s *bomberman.State, y int) []byte {
	if y <= s.Map().Height {
		return appendRow(dst, s, y)
	}
	for range s.Map().Width - 1 {
		dst = append(dst, ' ')
	}
	return dst
}

func (t *Text) appendHead(dst []byte, s *bomberman.State) []byte {
	m := s.Map()
	dst = append(dst, "Map Width: "...)
	dst = strconv.AppendInt(dst, int64(m.Width), 10)
	dst = append(dst, ", Map Height: "...)
	dst = strconv.AppendInt(dst, int64(m.Height), 10)
	dst = append(dst, ", Current Round: "...)
	dst = strconv.AppendInt(dst, int64(s.Round()), 10)
	dst = append(dst, ", Seed: "...)
	dst = strconv.AppendInt(dst, int64(m.Seed), 10)
	dst = append(dst, ", PlayerBounty: "...)
	dst = strconv.AppendInt(dst, int64(m.Bounty), 10)
	return append(dst, '\n')
}

func appendRow(dst []byte, s *bomberman.State, y int) []byte {
	for x := 1; x <= s.Map().Width; x++ {
		dst = appendSymbol(dst, s, bomberman.Pos{X: x, Y: y})
	}
	return dst
}

// appendSymbol appends the symbol of a block: the first that applies.
func appendSymbol(dst []byte, s *bomberman.State, at bomberman.Pos) []byte {
	c := s.At(at)
	switch {
	case c.Exploding:
		return append(dst, '*')
	case c.Bomb:
		b := bombAt(s, at)
		if s.Player(b.Owner).At == at {
			return append(dst, bomberman.Key(b.Owner)+'a'-'A')
		}
		return strconv.AppendInt(dst, int64(b.Timer), 10)
	case c.Wall == bomberman.HardWall:
		return append(dst, '#')
	case c.Wall == bomberman.SoftWall:
		return append(dst, '+')
	case c.Player != bomberman.NoPlayer:
		return append(dst, bomberman.Key(c.Player))
	default:
		return append(dst, " &!$"[c.PowerUp])
	}
}

func bombAt(s *bomberman.State, at bomberman.Pos) bomberman.Bomb {
	for i := range s.NumBombs() {
		if b := s.Bomb(i); b.At == at {
			return b
		}
	}
	return bomberman.Bomb{}
}

// Parts of the text about a player.
const (
	playerLines = 9
	bombLine    = 5
)

func (t *Text) appendPlayerLine(dst []byte, s *bomberman.State, k, line int) []byte {
	p := s.Player(k)
	switch line {
	case 1:
		return append(append(dst, "Player Name: "...), t.Names[k]...)
	case 2:
		return append(append(dst, "Key: "...), bomberman.Key(k))
	case 3:
		return strconv.AppendInt(append(dst, "Points: "...), int64(p.Points), 10)
	case 4:
		if p.Alive {
			return append(dst, "Status: Alive"...)
		}
		return append(dst, "Status: Dead"...)
	case bombLine:
		return appendBombs(append(dst, "Bombs: "...), s, k)
	case 6:
		return strconv.AppendInt(append(dst, "BombBag: "...), int64(p.Bag-p.OnMap), 10)
	case 7:
		return strconv.AppendInt(append(dst, "BlastRadius: "...), int64(p.Radius), 10)
	default:
		return append(dst, ruler...)
	}
}

func appendBombs(dst []byte, s *bomberman.State, k int) []byte {
	first := true
	for i := range s.NumBombs() {
		b := s.Bomb(i)
		if b.Owner != k {
			continue
		}
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = strconv.AppendInt(append(dst, "{x:"...), int64(b.At.X), 10)
		dst = strconv.AppendInt(append(dst, ",y:"...), int64(b.At.Y), 10)
		dst = strconv.AppendInt(append(dst, ",fuse:"...), int64(b.Timer), 10)
		dst = strconv.AppendInt(append(dst, ",radius:"...), int64(b.Radius), 10)
		dst = append(dst, '}')
	}
	return dst
}
