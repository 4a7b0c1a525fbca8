package bomberman

import (
	"math/rand/v2"
	"slices"
)

// A State is all that changes during a game. It is one flat block of memory, sized for its map, so CopyFrom is one
// copy. A State must be used by one goroutine at a time. Do not copy the struct by assignment: use Clone or CopyFrom.
type State struct {
	board  *Map
	chance rand.PCG // draws that settle collisions of wishes
	search bool     // chance is its own: CopyFrom does not change it
	mem    []uint32 // everything else; the following slices are parts of it

	blocks  []uint32 // by block, row by row: flags, power-up, player, who has been there
	players []uint32 // by player, playerWords each
	bombs   []uint32 // bombWords each, sorted by block
	blast   []uint32 // blocks that the explosions of the last round cover

	scratch *scratch
}

// The head of a state's memory.
const (
	headRound = iota
	headBombs // number of bombs
	headBlast // number of blocks in blast
	headSize
)

// A block's word. The lowest bits are a Wall, then come a PowerUp, flags, and the player there, counted from 1.
const (
	wallMask     = 3
	powerShift   = 2
	powerMask    = 3 << powerShift
	exploding    = 1 << 4
	hasBomb      = 1 << 5
	playerShift  = 6
	playerMask   = 15 << playerShift
	visitedShift = 10 // a bit a player
)

// A player's words.
const (
	playerBlock    = iota
	playerPoints   // int32, without coverage
	playerCoverage // points
	playerBag
	playerRadius  // int32
	playerVisited // blocks on which it has been
	playerBombs   // on the map
	playerDead    // 1: dead
	playerKilled  // the round of its death
	playerWords
)

// A bomb's words.
const (
	bombBlock = iota
	bombOwner
	bombTimer  // int32
	bombRadius // int32
	bombWords
)

// scratch is the working memory of Step.
type scratch struct {
	detonated []bool   // by bomb
	chain     []uint16 // by bomb: a bomb of the same chain, itself for one of them; a union-find forest
	pool      []int32  // by bomb: points of its chain, stored at the representative
	marks     []mark
	wishes    []int32 // by player: the block to which it wants to move, or noWish
}

// mark says that a bomb's blast covers a block.
type mark struct {
	bomb  uint16
	block uint32
}

const noWish = -1

// NewState returns the start of a game on a map.
func NewState(m *Map) *State {
	s := &State{}
	s.Restart(m)
	return s
}

// Restart sets s to the start of a game on a map. It allocates nothing if the previous map was as large, with as many
// players and bombs.
func (s *State) Restart(m *Map) {
	s.begin(m, m.maxBombs())
	for i, b := range m.Blocks {
		s.blocks[i] = b.word()
	}
	s.seat()
}

// begin sets everything except the blocks and the players' positions to the start of a game with at most this many
// bombs.
func (s *State) begin(m *Map, bombs int) {
	s.board, s.search = m, false
	if len(s.blocks) == len(m.Blocks) && len(s.players) == playerWords*m.Players() && len(s.bombs) == bombWords*bombs {
		clear(s.mem[:headSize])
		clear(s.players)
		clear(s.scratch.detonated)
	} else {
		s.carve()
	}
	if s.chance.Seed(uint64(uint32(m.Seed)), 0); m.chance != [2]uint64{} {
		s.chance.Seed(m.chance[0], m.chance[1])
	}
}

// seat puts the players on their starts.
func (s *State) seat() {
	for k, at := range s.board.Starts {
		p := s.player(k)
		p[playerBag], p[playerRadius] = uint32(s.board.Settings.BombBag), uint32(s.board.Settings.BombRadius)
		s.stand(k, s.board.index(at))
	}
}

// word returns the word of a block at the start.
func (b Block) word() uint32 { return uint32(b.Wall) | uint32(b.PowerUp)<<powerShift }

// maxBombs returns how many bombs there can be: those of the players at the start and those of all power-ups.
func (m *Map) maxBombs() int {
	bags := m.Players()*m.Settings.BombBag + m.taken
	for _, b := range m.Blocks {
		if b.PowerUp == BagPowerUp || b.PowerUp == SuperPowerUp {
			bags++
		}
	}
	return min(bags, len(m.Blocks))
}

func (s *State) carve() {
	m := s.board
	bombs := m.maxBombs()
	s.mem = make([]uint32, headSize+2*len(m.Blocks)+playerWords*m.Players()+bombWords*bombs)
	rest := s.mem[headSize:]
	part := func(n int) []uint32 {
		p := rest[:n:n]
		rest = rest[n:]
		return p
	}
	s.blocks, s.players, s.bombs = part(len(m.Blocks)), part(playerWords*m.Players()), part(bombWords*bombs)
	s.blast = rest
	s.scratch = &scratch{detonated: make([]bool, bombs), chain: make([]uint16, bombs), pool: make([]int32, bombs),
		marks: make([]mark, 0, 64), wishes: make([]int32, m.Players())}
}

// Clone returns a copy that shares only the map with s. It settles collisions like s. A bot that searches gets a
// SearchClone instead, because otherwise it could foresee who wins a block.
func (s *State) Clone() *State {
	c := &State{board: s.board, search: s.search}
	c.carve()
	c.CopyFrom(s)
	c.chance = s.chance
	return c
}

// SearchClone returns a copy for the search of a bot: its collisions are settled by draws from its own seed, which
// reveal nothing about the draws of s. That stays so after CopyFrom.
func (s *State) SearchClone(seed uint64) *State {
	c := s.Clone()
	c.search, c.chance = true, *rand.NewPCG(seed, searchStream)
	return c
}

// Conceal removes the power-ups under soft walls, which no player can see. A bot must call it on the copy in which it
// searches, because otherwise it could foresee what a wall hides.
func (s *State) Conceal() {
	for i, w := range s.blocks {
		if Wall(w&wallMask) == SoftWall {
			s.blocks[i] = w &^ powerMask
		}
	}
}

// searchStream separates the draws of a search from those of every game: NewState uses stream 0.
const searchStream = 1

// CopyFrom sets s to o, a state of the same map, without allocating. A SearchClone keeps its own draws. It panics if
// the maps differ.
func (s *State) CopyFrom(o *State) {
	if s.board != o.board {
		panic("bomberman: CopyFrom between states of different maps")
	}
	if !s.search {
		s.chance = o.chance
	}
	copy(s.mem, o.mem[:o.used()])
}

func (s *State) used() int { return len(s.mem) - len(s.blast) + int(s.mem[headBlast]) }

// Equal reports whether two states of the same map are the same.
func (s *State) Equal(o *State) bool {
	if s.board != o.board || s.chance != o.chance || s.used() != o.used() {
		return false
	}
	// Memory after the last bomb contains old data.
	live := int(s.mem[headBombs]) * bombWords
	return s.mem[headRound] == o.mem[headRound] && slices.Equal(s.blocks, o.blocks) &&
		slices.Equal(s.players, o.players) &&
		s.mem[headBombs] == o.mem[headBombs] && slices.Equal(s.bombs[:live], o.bombs[:live])
}

func (s *State) player(k int) []uint32 { return s.players[k*playerWords : (k+1)*playerWords] }

func (s *State) bomb(i int) []uint32 { return s.bombs[i*bombWords : (i+1)*bombWords] }

// stand puts a player on a block.
func (s *State) stand(k, block int) {
	p := s.player(k)
	p[playerBlock] = uint32(block)
	s.visit(k, block)
	s.blocks[block] = s.blocks[block]&^playerMask | uint32(k+1)<<playerShift
}

// visit records that a player has been on a block.
func (s *State) visit(k, block int) {
	visited := uint32(1) << (visitedShift + k)
	if s.blocks[block]&visited == 0 {
		s.blocks[block] |= visited
		s.player(k)[playerVisited]++
	}
}
