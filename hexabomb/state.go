package hexabomb

import "slices"

// Colour is the colour of a cell or bomb: 0 neutral, else the player's id + 1.
type Colour uint16

// ColourOf is a player's colour.
func ColourOf(player int) Colour { return Colour(player + 1) }

// A State is all that changes during a game. It lies flat in one block of memory without pointers, sized for its board:
// CopyFrom is one copy. A State is for one goroutine at a time. Do not copy the struct by assignment: use Clone or
// CopyFrom.
type State struct {
	board *Board
	mem   []uint32 // everything; what follows are parts of it

	cells  []uint32 // by cell, and one past the last: colour | flags
	counts []uint32 // by colour: how many cells have it
	scores []uint32 // by player
	chars  []uint32 // by character, two words: cell | flags | bombs<<bombShift; the turn from which it may revive
	// bombs of two words (cell | colour<<16; turn of explosion<<8 | range), then explosions (cell | colour<<16)
	tail []uint32

	scratch *scratch // of Step; holds nothing between turns
}

// The head of a state's memory.
const (
	headTurn       = iota // turns played
	headBombs             // number of bombs in the tail
	headExplosions        // number of explosions behind them
	headDue               // the turn when the first bomb explodes; never: ^0
	headSize
)

const (
	low16 = 1<<16 - 1 // a colour or a cell in the low half of a word

	hasCharacter = 1 << 16 // of a cell: a living character stands there
	hasBomb      = 1 << 17
	noCell       = 1 << 18 // of the one past the last
	occupied     = hasCharacter | hasBomb | noCell

	aliveShift = 16
	alive      = 1 << aliveShift // of a character
	bombShift  = 17
	oneBomb    = 1 << bombShift

	never = ^uint32(0)
)

// scratch is the memory that Step works in.
type scratch struct {
	acted      []uint32 // by character: the step in which an action for it was read
	step       uint32
	pending    []int32  // indices of blocked actions
	blast      []uint32 // by cell: 0, or (distance + 1)<<16 | colour; all 0 between turns
	covered    []Cell   // the first numCovered are the cells whose blast is not 0
	numCovered int
	slots      []uint16 // by cell: the place of its bomb in the list of bombs
	chain      []uint16 // bombs that explode and whose blast is still to be spread
}

// NewState returns the start of a game.
func NewState(b *Board) *State {
	s := &State{board: b}
	s.carve()
	s.mem[headDue] = never
	s.cells[b.outside] = noCell
	s.counts[0] = uint32(len(b.coords))
	for i, c := range b.starts {
		s.chars[2*i] = uint32(c) | alive | oneBomb
		s.paint(c, uint32(ColourOf(b.Owner(i)))|hasCharacter)
	}
	return s
}

// carve allocates a state's memory and cuts it into its parts.
func (s *State) carve() {
	n, chars, players := len(s.board.coords), len(s.board.starts), s.board.players
	s.mem = make([]uint32, headSize+n+1+players+1+players+2*chars+3*n)
	rest := s.mem[headSize:]
	part := func(size int) []uint32 {
		p := rest[:size:size]
		rest = rest[size:]
		return p
	}
	s.cells, s.counts, s.scores, s.chars, s.tail = part(n+1), part(players+1), part(players), part(2*chars), rest
	s.scratch = &scratch{acted: make([]uint32, chars), pending: make([]int32, 0, chars), blast: make([]uint32, n),
		covered: make([]Cell, n), slots: make([]uint16, n), chain: make([]uint16, 0, n)}
}

// paint sets what a cell holds and keeps the counts of colours.
func (s *State) paint(c Cell, word uint32) {
	s.counts[s.cells[c]&low16]--
	s.counts[word&low16]++
	s.cells[c] = word
}

// used is the length of the memory in use.
func (s *State) used() int {
	return len(s.mem) - len(s.tail) + int(2*s.mem[headBombs]+s.mem[headExplosions])
}

// Clone returns a copy that shares nothing with s but the board.
func (s *State) Clone() *State {
	c := &State{board: s.board}
	c.carve()
	c.CopyFrom(s)
	return c
}

// CopyFrom makes s equal to o, a state of the same board, with one copy and without allocating. It panics if the boards
// differ.
func (s *State) CopyFrom(o *State) {
	if s.board != o.board {
		panic("hexabomb: CopyFrom between states of different boards")
	}
	copy(s.mem, o.mem[:o.used()])
}

// Equal tells whether two states of the same board are the same; the order of explosions does not count.
func (s *State) Equal(o *State) bool {
	if s.board != o.board || s.used() != o.used() || s.NumBombs() != o.NumBombs() ||
		s.mem[headTurn] != o.mem[headTurn] {
		return false
	}
	for i := range s.board.starts { // not word by word: a revive delay that is over can be kept as many a turn
		if s.Character(i) != o.Character(i) {
			return false
		}
	}
	bombs := 2 * s.NumBombs()
	return slices.Equal(s.cells, o.cells) && slices.Equal(s.scores, o.scores) &&
		slices.Equal(s.tail[:bombs], o.tail[:bombs]) &&
		slices.Equal(s.sortedExplosions(), o.sortedExplosions())
}

func (s *State) sortedExplosions() []uint32 {
	bombs := 2 * s.NumBombs()
	return slices.Sorted(slices.Values(s.tail[bombs : bombs+s.NumExplosions()]))
}

// Board is the board that s is played on.
func (s *State) Board() *Board { return s.board }

// Turn is the number of turns played.
func (s *State) Turn() int { return int(s.mem[headTurn]) }

// Colour is a cell's colour.
func (s *State) Colour(c Cell) Colour { return Colour(s.cells[c] & low16) }

// Occupied tells whether a cell holds a living character; HasBomb whether it holds a bomb. One that holds neither is
// empty and can be entered.
func (s *State) Occupied(c Cell) bool { return s.cells[c]&hasCharacter != 0 }

// HasBomb tells whether a cell holds a bomb.
func (s *State) HasBomb(c Cell) bool { return s.cells[c]&hasBomb != 0 }

// Empty tells whether a cell can be entered: it holds neither a living character nor a bomb.
func (s *State) Empty(c Cell) bool { return s.cells[c]&occupied == 0 }

// Character is what the rules know of a character.
type Character struct {
	Cell        Cell // where it stands, or where it died
	Alive       bool
	ReviveDelay int // turns, -1 while alive
	BombCount   int
}

// Character returns the character with an id from 0 up to the board's NumCharacters.
func (s *State) Character(id int) Character {
	w := s.chars[2*id]
	c := Character{Cell: Cell(w & low16), Alive: w&alive != 0, ReviveDelay: -1, BombCount: int(w >> bombShift)}
	if !c.Alive {
		c.ReviveDelay = max(0, int(s.chars[2*id+1])-s.Turn())
	}
	return c
}

// Bomb is a bomb on the board.
type Bomb struct {
	Cell   Cell
	Colour Colour
	Range  int // cells
	Delay  int // turns: it explodes at the end of the Delay-th turn from now
}

const turnMask = 1<<24 - 1 // the turn of an explosion is kept modulo 2^24: no delay is that long

// NumBombs is the number of bombs on the board.
func (s *State) NumBombs() int { return int(s.mem[headBombs]) }

// Bomb returns bomb i of NumBombs, in the order in which they were dropped.
func (s *State) Bomb(i int) Bomb {
	w, x := s.tail[2*i], s.tail[2*i+1]
	return Bomb{Cell: Cell(w & low16), Colour: Colour(w >> 16), Range: int(x & 255),
		Delay: int((x>>8 - s.mem[headTurn]) & turnMask)}
}

// NumExplosions is the number of cells that the explosions of the last turn covered.
func (s *State) NumExplosions() int { return int(s.mem[headExplosions]) }

// Explosion returns covered cell i of NumExplosions, in no particular order, with the colour that the blast gave it.
func (s *State) Explosion(i int) (Cell, Colour) {
	w := s.tail[2*s.NumBombs()+i]
	return Cell(w & low16), Colour(w >> 16)
}

// CellCount is the number of cells of a player's colour.
func (s *State) CellCount(player int) int { return int(s.counts[ColourOf(player)]) }

// Living is the number of a player's living characters.
func (s *State) Living(player int) int {
	living := 0
	first, end := s.board.Characters(player)
	for i := first; i < end; i++ {
		living += int(s.chars[2*i] & alive >> aliveShift)
	}
	return living
}

// Score is a player's score: in classical play the sum of its cell counts over all turns, in sudden death the last turn
// at whose end it had a living character.
func (s *State) Score(player int) int { return int(s.scores[player]) }

// NoWinner is the winner where no player has the strictly highest score.
const NoWinner = -1

// Winner is the player with the strictly highest score, or NoWinner. The special player of sudden death is left out.
func (s *State) Winner() int {
	winner, best := NoWinner, int64(-1)
	for p := range s.scores {
		if s.board.Special(p) {
			continue
		}
		switch score := int64(s.scores[p]); {
		case score > best:
			winner, best = p, score
		case score == best:
			winner = NoWinner
		}
	}
	return winner
}
