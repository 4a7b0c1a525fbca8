package hexabomb

// The rules of December 2018 differ from 1.1 in this:
//
//   - A revival names the cell on which the character lives again; until then the body keeps the place of its death.
//   - Bombs never run out. A bomb of a range or delay that is not allowed is no readable action, so that a later one of
//     the same character counts.
//   - A player has one character, and there is no sudden death.
//   - The cell count of a player who loses its last cell keeps its last number. Its score gets nothing for it.

var rules2018 = variant{
	name:            "2018",
	number:          2018,
	check:           check2018,
	bombsEndless:    true,
	revivesAnywhere: true,
	stages:          stages{act: (*State).act2018, count: (*State).count2018},
}

// check2018 refuses what the rules of 2018 do not have.
func check2018(m *Map, specialPlayers int) error {
	if specialPlayers > 0 {
		return refuse("a special player asked for, but the rules of 2018 have no sudden death")
	}
	if len(m.Starts[0]) > 1 {
		return refuse("initial_positions: player 0 has %d positions, but in the rules of 2018 each player has one "+
			"character", len(m.Starts[0]))
	}
	return nil
}

// ReviveOn returns the action by which a character of a player revives on a cell, in the rules of 2018.
func ReviveOn(player, character int, c Cell) Action {
	place := uint16(c) + 1
	return Action{Player: uint16(player), Character: uint16(character), Kind: Revive,
		Range: uint8(place), Delay: uint8(place >> 8)}
}

// Place returns the cell that a revival names in the rules of 2018. A plain Revive names none.
func (a Action) Place() (c Cell, ok bool) {
	place := uint16(a.Range) | uint16(a.Delay)<<8
	return Cell(place - 1), a.Kind == Revive && place > 0
}

// layout is working memory for revivals on named cells.
type layout struct {
	asked    []bool   // by character: its player has a readable action for it
	graves   []grave  // bodies that are elsewhere while the actions are applied
	readable []Action // the actions, with a kind that is none where one cannot be read
}

type grave struct {
	character uint16
	cell      uint64
}

// act2018 applies the actions like act. In 1.1 a character revives where its body is, so each body that wants to
// revive is first moved to the cell that it names. Those that stay dead return.
func (s *State) act2018(actions []Action, refused *[]Refusal) {
	before := 0
	if refused != nil {
		before = len(*refused)
	}
	s.layOut(actions)
	s.act(s.layout.readable, refused)
	for _, g := range s.layout.graves {
		if w := s.chars[g.character]; w&alive == 0 {
			s.chars[g.character] = w&^low16 | g.cell
		}
	}
	if refused != nil {
		for i := range (*refused)[before:] {
			r := &(*refused)[before+i]
			r.Action = actions[r.Index]
		}
	}
}

// layOut moves each body that its player wants to revive to the named cell, or off the board.
func (s *State) layOut(actions []Action) {
	l := s.layout
	l.graves, l.readable = l.graves[:0], append(l.readable[:0], actions...)
	clear(l.asked)
	for i := range l.readable {
		a := &l.readable[i]
		if a.Kind == DropBomb && !a.allowedBomb() {
			a.Kind = NumKinds
		}
		id := int(a.Character)
		if a.Kind >= NumKinds || a.Direction >= NumDirections || id >= len(s.chars) ||
			s.board.owners[id] != a.Player || l.asked[id] {
			continue
		}
		l.asked[id] = true
		if w := s.chars[id]; a.Kind == Revive && w&alive == 0 {
			to, named := a.Place()
			if !named || to >= s.board.outside {
				to = s.board.outside
			}
			l.graves = append(l.graves, grave{a.Character, w & low16})
			s.chars[id] = w&^low16 | uint64(to)
		}
	}
}

// allowedBomb reports whether the range and the delay of a bomb are allowed.
func (a *Action) allowedBomb() bool {
	return a.Range >= MinBomb && a.Range <= MaxBomb && a.Delay >= MinBomb && a.Delay <= MaxBomb
}

// count2018 records the cell counts of the players who have a cell.
func (s *State) count2018() {
	for p := range s.kept {
		if n := s.tally[ColourOf(p)] & low16; n > 0 {
			s.kept[p] = n
		}
	}
}
