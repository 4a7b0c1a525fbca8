package hexabomb

import (
	"math"
	"slices"
)

// Colour is the colour of a cell or bomb: 0 is neutral, otherwise it is the player's id + 1.
type Colour uint16

// ColourOf is a player's colour.
func ColourOf(player int) Colour { return Colour(player + 1) }

// A State is all that changes during a game. It consists of two blocks of memory without pointers, sized for its
// board, so CopyFrom is two copies. A State must be used by one goroutine at a time. Do not copy the struct by
// assignment: use Clone or CopyFrom.
type State struct {
	board *Board
	turn  uint32 // turns played
	due   uint32 // the turn in which the first bomb explodes, or never

	cells      []uint32 // by cell, and one past the last: colour | flags
	explosions []uint32 // of the last turn: cell | colour<<16
	tally      []uint64 // by colour: number of cells | score<<scoreShift, see oneCellIn
	kept       []uint64 // by player, in the rules of 2018 only: the last cell count above 0
	chars      []uint64 // by character: cell | alive | bombs<<bombShift | player<<playerShift | rest<<restShift
	bombs      []uint64 // in the order in which they were dropped: cell | colour<<16 | range<<32 | due<<dueShift

	mem32 []uint32 // the memory of cells and explosions
	mem64 []uint64 // the memory of tally, chars, kept and bombs

	// The following fields are for Step. Three are copies of the board's, for faster access; the others are scratch.
	stages     stages
	neighbours []Cell
	demands    [kindSlots]uint32
	oneCell    uint64   // change of a colour's tally for a new cell
	waiting    []uint64 // blocked actions: index<<32 | reasons
	slots      []uint16 // by cell: the place of its bomb in the list of bombs
	chain      []uint64 // bombs that explode
	layout     *layout  // only where revivals name their cells
	asked      []bool   // by character, only if refusals are wanted: it had an action for which it was unfit
}

// In classical play a score grows by the cell count in each turn. To avoid updating the scores in every turn, a tally
// contains the score minus the cell count × turns played, which changes only with the cell count. Hence oneCell: for
// a cell gained in turn t, t-1 turns must be subtracted.
func oneCellIn(turn uint32) uint64 { return 1 - uint64(turn-1)<<scoreShift }

const (
	low16 = 1<<16 - 1 // a cell, a colour, a player or a number of cells, lowest in its word

	// Bits of a cell.
	hasCharacter   = 1 << 18 // a living character stands there
	hasBomb        = 1 << bombBit
	bombBit        = 19
	noCell         = 1 << 20 // of the one past the last
	occupied       = hasCharacter | hasBomb | noCell
	closenessShift = 25 // in explode only: a covered cell holds the colour and the closeness of its blast, and no flags

	scoreShift = 16 // of a colour

	// Bits of a character. It rests up to the end of the turn of its last action, or before it may revive.
	alive       = 1 << 16
	bombShift   = 18
	bombMask    = 3
	oneBomb     = 1 << bombShift
	playerShift = 20
	restShift   = 36

	// Bits of a bomb.
	rangeShift = 32
	dueShift   = 40 // the turn of its explosion modulo 2^24: no delay is that long

	never = ^uint32(0)
)

// NewState returns the start of a game.
func NewState(b *Board) *State {
	s := &State{board: b}
	s.carve()
	for i, c := range b.starts {
		s.chars[i] |= uint64(c) | alive | oneBomb
		s.paint(c, uint32(ColourOf(b.Owner(i)))|hasCharacter)
	}
	if s.stages.count != nil {
		s.stages.count(s)
	}
	return s
}

// carve allocates the memory of a state, divides it into its parts, and fills in what all states of the board share.
func (s *State) carve() {
	n, chars, colours := len(s.board.coords), len(s.board.starts), s.board.players+1
	kept := 0
	rules := &variants[s.board.version]
	if rules.stages.count != nil {
		kept = s.board.players
	}
	if rules.revivesAnywhere {
		s.layout = &layout{asked: make([]bool, chars), graves: make([]grave, 0, chars)}
	}
	s.mem32, s.mem64 = make([]uint32, n+1+n+1), make([]uint64, colours+chars+kept+n)
	s.cells, s.explosions = s.mem32[:n+1:n+1], s.mem32[n+1:n+1]
	s.tally, s.chars = s.mem64[:colours:colours], s.mem64[colours:][:chars:chars]
	s.kept, s.bombs = s.mem64[colours+chars:][:kept:kept], s.mem64[colours+chars+kept:][:0]
	s.cells[s.board.outside] = noCell
	s.tally[0] = uint64(n)
	s.due, s.oneCell = never, 1 // no turn has been scored
	for i, player := range s.board.owners {
		s.chars[i] = uint64(player) << playerShift
	}
	s.stages, s.neighbours, s.demands = rules.stages, s.board.neighbours, s.board.demands
	s.waiting, s.asked = make([]uint64, chars+1), make([]bool, chars)
	s.slots, s.chain = make([]uint16, n), make([]uint64, n+1)
}

// paint sets the content of a cell and updates the counts of colours.
func (s *State) paint(c Cell, word uint32) {
	s.tally[s.cells[c]&low16] -= s.oneCell
	s.tally[word&low16] += s.oneCell
	s.cells[c] = word
}

// Clone returns a copy that shares nothing with s but the board.
func (s *State) Clone() *State {
	c := &State{board: s.board}
	c.carve()
	c.CopyFrom(s)
	return c
}

// CopyFrom sets s to o, a state of the same board, without allocating. It panics if the boards differ.
func (s *State) CopyFrom(o *State) {
	if s.board != o.board {
		panic("hexabomb: CopyFrom between states of different boards")
	}
	s.turn, s.due = o.turn, o.due
	s.explosions, s.bombs = s.explosions[:len(o.explosions)], s.bombs[:len(o.bombs)]
	copy(s.mem32, o.mem32[:len(o.cells)+len(o.explosions)])
	copy(s.mem64, o.mem64[:len(o.tally)+len(o.chars)+len(o.kept)+len(o.bombs)])
}

// Equal reports whether two states of the same board are equal. The order of explosions does not matter.
func (s *State) Equal(o *State) bool {
	if s.board != o.board || s.turn != o.turn {
		return false
	}
	for i := range s.chars { // not word by word, because different past rests are equal
		if s.Character(i) != o.Character(i) {
			return false
		}
	}
	for p := range s.board.players {
		if s.Score(p) != o.Score(p) || s.CellCount(p) != o.CellCount(p) {
			return false
		}
	}
	return slices.Equal(s.cells, o.cells) && slices.Equal(s.bombs, o.bombs) &&
		slices.Equal(s.sortedExplosions(), o.sortedExplosions())
}

func (s *State) sortedExplosions() []uint32 { return slices.Sorted(slices.Values(s.explosions)) }

// Board returns the board of s.
func (s *State) Board() *Board { return s.board }

// Turn is the number of turns played.
func (s *State) Turn() int { return int(s.turn) }

// Colour is a cell's colour.
func (s *State) Colour(c Cell) Colour { return Colour(s.cells[c] & low16) }

// Occupied reports whether a cell has a living character, and HasBomb whether it has a bomb. A cell with neither is
// empty and can be entered.
func (s *State) Occupied(c Cell) bool { return s.cells[c]&hasCharacter != 0 }

// HasBomb reports whether a cell holds a bomb.
func (s *State) HasBomb(c Cell) bool { return s.cells[c]&hasBomb != 0 }

// Empty reports whether a cell can be entered: it has neither a living character nor a bomb.
func (s *State) Empty(c Cell) bool { return s.cells[c]&occupied == 0 }

// Character is the state of a character.
type Character struct {
	Cell        Cell // its position, or where it died
	Alive       bool
	ReviveDelay int // turns, -1 while alive
	BombCount   int
}

// Character returns the character with an id from 0 up to the board's NumCharacters.
func (s *State) Character(id int) Character {
	w := s.chars[id]
	living := int(w / alive & 1)
	return Character{Cell: Cell(w & low16), Alive: living != 0, BombCount: int(w >> bombShift & bombMask),
		ReviveDelay: max(0, int(w>>restShift)-s.Turn()) | -living} // without an unpredictable branch
}

// Bomb is a bomb on the board.
type Bomb struct {
	Cell   Cell
	Colour Colour
	Range  int // cells
	Delay  int // turns: it explodes at the end of the Delay-th turn from now
}

// NumBombs is the number of bombs on the board.
func (s *State) NumBombs() int { return len(s.bombs) }

// Bomb returns bomb i of NumBombs, in the order in which they were dropped.
func (s *State) Bomb(i int) Bomb {
	b := s.bombs[i]
	return Bomb{Cell: Cell(b & low16), Colour: Colour(b >> 16 & low16), Range: int(b >> rangeShift & 255),
		Delay: int((b - uint64(s.turn)<<dueShift) >> dueShift)}
}

// NumExplosions is the number of cells that the explosions of the last turn covered.
func (s *State) NumExplosions() int { return len(s.explosions) }

// Explosion returns covered cell i of NumExplosions, in no particular order, with the colour that the blast gave it.
func (s *State) Explosion(i int) (Cell, Colour) {
	w := s.explosions[i]
	return Cell(w & low16), Colour(w >> 16)
}

// CellCount returns the number of cells of a player's colour. In the rules of 2018 it returns the last such number
// above 0.
func (s *State) CellCount(player int) int {
	n := s.tally[ColourOf(player)] & low16
	if n == 0 && len(s.kept) > 0 {
		n = s.kept[player]
	}
	return int(n)
}

// Living is the number of a player's living characters.
func (s *State) Living(player int) int {
	living := 0
	first, end := s.board.Characters(player)
	for i := first; i < end; i++ {
		living += int(s.chars[i] & alive / alive)
	}
	return living
}

// Score returns a player's score: in classical play the sum of its cell counts over all turns, in sudden death the
// last turn at whose end it had a living character.
func (s *State) Score(player int) int {
	t := s.tally[ColourOf(player)]
	if s.board.special == 0 {
		t += (t & low16) * uint64(s.turn) << scoreShift
	}
	return int(min(t>>scoreShift, math.MaxUint32)) // more only after a snapshot that no game can reach
}

// NoWinner is the winner if no player has the strictly highest score.
const NoWinner = -1

// Winner returns the player with the strictly highest score, or NoWinner. The special player of sudden death is
// ignored.
func (s *State) Winner() int {
	winner, best := NoWinner, int64(-1)
	for p := range s.board.players {
		if s.board.Special(p) {
			continue
		}
		switch score := int64(s.Score(p)); {
		case score > best:
			winner, best = p, score
		case score == best:
			winner = NoWinner
		}
	}
	return winner
}
