package games

import (
	"strings"

	"blastyard/game/viewer"
	"blastyard/internal/jsonerror"
	"blastyard/rules/bomberman"
)

// bombermanState is the JSON form of a state of 2016-Bomberman (state.json), as far as a frame needs it.
type bombermanState struct {
	Players  []bombermanEntity  `json:"RegisteredPlayerEntities"`
	Round    int                `json:"CurrentRound"`
	Height   int                `json:"MapHeight"`
	Width    int                `json:"MapWidth"`
	Bounty   int                `json:"PlayerBounty"`
	Columns  [][]bombermanBlock `json:"GameBlocks"`
	playerOf map[string]int     // by key
}

type bombermanEntity struct {
	Type     string         `json:"$type"`
	Name     string         `json:"Name"`
	Key      string         `json:"Key"`
	Points   int            `json:"Points"`
	Killed   bool           `json:"Killed"`
	Bag      int            `json:"BombBag"`
	Radius   int            `json:"BombRadius"`
	Location bombermanPlace `json:"Location"`
}

type bombermanPlace struct{ X, Y int }

type bombermanBlock struct {
	Entity    *bombermanEntity `json:"Entity"`
	Bomb      *bombermanBomb   `json:"Bomb"`
	PowerUp   *bombermanEntity `json:"PowerUp"`
	Exploding bool             `json:"Exploding"`
}

type bombermanBomb struct {
	Owner  bombermanEntity `json:"Owner"`
	Radius int             `json:"BombRadius"`
	Timer  int             `json:"BombTimer"`
}

// maxBombermanSide is the largest side of a map, in blocks.
const maxBombermanSide = 1000

// drawBombermanState sets f to the picture of a state.json, as PictureBomberman does for a State. Players without a
// seat have their name in the state. The JSON does not contain where a player has been, so its Cells and Share are 0.
// Errors wrap ErrState and name the field. After an error f must be filled again.
func drawBombermanState(f *viewer.Frame, state []byte, seats []viewer.Seat) error {
	var s bombermanState
	if err := jsonerror.Decode(state, &s); err != nil {
		return stateFault("%w", err)
	}
	if err := s.check(); err != nil {
		return err
	}
	f.Clear()
	f.Shape, f.Turn, f.Turns = viewer.Square, s.Round, s.Width*s.Height+1 // rounds count from 0
	f.Legend, f.Death = &bombermanLegend, s.Bounty
	for k := range s.Players {
		p := &s.Players[k]
		row := viewer.Player{ID: k, Score: p.Points, Characters: 1, Bombs: p.Bag,
			Figures: bombermanFigures(p.Bag, p.Radius)}
		if row.Sit(seats); k >= len(seats) {
			row.Name = p.Name
		}
		if !p.Killed {
			row.Living = 1
		}
		f.Players = append(f.Players, row)
	}
	for y := 1; y <= s.Height; y++ {
		for x := 1; x <= s.Width; x++ {
			if err := s.fillBlock(f, x, y); err != nil {
				return err
			}
		}
	}
	for k := range s.Players {
		at := s.Players[k].Location
		f.Tokens = append(f.Tokens, viewer.Token{ID: viewer.OnlyToken, Player: k, Cell: (at.Y-1)*s.Width + at.X - 1,
			Alive:   !s.Players[k].Killed,
			Revival: viewer.NoRevival, Bombs: f.Players[k].Bombs})
	}
	return nil
}

// check checks the sizes and the players, and records the keys.
func (s *bombermanState) check() error {
	switch {
	case s.Width < 1 || s.Width > maxBombermanSide:
		return stateFault("MapWidth is %d, expected 1 to %d", s.Width, maxBombermanSide)
	case s.Height < 1 || s.Height > maxBombermanSide:
		return stateFault("MapHeight is %d, expected 1 to %d", s.Height, maxBombermanSide)
	case len(s.Columns) != s.Width:
		return stateFault("GameBlocks has %d columns, MapWidth is %d", len(s.Columns), s.Width)
	case len(s.Players) == 0:
		return stateFault("RegisteredPlayerEntities is missing or empty")
	}
	for x, column := range s.Columns {
		if len(column) != s.Height {
			return stateFault("GameBlocks: column %d has %d blocks, MapHeight is %d", x+1, len(column), s.Height)
		}
	}
	s.playerOf = make(map[string]int, len(s.Players))
	for k := range s.Players {
		p := &s.Players[k]
		if _, twice := s.playerOf[p.Key]; twice {
			return stateFault("RegisteredPlayerEntities: Key %.40q is there twice", p.Key)
		}
		s.playerOf[p.Key] = k
		if p.Location.X < 1 || p.Location.X > s.Width || p.Location.Y < 1 || p.Location.Y > s.Height {
			return stateFault("RegisteredPlayerEntities: Location of %.40q is %d, %d, which is not on the map", p.Key,
				p.Location.X, p.Location.Y)
		}
	}
	return nil
}

// fillBlock adds a block and what is on it.
func (s *bombermanState) fillBlock(f *viewer.Frame, x, y int) error {
	b, index := &s.Columns[x-1][y-1], len(f.Cells)
	c := viewer.Cell{X: x, Y: y}
	if b.Entity != nil {
		switch name := b.Entity.typeName(); name {
		case "IndestructibleWallEntity":
			c.Wall = viewer.Stone
		case "DestructibleWallEntity":
			c.Wall = viewer.Brick
		case "PlayerEntity":
		default:
			return stateFault("GameBlocks: $type of the Entity at %d, %d is %.60q, expected a wall or a player", x, y,
				name)
		}
	}
	if b.PowerUp != nil && c.Wall == viewer.Open {
		switch name := b.PowerUp.typeName(); name {
		case "BombBagPowerUpEntity":
			c.Item = viewer.Item(bomberman.BagPowerUp)
		case "BombRaduisPowerUpEntity":
			c.Item = viewer.Item(bomberman.RadiusPowerUp)
		case "SuperPowerUp":
			c.Item = viewer.Item(bomberman.SuperPowerUp)
		default:
			return stateFault("GameBlocks: $type of the PowerUp at %d, %d is %.60q, expected a power-up", x, y, name)
		}
	}
	f.Cells = append(f.Cells, c)
	if b.Exploding {
		f.Explosions = append(f.Explosions, viewer.Explosion{Cell: index})
	}
	if b.Bomb != nil {
		owner, ok := s.playerOf[b.Bomb.Owner.Key]
		if !ok {
			return stateFault("GameBlocks: the Owner of the Bomb at %d, %d has the Key %.40q, which no player has", x,
				y, b.Bomb.Owner.Key)
		}
		f.Bombs = append(f.Bombs, viewer.Bomb{
			Cell:  index,
			Owner: viewer.OwnerOf(owner),
			Timer: b.Bomb.Timer,
			Range: b.Bomb.Radius,
		})
		f.Players[owner].Bombs--
	}
	return nil
}

// typeName returns the last word of the entity's .NET type: "Domain.Entities.PowerUps.SuperPowerUp, Domain".
func (e *bombermanEntity) typeName() string {
	name, _, _ := strings.Cut(e.Type, ",")
	return name[strings.LastIndexByte(name, '.')+1:]
}
