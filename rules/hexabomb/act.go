package hexabomb

// How an action is tested, in the words of the rules. Only the first action of a character in a turn counts, and only
// by its own player. Then
//
//	            the character must    and its target                    must be
//	move        live                  the neighbour in the direction    on the board, without a character or bomb
//	bomb        live, have a bomb     its own cell                      without a bomb
//	            ready and name an
//	            allowed range, delay
//	revive      be dead, and rest     its own cell (in 2018 the one     on the board, without a character or bomb
//	            no more               that it names)
//
// and a special player's game has no revival. What a character on the target cell blocks is tried again, since that
// character may leave. demandsByKind has this table as bits, a row for each kind; act tests all of it by one branch,
// for a processor cannot predict what will be refused; refusal tests it again one by one, to find the reason if it is
// needed. A new kind of action is a row of demandsByKind and a case of refusal, of legal.go, and of actLater where it
// does something else than enter its target.

// kindSlots is a power of two above the number of kinds, so that some bits of a kind are a valid index.
const kindSlots = 8

// demandsByKind returns for each kind what an action requires of its character: alive or not; ownCell if its target is
// the character's own cell; impossible if act never executes it by entering the target.
func (b *Board) demandsByKind() [kindSlots]uint32 {
	d := [kindSlots]uint32{Move: alive, DropBomb: alive | ownCell | impossible, Revive: ownCell}
	if b.special > 0 { // sudden death has no revival
		d[Revive] |= impossible
	}
	return d
}

const (
	ownCell    = 6       // a direction; or-ed with any other it leads from each cell to itself
	impossible = 1 << 17 // no character has this bit
)

// act applies the actions: movements and revivals once each in order, then the bombs, then the blocked ones again and
// again until a pass moves nothing. Dropping bombs after the movements makes no difference: until the end of the turn
// their cells contain the characters that drop them.
func (s *State) act(actions []Action, refused *[]Refusal) {
	if refused != nil {
		clear(s.asked)
	}
	now, waiting := uint64(s.turn)<<restShift, 0
	for i := range actions {
		a := actions[i] // one load for all fields
		id := uint(a.Character)
		var w uint64
		if a.Kind < NumKinds && a.Direction < NumDirections && id < uint(len(s.chars)) &&
			uint16(s.chars[id]>>playerShift) == a.Player {
			w = s.chars[id]
			demand := s.demands[a.Kind%kindSlots]
			from := uint32(w) & low16
			to := s.neighbours[from*neighbourStride+uint32(a.Direction)|demand&ownCell]
			cells := s.cells
			target := cells[to]
			rests := uint32((now - 1 - w) >> 63) // 1 up to the end of this turn or of a later one
			against := (uint32(w)^demand)&(alive|impossible) | rests | target&occupied
			if against == 0 {
				s.chars[id] = w&(bombMask<<bombShift|low16<<playerShift) | uint64(to) | alive | now
				s.enter(cells, from, to, target, uint32(a.Player)+1)
				continue
			}
			s.chars[id] = max(w, w&(1<<restShift-1)|now)
			s.waiting[waiting] = uint64(i)<<32 | uint64(against)
			waiting += int(1 - rests)
		}
		if refused != nil {
			s.note(refused, a, i, w)
		}
	}
	if waiting > 0 {
		s.actLater(actions, s.waiting[:waiting], refused)
	}
}

// enter puts a character on a cell, which becomes its player's: by a move from another cell, or by a revival.
func (s *State) enter(cells []uint32, from uint32, to Cell, old, colour uint32) {
	tally, one := s.tally, s.oneCell
	tally[old&low16] -= one
	tally[colour] += one
	cells[from] &^= hasCharacter
	cells[to] = colour | hasCharacter
}

// actLater drops the bombs and tries the blocked actions again.
func (s *State) actLater(actions []Action, waiting []uint64, refused *[]Refusal) {
	blocked := 0
	for _, e := range waiting {
		i, against := e>>32, uint32(e)
		a := actions[i]
		waiting[blocked] = e
		blocked += int(isZero(against &^ (hasCharacter | hasBomb)))
		w := uint32(s.chars[a.Character])
		if against&^(impossible|hasCharacter)|uint32(a.Kind^DropBomb)|s.noBomb(&a, w) == 0 {
			s.dropBomb(w&low16, &a)
		}
	}
	if blocked > 0 {
		s.retry(actions, waiting[:blocked], refused)
	}
}

// retry tries blocked actions again until a pass moves nothing. Only the character on the target cell blocks such an
// action, and may leave. Everything else stays the same.
func (s *State) retry(actions []Action, blocked []uint64, refused *[]Refusal) {
	for again := true; again; {
		again = false
		kept := 0
		for _, e := range blocked {
			a := &actions[e>>32]
			w := s.chars[a.Character]
			from := uint32(w) & low16
			to := s.neighbours[from*neighbourStride+uint32(a.Direction)|s.demands[a.Kind%kindSlots]&ownCell]
			if s.cells[to]&occupied != 0 {
				blocked[kept] = e
				kept++
				continue
			}
			s.enter(s.cells, from, to, s.cells[to], uint32(a.Player)+1)
			s.chars[a.Character] = w&^low16 | uint64(to) | alive
			again = true
		}
		blocked = blocked[:kept]
	}
	if refused != nil {
		for _, e := range blocked {
			*refused = append(*refused, Refusal{int(e >> 32), actions[e>>32], Occupied})
		}
	}
}

// noBomb returns 0 if the character with the word w has a bomb ready and may drop it with this range and delay.
func (s *State) noBomb(a *Action, w uint32) uint32 {
	limit := uint32(MaxBomb)
	if int(a.Character) < s.board.special {
		limit = MaxSpecialBomb
	}
	reach, delay := uint32(a.Range), uint32(a.Delay)
	count := w & (bombMask << bombShift)
	return ((count - 1) | (reach - MinBomb) | (delay - MinBomb) | (limit - reach) | (limit - delay)) >> 31
}

// isZero returns 1 for 0, else 0.
func isZero(x uint32) (bit uint32) {
	if x == 0 {
		bit = 1
	}
	return bit
}

func (s *State) dropBomb(cell uint32, a *Action) {
	if int(a.Character) >= s.board.endless { // the special player's never run out
		s.chars[a.Character] -= oneBomb
	}
	s.cells[cell] |= hasBomb
	s.addBomb(cell, uint32(a.Player)+1, a.Range, a.Delay)
}

// addBomb puts a bomb at the end of the list.
func (s *State) addBomb(cell, colour uint32, reach, delay uint8) {
	turn := s.turn + uint32(delay)
	n := len(s.bombs)
	s.bombs = s.bombs[:n+1]
	s.bombs[n] = uint64(cell|colour<<16) | uint64(uint32(reach)|turn<<8)<<rangeShift
	s.due = min(s.due, turn)
}
