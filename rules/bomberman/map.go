// Package bomberman contains the rules of 2016-Bomberman. A Map is what never changes during a game and is made from
// a seed. A State is what changes. State.Step plays one round of commands in the order of the published rules. The
// package has no input, output or time. All randomness comes from the seed.
package bomberman

// Pos is a place on the map: X from 1 at the left, Y from 1 at the top.
type Pos struct{ X, Y int }

// Wall is a permanent wall, or one that a blast removes.
type Wall uint8

// The kinds of walls.
const (
	NoWall Wall = iota
	SoftWall
	HardWall
)

// PowerUp is a power-up on a block, or under its soft wall.
type PowerUp uint8

// The power-ups.
const (
	NoPowerUp     PowerUp = iota
	BagPowerUp            // one more bomb
	RadiusPowerUp         // twice the radius
	SuperPowerUp          // both, and points
)

// Block is a block of a map at the start of a game.
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

	chance [2]uint64 // seeds what settles collisions, on a map with a secret; 0, 0: Seed does
	open   int       // blocks that are not hard walls
	taken  int       // in a restored state: bombs that earlier power-ups added to bags
}

func (m *Map) index(p Pos) int { return (p.Y-1)*m.Width + p.X - 1 }

func (m *Map) pos(i int) Pos { return Pos{i%m.Width + 1, i/m.Width + 1} }

// At returns the block at a position, which must be on the map.
func (m *Map) At(p Pos) Block { return m.Blocks[m.index(p)] }

// OpenBlocks is the number of blocks that are not hard walls.
func (m *Map) OpenBlocks() int { return m.open }

// MaxRounds returns the round number beyond which a game is over, even if several players live.
func (m *Map) MaxRounds() int { return m.Width * m.Height }

// Players is the number of players.
func (m *Map) Players() int { return len(m.Starts) }

// Key returns the letter of a player: A for the first, …
func Key(player int) byte { return 'A' + byte(player) }
