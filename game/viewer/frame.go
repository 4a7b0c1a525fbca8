// Package viewer converts the state of any game to a neutral picture of a board, so that one front end draws all
// games: in the terminal, in the browser, in picture files. A Header contains what stays the same during a match, and
// a Frame is the board after a turn. Both contain only plain values and know no rules.
package viewer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// A Frame is all that is visible of a board after a turn.
type Frame struct {
	Shape      Shape
	Turn       int     // turns played; 0 at the start
	Turns      int     // turns of the match; 0: unknown
	Death      int     // points that the death of a character costs by the rules; 0: nothing but its time
	Legend     *Legend // what the picture means; nil: it is not known
	Cells      []Cell
	Tokens     []Token     // by id
	Bombs      []Bomb      // in the order in which they were dropped
	Explosions []Explosion // of this turn
	Players    []Player    // by id
	Events     []Event     // of this turn
	Refused    []Refusal   // of this turn
	Output     []Line      // what bots printed since the previous turn
	Caption    Caption     // of this turn; its Text is empty if nothing was important
	Drawings   []Drawing   // what bots drew since the previous turn

	// Tree is the state as JSON, for an unknown game (Shape Tree). The board is then empty.
	Tree json.RawMessage
}

// Shape is the form of a board's cells.
type Shape uint8

// The values of Shape.
const (
	Hexagon Shape = iota // X and Y are the axial coordinates q and r
	Square               // X is the column, Y the row, counted from the top
	Tree                 // no board: a state of an unknown game
)

// An Owner is the owner of something: 0 is neutral, otherwise it is the player's id + 1.
type Owner int

// Neutral is the owner of neutral things.
const Neutral Owner = 0

// OwnerOf returns the owner value of a player.
func OwnerOf(player int) Owner { return Owner(player + 1) }

// Player returns the owner's player id, or -1 for neutral.
func (o Owner) Player() int { return int(o) - 1 }

// Wall is what blocks a cell.
type Wall uint8

// The values of Wall.
const (
	Open  Wall = iota
	Brick      // an explosion removes it
	Stone      // nothing removes it
)

// Cell is a cell of the board.
type Cell struct {
	X, Y  int
	Owner Owner // of an open cell; a wall has none
	Wall  Wall
	Item  Item // on an open cell
}

// Item is something on a cell that can be taken.
type Item uint8

// NoItem is the Item of a cell without one. The others are numbers of Legend.Items, from 1.
const NoItem Item = 0

// OffBoard is the cell of things that are on no cell.
const OffBoard = -1

// OnlyToken is the ID of a token that is the only one of its player.
const OnlyToken = -1

// NoRevival is the Revival of a token that lives or will not revive.
const NoRevival = -1

// NoBombCount is the number of ready bombs if the rules do not count them.
const NoBombCount = -1

// Token is a character.
type Token struct {
	ID      int // or OnlyToken
	Player  int
	Cell    int // index in Cells, or OffBoard; the dead keep the cell where they died
	Alive   bool
	Revival int // turns until a dead one may revive, or NoRevival
	Special bool
	Bombs   int // bombs ready to be dropped, or NoBombCount
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
	Owner Owner // who gets the cell; Neutral if the owners tie
}

// Player is a row of the standings.
type Player struct {
	ID         int
	Entrant    int    // see Seat.Entrant
	Name       string // as the bot gave it: not safe to print
	Score      int
	Cells      int
	Share      float64 // of all cells, 0 to 1
	Characters int     // number of all characters
	Living     int     // number of living characters
	Bombs      int     // ready bombs of all living characters, or NoBombCount
	Special    bool
	Connected  bool
	Failed     bool   // it ranks behind players that have not failed
	Note       string // "late", "failed in turn 25: crashed", …
	Micros     int    // time of its last answer in microseconds, or NoTime
	Missed     int    // turns in a row without an answer in time

	Figures [4]int // what only this game counts, as Legend.Figures names them
}

// HostLate is the Note of a player that missed the turn because the machine gave its bot no processor.
const HostLate = "late (host)"

// NoTime is the Micros of a player that has not answered, or whose time was not measured.
const NoTime = -1

// Kind is the kind of an event.
type Kind uint8

// The values of Kind.
const (
	NoteEvent    Kind = iota // anything else
	DeathEvent               // characters died
	RevivalEvent             // characters live again
	ChainEvent               // bombs set each other off
	ItemEvent                // an item was taken
	PlayerEvent              // a player was late, left, or has no living character
	LeadEvent                // there is a new leader
)

var kindNames = [...]string{"note", "death", "revival", "chain", "item", "player", "lead"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Event is a line of the log.
type Event struct {
	Turn   int
	Kind   Kind
	Player int    // the player that it is about, or -1
	Text   string // may contain names: not safe to print
}

// Refusal is an action that had no effect. Replays contain it in the same form.
type Refusal struct {
	Player int    `json:"p"`
	Action string `json:"action"` // empty if it could not be read
	Reason string `json:"reason"`
}

func (r Refusal) String() string {
	if r.Action == "" {
		return fmt.Sprintf("player %d: %s", r.Player, r.Reason)
	}
	return fmt.Sprintf("player %d: %s: %s", r.Player, r.Action, r.Reason)
}

// Line is a line that a bot printed.
type Line struct {
	Player int
	Err    bool // on its error stream
	Text   string
}

// Drawing is what a bot has drawn in a layer.
type Drawing struct {
	Player int
	Layer  string
	Shapes string // one per line, in the packed form of package drawing
}

// Clone returns an independent copy of f.
func (f *Frame) Clone() Frame {
	c := *f
	c.Cells = slices.Clone(f.Cells)
	c.Tokens = slices.Clone(f.Tokens)
	c.Bombs = slices.Clone(f.Bombs)
	c.Explosions = slices.Clone(f.Explosions)
	c.Players = slices.Clone(f.Players)
	c.Events = slices.Clone(f.Events)
	c.Refused = slices.Clone(f.Refused)
	c.Output = slices.Clone(f.Output)
	c.Drawings = slices.Clone(f.Drawings)
	c.Tree = slices.Clone(f.Tree)
	return c
}

// Ranking returns the ids of the players by rank: first those that have not failed, by score, then cells, then id,
// and then those that have. The special player is last, because it has no score.
func (f *Frame) Ranking() []int {
	ids := make([]int, len(f.Players))
	for i := range ids {
		ids[i] = i
	}
	slices.SortStableFunc(ids, func(a, b int) int {
		p, q := &f.Players[a], &f.Players[b]
		return cmp.Or(order(p.Special, q.Special), order(p.Failed, q.Failed), q.Score-p.Score, q.Cells-p.Cells)
	})
	return ids
}

// order sorts false before true.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}
