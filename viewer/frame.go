// Package viewer turns the state of either game into one neutral picture of a board, so that one front end draws both: the
// terminal now, a page in the browser later. A Frame holds plain values only and knows no rules.
package viewer

import "slices"

// A Frame is a board at the end of a turn: all that there is to see.
type Frame struct {
	Shape      Shape
	Turn       int // turns played, 0 at the start
	Turns      int // turns of the match, 0 where nobody knows
	Cells      []Cell
	Tokens     []Token     // by id
	Bombs      []Bomb      // in the order in which they were dropped
	Explosions []Explosion // of this turn
	Players    []Player    // by id
	Events     []Event     // of this turn
}

// Shape is the form of a board's cells.
type Shape uint8

// The two forms.
const (
	Hexagon Shape = iota // X and Y are the axial coordinates q and r
	Square               // X is the column, Y the row, counted from the top
)

// Owner is whose something is: 0 for nobody's (neutral), else the player's id + 1.
type Owner int

// Nobody owns what is neutral.
const Nobody Owner = 0

// OwnerOf is the owner that stands for a player.
func OwnerOf(player int) Owner { return Owner(player + 1) }

// Player is the owner's player; -1 for nobody.
func (o Owner) Player() int { return int(o) - 1 }

// Wall is what bars a cell.
type Wall uint8

// The kinds of walls.
const (
	Open  Wall = iota
	Brick      // an explosion takes it away
	Stone      // nothing does
)

// Cell is a place on the board.
type Cell struct {
	X, Y  int
	Owner Owner
	Wall  Wall
	Item  Item
}

// Item is what lies on a cell, to be taken.
type Item uint8

// The items, in the order of 2016-Bomberman's power-ups.
const (
	NoItem     Item = iota
	BagItem         // one more bomb
	RadiusItem      // longer blasts
	SuperItem       // both
)

// OffBoard is the cell of what is on no cell.
const OffBoard = -1

// OnlyToken is the ID of a token that is its player's only one.
const OnlyToken = -1

// NoRevival is the Revival of a token that lives or will not live again.
const NoRevival = -1

// Token is a character.
type Token struct {
	ID      int // or OnlyToken
	Player  int
	Cell    int // index in Cells, or OffBoard; the dead keep the cell where they died
	Alive   bool
	Revival int // turns until a dead one may live again, or NoRevival
	Special bool
	Bombs   int // bombs ready to be dropped
}

// Bomb is a bomb on the board.
type Bomb struct {
	Cell  int // index in Cells
	Owner Owner
	Timer int // turns until it explodes
	Range int // cells
}

// Explosion is a cell that a blast covers.
type Explosion struct {
	Cell  int   // index in Cells
	Owner Owner // the colour that the blast gives; Nobody where colours tie
}

// Player is a row of the standings.
type Player struct {
	ID         int
	Name       string // as the bot gave it: not safe to print as it is
	Score      int
	Cells      int
	Share      float64 // of all cells, 0 to 1
	Characters int     // all of them
	Living     int     // those alive
	Bombs      int     // ready, over all living characters
	Special    bool
	Connected  bool
	Note       string // "late", "crashed", …
}

// Event is a line of the log.
type Event struct {
	Turn int
	Text string // may hold names: not safe to print as it is
}

// Clone returns a copy that shares nothing with f.
func (f *Frame) Clone() Frame {
	c := *f
	c.Cells = slices.Clone(f.Cells)
	c.Tokens = slices.Clone(f.Tokens)
	c.Bombs = slices.Clone(f.Bombs)
	c.Explosions = slices.Clone(f.Explosions)
	c.Players = slices.Clone(f.Players)
	c.Events = slices.Clone(f.Events)
	return c
}

// Ranking is the ids of the players from the first to the last: by score, then cells, then id. The special player comes last,
// for no score is counted for it.
func (f *Frame) Ranking() []int {
	ids := make([]int, len(f.Players))
	for i := range ids {
		ids[i] = i
	}
	slices.SortStableFunc(ids, func(a, b int) int {
		p, q := &f.Players[a], &f.Players[b]
		switch {
		case p.Special != q.Special:
			if p.Special {
				return 1
			}
			return -1
		case p.Score != q.Score:
			return q.Score - p.Score
		default:
			return q.Cells - p.Cells
		}
	})
	return ids
}
