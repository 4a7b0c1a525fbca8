package wire

import (
	"strconv"

	"blastyard/internal/jsonappend"
	"blastyard/rules/bomberman"
)

// AppendState appends state.json. It does not show what is hidden under walls.
func (t *Text) AppendState(dst []byte, s *bomberman.State) []byte {
	m := s.Map()
	dst = append(dst, `{"RegisteredPlayerEntities":[`...)
	for k := range m.Starts {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = append(t.appendPlayer(append(dst, '{'), s, k), '}')
	}
	dst = jsonappend.Field(append(dst, ']'), "CurrentRound", s.Round())
	dst = jsonappend.Field(dst, "PlayerBounty", m.Bounty)
	dst = jsonappend.Field(dst, "MapHeight", m.Height)
	dst = jsonappend.Field(dst, "MapWidth", m.Width)
	dst = append(dst, `,"GameBlocks":[`...)
	for x := 1; x <= m.Width; x++ {
		if x > 1 {
			dst = append(dst, ',')
		}
		for y := 1; y <= m.Height; y++ {
			dst = append(dst, "[,"[min(y-1, 1)])
			dst = t.appendBlock(dst, s, bomberman.Pos{X: x, Y: y})
		}
		dst = append(dst, ']')
	}
	dst = jsonappend.Field(append(dst, ']'), "MapSeed", int(m.Seed))
	return append(dst, '}')
}

func appendLocation(dst []byte, at bomberman.Pos) []byte {
	dst = strconv.AppendInt(append(dst, `"Location":{"X":`...), int64(at.X), 10)
	dst = strconv.AppendInt(append(dst, `,"Y":`...), int64(at.Y), 10)
	return append(dst, '}')
}

// appendPlayer appends the fields of a player.
func (t *Text) appendPlayer(dst []byte, s *bomberman.State, k int) []byte {
	p := s.Player(k)
	dst = jsonappend.Newtonsoft(append(dst, `"Name":`...), t.Names[k])
	dst = append(append(dst, `,"Key":"`...), bomberman.Key(k), '"')
	dst = jsonappend.Field(dst, "Points", p.Points)
	dst = jsonappend.Bool(dst, "Killed", !p.Alive)
	dst = jsonappend.Field(dst, "BombBag", p.Bag)
	dst = jsonappend.Field(dst, "BombRadius", p.Radius)
	return appendLocation(append(dst, ','), p.At)
}

var powerUpTypes = [...]string{"", "PowerUps.BombBagPowerUpEntity", "PowerUps.BombRaduisPowerUpEntity",
	"PowerUps.SuperPowerUp"}

func appendType(dst []byte, name string) []byte {
	return append(append(append(dst, `{"$type":"Domain.Entities.`...), name...), `, Domain",`...)
}

func (t *Text) appendBlock(dst []byte, s *bomberman.State, at bomberman.Pos) []byte {
	c := s.At(at)
	dst = append(dst, `{"Entity":`...)
	switch {
	case c.Wall == bomberman.HardWall:
		dst = append(appendLocation(appendType(dst, "IndestructibleWallEntity"), at), '}')
	case c.Wall == bomberman.SoftWall:
		dst = append(appendLocation(appendType(dst, "DestructibleWallEntity"), at), '}')
	case c.Player != bomberman.NoPlayer:
		dst = append(t.appendPlayer(appendType(dst, "PlayerEntity"), s, c.Player), '}')
	default:
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"Bomb":`...)
	if c.Bomb {
		b := bombAt(s, at)
		dst = append(t.appendPlayer(append(dst, `{"Owner":{`...), s, b.Owner), '}')
		dst = jsonappend.Field(dst, "BombRadius", b.Radius)
		dst = jsonappend.Field(dst, "BombTimer", b.Timer)
		dst = jsonappend.Bool(dst, "IsExploding", false) // exploding bombs are gone at the end of a round
		dst = append(appendLocation(append(dst, ','), at), '}')
	} else {
		dst = append(dst, "null"...)
	}
	dst = append(dst, `,"PowerUp":`...)
	if c.PowerUp != bomberman.NoPowerUp && c.Wall == bomberman.NoWall {
		dst = append(appendLocation(appendType(dst, powerUpTypes[c.PowerUp]), at), '}')
	} else {
		dst = append(dst, "null"...)
	}
	dst = jsonappend.Bool(dst, "Exploding", c.Exploding)
	return append(appendLocation(append(dst, ','), at), '}')
}
