package hexabomb

import "iter"

// A Choice is a possible action of a character in the next turn, with what the rules will say to it.
type Choice struct {
	Action  Action // the action; a bomb has the smallest range and delay
	MaxBomb int    // the largest range and delay that a bomb may be given, the smallest being MinBomb; 0 for no bomb
	Cell    Cell   // the target, or where it happens; see HasCell
	HasCell bool   // false for a move off the board
	Refused Reason // why it is refused whatever the others do, or NotRefused
	Blocker int    // the character on Cell, which has to leave first, or -1
}

// NoBlocker is the Blocker of a choice that depends on no other character.
const NoBlocker = -1

// Legal iterates over all possible actions of a player in the next turn: for each of its characters, by id, the moves
// in the order of the directions, a bomb, and a revival (in the rules of 2018, if it is time for one, a revival on
// each cell). A choice is refused if the rules certainly refuse it, whatever the other characters do. Any other is
// executed if no other character acts and none is in its way. Only the first action of a character in a turn counts.
// After the board's LastTurn there are no choices. Legal changes nothing and allocates nothing.
func (s *State) Legal(player int) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if s.turn >= s.board.lastTurn {
			return
		}
		first, end := s.board.Characters(player)
		for id := first; id < end; id++ {
			for d := range Direction(NumDirections) {
				if !yield(s.moveChoice(id, d)) {
					return
				}
			}
			if !yield(s.bombChoice(id)) || !s.reviveChoices(id, yield) {
				return
			}
		}
	}
}

func (s *State) choice(id int, kind Kind) Choice {
	cell := s.chars[id] & low16
	return Choice{Action: Action{Player: s.board.owners[id], Character: uint16(id), Kind: kind}, Cell: Cell(cell),
		HasCell: true,
		Blocker: NoBlocker}
}

func (s *State) moveChoice(id int, d Direction) Choice {
	c := s.choice(id, Move)
	c.Action.Direction = d
	c.Cell, c.HasCell = s.board.Neighbour(c.Cell, d)
	switch {
	case s.chars[id]&alive == 0:
		c.Refused = Dead
	case !c.HasCell:
		c.Refused = NoCellThere
	case s.HasBomb(c.Cell): // bombs explode after the actions
		c.Refused = Occupied
	default:
		c.Blocker = s.blocker(c.Cell)
	}
	return c
}

func (s *State) bombChoice(id int) Choice {
	c := s.choice(id, DropBomb)
	c.Action.Range, c.Action.Delay, c.MaxBomb = MinBomb, MinBomb, MaxBomb
	if id < s.board.special {
		c.MaxBomb = MaxSpecialBomb
	}
	switch w := s.chars[id]; {
	case w&alive == 0:
		c.Refused = Dead
	case w>>bombShift&bombMask == 0:
		c.Refused = NoBombReady
	case s.HasBomb(c.Cell):
		c.Refused = BombHere
	}
	return c
}

// reviveChoices yields the choices of a character that wants to revive, and reports whether to go on.
func (s *State) reviveChoices(id int, yield func(Choice) bool) bool {
	c := s.reviveChoice(id)
	if !s.board.RevivesAnywhere() || c.Refused == Alive || c.Refused == TooEarly {
		return yield(c)
	}
	for cell := range Cell(s.board.NumCells()) {
		if !yield(s.reviveOnChoice(id, cell)) {
			return false
		}
	}
	return true
}

// reviveOnChoice is the choice of a dead character, which may revive, to do so on a cell.
func (s *State) reviveOnChoice(id int, to Cell) Choice {
	c := Choice{Action: ReviveOn(s.board.Owner(id), id, to), Cell: to, HasCell: true, Blocker: NoBlocker}
	if s.HasBomb(to) {
		c.Refused = Occupied
	} else {
		c.Blocker = s.blocker(to)
	}
	return c
}

func (s *State) reviveChoice(id int) Choice {
	c := s.choice(id, Revive)
	switch {
	case s.board.SuddenDeath():
		c.Refused = NoSecondLife
	case s.chars[id]&alive != 0:
		c.Refused = Alive
	case s.chars[id]>>restShift > uint64(s.turn):
		c.Refused = TooEarly
	case s.HasBomb(c.Cell):
		c.Refused = Occupied
	default:
		c.Blocker = s.blocker(c.Cell)
	}
	return c
}

// blocker returns the living character on a cell, or NoBlocker.
func (s *State) blocker(c Cell) int {
	if s.cells[c]&hasCharacter != 0 {
		for id := range s.board.owners {
			if w := s.chars[id]; w&alive != 0 && Cell(w&low16) == c {
				return id
			}
		}
	}
	return NoBlocker
}
