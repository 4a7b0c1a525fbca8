// Package bomberman holds the rules of 2016-Bomberman: a Map is what never changes during a game and comes from a
// seed, a State is what does, and State.Step plays one round of commands in the order of the published rules. The
// package does no input or output and knows no time; all chance comes from the seed.
package bomberman

// Pos is a place on the map: X from 1 at the left, Y from 1 at the top.
type Pos struct{ X, Y int }

// Wall is what stands on a block for good, or until a blast takes it.
type Wall uint8

// The kinds of walls.
const (
	NoWall Wall = iota
	SoftWall
	HardWall
)

// PowerUp lies on a block, or under its soft wall.
type PowerUp uint8

// The power-ups.
const (
	NoPowerUp     PowerUp = iota
	BagPowerUp            // one more bomb
	RadiusPowerUp         // twice the radius
	SuperPowerUp          // both, and points
)

// Block is a place of a map at the start of a game.
type Block struct {
	Wall    Wall
	PowerUp PowerUp
}

// Map is the start of a game: everything that never changes during it. It is safe for concurrent use.
type Map struct {
	Settings Settings
	Seed     int32
	Width    int
	Height   int
	Blocks   []Block // row by row
	Starts   []Pos   // by player
	Bounty   int     // points for a kill

	open  int // blocks that are not hard walls
	taken int // bombs that power-ups had put into bags before the start: of a restored state
}

func (m *Map) index(p Pos) int { return (p.Y-1)*m.Width + p.X - 1 }

func (m *Map) pos(i int) Pos { return Pos{i%m.Width + 1, i/m.Width + 1} }

// At is the block at a place, which must be on the map.
func (m *Map) At(p Pos) Block { return m.Blocks[m.index(p)] }

// OpenBlocks is the number of blocks that are not hard walls.
func (m *Map) OpenBlocks() int { return m.open }

// MaxRounds is the round number beyond which a game is over, whoever lives.
func (m *Map) MaxRounds() int { return m.Width * m.Height }

// Players is the number of players.
func (m *Map) Players() int { return len(m.Starts) }

// Key is the letter that a player is known by: A for the first, …
func Key(player int) byte { return 'A' + byte(player) }
